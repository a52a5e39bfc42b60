"""How a reader says what is wrong with a file of measurements."""

from typing import NoReturn

from models.errors import Problem, ScenarioError
from models.visible import shortened


class Unreadable(ValueError):  # noqa: N818 - named for what the reader is told
    """A number that is none: what is wrong, and what to write instead."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def refuse(file: str, message: str, remedy: str, line: int = 0, path: str = "", value: str = "") -> NoReturn:
    """Raises ScenarioError with one problem of a file."""
    raise ScenarioError((Problem(file, line, shortened(path), shortened(value), message, remedy),))
