"""How far long work is: a callback hears of it, and a notebook shows a bar."""

import sys
from types import SimpleNamespace

import headroom
from simulator.studies.watch import in_notebook

SHORT = {"run.warm_up": "5 s", "run.duration": "10 s", "run.window": "1 s"}


def run(**options):
    return headroom.run("scenarios/single_server.yaml", SHORT, replications=3, **options)


def test_a_callback_hears_of_every_step():
    heard = []
    run(progress=lambda done, total, what: heard.append((done, total, what)))
    assert [done for done, _, _ in heard] == [1, 2, 3]
    assert {(total, what) for _, total, what in heard} == {(3, "simulating")}


def test_a_notebook_shows_a_bar_that_is_gone_in_the_end(monkeypatch):
    shown = []
    handle = SimpleNamespace(update=lambda html: shown.append(html))
    display = SimpleNamespace(HTML=str, display=lambda html, display_id: handle)
    ipython = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()), display=display)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    assert in_notebook()
    run()
    assert 'value="3" max="3"' in shown[-2] and shown[-1] == ""


def test_nothing_is_written_where_nobody_looks(capsys):
    assert not in_notebook()
    run()
    assert capsys.readouterr() == ("", "")
