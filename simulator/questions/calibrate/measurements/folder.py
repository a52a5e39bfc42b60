"""The files of a calibration, written into a folder: all of them, or none and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import Problem, ScenarioError
from models.load import load
from simulator.errors import ReportError
from simulator.report.whole_file import replace_file

_REMEDY = "bring rows that tell it, or write the scenario by hand from what is told without --out"


def write_all(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Writes texts by their paths in a folder, the first of which is the scenario that the others belong to.

    Raises ScenarioError where that is none that is allowed, before anything is written, and ReportError where
    something of it cannot be written: then nothing is left behind.
    """
    for path in texts:
        if (folder / path).exists():
            raise ReportError(str(folder / path), "is there already", "name another folder or another --name")
    _require_allowed(texts)
    new = _folders_to_make(folder, texts)
    written: list[Path] = []
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            replace_file(folder / path, text.encode())
            written.append(folder / path)
    except OSError as error:
        _remove(written, new)
        raise ReportError(str(folder), error.strerror or str(error), "name another folder") from error
    return written


def _require_allowed(texts: Mapping[str, str]) -> None:
    """A fit may have values that no scenario has: they are told as what they are, not as lines of a file that is not
    there."""
    with TemporaryDirectory(prefix="headroom-") as aside:
        for path, text in texts.items():
            (Path(aside) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(aside) / path).write_text(text, encoding="utf-8")
        try:
            load(Path(aside) / next(iter(texts)))
        except ScenarioError as error:
            raise ScenarioError(tuple(_as_fitted(each) for each in error.problems)) from None


def _as_fitted(problem: Problem) -> Problem:
    told = f"a scenario does not allow what was fitted ({problem.message}), so that nothing was written"
    allowed = f"{problem.remedy}; {_REMEDY}" if problem.remedy else _REMEDY
    return replace(problem, file="--out", line=0, message=told, remedy=allowed)


def _folders_to_make(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Folders that are not there yet, the innermost first."""
    inside = {(folder / path).parent for path in texts}
    all_of_them = {above for each in inside for above in (each, *each.parents) if not above.exists()}
    return sorted(all_of_them, key=lambda each: len(each.parts), reverse=True)


def _remove(files: Sequence[Path], folders: Sequence[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
