"""The page Track record, and what the page Plan says of earlier plans and keeps for later."""

from pathlib import Path

import pytest
from streamlit.runtime import context

import headroom
from simulator.messages.page.track_record_page import SCORE_NOT_KEPT
from simulator.store.kept_plans import kept_plans
from simulator.studies.score.kept_plan import from_store
from simulator.studies.score.study import score_uploads, scored_plans
from simulator.ui import track_record
from simulator.ui.plans.browser import SIGNED_IN
from simulator.ui.track_record import OWN, STORE, record_store
from tests.architecture.sources import ROOT
from tests.ui.showing import PENDING, QUICK, page, said, settled, waits

FARM = ROOT / "scenarios/first_farm.yaml"
COUNTERS = ROOT / "scenarios/counters/downloads.json"
BEFORE_COUNTERS = "1790035200"  # The day on which they begin.


@pytest.fixture
def store(tmp_path, monkeypatch):
    file = tmp_path / "kept.sqlite"
    monkeypatch.setenv(STORE, str(file))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", BEFORE_COUNTERS)
    return file


@pytest.fixture
def own_store(tmp_path, monkeypatch):
    """The store of whoever runs the page, who looks at it on the same machine."""
    monkeypatch.setenv(STORE, OWN)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", BEFORE_COUNTERS)
    monkeypatch.setattr(track_record, "_is_own_machine", lambda: True)
    return tmp_path / "headroom" / "results.sqlite"


@pytest.fixture
def kept(store):
    """A plan of the first farm, kept as the command keeps it."""
    headroom.plan(FARM, engine="theory", keep=True, store=store)
    return store


def scored(content=None, hindcast=False):
    """The page once counters have been dropped on it."""
    shown = page("track_record", scenario="first_farm")
    if hindcast:
        shown.checkbox[0].check()
    name = "downloads.json"
    shown.file_uploader[0].set_value([(name, COUNTERS.read_bytes() if content is None else content, "text/plain")])
    shown = settled(shown.run(), waits)
    assert not shown.exception
    return shown


def kept_on_page():
    """The page Plan of a quick run, once its answer was simulated and is kept, or why it is not."""
    quick = {key: value for key, value in QUICK.items() if key != "scenario"}
    shown = settled(page("plan", scenario="first_farm", **quick), lambda shown: shown.button(key="keep plan").disabled)
    shown.button(key="keep plan").click().run()
    return settled(shown, lambda shown: shown.session_state["headroom"].asked["keep"][1].state in PENDING)


def tables(shown):
    return [each.value for each in shown.table]


def test_kept_plans_are_scored_as_the_command_scores_them(own_store):
    headroom.plan(FARM, engine="theory", keep=True, store=own_store)
    shown = scored()
    assert not shown.error
    figures, plans = tables(shown)
    (plan,) = headroom.score(COUNTERS, store=own_store).plans
    assert [row.split(",")[0] for row in figures["figure"].str.replace("\\", "")] == [s.kind for s in plan.scores]
    assert list(figures.iloc[:, -1]) == ["stated", "outside", "outside", "inside", "inside"]
    assert list(plans["servers"]) == ["10"] and list(plans["inside"]) == ["2"]
    (by_kind, plans) = tables(page("track_record"))
    assert list(by_kind["inside"]) == ["0", "0", "1", "0", "1"] and list(plans["inside"]) == ["2"]
    ((_, scores),) = scored_plans("Our downloads", str(own_store))
    assert [each.inside for each in scores] == [None, False, False, True, True]
    assert any(element.type == "vega_lite_chart" for element in shown.main)


def test_who_runs_the_page_finds_its_score_in_the_record(own_store):
    headroom.plan(FARM, engine="theory", keep=True, store=own_store)
    assert score_is_kept(own_store) is False
    shown = scored()
    assert score_is_kept(own_store) and list(tables(shown)[1]["inside"]) == ["2"]
    assert SCORE_NOT_KEPT not in said(shown)


def test_a_visitor_sees_a_score_and_does_not_replace_that_of_whoever_runs_the_page(kept):
    shown = scored()
    assert list(tables(shown)[0].iloc[:, -1]) == ["stated", "outside", "outside", "inside", "inside"]
    assert SCORE_NOT_KEPT in said(shown) and not score_is_kept(kept)


def score_is_kept(store):
    ((_, scores),) = scored_plans("", str(store))
    return bool(scores)


def test_a_record_is_shown_without_counters_and_the_plan_tells_it(kept, ticket):
    headroom.score(COUNTERS, store=kept)
    assert any("4 figures of 1 earlier plan 2 lay" in text for text in said(page("track_record")))
    assert any("4 figures of 1 earlier plan 2 lay" in text for text in said(page("plan", scenario="first_farm")))
    assert not any("earlier plan" in text for text in said(page("plan", scenario="growing_downloads")))


