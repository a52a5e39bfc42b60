"""ScenarioError: everything that is wrong with a scenario file, so that one reading repairs it."""

from dataclasses import dataclass, fields

from models.visible import visible


@dataclass(frozen=True, order=True)
class Problem:
    """One thing to change in one place of a file.

    file: the path as the user gave it. line: counted from 1, or 0 for the file as a whole.
    path: the dotted parameter, e.g. "server.cards[0].rate", or "" for the file as a whole.
    value: what was written, quoted when it is a text, or "" when there is none.
    message: what is wrong. remedy: what to write instead, or "".
    Each text is on one line, and what cannot be seen in it is escaped: a key or a value may hold anything.
    """

    file: str
    line: int
    path: str
    value: str
    message: str
    remedy: str

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name != "line":
                object.__setattr__(self, field.name, visible(getattr(self, field.name)))

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
