"""The targets that a load must keep to: what the program calls them, what people read, and how a missed one is told."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from simulator.messages.stages import target_texts

if TYPE_CHECKING:
    from models.parts.targets import Targets

PERCENT = 100.0
LINES = "clients' lines"
# Share of the load in %. A limit that turns away less than this is not said to turn load away.
NOTICEABLE = 0.1


class Target(StrEnum):
    """What a load is judged by: the keys of `targets` in a scenario, and that requests must not pile up."""

    ERRORS = "errors"
    P95 = "p95_response"
    P99 = "p99_response"
    SPEED = "client_speed"
    FIRST_PIECE = "first_piece"
    UTILISATION = "utilisation"
    CEILINGS = "ceilings"
    CONNECTIONS = "connections"
    REPLICA_LAG = "replica_lag"
    QUEUE_ROOM = "queue_room"
    DONE_IN = "done_in"
    LINKS = "links"
    PILING_UP = "piling_up"


LABELS = {target: target_texts.LABELS[target] for target in Target}
# Which share of the responses (0 to 1) a target of their times is about.
PERCENTILES = {Target.P95: 0.95, Target.P99: 0.99}
# The targets that ask for at least so much; all others ask for at most so much.
AT_LEAST = frozenset({Target.SPEED, Target.QUEUE_ROOM})
# Targets looser than these are none that anybody means.
_LOOSEST = {Target.ERRORS: 0.5, Target.UTILISATION: 1.0, Target.CEILINGS: 1.0}


@dataclass(frozen=True)
class TargetValues:
    """Targets of one server; None where a measure is no target.

    errors: share of requests not completed, at most; p95_response, p99_response: seconds; utilisation: share of any
    limit that work queues at; ceilings: share of any other one that grows with the load; connections: sessions open on
    average; client_speed: B/s, at least; first_piece: seconds until the first piece of a response, on average.
    """

    errors: float
    p95_response: float | None = None
    utilisation: float | None = None
    connections: float | None = None
    p99_response: float | None = None
    client_speed: float | None = None
    ceilings: float | None = None
    first_piece: float | None = None

    @property
    def percentiles(self) -> dict[Target, float]:
        """The percentiles of the response time that are targets, and the seconds that each may take."""
        stated = {Target.P95: self.p95_response, Target.P99: self.p99_response}
        return {target: seconds for target, seconds in stated.items() if seconds is not None}


def target_values(targets: "Targets") -> TargetValues:
    """The targets of a scenario as plain numbers."""
    return TargetValues(
        targets.errors,
        targets.p95_response,
        targets.utilisation,
        targets.connections,
        targets.p99_response,
        targets.client_speed,
        targets.ceilings,
        targets.first_piece,
    )


@dataclass(frozen=True)
class TimeSpent:
    """Where responses spend most of their time. seconds: mean response time; share: of it, from 0 to 1, at the station
    `where`, or with "" beside all stations, waiting for another machine or for a place;
    lines: B/s of the slowest and of the fastest clients, if their lines are what that station waits for, not others."""

    where: str
    seconds: float
    share: float
    lines: tuple[float, float] | None = None


@dataclass(frozen=True)
class NearestTarget:
    """The target that a load is nearest to missing: `measured` against what is `asked`, in shares, seconds or B/s.

    limit: the resource behind it, "" where there is none; spent: where the time goes, of a target of time or speed.
    """

    target: Target
    measured: float
    asked: float
    limit: str = ""
    spent: TimeSpent | None = None

    @property
    def behind(self) -> str:
        """What people read to be behind it: the clients' own lines, which are no limit of a server, or the limit."""
        return LINES if self.spent is not None and self.spent.lines is not None else self.limit


def target_strain(target: Target, measured: float, asked: float) -> float:
    """How near a target is: 1 where it is just met, more where it is missed, inf where nothing is allowed and there is
    some."""
    part, whole = (asked, measured) if target in AT_LEAST else (measured, asked)
    if whole > 0.0:
        return part / whole
    return math.inf if part > 0.0 else 0.0


def why_missed(nearest: NearestTarget) -> str:
    """What is measured and what is asked, and where the time goes: the reason why a load does not meet the targets."""
    target, spent = nearest.target, nearest.spent
    said = target_texts.missed(target, nearest.measured, nearest.limit)
    if target is not Target.PILING_UP:
        said += target_texts.asked(target, nearest.asked, target in AT_LEAST)
    if spent is not None:
        return f"{said}; {target_texts.time_spent(spent.seconds, spent.share, spent.where, spent.lines)}"
    if target is Target.ERRORS and nearest.limit:
        return f"{said}; {target_texts.TURNED_AWAY_AT} {nearest.limit}"
    return said


def violation_text(target: Target, target_values: TargetValues) -> str:
    """A target that is missed with what is asked of it: '"most used limit" above 75 %'."""
    value = None if target is Target.PILING_UP else getattr(target_values, target.value)
    side = "below" if target in AT_LEAST else "above"
    return f'"{LABELS[target]}"' + ("" if value is None else f" {side} {target_texts.value_text(target, value)}")


def remedy(nearest: NearestTarget) -> str:
    """What to write, or to buy, for that target to be met."""
    found, target = [], nearest.target
    if looser := looser_target(nearest):
        found.append(target_texts.loosen(target, looser, target in AT_LEAST))
    if nearest.spent is not None and nearest.spent.lines is not None:
        found.append(target_texts.FASTER_LINES)
    elif nearest.limit:
        found.append(f"enlarge the {nearest.limit}")
    return ", or ".join(found) or "change the server"


def looser_target(nearest: NearestTarget) -> str:
    """What to write for the target that is missed to be met, as a scenario has it; "" where that means nothing."""
    if not _can_be_asked(nearest.target, nearest.measured):
        return ""
    loosened = _loosened(nearest.target, _with_a_margin(nearest.target, nearest.measured))
    return target_texts.value_text(nearest.target, loosened)


def _can_be_asked(target: Target, measured: float) -> bool:
    """Whether a target this loose can be written and means anything."""
    if target is Target.PILING_UP or not 0.0 < measured < math.inf:
        return False
    return _loosened(target, measured) <= _LOOSEST.get(target, math.inf)


def _with_a_margin(target: Target, measured: float) -> float:
    """What is measured of times and speeds by one short replication, loosened by a tenth: another one may be slower."""
    if target in PERCENTILES or target is Target.FIRST_PIECE:
        return 1.1 * measured
    return measured / 1.1 if target is Target.SPEED else measured


def _loosened(target: Target, measured: float) -> float:
    """What is measured, above 0, to two digits on the side on which it meets the target."""
    step = 10.0 ** (math.floor(math.log10(measured)) - 1)
    whole = math.floor if target in AT_LEAST else math.ceil
    return whole(round(measured / step, 6)) * step
