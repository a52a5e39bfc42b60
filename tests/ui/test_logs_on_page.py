"""Access logs on the page Calibrate: what they say, and a scenario of it that needs no file beside it."""

import gzip

import pytest

from simulator.errors import ReportError
from simulator.messages.calibrate.log import COMMAND_LINE
from simulator.messages.page import calibrate_page
from simulator.output.blocks import Text
from simulator.studies.calibrate.log import study
from simulator.studies.calibrate.log.document import log_blocks
from simulator.studies.calibrate.log.study import read_load, read_sent_load
from simulator.traffic.reading import log_files
from simulator.ui.pages.calibrate import ask_load
from simulator.ui.uploads import load_text
from tests.architecture.sources import ROOT
from tests.traffic.logs import combined
from tests.ui.showing import page, said, settled, waits

LOG = ROOT / "scenarios/logs/example.log.gz"
AS_LOGGED = "75 s", "", "", lambda: None


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


def test_what_a_log_does_not_tell_is_stated_in_a_field_of_the_page_and_by_an_option_of_the_command():
    lines = (combined(s, "10.0.0.1", f"/{s % 30}", taken=f"{300 + 7 * (s % 144)}") for s in range(576))
    found, _ = sent("\n".join(lines).encode())
    own, other = (" ".join(each.text for each in log_blocks(found.log, controls) if isinstance(each, Text))
                  for controls in (calibrate_page.CONTROLS, COMMAND_LINE))  # fmt: skip
    assert f"{calibrate_page.TIME_UNIT}: ms states it" in own and "page Scenario" in own and "--" not in own
    assert "--time-unit ms states it" in other and "--set workload.session" in other


def test_what_is_wrong_is_told_without_a_place_of_the_machine():
    (error,) = dropped(b"no log at all\n" * 20, "mine.txt").error
    assert "mine" in error.value and "/tmp" not in error.value
    assert dropped(LOG.read_bytes(), **{"log gap": "soon"}).error


def test_lines_that_are_skipped_name_the_file_that_was_sent():
    content = gzip.decompress(LOG.read_bytes())[:200_000] + b"\nno line of a log\n"
    found, _ = sent(content, "a\x1b[31m.log")
    files = {each.file for own in found.log.account.samples.values() for each in own}
    assert files == {"a\\x1b[31m.log"} and "headroom-" not in repr(found.log)


@pytest.mark.parametrize("content", [b"[{}, {}]", b"  [ {", b" " * 70 + b"[{"])
def test_a_packed_array_is_refused_unread(content):
    with pytest.raises(ReportError, match=r"access.log: one array of JSON, packed; send it unpacked"):
        sent(gzip.compress(content * 1_000))


@pytest.mark.parametrize("content", [gzip.decompress(LOG.read_bytes()), b"x" * 800_000, b"\n" * 800_000])
def test_a_log_that_unpacks_without_end_is_given_up(content, monkeypatch):
    """Whatever is in it: one line that never ends, too."""
    monkeypatch.setattr(log_files, "BLOCK", 100_000)
    monkeypatch.setattr(study, "MOST", len(content) - 1)
    with pytest.raises(
        ReportError, match=r"access.log: more than a page reads: \d+ MB of all files together, unpacked"
    ):
        sent(gzip.compress(content))


def test_all_that_is_sent_may_unpack_to_so_much_together(monkeypatch):
    content = gzip.decompress(LOG.read_bytes())
    monkeypatch.setattr(study, "MOST", 2 * len(content))
    two, three = ({f"{n}.log": content for n in range(count)} for count in (2, 3))
    assert read_sent_load(two, *AS_LOGGED)[0].log.requests == 2 * sent(content)[0].log.requests
    with pytest.raises(ReportError, match=r"^2.log: more than a page reads"):
        read_sent_load(three, *AS_LOGGED)


def test_many_small_files_are_no_large_one():
    """Nor is a file that says often which fields it has."""
    lines = gzip.decompress(LOG.read_bytes()).splitlines(keepends=True)[:60]
    many = {f"{n}.log": b"".join(lines) for n in range(60)}
    assert read_sent_load(many, *AS_LOGGED)[0].log.requests == 60 * 60
    fields = b"#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes\n"
    line = b"2026-09-23 10:00:%02d 192.0.2.7 GET /a 200 1000\n"
    assert sent(b"".join(fields + line % second for second in range(60)))[0].log.requests == 60


def test_a_reading_waits_for_the_memory_that_it_takes():
    """Of a packed log nobody knows yet how large it is."""
    content = gzip.decompress(LOG.read_bytes())
    rooms = []

    class AskedDesk:
        def ask(self, *told, room=0.0):
            rooms.append(room)

    for each in (content, 2 * content, gzip.compress(content)):
        ask_load(AskedDesk(), "ann", {"access.log": each}, ("75 s", "", ""))
    one, two, packed = rooms
    assert 0.0 < one < two < packed == study.reading_room({"": b""}) + study.ROOM * study.MOST
