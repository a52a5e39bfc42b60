"""The page Review: counters of what runs, held beside the plan."""

from datetime import date
from pathlib import Path

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.messages.page import review_page
from simulator.messages.stages.prometheus import warned
from simulator.store.kept_reviews import KeptReview, keep_review, kept_reviews
from simulator.studies.review import memory
from simulator.studies.review.answer import review_farm
from simulator.studies.review.study import review_prometheus, review_uploads
from simulator.telemetry import prometheus_get
from simulator.telemetry import prometheus_query as telemetry_query
from simulator.telemetry.prometheus_query import prometheus_query
from simulator.telemetry.read import CounterSources
from simulator.ui import track_record
from simulator.ui.library import shipped
from simulator.ui.pages import review as review_on_page
from simulator.ui.pages.review import PROMETHEUS
from simulator.ui.track_record import OWN, STORE
from tests.architecture.sources import ROOT
from tests.telemetry.prometheus_server import counters, serving, text
from tests.telemetry.written import DAY_STEPS, server
from tests.ui.showing import page, said, settled, waits

COUNTERS = ROOT / "scenarios/counters/downloads.json"


DAY = {"until": "2026-09-23", "days": 7}
# A day of ten servers in steps of five minutes.
SERVERS = [
    each for n in range(10) for each in server(f"w{n}", [600.0] * DAY_STEPS, [0.135] * DAY_STEPS, [2e7] * DAY_STEPS)
]


def dropped(content, name):
    shown = page("review", scenario="first_farm")
    assert not shown.exception and not shown.error
    shown.file_uploader[0].set_value([(name, content, "application/json")])
    return settled(shown.run(), waits)


def test_uploaded_counters_are_reviewed_on_the_page():
    shown = dropped(COUNTERS.read_bytes(), "downloads.json")
    assert not shown.exception and not shown.error, [each.value for each in shown.error]
    assert "10 servers" in " ".join(said(shown))


@pytest.fixture
def own_store(tmp_path, monkeypatch):
    """The store of whoever runs the page, who looks at it on the same machine."""
    monkeypatch.setenv(STORE, OWN)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(track_record, "_is_own_machine", lambda: True)
    return tmp_path / "headroom" / "results.sqlite"


def reviews(store):
    scenario = load(shipped()["first_farm"])
    return kept_reviews(store, scenario.name, scenario.server.name, scenario.unit.nodes)


def before(store, right=10):
    """Keeps a review of a week before."""
    scenario = load(shipped()["first_farm"])
    kept = KeptReview(scenario.name, scenario.server.name, scenario.unit.nodes, "2026-09-15 00:00", "short", 10, right,
                      "2026-09-15", "1")  # fmt: skip
    keep_review(store, kept)


def test_a_verdict_is_kept_where_somebody_keeps_it_and_held_on_to_by_the_next_review(own_store, monkeypatch):
    shown = dropped(COUNTERS.read_bytes(), "downloads.json")
    assert reviews(own_store) == []
    shown = settled(shown.button(key="keep verdict").click().run(), waits)
    assert not shown.exception and shown.button(key="keep verdict").disabled
    (kept,) = reviews(own_store)
    assert (kept.ended, kept.verdict, kept.servers, kept.right) == ("2026-09-24 00:00", "enough", 10, 10)
    # On a later day, with another version of the model, it is the same verdict.
    monkeypatch.setattr(review_on_page, "today", lambda: date(2030, 1, 1))
    monkeypatch.setattr(memory, "VERSION", "0")
    assert dropped(COUNTERS.read_bytes(), "downloads.json").button(key="keep verdict").disabled
    # A review of the same counters does not remember itself.
    assert not any("Last review" in each for each in said(dropped(COUNTERS.read_bytes(), "downloads.json")))


def test_the_page_remembers_what_the_command_kept(own_store):
    before(own_store)
    told = " ".join(said(dropped(COUNTERS.read_bytes(), "downloads.json"))).replace("\\", "")
    assert "Last review, of counters until 2026-09-15 00:00 UTC" in told


