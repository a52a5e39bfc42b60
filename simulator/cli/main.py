"""The command line: which questions there are, and how each answer leaves the program.

Every question declares its command in its own folder. Only the one that is asked is imported, so that its first line
stands on the terminal at once.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from simulator.compile_notice import on_first_compile
from simulator.exits import exit_code
from simulator.signals import INTERRUPTED, exit_if_interrupted, heed_signals, ignore_signals
from simulator.version import VERSION

# A question is a folder of simulator/studies with a function of its name in command.py, and one line here.
QUESTIONS = (
    "init",
    "plan",
    "capacity",
    "compare",
    "optimise",
    "grow",
    "review",
    "backtest",
    "score",
    "survive",
    "daily",
    "calibrate",
    "sweep",
    "run",
    "describe",
    "validate",
    "sensitivity",
    "check",
    "results",
    "schema",
)


class StudyCommands(TyperGroup):
    """The commands by name, each made when somebody asks for it."""

    def __init__(self, *, commands: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(commands=_LazyCommands(commands or {}), **options)


class _LazyCommands(dict[str, Any]):
    """The commands: named at once, each made the first time that it is looked up."""

    def __init__(self, others: Mapping[str, Any]) -> None:
        super().__init__({**dict.fromkeys(QUESTIONS), **others})

    def get(self, name: str, default: Any = None) -> Any:
        if name not in self:
            return default
        if self[name] is None:
            self[name] = _command(name)
        return self[name]


def _command(name: str) -> Any:
    """The command that a question declares: a function, or several of them as a Typer application."""
    declared: Callable[..., None] | typer.Typer = getattr(import_module(f"simulator.studies.{name}.command"), name)
    if isinstance(declared, typer.Typer):
        return typer.main.get_command(declared)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name)(declared)
    return typer.main.get_command(alone)


app = typer.Typer(name="headroom", cls=StudyCommands, no_args_is_help=True, pretty_exceptions_enable=False)


def _version(asked: bool) -> None:
    if asked:
        print(f"headroom {VERSION}")
        raise typer.Exit()


@app.callback()
def headroom(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Plan farms of download and web servers: units, servers, racks, money, and the limit that binds."""


def main() -> int:
    """Runs the command line and returns its exit code. What goes wrong is said in one message, never a traceback."""
    on_first_compile(_tell)
    try:
        code = app(standalone_mode=False) or 0
        if code == INTERRUPTED:  # Typer turns Ctrl-C into this code, without a word.
            raise KeyboardInterrupt
        if sys.stdout is not None:
            sys.stdout.flush()  # What cannot be written is no answer.
        return code
    except BaseException as error:
        code, message = exit_code(error)
        if message:
            _tell(message)
        if os.environ.get("HEADROOM_DEBUG"):
            raise
        return code


def start() -> NoReturn:
    """Runs the command line as a program of its own: `headroom`, or `python -m headroom`."""
    # Who ends a batch job asks for the same as somebody at the keyboard: stop cleanly, and say what is kept. Only a
    # program of its own has signals to heed.
    heed_signals()
    code = main()
    ignore_signals()
    _let_go_of_output()
    exit_if_interrupted(code)
    sys.exit(code)


def _tell(message: str) -> None:
    """Says something on standard error, where that can be written."""
    with suppress(OSError):
        print(message, file=sys.stderr, flush=True)


def _let_go_of_output() -> None:
    """What cannot be written has been told: Python need not try it again when it ends, and say so in its own words."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
