"""What every study is asked with: the scenario as it is read, what answers, and the command that gives the same."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from headroom.scenarios import (
    Source,
    arguments_named,
    laid_over,
    read,
    require_one_of,
    require_whole,
    written_of,
)
from models.scenario import Scenario
from simulator.cli.inputs import command_line, read_engine, read_solver
from simulator.cli.options import CommandOptions, Settings
from simulator.engines.engine import ENGINES, THEORY, Engine
from simulator.machine.resources import with_threads
from simulator.solver import Solver
from simulator.studies.watch import Callback, Watch, watched_by

MOST_THREADS = 1024


@dataclass(frozen=True)
class Options:
    """What is said of how a study is answered; None and "" where nothing is.

    engine: kernel, reference, or analytic for theory. seed, replications: of the simulation, in place of those of the
    scenario. threads: that replications run on. catalog: the folder of a catalogue of one's own. progress: is told how
    many steps are done, of how many, and of what; without it a notebook shows a bar.
    """

    engine: str = "kernel"
    seed: int | None = None
    replications: int | None = None
    threads: int | None = None
    catalog: str | os.PathLike[str] = ""
    progress: Callback | None = None

    @property
    def settings(self) -> Settings:
        """The same as a command has it."""
        catalog = os.fspath(self.catalog) or None
        return {"seed": self.seed, "threads": self.threads, "replications": self.replications, "catalog": catalog}


OPTIONS = tuple(Options.__dataclass_fields__)


@dataclass(frozen=True)
class Question:
    """A study of some scenarios as it is asked.

    study: its name. sources: as they were given. laid: over each of them, by path.
    """

    study: str
    sources: tuple[Source, ...]
    laid: Mapping[str, object]
    options: Options
    by_theory: bool = field(default=True)

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios. Raises ScenarioError."""
        of_run = {"seed": self.options.seed, "replications": self.options.replications}
        stated = {f"run.{name}": value for name, value in of_run.items() if value is not None}
        catalog = os.fspath(self.options.catalog)
        found = [read(source, {**self.laid, **stated}, catalog) for source in self.sources]
        threads = self.options.threads
        return tuple(found if threads is None else [with_threads(each, threads) for each in found])

    @property
    def scenario(self) -> Scenario:
        """The only scenario, or the first of several. Raises ScenarioError."""
        return self.scenarios[0]

    @property
    def watch(self) -> Watch:
        """What hears how far the work is."""
        return watched_by(self.options.progress)

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
        named = [None if isinstance(each, Scenario) else written_of(each) for each in self.sources]
        if any(each is None or each.text is not None for each in named):
            return self._call
        paths = [Path(each.name) for each in named if each is not None]
        assignments = [f"{path}={value if isinstance(value, str) else json.dumps(value)}" for path, value in
                       self.laid.items()]  # fmt: skip
        asked = CommandOptions("", self.options.engine, self.options.settings, assignments)
        return command_line(self.study, paths, asked, load) + after

    @property
    def _call(self) -> str:
        given = ", ".join("scenario" for _ in self.sources)
        laid = f", {dict(self.laid)!r}" if self.laid else ""
        return f"headroom.{self.study}({given}{laid}, engine={self.options.engine!r})"

    def check(self) -> None:
        """Raises ScenarioError, which names the argument, for options that cannot be."""
        known = (*ENGINES, THEORY) if self.by_theory else tuple(ENGINES)
        require_one_of("engine", self.options.engine, known, "engine" if self.by_theory else "engine that simulates")
        if self.options.threads is not None:
            require_whole("threads", self.options.threads, 1, MOST_THREADS)


@contextmanager
def asking(
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
    with arguments_named(overrides, parameters, ("overrides", *own, *OPTIONS)):
        found = Question(study, tuple(sources), laid_over(overrides, parameters), options, by_theory)
        found.check()
        yield found


def stated(load: object) -> str:
    """A load as a study takes it: as it is written, "" for none."""
    return "" if load is None else str(load)