def test_visitors_of_a_shared_store_see_its_memory_and_add_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv(STORE, str(tmp_path / "team.sqlite"))
    before(tmp_path / "team.sqlite")
    shown = dropped(COUNTERS.read_bytes(), "downloads.json")
    assert any("Last review" in each for each in said(shown)) and not shown.button
    assert len(reviews(tmp_path / "team.sqlite")) == 1


def test_without_a_store_nothing_is_kept(monkeypatch):
    monkeypatch.delenv(STORE, raising=False)
    assert not dropped(COUNTERS.read_bytes(), "downloads.json").button


def test_a_store_that_cannot_be_read_is_told(own_store):
    own_store.parent.mkdir()
    own_store.write_text("no store at all, but a text")
    (error,) = dropped(COUNTERS.read_bytes(), "downloads.json").error
    assert "store" in error.value


def test_uploaded_counters_are_reviewed_as_files_are():
    scenario = load(shipped()["first_farm"])
    sent = review_uploads(scenario, {"downloads.json": COUNTERS.read_bytes()}, 0.05)
    read = review_farm(scenario, CounterSources((str(COUNTERS),)), 0.05, Theory())
    assert sent.running.verdict == read.running.verdict
    assert sent.running.servers == read.running.servers and sent.fit.work == read.fit.work
    assert all(not Path(file).is_absolute() for file, _ in sent.record.notes)


def test_what_is_wrong_with_counters_is_told_without_a_place_of_the_machine():
    shown = dropped(b"time,requests/s\nx,y\n", "mine.csv")
    (error,) = shown.error
    told = error.value.replace("\\", "")
    assert "mine.csv" in told and "/tmp" not in told and str(ROOT) not in told


def asked(url, monkeypatch, match="", until=DAY["until"], **params):
    """The page once it has asked the Prometheus with which it was started."""
    monkeypatch.setenv(PROMETHEUS, url)
    shown = page("review", scenario="first_farm", **params)
    for field, value in zip(shown.text_input, (match, until), strict=True):
        field.set_value(value)
    shown.selectbox[0].set_value(DAY["days"])
    shown.button[0].click().run()
    shown = settled(shown, waits)
    assert not shown.exception
    return shown


def test_a_prometheus_that_the_page_was_started_with_is_asked(monkeypatch):
    query = prometheus_query("http://prometheus", match='job="web"', **DAY)
    with serving(counters(SERVERS, query)) as (url, called):
        shown = asked(url, monkeypatch, query.match)
        found = review_prometheus(load(shipped()["first_farm"]), url, query.match, DAY["days"], DAY["until"], 0.05)
    assert not shown.error and called
    assert found.running.servers == 10 and f"{found.running.servers} servers" in " ".join(said(shown))
    assert not any(url in text for text in said(shown)) and url.removeprefix("http://") not in "".join(said(shown))


def test_what_prometheus_warns_of_is_told_in_full_to_the_log_alone(monkeypatch, caplog):
    warning = warned(f"from Addr: {HOST}:10901")
    monkeypatch.setattr(telemetry_query, "_warnings", lambda source: (warning,))
    query = prometheus_query("http://prometheus", **DAY)
    with serving(counters(SERVERS, query)) as (url, _):
        found = review_prometheus(load(shipped()["first_farm"]), url, "", DAY["days"], DAY["until"], 0.05)
    told = [each.text for each in found.record.notes]
    assert review_page.WARNED in told and not any(HOST in each for each in told)
    assert f"{url}: {warning}" in caplog.text


def test_without_an_address_nothing_is_asked_and_visitors_can_name_none(monkeypatch):
    monkeypatch.delenv(PROMETHEUS, raising=False)
    shown = page("review", scenario="first_farm")
    assert not shown.text_input and not shown.button
    assert any(PROMETHEUS in each.value.replace("\\", "") for each in shown.caption)


@pytest.mark.parametrize("parameter", ["prometheus", PROMETHEUS, "review.prometheus"])
def test_an_address_of_the_page_names_no_prometheus(parameter, monkeypatch):
    monkeypatch.delenv(PROMETHEUS, raising=False)
    with serving(text("{}")) as (url, called):
        shown = page("review", scenario="first_farm", **{parameter: url})
        assert not shown.exception and not shown.button and not called


