"""Which limit of a server binds, which turns load away, and how near the next one is."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.errors import InternalError
from simulator.experiment.estimate import Estimate
from simulator.experiment.percent import to_percent
from simulator.experiment.results import Results, Unavailable, Usage
from simulator.messages.stages import experiment
from simulator.network.roles import LimitCategory, Role
from simulator.network.waiting import innermost
from simulator.targets import NOTICEABLE

SATURATED = 98.5  # %. From this utilisation on two limits count as equally full: the last 1.5 % is sampling noise.
GROWTH_UNIT = "x the load"


@dataclass(frozen=True)
class Limit:
    """One limit of a server and how near it is.

    kind: "server" (work is done at a rate), "pool" (a quantity is held) or "memory". limit: what it is, in words.
    origin: the scenario's path. utilisation: share in use, %. turned_away: share of the load that it refused or
    failed, %. growth: the load at which it binds, in times the present load. plural: whether the name is a plural.
    role: what it is to the program. around: the limits that jobs hold while they are at this one. category: what a plan
    does with it. queues: whether work waits for it instead of being turned away.
    """

    name: str
    kind: str
    limit: str
    origin: str
    utilisation: Estimate
    growth: Estimate | Unavailable
    turned_away: Estimate
    plural: bool = False
    role: Role | None = None
    around: frozenset[str] = frozenset()
    category: LimitCategory = LimitCategory.HARDWARE
    queues: bool = True

    @property
    def is_full(self) -> bool:
        """Whether it counts as full: what is left is sampling noise."""
        return self.utilisation.value >= SATURATED

    @property
    def is_cpu(self) -> bool:
        """Whether it is the CPU of the server."""
        return self.role is Role.CPU

    @property
    def turns_away(self) -> bool:
        """Whether it turns away more than 0.1 % of the load."""
        return self.turned_away.value > NOTICEABLE


@dataclass(frozen=True)
class Binding:
    """The limit that binds, the one at which load is turned away, and the next one; None where there is none."""

    limit: Limit
    turned_away_at: Limit | None
    next: Limit | None


def rank_limits(results: Results) -> tuple[Limit, ...]:
    """The limits of one server, the most used first; equals in the order of the results."""
    ordered = sorted(results.usages, key=lambda usage: -usage.utilisation.value)
    return tuple(_limit(usage) for usage in ordered)


def binding_limits(limits: tuple[Limit, ...]) -> Binding:
    """The binding limit is the most used one; of those that are full, one that does work comes first, then the pool
    that the others are held around.

    A full pool is the consequence of slow service: connections pile up because the disks behind them cannot keep up,
    and a larger pool would only hold more of them. So among limits of at least 98.5 % a "server" precedes a "pool"
    or "memory"; threads whose jobs wait for connections of a database are full because those are. A memory that is
    nearly full but turns nothing away does not bind at all, for a file cache fills what it is given at any load.
    `turned_away_at` is the limit that refuses most, if that is more than 0.1 %.
    Raises InternalError when there are no limits.
    """
    if not limits:
        raise InternalError(experiment.NO_LIMIT)
    candidates = growing_limits(limits) or limits
    full = [limit for limit in candidates if limit.is_full]
    first = next((limit for limit in full if limit.kind == "server"), _innermost(full) or candidates[0])
    refusing = max(limits, key=lambda limit: limit.turned_away.value)
    turned_away_at = refusing if refusing.turns_away else None
    others = (limit for limit in candidates if limit is not turned_away_at)
    return Binding(first, turned_away_at, next_limit(first, tuple(others)))


def _innermost(full: Sequence[Limit]) -> Limit | None:
    """Of limits that are full together, the one that the others wait for; None of none."""
    name = innermost([limit.name for limit in full], {limit.name: limit.around for limit in full})
    return next((limit for limit in full if limit.name == name), None)


def growing_limits(limits: tuple[Limit, ...]) -> tuple[Limit, ...]:
    """The limits that more load brings nearer: all but memory that turns nothing away."""
    return tuple(limit for limit in limits if limit.kind != "memory" or limit.turns_away)


def next_limit(first: Limit, limits: tuple[Limit, ...]) -> Limit | None:
    """The most used limit beside one that stops a server, but for pools that are full because jobs hold them while they
    wait for that one; None where no other grows with the load."""
    others = (limit for limit in growing_limits(limits) if limit.name != first.name)
    return next((limit for limit in others if not (limit.is_full and limit.name in first.around)), None)


def _limit(usage: Usage) -> Limit:
    used, turned_away = to_percent(usage.utilisation), to_percent(usage.turned_away)
    growth = _growth(usage, used)
    about = (usage.name, usage.kind, usage.limit, usage.origin)
    return Limit(
        *about, used, growth, turned_away, usage.plural, usage.role, usage.around, usage.category, usage.queues
    )


def _growth(usage: Usage, used: Estimate) -> Estimate | Unavailable:
    """1 / utilisation, in times the present load.

    Exact for a server, whose utilisation is the product of load and demand (the utilisation law, Denning and Buzen
    1978, The Operational Analysis of Queueing Network Models), and for a pool as long as it is held equally long
    (Little's law). Memory is refused: most of it is a cache, which fills at any load. So is what is hardly used, and
    what is measured under a load that rises or shared with work that is none of the load.
    """
    if usage.disproportion:
        return Unavailable(usage.disproportion)
    if usage.kind == "memory":
        return Unavailable(experiment.MEMORY_GROWS)
    if used.low <= 0.0:
        return Unavailable(experiment.NOT_USED)
    return used.through(lambda in_percent: 100.0 / in_percent, GROWTH_UNIT)
