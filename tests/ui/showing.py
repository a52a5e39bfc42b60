"""Pages and blocks on a page, as Streamlit's AppTest shows them, without a browser."""

import time

from streamlit.testing.v1 import AppTest

PENDING = ("waiting", "running")
# A run of a fraction of a second, as an address asks for it.
QUICK = {
    "scenario": "single_server",
    "run.replications": "2",
    "run.warm_up": "5 s",
    "run.duration": "10 s",
    "run.window": "1 s",
    "run.precision": "50 %",
}
# What a name might hold, and what of it no page may read as anything but a text.
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "$x^2$ and $$y$$",
    ":material/home: :smile: :streamlit: :red[x] :rainbow[y]",
    "![a](http://example.org/a.png) [b](javascript:alert(1))",
    "https://example.org www.example.org somebody@example.org",
    "a -> b <- c -- d >= e <= f ~= g <-> h",
    "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}\N{ARABIC LETTER ALEF} abc",
    "# a - b 1. c > d | e |",
    "**b** __i__ `c` ~~s~~ ^e ==m==",
    "&lt;b&gt; &#58; \\ \\\\ \\<b>",
    "x" * 300,
)


def page(name, **params):
    """A page of the app at an address; one that begins with nothing has the farm of a published document."""
    shown = AppTest.from_string(f"from simulator.ui.pages import {name}\n{name}.show()", default_timeout=600)
    began = {} if "serve" in params else {"scenario": "microsoft_update"}
    for key, value in (began | params).items():
        shown.query_params[key] = value
    return shown.run()


def blocks(made_by, *imports):
    """Blocks on a page of their own; `made_by` is an expression."""
    lines = (*imports, "from simulator.ui.widgets.blocks import show", f"show({made_by})")
    return AppTest.from_string("\n".join(lines), default_timeout=600).run()


def said(shown):
    """Every text of a page, as it is given to Streamlit, with all its spaces alike."""
    kinds = (shown.title, shown.header, shown.subheader, shown.text, shown.markdown, shown.caption, shown.code,
             shown.error, shown.warning)  # fmt: skip
    return [element.value.replace("\N{NO-BREAK SPACE}", " ") for kind in kinds for element in kind]


def settled(shown, pending):
    """The page once nothing is pending: `pending` looks at it and says whether anything is. A page redraws itself as
    long as it waits; here nobody else does it."""
    while pending(shown):
        time.sleep(0.05)
        shown.run()
        assert not shown.exception
    return shown


def waits(shown):
    """Whether a page shows a bar."""
    return any(element.type == "progress" for element in shown.main)
