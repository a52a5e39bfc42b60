"""What became of every line of a log: how many were read, and how many were not, why, and what these say."""

from collections import Counter
from dataclasses import dataclass, field

from models.visible import shortened, visible
from simulator.traffic.reading.log_files import FileDamage
from simulator.traffic.reading.time_units import TimeUnit

# Lines that are shown of each reason, and reasons that are told apart.
SHOWN, MOST_REASONS = 3, 12
TOO_LONG = "longer than 64 KiB"
OTHERS = "for other reasons"


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
    directives: that begin with #; carried: read behind something unknown, with the first such line; lacks: names that
    were seen where no size, or no time taken, is under one that is known; time_units: what times taken are in;
    unsized: read, but without a size; misdated: read and left out, for they are dated far from all others; silence:
    days without a request, where they are a month or more."""

    lines: int = 0
    read: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    samples: dict[str, list[SkippedLine]] = field(default_factory=dict)
    foreign: int = 0
    damaged: list[FileDamage] = field(default_factory=list)
    unclear: int = 0
    unclear_sample: SkippedLine | None = None
    blank: int = 0
    directives: int = 0
    carried: int = 0
    carried_sample: SkippedLine | None = None
    lacks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    time_units: list[TimeUnit] = field(default_factory=list)
    unsized: int = 0
    silence: float = 0.0
    misdated: int = 0
    misdated_samples: list[SkippedLine] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        """Takes in what another one counted, of lines behind its own."""
        self.lines += other.lines
        self.blank += other.blank
        self.directives += other.directives
        self.unclear += other.unclear
        self.unclear_sample = self.unclear_sample or other.unclear_sample
        self.carried += other.carried
        self.carried_sample = self.carried_sample or other.carried_sample
        self.lacks = {**other.lacks, **self.lacks}
        self.read.update(other.read)
        for reason, count in other.skipped.items():
            self.skip(reason, count, other.samples[reason])

    def skip(self, reason: str, count: int, samples: list[SkippedLine]) -> None:
        """Counts lines that were not read, with some of them."""
        if count:
            known = reason in self.skipped or len(self.skipped) < MOST_REASONS
            reason = reason if known else OTHERS
            self.skipped[reason] += count
            kept = self.samples.setdefault(reason, [])
            kept.extend(samples[: SHOWN - len(kept)])
