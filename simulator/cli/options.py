"""How a question is asked: the options that nearly every command has, declared once, and a command made of them."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import typer

from simulator.cli.arguments import (
    EngineName,
    Formats,
    Json,
    Overrides,
    OwnCatalogue,
    Replications,
    ReportFolder,
    Seed,
    SimulatingEngineName,
    Template,
    Threads,
)
from simulator.cli.reports import ReportFiles
from simulator.engines.engine import engine_name

Settings = dict[str, int | str | None]
# The engine that answers where none is named.
USUAL_ENGINE = "kernel"


@dataclass(frozen=True)
class CommandOptions:
    """What a question is asked with beside arguments of its own.

    json: where its figures go as data, "" for nowhere; engine: the name of what answers; settings: what is said of the
    run, and the catalogue; assignments: `PATH=VALUE`, laid over its scenarios; files: the report, if there is one.
    """

    json: str = ""
    engine: str = USUAL_ENGINE
    settings: Settings = field(default_factory=dict)
    assignments: Sequence[str] = ()
    files: ReportFiles = ReportFiles()


# How a question is answered: its own arguments, and what it is asked with, to an exit code.
ToExitCode = Callable[..., int]


def plain_command(answer: ToExitCode) -> Callable[..., None]:
    """The command of a question: the arguments that `answer` declares, and in place of `asked` the options of every
    question. What `answer` returns is the exit code."""
    return _command(answer, {})


def reporting_command(answer: ToExitCode) -> Callable[..., None]:
    """The same of a question that may write a report."""
    return _command(answer, _declared(_files))


def simulating_command(answer: ToExitCode) -> Callable[..., None]:
    """The same of a question that theory does not answer."""
    return _command(answer, _declared(_files), SimulatingEngineName)


def _files(report: ReportFolder = None, formats: Formats = "", template: Template = None) -> ReportFiles:
    return ReportFiles(report, formats, template)


def _asked(
    files: ReportFiles,
    json: Json = "",
    engine: EngineName = USUAL_ENGINE,
    seed: Seed = None,
    threads: Threads = None,
    replications: Replications = None,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> CommandOptions:
    settings = {"seed": seed, "threads": threads, "replications": replications, "catalog": catalog or None}
    return CommandOptions(json, engine_name(engine), settings, override or (), files)


def _command(
    answer: ToExitCode, of_files: dict[str, inspect.Parameter], engine: Any = EngineName
) -> Callable[..., None]:
    of_all = _declared(partial(_asked, ReportFiles()))
    of_all["engine"] = of_all["engine"].replace(annotation=engine)
    own = {name: each for name, each in _declared(answer).items() if name != "asked"}

    def asked_on_a_command_line(**given: Any) -> None:
        files = _files(**{name: given.pop(name) for name in of_files})
        command_options = _asked(files, **{name: given.pop(name) for name in of_all})
        raise typer.Exit(answer(**given, asked=command_options))

    # Typer reads the arguments and the help of a command from its signature and its docstring.
    asked_on_a_command_line.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (own | of_files | of_all).values()]
    )
    asked_on_a_command_line.__doc__ = answer.__doc__
    return asked_on_a_command_line


def _declared(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(function, eval_str=True).parameters)
