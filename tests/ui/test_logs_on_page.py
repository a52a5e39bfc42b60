"""Access logs on the page Calibrate: what they say, and a scenario of it that needs no file beside it."""

import gzip

import pytest

from simulator.errors import ReportError
from simulator.messages.page import calibrate_page
from simulator.studies.calibrate.log import study
from simulator.studies.calibrate.log.study import read_load, read_sent_load
from simulator.ui.uploads import load_text
from tests.architecture.sources import ROOT
from tests.ui.showing import page, said, settled, waits

LOG = ROOT / "scenarios/logs/example.log.gz"


def dropped(content, name="access.log", **fields):
    shown = page("calibrate")
    shown.segmented_control[0].set_value(calibrate_page.LOGS)
    shown.run().file_uploader[0].set_value([(name, content, "text/plain")])
    for each in shown.text_input:
        if each.key in fields:
            each.set_value(fields[each.key])
    shown = settled(shown.run(), waits)
    assert not shown.exception
    return shown


def sent(content, name="access.log", unit="", client=""):
    return read_sent_load({name: content}, "75 s", unit, client, lambda: None)


def test_a_log_is_read_and_its_scenario_is_used():
    shown = dropped(LOG.read_bytes(), "example.log.gz")
    assert not shown.error, [each.value for each in shown.error]
    figures = read_load([str(LOG)], "75 s", "", "").log
    assert any(f"{figures.requests:,} requests" in text.replace("\\", "") for text in said(shown))
    assert len(shown.table) > 5
    shown.button[0].click().run()
    assert not shown.exception and shown.success
    scenario = shown.session_state["headroom"].readable
    assert scenario.demand.requests > 0.0 and scenario.workload.request.size.csv is None


def test_what_is_sent_is_read_as_a_file_is():
    found, text = sent(LOG.read_bytes())
    of_file = read_load([str(LOG)], "75 s", "", "").log
    assert found.log.size.mean == of_file.size.mean and found.log.requests == of_file.requests
    assert found.log.clients.requests == of_file.clients.requests and found.log.files == ("access.log",)
    size = load_text(text).workload.request.size
    assert size.mean == pytest.approx(of_file.size.mean.value, rel=1e-4) and "csv" not in text


def test_what_is_wrong_is_told_without_a_place_of_the_machine():
    (error,) = dropped(b"no log at all\n" * 20, "mine.txt").error
    assert "mine" in error.value and "/tmp" not in error.value
    assert dropped(LOG.read_bytes(), **{"log gap": "soon"}).error


def test_lines_that_are_skipped_name_the_file_that_was_sent():
    content = gzip.decompress(LOG.read_bytes())[:200_000] + b"\nno line of a log\n"
    found, _ = sent(content, "a\x1b[31m.log")
    files = {each.file for own in found.log.account.samples.values() for each in own}
    assert files == {"a\\x1b[31m.log"} and "headroom-" not in repr(found.log)


@pytest.mark.parametrize("content", [b"[{}, {}]", b"  [ {"])
def test_a_packed_array_is_refused_unread(content):
    with pytest.raises(ReportError, match=r"access.log: one array of JSON, packed; send it unpacked"):
        sent(gzip.compress(content * 1_000))


def test_a_log_that_unpacks_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(study, "MOST_PIECES", 0)
    with pytest.raises(ReportError, match=r"access.log: more than a page reads"):
        sent(LOG.read_bytes())
