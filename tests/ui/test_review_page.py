"""The page Review: counters of what runs, held beside the plan."""

from pathlib import Path

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.studies.review.answer import review_farm
from simulator.studies.review.study import review_uploads
from simulator.telemetry.read import CounterSources
from simulator.ui.library import shipped
from tests.architecture.sources import ROOT
from tests.ui.showing import page, said, settled, waits

COUNTERS = ROOT / "scenarios/counters/downloads.json"


def dropped(content, name):
    shown = page("review", scenario="first_farm")
    assert not shown.exception and not shown.error
    shown.file_uploader[0].set_value([(name, content, "application/json")])
    return settled(shown.run(), waits)


def test_uploaded_counters_are_reviewed_on_the_page():
    shown = dropped(COUNTERS.read_bytes(), "downloads.json")
    assert not shown.exception and not shown.error, [each.value for each in shown.error]
    assert "10 servers" in " ".join(said(shown))


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
