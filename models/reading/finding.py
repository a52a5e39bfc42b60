"""What a check across the parts of a scenario finds."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.errors import Problem, Remedy
from models.reading.source_tree import Path, dotted


@dataclass(frozen=True)
class Finding:
    """One contradiction: the path of the value to change, what is wrong and the nearest remedy.

    ways: what ends it, as far as that is a value: the text to write at the path, or those of other parameters by their
    dotted paths.
    """

    path: Path
    message: str
    remedy: str
    ways: tuple[str | Mapping[str, str], ...] = ()

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """The ways as changes of a scenario."""
        return tuple(Remedy({dotted(self.path): way} if isinstance(way, str) else way) for way in self.ways)

    def problem(self, file: str) -> Problem:
        """The contradiction in a file, in which its line is not known."""
        return Problem(file, 0, dotted(self.path), "", self.message, self.remedy, self.remedies)
