"""Files that are sent to a page: none is lost for its name, all together are bounded, and where they go is said."""

import gzip

import pytest

import headroom
from simulator.messages.page import calibrate_page
from simulator.messages.page.sent_files import WHERE
from simulator.ui.track_record import STORE
from simulator.ui.uploads import named_contents
from simulator.ui.widgets import sent_files
from tests.architecture.sources import ROOT
from tests.ui.showing import page, said, settled, waits

LOG = gzip.decompress((ROOT / "scenarios/logs/example.log.gz").read_bytes())
COUNTERS = (ROOT / "scenarios/counters/downloads.json").read_bytes()
ROWS = b"requests/s,CPU %,mean ms\n100,10.1,24.0\n300,30.2,24.1\n500,50.1,24.6\n700,70.3,26.0\n850,84.8,30.4\n"
NO_ROWS = b"requests/s,CPU\n100,10\n"


def page_of_logs():
    shown = page("calibrate")
    shown.segmented_control[0].set_value(calibrate_page.LOGS)
    return shown.run()


def page_of_rows():
    shown = page("calibrate")
    shown.selectbox[0].set_value("dl585-2.2ghz-4gb")
    return shown


def page_of_counters():
    return page("review", scenario="first_farm")


def page_of_later_counters():
    return page("track_record", scenario="first_farm")


PAGES = [page_of_logs, page_of_rows, page_of_counters, page_of_later_counters]


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """A plan that counters which are sent may be held beside."""
    monkeypatch.setenv(STORE, str(tmp_path / "kept.sqlite"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790035200")
    headroom.plan(ROOT / "scenarios/first_farm.yaml", engine="theory", keep=True, store=tmp_path / "kept.sqlite")


def sent(opened, *files):
    shown = opened()
    shown.file_uploader[0].set_value([(name, content, "text/plain") for name, content in files])
    shown = settled(shown.run(), waits)
    assert not shown.exception
    return shown


def test_files_of_one_name_have_names_of_their_own():
    files = [("access.log", b"a"), ("access.log", b"b"), ("access.log", b"c"), ("log", b"d"), ("log", b"e")]
    names = {"access.log": b"a", "access (2).log": b"b", "access (3).log": b"c", "log": b"d", "log (2)": b"e"}
    assert named_contents(files) == names
    taken = [("a.log", b"1"), ("a (2).log", b"2"), ("a.log", b"3")]
    assert named_contents(taken) == {"a.log": b"1", "a (2).log": b"2", "a (3).log": b"3"}


def test_a_file_that_is_sent_twice_counts_once():
    twice = [("a.log", b"1"), ("a.log", b"2"), ("a.log", b"1"), ("a.log", b"2")]
    assert named_contents(twice) == {"a.log": b"1", "a (2).log": b"2"}


def test_logs_of_one_name_are_all_read():
    lines = LOG.splitlines(keepends=True)
    halves = b"".join(lines[: len(lines) // 2]), b"".join(lines[len(lines) // 2 :])
    both, whole = (
        [text for text in said(sent(page_of_logs, *files)) if "requests" in text]
        for files in ([("access.log", half) for half in halves], [("access.log", LOG)])
    )
    assert both == whole


@pytest.mark.parametrize(
    ("opened", "name", "damaged", "sound"),
    [
        (page_of_rows, "rows.csv", NO_ROWS, ROWS),
        (page_of_counters, "downloads.json", b"{", COUNTERS),
        (page_of_later_counters, "downloads.json", b"{", COUNTERS),
    ],
)
def test_the_first_file_of_a_name_is_read_beside_the_second(opened, name, damaged, sound):
    """Before, only the last one was: what is wrong with the first one was not even told."""
    assert not sent(opened, (name, sound)).error
    (error,) = sent(opened, (name, damaged), (name, sound)).error
    assert error.value.replace("\\", "").startswith(name)


@pytest.mark.parametrize("opened", PAGES)
def test_more_files_than_a_page_reads_are_refused_with_their_size(opened, monkeypatch):
    monkeypatch.setattr(sent_files, "TOGETHER", 0)
    (error,) = sent(opened, ("one", b"x" * 700_000), ("two", b"x" * 700_000)).error
    assert error.value == (
        "These files have 2 MB together, and a page reads 0: send fewer of them, or use the command line."
    )


def test_four_files_of_the_largest_size_are_read_together():
    shown = page_of_rows()
    files = [(f"{n}.csv", b"x" * (5 << 20), "text/csv") for n in range(4)]
    shown.selectbox[0].set_value(None)
    shown.file_uploader[0].set_value(files).run()
    assert not shown.error
    (error,) = shown.file_uploader[0].set_value([*files, ("5.csv", b"x", "text/csv")]).run().error
    assert "21 MB together, and a page reads 20:" in error.value


@pytest.mark.parametrize("opened", PAGES)
def test_pages_say_where_files_go(opened):
    """Whoever opens a page that somebody else serves sends them to another machine."""
    told = " ".join(said(opened()))
    assert WHERE in told and "this machine" not in told
