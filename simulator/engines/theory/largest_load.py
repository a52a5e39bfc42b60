"""The largest load at which theory meets targets, where a simulated search begins; and the load at which each limit
of a node would bind if no other did: which one bites first, and how far the next is."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from simulator.engines.theory import error_bounds as known
from simulator.engines.theory.abandonment import find_abandonment
from simulator.engines.theory.bottleneck import offered_rate
from simulator.engines.theory.engine import contradiction, offered_node, steady_state, why_unknown_in_overload
from simulator.engines.theory.formulas.roots import find_root
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.flows import Flow
from simulator.engines.theory.node.node import BUSIEST, TheoryNode
from simulator.engines.theory.node.refusals import resident_bytes
from simulator.engines.theory.node.traffic import client_speed, first_pieces, mean_first_piece, planned_requests
from simulator.engines.theory.population import solve_population
from simulator.engines.theory.programs import read_programs
from simulator.engines.theory.solution import Accuracy, KnownValue
from simulator.engines.theory.steady_state import node_solution
from simulator.engines.theory.support import why_unsupported
from simulator.errors import USE_KERNEL, NoCapacity, NoLoad, UnsupportedByEngine
from simulator.messages.stages import theory_gaps, theory_laws
from simulator.network.lines import client_lines
from simulator.network.network import Network
from simulator.network.waiting import AS_FULL, cause_of
from simulator.targets import NOTICEABLE, PERCENT, NearestTarget, Target, TargetValues, TimeSpent, target_strain


@dataclass(frozen=True)
class BindingLoad:
    """The requests a second, as clients mean to send them to a node, at which a limit of it binds: inf if none does, 0
    for a memory that is full whatever the load."""

    name: str
    kind: Literal["server", "pool", "memory"]
    rate: float
    standing: Accuracy


# Loads are told apart down to this share of them.
STEP = 1e-3
# Where looking for a load begins, as a share of what saturates the first place, and where it ends, requests a second;
# where that place is offered noticeably too much.
JUST_BELOW, _NEAR, _LEAST = 0.999, 0.02, 1e-6
_JUST_ABOVE = 1.05
# Where so much more may be carried, as a share, as theory can say because it has only a bound of those who leave, it
# says nothing.
FAR_MORE = 0.25
# Far over all targets; how far does not matter.
_STRAINED = 10.0
SESSIONS = "open sessions"


@dataclass(frozen=True)
class LargestRate(KnownValue):
    """The largest load, requests a second that clients mean to send to a node. limit: what stands in the way of more, a
    station, a pool, a region, or "open sessions" where only so many may be. target: what is missed beyond it.
    not_judged: the targets asked for that theory cannot judge, which may stand in the way of less."""

    limit: str
    target: Target
    not_judged: tuple[Target, ...] = ()


# A plan, its alternatives, its limits and its check ask for the same servers over and over.
@lru_cache(maxsize=256)
def largest_rate(network: Network, target_values: TargetValues) -> LargestRate:
    """The largest load that meets the targets, but for percentiles of the response time, and at which nothing piles up.

    Clients receive at the mean payload over the mean response time. Raises UnsupportedByEngine for a network that
    theory cannot solve, for a population, and where theory finds no steady state at the load that stands in the way,
    NoLoad where no load meets the targets, and NoCapacity where nothing limits the load.
    """
    refused = why_unsupported(network)
    if refused is not None:
        raise refused.raised(theory_gaps.BEFORE)
    if network.source.returns:
        raise UnsupportedByEngine(theory_gaps.LARGEST_POPULATION)
    return _Search(network, target_values).run()


def is_within_targets(network: Network, target_values: TargetValues, rate: float) -> bool:
    """Whether theory finds every target that it can judge met at so many requests a second, and nothing piling up.
    Raises UnsupportedByEngine where it finds no steady state."""
    return _Search(network, target_values).meets(rate)


class _Strain(NamedTuple):
    """How near a load is to one target, the limit that stands in the way, and the target."""

    value: float
    limit: str
    nearest: NearestTarget


class _Search:
    """A load strains a node by the largest ratio of what is found to what is allowed: all targets are met up to 1."""

    def __init__(self, network: Network, target_values: TargetValues) -> None:
        self._network, self._asked, self._not_judged = network, target_values, tuple(target_values.percentiles)
        patience = network.source.patience
        self._leaving = frozenset(patience.causes if patience is not None else ())
        self._tried: dict[float, _Strain] = {}
        self._found: dict[float, Equilibrium] = {}

    def run(self) -> LargestRate:
        """Up to where the first place saturates. More may be offered if enough is turned away, but by no more than may
        be lost."""
        first, saturates = self._saturates()
        if self._excess(JUST_BELOW * saturates) <= 0.0:
            self._require_piling_up(_JUST_ABOVE * saturates)
            error = max(STEP, self._asked.errors / (1.0 - min(self._asked.errors, 0.5)))
            error += self._unsure(JUST_BELOW * saturates)
            law = Accuracy("approximate", error, "bottleneck law")
            return LargestRate(saturates, "/s", law, self._limit(first), Target.PILING_UP, self._not_judged)
        high, below = JUST_BELOW * saturates, 1.0 - _NEAR
        while self._excess(low := below * high) > 0.0:
            high, below = low, 0.5
            if low < _LEAST:
                raise self._no_load()
        rate = find_root(self._excess, low, high, xtol=STEP * low / 2.0, rtol=STEP / 2.0)
        missed = min(tried for tried, strain in self._tried.items() if strain.value > 1.0)
        self._require_steady(missed)
        beyond = self._tried[missed]
        error = max(STEP, self._off(rate, beyond.nearest), self._unsure(rate))
        if beyond.limit in self._leaving:
            error = max(error, self._missed_by_bounds(rate, beyond))
        law = Accuracy("approximate", error, theory_laws.STEADY_STATES)
        return LargestRate(rate, "/s", law, self._behind(missed, beyond), beyond.nearest.target, self._not_judged)

    def _missed_by_bounds(self, rate: float, beyond: _Strain) -> float:
        """How much more than a rate may be carried at which theory has only a bound of those who leave, as a share: up
        to where something else stops it. Raises UnsupportedByEngine where that is far more."""
        stays = replace(self._network, source=replace(self._network.source, patience=None))
        more = largest_rate(stays, self._asked)
        error = more.value * (1.0 + more.standing.error) / rate - 1.0
        if error > FAR_MORE:
            raise self._unbounded()
        return error

    def _unbounded(self) -> UnsupportedByEngine:
        """That theory knows too little of those who leave."""
        why = theory_gaps.leaves_open(PERCENT * self._asked.errors)
        return UnsupportedByEngine(why, USE_KERNEL)

    def meets(self, rate: float) -> bool:
        """Whether a load strains the node by no more than is allowed."""
        return self._excess(rate) <= 0.0

    def _behind(self, rate: float, beyond: _Strain) -> str:
        """The limit that stops more load: of one that turns away because what does the work behind it is full, that."""
        limit, found = self._limit(beyond.limit), self._steady(rate)
        if beyond.nearest.target is Target.ERRORS:
            works = {self._limit(name): found.busy[name] for name in found.node.stations}
            full = {name for name, busy in works.items() if busy >= AS_FULL and limit in self._held_around(name)}
            return max(full, key=works.__getitem__, default=limit)
        return limit

    def _held_around(self, limit: str) -> frozenset[str]:
        return self._network.held_around.get(limit, frozenset())

    def _limit(self, place: str) -> str:
        """The limit that a place is; what is no resource keeps its name."""
        return self._network.limit_names.get(place, place)

    def _no_load(self) -> NoLoad:
        """That no load meets the targets. Raises UnsupportedByEngine where only a bound of those who leave says so."""
        least = min(self._tried)
        nearest = self._tried[least].nearest
        if nearest.limit in self._leaving:
            raise self._unbounded()
        return NoLoad(replace(nearest, limit=self._limit(nearest.limit)), least)

    def _require_steady(self, rate: float) -> None:
        """That theory contradicts itself at a load is no reason not to carry it."""
        found, target = self._steady(rate), self._tried[rate].nearest.target
        if found.full:
            return
        why = "" if found.settled else theory_gaps.NO_STEADY_STATE
        if found.settled and target is Target.ERRORS:
            why = contradiction(found, node_solution(found, rate))
        if why:
            raise UnsupportedByEngine(theory_gaps.at_rate(rate, why), USE_KERNEL)

    def _require_piling_up(self, rate: float) -> None:
        """More may be carried where who waits too long gives up before anything piles up."""
        timed = any(pool.is_timed for pool in self._network.pools)
        if why := why_unknown_in_overload(offered_node(self._network, rate), rate) if timed else "":
            raise UnsupportedByEngine(theory_gaps.at_rate(rate, why), USE_KERNEL)

    def _off(self, rate: float, nearest: NearestTarget) -> float:
        """How far off the load is, as a share of it: as far as what decides it, over how much faster than the load that
        grows just below."""
        found, lower = self._steady(rate), rate * (1.0 - _NEAR)
        if nearest.target is Target.PILING_UP:
            return float(known.work_error(found, nearest.limit))
        slower, nearer = self._excess(lower) + 1.0, self._excess(rate) + 1.0
        if found.full or not 0.0 < slower < nearer:
            return 0.0
        return float(_error_of(nearest, found)) / (math.log(nearer / slower) / math.log(rate / lower))

    def _unsure(self, rate: float) -> float:
        """How much less a server may carry, as a share, because some place may be used for more than theory finds: that
        which stops it, or one that comes close behind."""
        ceilings = self._network.ceilings
        uses = [use for use in node_solution(self._steady(rate), rate).uses if use.kind != "memory"]
        over = [
            use.utilisation.value
            * (1.0 + use.utilisation.standing.error)
            / (PERCENT * ((self._asked.ceilings if use.name in ceilings else self._asked.utilisation) or 1.0))
            for use in uses
        ]
        most = max(over, default=0.0)
        return max(0.0, 1.0 - 1.0 / most) if most > 0.0 else 0.0

    def _saturates(self) -> tuple[str, float]:
        """The place that saturates first, and the load at which it does. Raises NoCapacity where none ever does."""
        rate = offered_rate(self._network)
        node = TheoryNode(read_programs(self._network, rate), rate / planned_requests(self._network.source.requests))
        busy, others = node.busy(node.unhindered.flow), node.used_by_others()
        spare = {name: (1.0 - others.get(name, 0.0)) / (used - others.get(name, 0.0)) for name, used in busy.items()
                 if used > others.get(name, 0.0)}  # fmt: skip
        if not spare:
            raise NoCapacity(theory_gaps.NO_LIMIT)
        saturates = min(spare.values())
        return self._cause({name: 1.0 / at for name, at in spare.items() if at > 0.0}), max(_LEAST, saturates * rate)

    def _cause(self, busy: Mapping[str, float]) -> str:
        """The limit for which the others are full, by how busy places are."""
        used = dict[str, float]()
        for place, each in busy.items():
            used[self._limit(place)] = max(each, used.get(self._limit(place), 0.0))
        return cause_of(used, self._network.held_around)

    def _excess(self, rate: float) -> float:
        if rate not in self._tried:
            nearest = max(self._strains(rate), key=lambda found: found.value)
            self._tried[rate] = nearest._replace(value=min(nearest.value, _STRAINED))
        return self._tried[rate].value - 1.0

    def _steady(self, rate: float) -> Equilibrium:
        """The steady state in which nothing is relieved: how far off it is is asked of one that has been found."""
        if rate not in self._found:
            self._found[rate] = steady_state(self._network, rate, relieved=False)
        return self._found[rate]

    def _strains(self, rate: float) -> Iterator[_Strain]:
        """How near each limit is to what is allowed of it."""
        asked, found = self._asked, self._steady(rate)
        traffic, node = found.traffic, found.node
        if found.full:
            full = self._cause(found.busy) or found.full
            yield _Strain(math.inf, full, NearestTarget(Target.PILING_UP, math.inf, 0.0, full))
            return
        late = find_abandonment(found)
        if node.causes or late.by:
            yield self._errors(found, late.by)
        yield from self._used(found)
        if asked.connections is not None:
            connections = traffic.open / self._network.source.streams
            yield _strain(SESSIONS, NearestTarget(Target.CONNECTIONS, connections, asked.connections))
        if asked.client_speed is not None and traffic.completed > 0.0:
            speed, spent = client_speed(node.programs, traffic), _spent(found)
            yield _strain(_slowed(found), NearestTarget(Target.SPEED, speed, asked.client_speed, spent.where, spent))
        if asked.first_piece is not None and self._network.comes_in_pieces:
            seconds = mean_first_piece(first_pieces(node.programs, traffic, found.met))
            if seconds >= 0.0:
                nearest = NearestTarget(Target.FIRST_PIECE, seconds, asked.first_piece)
                yield _strain(_slowed(found), replace(nearest, limit=_slowed(found)))
        yield _Strain(0.0, "", NearestTarget(Target.PILING_UP, 0.0, 0.0))

    def _errors(self, found: Equilibrium, late: Mapping[str, float]) -> _Strain:
        """How near the share of the requests that fail is to what is allowed: of those that a limit turns away, and of
        those that wait too long, of which theory has an upper bound."""
        traffic, causes = found.traffic, found.node.causes
        lost = {cause: traffic.gave_up.get(cause, 0.0) + traffic.failed.get(cause, 0.0) for cause in causes}
        meant = traffic.came * planned_requests(self._network.source.requests)
        share = max(0.0, 1.0 - traffic.completed / meant) if sum(lost.values()) > 0.0 else 0.0
        by_late = not lost or sum(late.values()) > share
        most = max(late, key=late.__getitem__) if by_late else max(lost, key=lost.__getitem__)
        share += sum(late.values())
        nearest = NearestTarget(Target.ERRORS, share if share > known.NEVER else 0.0, self._asked.errors, most)
        return _strain(most if by_late else found.relieved or most, nearest)

    def _used(self, found: Equilibrium) -> Iterator[_Strain]:
        """How much is used of what work queues at, and of what it does not."""
        ceilings, idle = self._network.ceilings, _idle_memory(found)
        for name, used in found.node.shares(found.traffic.flow).items():
            target = Target.CEILINGS if name in ceilings else Target.UTILISATION
            asked = self._asked.ceilings if name in ceilings else self._asked.utilisation
            if asked is not None and name not in idle:
                yield _strain(name, NearestTarget(target, used, asked, name))


def _error_of(nearest: NearestTarget, equilibrium: Equilibrium) -> float:
    """How far off the figure is that a target is set for, as a share of it."""
    losses, classes = known.loss_bounds(equilibrium), equilibrium.traffic.classes.values()
    bounds = known.ResponseBounds(equilibrium)
    slow = max((bounds.error(each.flow, each.response) for each in classes), default=0.0)
    errors = {Target.ERRORS: losses.lost, Target.UTILISATION: losses.carried, Target.SPEED: slow,
              Target.FIRST_PIECE: slow,
              Target.CEILINGS: losses.carried,
              Target.CONNECTIONS: losses.held + slow}  # fmt: skip
    if nearest.target is Target.ERRORS and nearest.limit in equilibrium.busy:
        # So many times fewer wait too long where those who do are in nobody's way, in M/M/c+D.
        return known.POOL - math.log1p(-min(equilibrium.busy[nearest.limit], BUSIEST))
    return errors.get(nearest.target, 0.0)


def _strain(limit: str, nearest: NearestTarget) -> _Strain:
    return _Strain(target_strain(nearest.target, nearest.measured, nearest.asked), limit, nearest)


def _idle_memory(equilibrium: Equilibrium) -> set[str]:
    """Memory that turns nothing away: more load does not bring it nearer, for a cache fills it at any."""
    traffic, network = equilibrium.traffic, equilibrium.node.programs.network
    meant = traffic.came * planned_requests(network.source.requests)
    lost = {
        cause: traffic.gave_up.get(cause, 0.0) + traffic.failed.get(cause, 0.0) for cause in equilibrium.node.causes
    }
    of_all = PERCENT * max(0.0, 1.0 - traffic.completed / meant) / (sum(lost.values()) or 1.0)
    return {region.name for region in network.regions if lost[region.name] * of_all <= NOTICEABLE}


def _slowed(equilibrium: Equilibrium) -> str:
    """The limit at which responses wait most for others."""
    waited = _at_limits(equilibrium, lambda flow, name: flow.waited[name])
    return max(waited, key=waited.__getitem__, default="")


def _spent(equilibrium: Equilibrium) -> TimeSpent:
    """Where responses spend most of their time; "" is beside all stations."""
    network, classes = equilibrium.node.programs.network, equilibrium.traffic.classes.values()
    alone = {name: delay.alone for name, delay in equilibrium.met.delays.items()}
    taken = _at_limits(equilibrium, lambda flow, name: flow.waited[name] + flow.work[name] * alone[name])
    seconds = sum(each.completed * each.response for each in classes if each.completed > 0.0)
    taken[""] = max(0.0, seconds - sum(taken.values()))
    where = max(taken, key=taken.__getitem__)
    lines = [client_lines(network, station) for station in network.shared if station.name == where]
    share = min(1.0, taken[where] / seconds) if seconds > 0.0 else 0.0
    return TimeSpent(where, seconds / equilibrium.traffic.completed, share, lines[0] if lines else None)


def _at_limits(equilibrium: Equilibrium, seconds: Callable[[Flow, str], float]) -> dict[str, float]:
    """By limit, the seconds that requests spend there in a second, at equal places together."""
    names, found = equilibrium.node.programs.network.limit_names, defaultdict[str, float](float)
    for each in (each for each in equilibrium.traffic.classes.values() if each.completed > 0.0):
        for place in equilibrium.node.places:
            found[names[place]] += each.completed * seconds(each.flow, place)
    return found


def binding_loads(network: Network) -> tuple[BindingLoad, ...]:
    """All limits of a node, the one that binds first to begin with, equals in the order of declaration; of equal
    resources, the one that binds first.

    A station when it is saturated. A pool, or a memory beside what is always in it, when all of it is held on average:
    uncontended holding times are the shortest there are, so that it binds no later. Hits of caches that depend on the
    rate are those of the present one. Raises ValueError as `loads` does.
    """
    closed = network.source.returns
    rate = solve_population(network)[0].traffic.requests if closed else offered_rate(network)
    node = TheoryNode(read_programs(network, rate), rate / planned_requests(network.source.requests))
    found: dict[str, BindingLoad] = {}
    for each in sorted(_limits(network, node, rate), key=lambda limit: limit.rate):
        name = network.limit_names[each.name]
        found.setdefault(name, replace(each, name=name))
    return tuple(found.values())


def _limits(network: Network, node: TheoryNode, rate: float) -> Iterator[BindingLoad]:
    flow, used, beside = node.offered.flow, node.used(node.offered.flow), node.used_by_others()
    for station in network.stations:
        others = beside[station.name]
        at = _ratio(max(0.0, 1.0 - others), (used[station.name] - others) / rate)
        yield BindingLoad(station.name, "server", at, Accuracy("exact", 0.0, theory_laws.SATURATION))
    unhindered = Accuracy("at most", 0.0, theory_laws.EMPTY_NODE)
    for pool in network.pools:
        free = max(0.0, pool.size - node.reserve(pool.name))
        yield BindingLoad(pool.name, "pool", _ratio(free, flow.held[pool.name] / rate), unhindered)
    for region in network.regions:
        free = max(0.0, region.ceiling - resident_bytes(node.programs, region))
        at = _ratio(free, flow.held[region.name] / rate)
        yield BindingLoad(region.name, "memory", at, unhindered)


def _ratio(free: float, each: float) -> float:
    """How much goes into what is free, if a request a second takes `each`."""
    return free / each if each > 0.0 else math.inf
