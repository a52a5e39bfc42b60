"""What a configuration was measured to do: estimates under the scenario's names, and time series."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np

from simulator.brief import short_repr
from simulator.errors import InternalError, require
from simulator.experiment.estimate import Estimate
from simulator.experiment.measures.ranges import check, check_series
from simulator.experiment.subjects import Measure, measure_label
from simulator.messages.stages import experiment
from simulator.network.roles import LimitCategory, Role


@dataclass(frozen=True)
class Unavailable:
    """A figure that is not shown, because too few samples stand behind it; `reason` says how many it needs."""

    reason: str


Measures = dict[str, Estimate | Unavailable]


def require_estimate(figure: Estimate | Unavailable | None) -> Estimate:
    """A figure that must be known. Raises InternalError where it is not, with the reason if there is one."""
    if isinstance(figure, Unavailable):
        raise InternalError(f"{experiment.UNKNOWN_FIGURE}: {figure.reason}")
    return require(figure, "figure")


class ServerSeries(Enum):
    """A time series of the whole server."""

    TRAFFIC = auto()
    REQUESTS = auto()
    CONNECTIONS = auto()
    RESPONSE_TIME = auto()
    ERRORS = auto()


@dataclass(frozen=True)
class Series:
    """A time series with its interval: every array float64 (windows,); `time` is the middle of each window, seconds.

    `value` is the mean over the replications of one server's figure, `half_width` its Student half-width. `of` says to
    the program what it is of: a flow, or the role of a resource or of jobs; None where they have none.
    """

    name: str
    unit: str
    time: np.ndarray
    value: np.ndarray
    half_width: np.ndarray
    of: ServerSeries | Role | None = None


@dataclass(frozen=True)
class Usage:
    """How a limit of one server is used, in the scenario's words.

    `utilisation` is the share of the limit in use, on average, %; `limit` says in words what the limit is, and
    `kind` what it is: "server" (work is done at a rate), "pool" (a quantity is held) or "memory".
    `turned_away` is the share of the requests meant to be sent that were lost at this limit, %. `disproportion` says
    why more load does not take so much more of it; "" where it does. `plural` says whether the name is a plural,
    `role` what it is to the program, `category` what a plan does with it, `queues` whether work waits for it instead of
    being turned away. `around` names the limits that jobs hold while they are at this one.
    """

    name: str
    kind: str
    limit: str
    origin: str
    utilisation: Estimate
    turned_away: Estimate
    disproportion: str = ""
    plural: bool = False
    role: Role | None = None
    around: frozenset[str] = frozenset()
    category: LimitCategory = LimitCategory.HARDWARE
    queues: bool = True


LONGEST_RESPONSES = "the longest responses"  # In place of a series, where their end makes the warm-up.


@dataclass(frozen=True)
class WarmUp:
    """How the warm-up came about: `seconds` of it, the series that settles last ("" where none has to settle), and the
    length of the pilot run that showed it, 0 where the scenario states the warm-up."""

    seconds: float
    series: str = ""
    pilot_seconds: float = 0.0


@dataclass(frozen=True)
class Results:
    """Measurements of one server (the mean over the nodes of the unit), steady state, warm-up excluded.

    `measures` has, by name: offered_requests (requests planned by the sessions that arrive), requests, goodput_mbps,
    wire_mbps, response_mean, response_p50, response_p95, response_p99 (an Estimate or Refused), client_speed (payload
    over response time, B/s), connections,
    cache_hit_ratio, process_memory (bytes), requests_max (highest window), refused_sessions (share of sessions),
    failed_requests (share of requests), errors (share of planned requests that were not completed),
    piling_up (growth of the open sessions, as a share of those that came: a server that does not keep up).
    `connections` counts sessions that wait to try again too. `refused` and `failed` split the shares by cause.
    What only some servers have is measured where it is: see by_class, spikes, recycling, collecting, throttled,
    page_faults, warm_up, background and ramp for those names.
    `parts` declares the measures of single classes, caches, memory regions and jobs that are among them.
    `usages` lists the limits, the most used first; `settled` says where `warm_up` comes from. `standing`
    is empty where all is measured; theory says there, by measure, how it knows it: "exact: utilisation law".
    Raises InternalError with the name of a figure that cannot be (see ranges.py).
    """

    engine: str
    nodes: int
    replications: int
    confidence: float
    seed: int
    simulated_requests: int
    warm_up: float
    duration: float
    measures: Mapping[str, Estimate | Unavailable]
    refused: Mapping[str, Estimate]
    failed: Mapping[str, Estimate]
    usages: tuple[Usage, ...]
    series: tuple[Series, ...]
    settled: WarmUp = WarmUp(0.0)
    standing: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Measure, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for name, figure in self._named():
            if isinstance(figure, Estimate):
                check(name, figure)
        for each in self.series:
            check_series(each.name, each.unit, each.value)

    def _named(self) -> Iterator[tuple[str, Estimate | Unavailable]]:
        """Every figure, as people would call it."""
        yield from self.measures.items()
        yield from ((f"sessions refused by {cause}", share) for cause, share in self.refused.items())
        yield from ((f"requests failed by {cause}", share) for cause, share in self.failed.items())
        for usage in self.usages:
            yield f"use of {usage.name}", usage.utilisation
            yield f"{experiment.TURNED_AWAY_AT} {usage.name}", usage.turned_away

    def label(self, key: str) -> str:
        """What one of the measures is called in a table. Raises InternalError for a key that is no measure."""
        return next((part.label for part in self.parts if part.key == key), None) or measure_label(key)

    def estimate(self, name: str) -> Estimate:
        """A measure that must be there. Raises KeyError if it was refused for want of samples."""
        measure = self.measures[name]
        if isinstance(measure, Unavailable):
            raise KeyError(f"{name} is not known: {measure.reason}")
        return measure


@dataclass(frozen=True)
class Difference:
    """One measure of two servers that saw the same sessions: `difference` is the other's less the reference's, `label`
    what people read.

    `percent` is the difference in % of the reference; refused where that is 0. `replications_if_independent` is how
    many replications of independent workloads would have given an interval as narrow; None where the difference is the
    same in all replications, for then no number of them would.
    """

    measure: str
    label: str
    reference: Estimate
    other: Estimate
    difference: Estimate
    percent: Estimate | Unavailable
    replications_if_independent: int | None

    @property
    def significant(self) -> bool:
        """Whether the interval of the difference excludes 0."""
        return not self.difference.low <= 0.0 <= self.difference.high


@dataclass(frozen=True)
class Paired:
    """A scenario against the reference, both by their files, measure by measure.

    `workload` names the parameters of the workload in which they differ: then they may not have seen the same sessions.
    """

    reference: str
    scenario: str
    differences: tuple[Difference, ...]
    workload: tuple[str, ...]
