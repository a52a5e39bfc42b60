"""The first sight: the answer that a browser shows while it still loads the page."""

import asyncio
from html import unescape

import pytest
from streamlit import config

from simulator.experiment.results import Unavailable
from simulator.messages.decision import headline
from simulator.service import answers
from simulator.ui.arrival.prerender import Prerender, prepare_answer, prerendered_answer
from simulator.ui.plans import browser
from simulator.ui.plans.shelf import Shelf
from simulator.ui.session import begin_session

PAGE = b'<html><body><div id="root"></div></body></html>'


@pytest.fixture(scope="module")
def known():
    """What theory says of the plan that everybody begins with."""
    prepare_answer()
    session = begin_session("a test", {})
    found = answers.known_theory(session.kept, session.kept_changes)
    assert found is not None
    return found


def served(path, query="", method="GET", headers=()):
    """The headers and the body that a browser gets."""
    sent, asked = [], []

    async def app(scope, receive, send):
        asked.append(scope)
        told = [(b"content-type", b"text/html"), (b"content-length", b"48"), (b"etag", b"old")]
        await send({"type": "http.response.start", "status": 200, "headers": told})
        await send({"type": "http.response.body", "body": PAGE[:20], "more_body": True})
        await send({"type": "http.response.body", "body": PAGE[20:]})

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": list(headers)}
    asyncio.run(Prerender(app)(scope, None, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return dict(sent[0]["headers"]), body, asked[0]


def test_the_first_sight_says_what_the_page_says(known):
    headers, body, _ = served("/")
    assert headline(known) in unescape(body.decode()) and "In theory" in body.decode()
    assert body.index(b"first-sight") < body.index(b'<div id="root">')
    assert int(headers[b"content-length"]) == len(body)


def test_no_browser_keeps_an_answer_for_later(known):
    headers, _, asked = served("/plan", headers=[(b"if-none-match", b"old"), (b"accept", b"*/*")])
    assert b"etag" not in headers
    assert asked["headers"] == [(b"accept", b"*/*")]


def test_the_page_below_a_path_has_it_too(known, monkeypatch):
    monkeypatch.setattr(config, "get_option", lambda name: "headroom")
    assert b"first-sight" in served("/headroom/")[1] and b"first-sight" in served("/headroom/plan")[1]


@pytest.mark.parametrize("path", ["/plans", "/scenario", "/static/js/index.js", "/_stcore/health"])
def test_other_pages_are_sent_as_they_are(known, path):
    headers, body, _ = served(path)
    assert body == PAGE and headers[b"etag"] == b"old"


HOSTILE_LINKS = ["serve=<script>", "yaml=AAAA", f"yaml={'A' * 20_000}", "scenario=../../etc/passwd", "x=%ff%00",
                 "a=" * 9_000]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE_LINKS, ids=range(len(HOSTILE_LINKS)))
def test_a_hostile_link_has_no_first_sight_and_the_page_tells_why(known, query):
    assert served("/", query)[1] == PAGE


def test_a_plan_of_a_shelf_is_left_to_the_page(known):
    assert prerendered_answer({"plan": "abc"}) == ""
    assert headline(known) in unescape(prerendered_answer({"plan": "abc", "serve": "downloads"}))


def test_who_has_plans_finds_the_last_of_them_at_the_bare_address_and_no_other_answer(known):
    token = "t" * 32
    headers = [(b"cookie", f"{browser.COOKIE}={token}".encode())]
    assert b"first-sight" in served("/", headers=headers)[1]
    scope = {"headers": headers}
    Shelf(browser.browser_id_of(scope)).keep(begin_session("a test", {}).plan, "Mine")
    assert served("/", headers=headers)[1] == PAGE and b"first-sight" in served("/")[1]
    assert b"first-sight" in served("/", "serve=downloads", headers=headers)[1]


def test_what_is_not_known_yet_is_left_to_the_page(monkeypatch):
    monkeypatch.setattr(answers, "study_in_theory", lambda *given: pytest.fail("a browser would wait for it"))
    assert prerendered_answer({"serve": "downloads", "peak": "41.7 Gbps"}) == ""


def test_a_name_is_shown_as_it_is(known):
    text = "scenario: '<img src=x onerror=alert(1)>'\nextends: single_server.yaml\n"
    session = begin_session("a test", {})
    session.take_text(text)
    from simulator.ui.plans.link import to_parameters

    assert not isinstance(answers.ask_theory(session.kept), Unavailable)
    shown = prerendered_answer(to_parameters(session.plan))
    assert "&lt;img" in shown and "<img" not in shown
