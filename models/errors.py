"""ScenarioError: everything that is wrong with a scenario file, so that one reading repairs it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from models.visible import visible


@dataclass(frozen=True)
class Remedy:
    """What leads to an answer where there was none. changes: of the scenario, dotted path to value as after `--set`;
    engine: the one to ask for, and command: the one to ask with, "" for those that were asked."""

    changes: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    command: str = ""

    def __str__(self) -> str:
        return " ".join(f"--set '{path}={value}'" for path, value in self.changes.items())


@dataclass(frozen=True, order=True)
class Problem:
    """One thing to change in one place of a file.

    file: the path as the user gave it. line: counted from 1, or 0 for the file as a whole.
    path: the dotted parameter, e.g. "server.cards[0].rate", or "" for the file as a whole.
    value: what was written, quoted when it is a text, or "" when there is none.
    message: what is wrong. remedy: what to write instead, or ""; remedies: the same for a program, of which each leads
    to an answer, where that is told.
    Each text is on one line, and what cannot be seen in it is escaped: a key or a value may hold anything.
    """

    file: str
    line: int
    path: str
    value: str
    message: str
    remedy: str
    remedies: tuple[Remedy, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.name not in ("line", "remedies"):
                object.__setattr__(self, each.name, visible(getattr(self, each.name)))

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        subject = " = ".join(part for part in (self.path, self.value) if part)
        advice = f"; {self.remedy}" if self.remedy else ""
        return ": ".join(part for part in (place, subject, self.message + advice) if part)


class ScenarioError(Exception):
    """The scenario cannot be used as it is written: edit the file. Carries all its problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
