"""What became of every line of a log: how many were read, and how many were not, why, and what these say."""

from collections import Counter
from dataclasses import dataclass, field

from models.visible import shortened, visible
from simulator.traffic.reading.opening import Damaged

# Lines that are shown of each reason.
SHOWN = 3
TOO_LONG = "longer than 64 KiB"
NOT_JSON = "no JSON object that tells when who asked for what"
UNKNOWN = "in no format that is known"


@dataclass(frozen=True)
class SkippedLine:
    """A line that was not read: `text` is its beginning, in which every character can be seen."""

    file: str
    line: int
    text: str

    @classmethod
    def of(cls, file: str, line: int, text: str) -> "SkippedLine":
        """A line as it is shown."""
        return cls(visible(file), line, visible(shortened(text)))


@dataclass
class Account:
    """lines: all that there are; read: by format; skipped: by reason; samples: of each reason; foreign: read, but with
    bytes that are no UTF-8, which are shown as escapes; damaged: files that end early; unclear: read, but without the
    time taken, which may be any of several numbers, with the end of the first such line; blank: with nothing in them;
    directives: that begin with #."""

    lines: int = 0
    read: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    samples: dict[str, list[SkippedLine]] = field(default_factory=dict)
    foreign: int = 0
    damaged: list[Damaged] = field(default_factory=list)
    unclear: int = 0
    unclear_sample: SkippedLine | None = None
    blank: int = 0
    directives: int = 0

    def add(self, other: "Account") -> None:
        """Takes in what another one counted, of lines behind its own."""
        self.lines += other.lines
        self.blank += other.blank
        self.directives += other.directives
        self.unclear += other.unclear
        self.unclear_sample = self.unclear_sample or other.unclear_sample
        self.read.update(other.read)
        self.skipped.update(other.skipped)
        for reason, samples in other.samples.items():
            kept = self.samples.setdefault(reason, [])
            kept.extend(samples[: SHOWN - len(kept)])

    def skip(self, reason: str, count: int, samples: list[SkippedLine]) -> None:
        """Counts lines that were not read, with some of them."""
        if count:
            self.skipped[reason] += count
            kept = self.samples.setdefault(reason, [])
            kept.extend(samples[: SHOWN - len(kept)])