@pytest.mark.parametrize("match", ['job="a"} or up{job="b"', "job=web"])
def test_labels_are_labels_and_no_query(match, monkeypatch):
    with serving(text("{}")) as (url, called):
        (error,) = asked(url, monkeypatch, match).error
    assert not called and "match" in error.value


def test_what_is_wrong_with_a_prometheus_is_told_without_its_address(monkeypatch):
    with serving(text("no", 500)) as (url, called):
        (error,) = asked(url, monkeypatch).error
    assert called and "500" in error.value and url.split(":")[-1] not in error.value


HOST = "inside.example.org"
TOKEN_NAME = "HEADROOM_PROMETHEUS_TOKEN"  # noqa: S105
SAYS = '{"status": "error", "errorType": "x", "error": "dial tcp inside.example.org: refused"}'
EMPTY = '{"status": "success", "data": {"resultType": "matrix", "result": []}}'


@pytest.mark.parametrize(
    ("reply", "told", "remedy", "logged"),
    [
        (text("", 302, Location=f"http://{HOST}/login"), review_page.REDIRECTED, review_page.TELL_WHO_RUNS, HOST),
        (text("no", 401), review_page.NOT_ALLOWED, review_page.TELL_WHO_RUNS, TOKEN_NAME),
        (text(SAYS, 422), review_page.QUERY_REFUSED, review_page.ASK_FOR_LESS, HOST),
        (text("<html>"), "what answers is no Prometheus", review_page.TELL_WHO_RUNS, "127.0.0.1"),
        (text("no", 503), "HTTP 503 in place of an answer", review_page.TELL_WHO_RUNS, "127.0.0.1"),
        (text(EMPTY), "it has no values of a counter that a review knows", review_page.CHECK_FIELDS, "--match"),
    ],
)
def test_each_refusal_is_told_to_visitors_without_a_place_and_to_the_log_in_full(
    reply, told, remedy, logged, monkeypatch, caplog
):
    with serving(reply) as (url, _):
        (error,) = asked(url, monkeypatch).error
    shown = error.value.replace("\\", "")
    assert shown == f"prometheus: {told}; {remedy}"
    assert logged in caplog.text and url in caplog.text
    assert not any(word in shown for word in (HOST, TOKEN_NAME, "127.0.0.1", "--", "curl"))


def test_a_host_that_is_not_reached_is_not_named(monkeypatch, caplog):
    (error,) = asked("https://localhost:9", monkeypatch).error
    assert error.value.replace("\\", "") == f"prometheus: {review_page.UNREACHED}; {review_page.TELL_WHO_RUNS}"
    assert "https://localhost:9" in caplog.text and "curl" in caplog.text


def test_too_large_an_answer_is_told_in_the_words_of_the_page(monkeypatch):
    monkeypatch.setattr(prometheus_get, "MOST_BYTES", 0)
    with serving(text(EMPTY)) as (url, _):
        (error,) = asked(url, monkeypatch).error
    shown = error.value.replace("\\", "")
    assert review_page.ASK_FOR_LESS in shown and "--" not in shown


def test_a_token_that_is_none_is_not_told_to_visitors_by_its_variable(monkeypatch):
    monkeypatch.setenv(TOKEN_NAME, "two words")
    (error,) = asked("http://localhost:9", monkeypatch).error
    shown = error.value.replace("\\", "")
    assert "HEADROOM" not in shown and review_page.TELL_WHO_RUNS in shown


def test_what_a_visitor_types_is_bounded(monkeypatch):
    monkeypatch.setenv(PROMETHEUS, "http://localhost:9")
    assert all(field.max_chars for field in page("review", scenario="first_farm").text_input)


def test_an_address_that_is_none_asks_nothing(monkeypatch):
    (error,) = asked("file:///etc/passwd", monkeypatch).error
    assert "http" in error.value and "passwd" not in error.value
