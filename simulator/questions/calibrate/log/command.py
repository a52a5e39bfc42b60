"""`calibrate log`: not written yet."""

from pathlib import Path
from typing import Annotated

import typer

from simulator.exits import WRONG_INPUT


def log(files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="What to read.")]) -> None:
    """Not written yet."""
    raise typer.Exit(WRONG_INPUT)