def test_a_hindcast_is_shown_and_enters_no_record(store, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1793000000")
    headroom.plan(FARM, engine="theory", keep=True, store=store)
    (error,) = scored().error
    assert "2026-10-26" in error.value.replace("\\", "")
    shown = scored(hindcast=True)
    assert not shown.error and len(tables(shown)) == 2
    assert scored_plans("", str(store))[0][1] == ()


def test_what_is_wrong_is_told_without_a_place_of_the_machine(kept):
    shown = scored(b"time,requests/s\nx,y\n")
    (error,) = shown.error
    assert "downloads" in error.value and "/tmp" not in error.value and str(kept) not in error.value


def test_a_store_that_is_none_is_told_and_no_page_stumbles(store, ticket):
    store.write_text("no store of ours, but a text that is long enough to be one")
    shown = page("track_record")
    assert not shown.exception and len(shown.error) == 1 and str(store) not in shown.error[0].value
    assert not page("plan").exception


def test_without_a_plan_the_page_says_how_to_keep_one(store):
    shown = page("track_record")
    assert not shown.exception and not shown.file_uploader and len(shown.info) == 1


def test_the_answer_is_kept_in_the_store_of_the_command(store):
    shown = kept_on_page()
    (stored,) = kept_plans(store)
    plan = from_store(stored, str(store))
    assert (plan.name, plan.made) == ("Our downloads", "2026-09-22")
    assert plan.servers == shown.session_state["headroom"].simulated.farm.sizing.servers.whole.value
    assert shown.button(key="keep plan").disabled
    assert score_uploads({"a.json": COUNTERS.read_bytes()}, plan.name, str(store), hindcast=False, keeps=True).of == 4


def test_a_page_fills_no_disk(kept, monkeypatch):
    monkeypatch.setattr(track_record, "MOST", 1)
    shown = kept_on_page()
    assert len(kept_plans(kept)) == 1 and any("as many plans as a page may keep" in text for text in said(shown))


def test_what_could_not_be_kept_is_kept_once_it_can(store):
    store.mkdir()
    shown = kept_on_page()
    shown.run()
    button = shown.button(key="keep plan")
    assert not button.disabled and button.icon == ":material/bookmark_add:"
    assert not any("Kept as" in text for text in said(shown))
    store.rmdir()
    button.click().run()
    shown = settled(shown, lambda shown: shown.session_state["headroom"].asked["keep"][1].state in PENDING)
    shown.run()
    button = shown.button(key="keep plan")
    assert len(kept_plans(store)) == 1 and button.disabled and button.icon == ":material/bookmark_added:"
    assert any("Kept as" in text for text in said(shown))


def test_an_answer_that_is_not_simulated_is_not_kept(store, ticket):
    assert page("plan", scenario="first_farm").button(key="keep plan").disabled


def test_a_scenario_without_a_farm_has_nothing_to_keep(store, ticket):
    assert not [each for each in page("plan", scenario="single_server").button if each.key == "keep plan"]


def on_visit(monkeypatch, address, **headers):
    monkeypatch.setattr(track_record.config, "get_option", lambda name: address)
    monkeypatch.setattr(
        context.ContextProxy, "headers", {name.replace("_", "-"): text for name, text in headers.items()}
    )
    return record_store()


def test_the_store_of_whoever_runs_the_page_is_for_this_machine_only(monkeypatch, tmp_path):
    monkeypatch.setenv(STORE, OWN)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "headroom" / "results.sqlite"
    assert on_visit(monkeypatch, "127.0.0.1", Host="localhost:8501") == own
    assert on_visit(monkeypatch, "127.0.0.1", Host="[::1]:8501") == own
    for address, headers in (
        ("0.0.0.0", {"Host": "localhost:8501"}),  # noqa: S104
        ("127.0.0.1", {"Host": "plans.example.org"}),
        ("127.0.0.1", {"Host": "[bad"}),
        ("127.0.0.1", {}),
        ("127.0.0.1", {"Host": "127.0.0.1:8501", "X_Forwarded_Proto": "https"}),
        ("127.0.0.1", {"Host": "127.0.0.1:8501", "Forwarded": "for=192.0.2.1"}),
    ):
        assert on_visit(monkeypatch, address, **headers) is None, (address, headers)
    monkeypatch.setenv(SIGNED_IN, "X-User")  # A proxy may stand on this machine, and name who signed in elsewhere.
    assert on_visit(monkeypatch, "127.0.0.1", Host="localhost:8501") is None
    monkeypatch.delenv(SIGNED_IN)
    monkeypatch.delenv(STORE)  # As one that nginx forwards with none but its own words looks.
    assert on_visit(monkeypatch, "127.0.0.1", Host="127.0.0.1:8501") is None
    monkeypatch.setenv(STORE, "shared.sqlite")
    assert on_visit(monkeypatch, "0.0.0.0", Host="plans.example.org") == Path("shared.sqlite")  # noqa: S104


def test_others_see_no_plan_and_read_why(monkeypatch, ticket):
    monkeypatch.delenv(STORE, raising=False)
    shown = page("track_record")
    assert not shown.exception and STORE in shown.info[0].value.replace("\\", "") and not shown.selectbox
    assert not [each for each in page("plan").button if each.key == "keep plan"]
