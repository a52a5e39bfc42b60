"""A report as a file: all of it or nothing."""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from simulator.errors import ReportError
from simulator.report.blocks import Block
from simulator.rollup.outcome import Outcome

FILE = "report.html"


def check_folder(folder: Path) -> None:
    """Whether a report could be written to a folder, which is made if need be; asked before long work.

    Raises ReportError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ReportError(str(folder), "is not a folder", "name a folder") from error
    except OSError as error:
        raise ReportError(str(folder), _reason(error), "name a folder that can be made") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReportError(str(folder), "cannot be written to", "name another folder or change its permissions")


def write_report(folder: Path, outcome: Outcome) -> Path:
    """Writes the report of an outcome, as `write_blocks` does."""
    from simulator.report.document import document

    return write_blocks(folder, document(outcome))


def write_blocks(folder: Path, blocks: Sequence[Block]) -> Path:
    """Writes report.html into a folder and returns its path; an earlier report there is replaced at once or kept.

    Raises ReportError when the folder cannot be written to.
    """
    from simulator.report.html import to_html

    check_folder(folder)
    page = to_html(blocks)
    try:
        return _replace(folder / FILE, page)
    except OSError as error:
        raise ReportError(str(folder / FILE), _reason(error), "name another folder or make room") from error


def _replace(target: Path, page: str) -> Path:
    """Writes beside the target and renames, so that whoever opens the target sees one whole report."""
    with NamedTemporaryFile(
        "w", dir=target.parent, prefix=".headroom-", delete=False, encoding="utf-8", newline="\n"
    ) as file:
        temporary = Path(file.name)
        try:
            file.write(page)
            file.close()
            temporary.chmod(0o644)
            return temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
