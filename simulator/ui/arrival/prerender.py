"""The first sight of a plan: the answer of theory as plain HTML, which a browser shows before the page has arrived.

It is what the page itself says, from the same code; only what the server has already worked out is shown so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from streamlit import config

from simulator.farm.outcome import Outcome
from simulator.messages.decision import headline
from simulator.output.blocks import KeyFigure, Text
from simulator.output.cells import key_figure
from simulator.service import answers
from simulator.ui.answer import IN_THEORY, cards, plan_part
from simulator.ui.inputs.start_form import starting_point_text
from simulator.ui.plans.browser import Message, Receive, Scope, Send, browser_id_of
from simulator.ui.plans.browser_shelf import ON_SHELF
from simulator.ui.plans.shelf import Shelf
from simulator.ui.session import BrowserSession, begin_session
from simulator.ui.widgets.farm_picture import draw_farm

_ROOT = b'<div id="root">'
# Of a page with an answer in it no browser keeps a copy, nor asks whether that is still the newest.
_OF_THE_FILE = {b"content-length", b"etag", b"last-modified", b"accept-ranges"}
_LONGEST = 16_000  # Bytes of an address.


class Prerender:
    """Puts the answer to a plan into its page, where the server knows it already."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does, with the first sight in the page Plan."""
        sight = await asyncio.to_thread(_sight, scope) if _is_plan(scope) else b""
        if not sight:
            await self._app(scope, receive, send)
            return
        # What another visit has kept is no answer to this one.
        headers = [(name, text) for name, text in scope["headers"] if not name.startswith((b"if-", b"range"))]
        await self._app({**scope, "headers": headers}, receive, _With(sight, send))


class _With:
    """Sends a page on with something put in before what the program draws into."""

    def __init__(self, sight: bytes, send: Send) -> None:
        self._sight, self._send = sight, send
        self._start: Message = {}
        self._body: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        """Holds the page back until it is whole."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        self._body.append(message.get("body", b""))
        if message.get("more_body", False):
            return
        body = b"".join(self._body)
        if _ROOT in body:
            body = body.replace(_ROOT, self._sight + _ROOT, 1)
            kept = [(name, text) for name, text in self._start["headers"] if name.lower() not in _OF_THE_FILE]
            self._start["headers"] = [*kept, (b"content-length", str(len(body)).encode())]
        await self._send(self._start)
        await self._send({**message, "body": body})


NOBODY = "first sight"  # Who asks, for the desk, which is asked for nothing.
_PAGE = "sight.html"
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)


def prepare_answer() -> None:
    """Answers the plan that every browser begins with by theory, so that the first one need not wait for it."""
    session = begin_session(NOBODY, {})
    if session.kept is not None:
        answers.ask_theory(session.kept, session.kept_changes)


def prerendered_answer(params: Mapping[str, str], browser: str = "") -> str:
    """What stands first on the page Plan at an address, as HTML; "" where nothing is known of it yet.

    browser: who asks, as the shelf names them; "" for one that has nothing there. Which of its plans an address means
    that says nothing else, the page finds out.
    """
    rest = {key: text for key, text in params.items() if key != ON_SHELF}
    if not rest and (params or (browser and Shelf(browser).newest() is not None)):
        return ""
    session = begin_session(NOBODY, rest)
    if session.refused or session.kept is None:
        return ""
    known = answers.known_theory(session.kept, session.kept_changes)
    return _written(session, known) if known is not None else ""


def _written(session: BrowserSession, outcome: Outcome) -> str:
    picture = draw_farm(outcome, outcome.farm, "currentColor") if outcome.farm and outcome.recommended else ""
    return _TEMPLATES.get_template(_PAGE).render(
        name=outcome.scenario.name,
        begins=starting_point_text(session.plan),
        standing=IN_THEORY,
        headline=headline(outcome),
        figures=[_card(card) for card in cards(outcome, outcome.scenario.demand is not None)],
        picture=picture,
        why=" ".join(block.text for block in plan_part(outcome, "reasons") if isinstance(block, Text)),
    )


def _card(card: KeyFigure) -> dict[str, str]:
    return {"label": card.label, "value": key_figure(card.figure).written, "note": card.note}


def _is_plan(scope: Scope) -> bool:
    """Whether a browser asks for the page Plan, which stands at the root too."""
    if scope["type"] != "http" or scope["method"] != "GET" or len(scope["query_string"]) > _LONGEST:
        return False
    below = config.get_option("server.baseUrlPath").strip("/")
    return scope["path"].strip("/").removeprefix(below).strip("/") in ("", "plan")


def _sight(scope: Scope) -> bytes:
    try:
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        return prerendered_answer(asked, browser_id_of(scope)).encode()
    except Exception:  # Whatever it is: the page comes without it, and says what is wrong.
        return b""
