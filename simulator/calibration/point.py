"""What somebody measured: operating points, each with the line of the file that it was read from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from models.errors import Problem

# What the whole of a share is, and how far tools round what they print.
WHOLE = 1.0


def percentile_share(percent: str | float) -> float:
    """The share of a percentile, 0 to 1, without the rounding of a division: 99.9 is 0.999."""
    return round(float(percent) / 100.0, 8)


class Metric(Enum):
    """A quantity of an operating point. The value is what messages call it; each is kept in SI units, shares from 0 to
    1."""

    RATE = "requests/s"
    USERS = "users"
    THREADS = "threads"
    BYTES = "bytes/s"
    SIZE = "bytes a response"
    CPU = "CPU"
    CONNECTIONS = "connections"
    CONNECTING = "new connections/s"
    MEAN = "mean response"
    LEAST = "least response"
    MOST = "greatest response"
    THINK = "think time"
    ERRORS = "errors"
    HITS = "hit ratio"
    MISSES = "miss ratio"
    READS = "disk reads/s"
    READ_BYTES = "disk bytes/s"
    CACHE = "cache"
    CLIENT_CPU = "client CPU"
    ASKED = "requests/s asked"


@dataclass(frozen=True)
class LoadTestRow:
    """One row of a load test: a server in one steady state.

    file, line: where it was read; line 0 is the file as a whole. measured: by quantity, in SI units. percentiles: share
    of the requests, 0 to 1, to the response time in seconds that they do not exceed. counters: what else was counted,
    by its heading, each a second. cores: what the file says of the machine, None where it says nothing.
    """

    file: str
    line: int
    measured: Mapping[Metric, float]
    percentiles: Mapping[float, float] = field(default_factory=dict)
    counters: Mapping[str, float] = field(default_factory=dict)
    cores: int | None = None

    def get(self, quantity: Metric) -> float | None:
        """A quantity in SI units, None where it was not measured."""
        return self.measured.get(quantity)

    def has(self, *quantities: Metric) -> bool:
        """Whether all of some quantities were measured."""
        return all(quantity in self.measured for quantity in quantities)

    def __getitem__(self, quantity: Metric) -> float:
        return self.measured[quantity]

    def given(self, quantity: Metric, value: float) -> "LoadTestRow":
        """The same point with one quantity more, or another value of it."""
        return replace(self, measured={**self.measured, quantity: value})

    @property
    def place(self) -> str:
        """Where it stands, as messages tell it."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def problem(self, path: str, value: str, message: str, remedy: str) -> Problem:
        """What is wrong with a quantity of it, as a ScenarioError has it."""
        return Problem(self.file, self.line, path, value, message, remedy)

    @property
    def size(self) -> float | None:
        """Bytes of a response, None where neither they nor the traffic were measured."""
        if self.has(Metric.SIZE):
            return self[Metric.SIZE]
        if self.has(Metric.BYTES, Metric.RATE) and self[Metric.RATE] > 0.0:
            return self[Metric.BYTES] / self[Metric.RATE]
        return None


@dataclass(frozen=True)
class CounterSeries:
    """A counter over time, as monitoring writes it: each instant is a point, whose quantities hold until the next.

    clock: seconds of each point, of the day where the source has no date. step: seconds between two of them.
    """

    file: str
    clock: tuple[float, ...]
    points: tuple[LoadTestRow, ...]
    step: float
