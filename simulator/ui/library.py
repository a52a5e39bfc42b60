"""What can be named on a page or in its address: the scenarios and portfolios below scenarios/, nothing outside it."""

from collections.abc import Iterator
from pathlib import Path

from models.variations.portfolio import is_portfolio

FOLDER = Path(__file__).parents[2] / "scenarios"


def shipped(folder: Path = FOLDER) -> dict[str, Path]:
    """Names such as "microsoft_update" and "published/microsoft_update_x64", sorted, to their files.

    A name is only ever looked up here, never made into a path. A link that leads out of the folder is left out,
    and so is a portfolio: a page shows one scenario.
    """
    return {name: file for name, file in _inside(folder) if not is_portfolio(file)}


def portfolios(folder: Path = FOLDER) -> dict[str, Path]:
    """The names of the portfolios there to their files, in the same way."""
    return {name: file for name, file in _inside(folder) if is_portfolio(file)}


def _inside(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every YAML file that really lies below a folder, with its name."""
    root = folder.resolve()
    files = sorted(folder.rglob("*.yaml"), key=lambda file: (len(file.relative_to(folder).parts), file))
    for file in files:
        if file.is_file() and file.resolve().is_relative_to(root):
            yield file.relative_to(folder).with_suffix("").as_posix(), file
