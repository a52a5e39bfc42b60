"""What can be named on a page or in its address: the scenarios and portfolios below scenarios/, nothing outside it."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from models.variations.portfolio import is_portfolio

FOLDER = Path(__file__).parents[2] / "scenarios"


def shipped(folder: Path = FOLDER) -> dict[str, Path]:
    """Names such as "microsoft_update" and "published/microsoft_update_x64", sorted, to their files.

    A name is only ever looked up here, never made into a path. A link that leads out of the folder is left out,
    and so is a portfolio: a page shows one scenario.
    """
    return {name: file for name, file, portfolio in _named(folder, _versions(folder)) if not portfolio}


def portfolios(folder: Path = FOLDER) -> dict[str, Path]:
    """The names of the portfolios there to their files, in the same way."""
    return {name: file for name, file, portfolio in _named(folder, _versions(folder)) if portfolio}


def _versions(folder: Path) -> tuple[tuple[str, int], ...]:
    """The files below a folder, and when each was changed: a page asks for names many times while it is drawn."""
    files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in sorted(names)]
    return tuple((file, _changed(file)) for file in files)


def _changed(file: str) -> int:
    try:
        return os.lstat(file).st_mtime_ns
    except OSError:
        return 0  # It has just been taken away.


@lru_cache(maxsize=8)
def _named(folder: Path, versions: tuple[tuple[str, int], ...]) -> tuple[tuple[str, Path, bool], ...]:
    """Every scenario and portfolio with its name, and whether it is a portfolio; looked for again as files change."""
    return tuple((name, file, is_portfolio(file)) for name, file in _inside(folder))


def _inside(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every YAML file that really lies below a folder, with its name."""
    root = folder.resolve()
    files = sorted(folder.rglob("*.yaml"), key=lambda file: (len(file.relative_to(folder).parts), file))
    for file in files:
        if file.is_file() and file.resolve().is_relative_to(root):
            yield file.relative_to(folder).with_suffix("").as_posix(), file
