"""A report on disk: all of it or nothing."""

from pathlib import Path

import pytest

from simulator.errors import ReportError
from simulator.output import formats
from simulator.output.formats import check_folder, write_report
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome


def test_the_report_is_written_into_a_folder_that_is_made(tmp_path):
    path, *others = write_report(tmp_path / "new" / "folder", report_of(outcome()))
    assert path == tmp_path / "new" / "folder" / "report.html"
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert {path, *others} == set(path.parent.iterdir())


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError("disk full")])
def test_an_interruption_leaves_the_earlier_report_and_nothing_else(tmp_path, monkeypatch, interruption):
    (tmp_path / "report.html").write_text("earlier")

    def interrupted(self, target):
        raise interruption

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises((KeyboardInterrupt, ReportError)):
        write_report(tmp_path, report_of(outcome()))
    assert [found.name for found in tmp_path.iterdir()] == ["report.html"]
    assert (tmp_path / "report.html").read_text() == "earlier"


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match=r"file: is not a folder; name a folder"):
        check_folder(tmp_path / "file")
    with pytest.raises(ReportError, match="not a directory"):
        check_folder(tmp_path / "file" / "below")


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(formats.os, "access", lambda path, mode: False)
    with pytest.raises(ReportError, match="cannot be written to; name another folder") as caught:
        write_report(tmp_path, report_of(outcome()))
    assert (caught.value.path, list(tmp_path.iterdir())) == (str(tmp_path), [])
