"""What every study needs: the scenario, what answers, and the command that gives the same."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from headroom.scenarios import (
    Source,
    merge_overrides,
    name_arguments,
    raw_scenario,
    read,
    require_one_of,
    require_whole,
)
from models.scenario import Scenario
from simulator.cli.inputs import command_line, read_engine, read_solver
from simulator.cli.options import CommandOptions, Settings
from simulator.engines.engine import ENGINES, THEORY, Engine, engine_name
from simulator.machine.resources import with_threads
from simulator.solver import Solver
from simulator.studies.watch import Callback, Watch, watch_with

MOST_THREADS = 1024


@dataclass(frozen=True)
class Options:
    """How a study is answered; None and "" for what is not stated.

    engine: kernel, reference, or theory. seed, replications: of the simulation, in place of those of the
    scenario. threads: that replications run on. catalog: the folder of a catalogue of one's own. progress: is told how
    many steps are done, of how many, and of what; without it a notebook shows a bar.
    """

    engine: str = "kernel"
    seed: int | None = None
    replications: int | None = None
    threads: int | None = None
    catalog: str | os.PathLike[str] = ""
    progress: Callback | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", engine_name(self.engine))

    @property
    def settings(self) -> Settings:
        """The same as a command has it."""
        catalog = os.fspath(self.catalog) or None
        return {"seed": self.seed, "threads": self.threads, "replications": self.replications, "catalog": catalog}


OPTIONS = tuple(Options.__dataclass_fields__)


@dataclass(frozen=True)
class Question:
    """A study and the scenarios that it is about.

    study: its name. sources: the scenarios, unread. changes: values laid over each of them, by path.
    """

    study: str
    sources: tuple[Source, ...]
    changes: Mapping[str, object]
    options: Options
    by_theory: bool = field(default=True)

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios. Raises ScenarioError."""
        of_run = {"seed": self.options.seed, "replications": self.options.replications}
        run_changes = {f"run.{name}": value for name, value in of_run.items() if value is not None}
        catalog = os.fspath(self.options.catalog)
        scenarios = [read(source, {**self.changes, **run_changes}, catalog) for source in self.sources]
        threads = self.options.threads
        return tuple(scenarios if threads is None else [with_threads(each, threads) for each in scenarios])

    @property
    def scenario(self) -> Scenario:
        """The only scenario, or the first of several. Raises ScenarioError."""
        return self.scenarios[0]

    @property
    def watch(self) -> Watch:
        """What hears how far the work is."""
        return watch_with(self.options.progress)

    @property
    def solver(self) -> Solver:
        """What answers: an engine, or theory."""
        return read_solver(self.options.engine)

    @property
    def engine(self) -> Engine:
        """The engine that simulates."""
        return read_engine(self.options.engine)

    @property
    def theory_alone(self) -> bool:
        """Whether theory answers, and nothing is simulated."""
        return self.options.engine == THEORY

    def command(self, after: str = "", load: str = "") -> str:
        """The command that gives the same figures; of what lies in no file, the call, without it."""
        sources = [None if isinstance(each, Scenario) else raw_scenario(each) for each in self.sources]
        if any(each is None or each.text is not None for each in sources):
            return self._call
        paths = [Path(each.name) for each in sources if each is not None]
        assignments = [f"{path}={value if isinstance(value, str) else json.dumps(value)}" for path, value in
                       self.changes.items()]  # fmt: skip
        options = CommandOptions("", self.options.engine, self.options.settings, assignments)
        return command_line(self.study, paths, options, load) + after

    @property
    def _call(self) -> str:
        scenarios = ", ".join("scenario" for _ in self.sources)
        changes = f", {dict(self.changes)!r}" if self.changes else ""
        return f"headroom.{self.study}({scenarios}{changes}, engine={self.options.engine!r})"

    def check(self) -> None:
        """Raises ScenarioError, which names the argument, for options that cannot be."""
        known = (*ENGINES, THEORY) if self.by_theory else tuple(ENGINES)
        require_one_of("engine", self.options.engine, known, "engine" if self.by_theory else "engine that simulates")
        if self.options.threads is not None:
            require_whole("threads", self.options.threads, 1, MOST_THREADS)


@contextmanager
def ask(
    study: str,
    sources: Sequence[Source],
    overrides: Mapping[str, object] | None,
    parameters: Mapping[str, object],
    options: Options,
    own: Sequence[str] = (),
    by_theory: bool = True,
) -> Iterator[Question]:
    """A question, whose errors name the argument that they come from.

    own: options of this study beside those that all have. by_theory: whether theory can answer it.
    """
    with name_arguments(overrides, parameters, ("overrides", *own, *OPTIONS)):
        question = Question(study, tuple(sources), merge_overrides(overrides, parameters), options, by_theory)
        question.check()
        yield question


def as_text(load: object) -> str:
    """A load as a study takes it: as it is written, "" for none."""
    return "" if load is None else str(load)
