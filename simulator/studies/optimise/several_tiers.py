"""The cheapest farm of several tiers: servers for each of them, and a size of units.

One place after another, the scenario's own servers, each other tier, the size of a unit, is given what makes the whole
farm cheapest with all others as they are, until no place has anything better (coordinate descent: Bertsekas 1999,
Nonlinear Programming, section 2.7). What a place costs hangs on what others have there by whole numbers of units and
servers, and by what leaves a cloud between them, so that it descends among rented servers, among bought ones, and then
among all; tests hold it against a search of everything. At each place it is branch and bound (Land and Doig 1960): by
the bottleneck law, held to the target utilisation, a farm costs no less than its bound. How many servers of each tier a
unit has is counted anew for every farm (farm/tier_sizing.py).

Theory searches; the cheapest that are found, and the present farm, are answered by the solver that was asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from models.pods import servers_of_pods
from models.quantities.formatting import listed
from models.scenario import Scenario
from models.variations.choice import (
    ServerFilter,
    SkippedChoice,
    choices_at,
    server_at,
    skipped_choices,
    unit_sizes,
    with_unit_size,
)
from models.variations.option import raised_caches
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_bound import held_to_utilisation
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import WarmUp
from simulator.experiment.solvers import Theory
from simulator.farm.cheapest_farm import INSTEAD, CheapestFarm, Contender, FarmOffer, PrunedChoice
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.job_queues import job_verdicts, room_verdicts
from simulator.farm.replica_lag import lag_verdicts
from simulator.farm.sized_server import size_server
from simulator.farm.tier_failure import TierFailure
from simulator.farm.tier_failure_study import failures_in_turn, tier_failures
from simulator.farm.tier_sizing import size_tiers
from simulator.messages import optimise
from simulator.messages.optimise import DEARER, NO_LOAD, SIMULATED_DEARER
from simulator.solver import Solver
from simulator.studies.optimise.offer import extra_cost, farm_offer, impossible_choice, paired_extra_cost

THEORY = Theory()
AS_THEY_ARE = SkippedChoice(optimise.HARDWARE, optimise.AS_THEY_ARE)
_UNSOLVED = (NoCapacity, NotConverged, Unstable, UnsupportedByEngine)
# What must be saved, a month, for another farm to be better: less is rounding.
_CENT = 0.01
# A farm is not answered at a place that costs more than so many others there.
_BETTER = 2

_Key = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class _Bounded:
    """A farm that is tried at a place. name: of what is tried; bound, ceiling: the least that it can cost a month, and
    the most Mbps that a server of it carries."""

    name: str
    scenario: Scenario
    bound: float
    ceiling: float


@dataclass(frozen=True)
class _Solved:
    """A farm that theory has answered."""

    farm: Farm
    bound: float
    ceiling: float

    @property
    def cost(self) -> float:
        return cost_in_all(self.farm).value

    def is_below(self, other: "_Solved | None") -> bool:
        """Whether it is cheaper, and by more than what is rounded."""
        return other is None or self.cost < other.cost - _CENT


def cheapest_of_tiers(scenario: Scenario, solver: Solver, progress: Progress, which: ServerFilter) -> CheapestFarm:
    """The cheapest farm that carries the demand of a scenario with other tiers. Raises NoCapacity where no farm is
    found that meets the targets, and what `choices_at` raises."""
    search = _TierSearch(scenario, which, progress)
    search.run()
    present = _carrying(scenario, solver)
    offers = search.confirmed(solver, present.scenario if present else None)
    if not offers:
        raise NoCapacity(optimise.no_farm_of_tiers(scenario.name))
    winner, runner_up = offers[0], offers[1] if len(offers) > 1 else None
    return CheapestFarm(
        winner=winner,
        runner_up=runner_up,
        difference=extra_cost(winner.whole, runner_up.whole) if runner_up else None,
        exact_difference=paired_extra_cost(winner.exact, runner_up.exact) if runner_up else None,
        present=farm_offer(_name(scenario), present, 0.0, inf, own=True) if present else None,
        instead=tuple(offer for offer in offers if not offer.own)[:INSTEAD],
        resized=None,
        pruned=tuple(search.others.values()),
        unanswered=(),
        not_considered=(*skipped_choices(scenario, which), AS_THEY_ARE),
        choices=search.servers,
        candidates=search.bounded,
        servers=search.servers,
        simulated=search.answered,
        year=scenario.datacenter.prices.year,
        engine=solver.name,
        at_once=solver.at_once,
        contenders=_contenders(search, winner, runner_up, present),
        tiers=tuple(tier.name for tier in scenario.tiers),
        present_failures=_tiers_that_fail(present) if present else (),
    )


class _TierSearch:
    """Tries servers at one place after another. others: what is not the cheapest at its place, by name; servers: how
    many were tried, at all places; bounded: of how many farms the bound is known; answered: those that theory solved.
    """

    def __init__(self, scenario: Scenario, which: ServerFilter, progress: Progress) -> None:
        self._scenario, self._which, self._progress = scenario, which, progress
        self._bounds: dict[_Key, _Bounded | None] = {}
        self._solved: dict[_Key, _Solved | None] = {}
        self.others: dict[str, PrunedChoice] = {}
        self.servers = 0

    @property
    def bounded(self) -> int:
        return len(self._bounds)

    @property
    def answered(self) -> int:
        return len(self._solved)

    def run(self) -> None:
        """Descends among servers that are rented and among those that are bought, and from the cheaper end among all.

        Where one tier is rented and another is not, what goes between them leaves a cloud and is paid: no single step
        from a cloud into a rack may be worth it where all of them together are.
        """
        ends = [self._descend(self._scenario, replace(self._which, rented=way)) for way in self._ways()]
        reached = [each for each in ends if each is not None]
        if len(ends) > 1:
            best = min(reached, key=lambda each: each.cost, default=None)
            self._descend(best.farm.scenario if best else self._scenario, self._which)

    def _ways(self) -> tuple[bool, ...]:
        return (True, False) if self._which.rented is None else (self._which.rented,)

    def _descend(self, now: Scenario, which: ServerFilter) -> _Solved | None:
        """Looks at all places until none has anything better; what that ends at, None where nothing meets the
        targets."""
        cheapest: _Solved | None = None
        while True:
            before, self.others, self.servers = cheapest, {}, 0
            for place in range(len(now.tiers) + 1):
                best = self._best(self._servers_at(now, place, which))
                if best is not None and (best.is_below(cheapest) or not which.lets(server_at(now, place))):
                    now, cheapest = best.farm.scenario, best
            best = self._best(self._sizes(now))
            if best is not None and best.is_below(cheapest):
                now, cheapest = best.farm.scenario, best
            if cheapest is None or not cheapest.is_below(before):
                return cheapest

    def confirmed(self, solver: Solver, present: Scenario | None) -> list[FarmOffer]:
        """The cheapest farms of different servers that theory has found, as a solver answers them, the cheapest first:
        two that are not the present one, which may be among them."""
        cheapest: dict[tuple[str, ...], _Solved] = {}
        for each in sorted(filter(None, self._solved.values()), key=lambda solved: solved.cost):
            scenario = each.farm.scenario
            if all(self._which.lets(server_at(scenario, place)) for place in range(len(scenario.tiers) + 1)):
                cheapest.setdefault(_key(scenario)[0], each)
        found: list[FarmOffer] = []
        for each in cheapest.values():
            farm = each.farm if solver.at_once else _answered(each.farm.scenario, solver)
            if farm is not None:
                own = present is not None and _is_alike(farm.scenario, present)
                caches, name = raised_caches(self._scenario, farm.scenario), _name(farm.scenario)
                found.append(farm_offer(name, farm, each.bound, each.ceiling, own, caches=caches))
            if sum(not offer.own for offer in found) == INSTEAD:
                break
        return sorted(found, key=lambda offer: offer.whole.value)

    def contenders(self, cheapest: Scenario, told: frozenset[tuple[str, ...]]) -> Iterator[Contender]:
        """Each other server that may be at a place of the cheapest farm, in place of the one there; none with which it
        is a farm that is told already. told: the servers at all places of these."""
        for place in range(len(cheapest.tiers) + 1):
            for choice in choices_at(cheapest, place, self._which):
                if choice.scenario is None or not choice.wanted or _key(choice.scenario)[0] in told:
                    continue
                name, tried = _name_at(cheapest, place, choice.name), self._bounds.get(_key(choice.scenario))
                sized = tried.scenario if tried else size_tiers(choice.scenario, anew=True)
                yield Contender(name, (replace(choice, name=name, scenario=sized),))

    def _servers_at(self, now: Scenario, place: int, which: ServerFilter) -> Iterator[_Bounded]:
        """The farms with each server at a place."""
        for choice in choices_at(now, place, which):
            name = _name_at(now, place, choice.name)
            if choice.scenario is None:
                self.servers += 1
                self.others[name] = replace(impossible_choice(choice), name=name)
            elif choice.wanted:
                self.servers += 1
                yield from self._bounded(name, choice.scenario)

    def _sizes(self, now: Scenario) -> Iterator[_Bounded]:
        """The farms with units of each size."""
        for nodes in unit_sizes(now):
            yield from self._bounded(f"units of {nodes}", with_unit_size(now, nodes))

    def _bounded(self, name: str, scenario: Scenario) -> Iterator[_Bounded]:
        key = _key(scenario)
        if key not in self._bounds:
            self._bounds[key] = _with_bound(name, size_tiers(scenario, anew=True, timely=False))
        known = self._bounds[key]
        if known is not None:
            yield replace(known, name=name)

    def _best(self, tried: Iterator[_Bounded]) -> _Solved | None:
        """The cheapest of some farms: one is not answered whose bound is above two that have been."""
        found: list[tuple[float, str, _Solved]] = []
        for each in sorted(tried, key=lambda bounded: (bounded.bound, bounded.name)):
            if len(found) >= _BETTER and each.bound > sorted(cost for cost, *_ in found)[_BETTER - 1]:
                why = optimise.costs_at_least(each.bound, self._currency)
                self._leave_out(each, DEARER, why)
                continue
            solved = self._solve(each)
            if solved is None:
                self._leave_out(each, NO_LOAD, optimise.NO_LOAD_IN_THEORY)
            else:
                found.append((solved.cost, each.name, solved))
        for cost, name, solved in sorted(found, key=lambda one: one[:2])[1:]:
            why = f"{cost:,.0f} {self._currency} a month"
            self.others[name] = PrunedChoice(name, SIMULATED_DEARER, why, solved.bound, solved.ceiling)
        return min(found, key=lambda one: one[:2])[2] if found else None

    def _solve(self, bounded: _Bounded) -> _Solved | None:
        key = _key(bounded.scenario)
        if key not in self._solved:
            announce_steps(self._progress, 1)
            farm = _answered(size_tiers(bounded.scenario, anew=True), THEORY)
            self._solved[key] = _Solved(farm, bounded.bound, bounded.ceiling) if farm is not None else None
            self._progress()
        return self._solved[key]

    def _leave_out(self, each: _Bounded, kind: str, why: str) -> None:
        self.others[each.name] = PrunedChoice(each.name, kind, why, each.bound, each.ceiling)

    @property
    def _currency(self) -> str:
        return self._scenario.datacenter.prices.currency


def _key(scenario: Scenario) -> _Key:
    """What tells farms apart that are tried: the servers at all places, and the nodes of a unit."""
    servers = tuple(server_at(scenario, place).name for place in range(len(scenario.tiers) + 1))
    return servers, scenario.unit.nodes


def _contenders(
    search: _TierSearch, winner: FarmOffer, runner_up: FarmOffer | None, present: Farm | None
) -> tuple[Contender, ...]:
    """The other servers, none of them in a farm that is told beside them."""
    farms = (winner.farm, runner_up.farm if runner_up else None, present)
    told = frozenset(_key(farm.scenario)[0] for farm in farms if farm is not None)
    return tuple(search.contenders(winner.farm.scenario, told)) if winner.farm else ()


def _name_at(scenario: Scenario, place: int, name: str) -> str:
    """The name of what stands at a place, behind that of its tier."""
    return f"{scenario.tiers[place - 1].name}: {name}" if place else name


def _is_alike(one: Scenario, other: Scenario) -> bool:
    """Whether two farms have the same servers, and as many of them in a unit."""
    return _key(one) == _key(other) and [tier.servers for tier in one.tiers] == [tier.servers for tier in other.tiers]


def _name(scenario: Scenario) -> str:
    """The servers of a farm: its own with their system, and of each kind how many a unit has of which other tiers."""
    kinds: dict[str, list[str]] = {}
    for tier in scenario.tiers:
        kinds.setdefault(tier.server.name, []).append(f"{servers_of_pods(scenario.unit, tier)} of {tier.name}")
    tiers = [f"{name} ({', '.join(counts)})" for name, counts in kinds.items()]
    return f"{scenario.server.name}, {scenario.operating_system.name}, each unit with {listed(tiers)}"


def _with_bound(name: str, scenario: Scenario) -> _Bounded | None:
    """The least that a farm can cost: by the bottleneck law, held to the target utilisation; None where it cannot be
    sized at all."""
    held = held_to_utilisation(scenario)
    try:
        return _Bounded(name, scenario, cost_in_all(buy_farm(scenario, held)).value, held.mbps.value)
    except (NoCapacity, NotConverged, ValueError):
        return None


def _answered(scenario: Scenario, solver: Solver) -> Farm | None:
    """The farm of a scenario by a solver; None where no load meets its targets, where replicas or brokers miss theirs,
    or where one is missed with one server of a tier down."""
    farm = _carrying(scenario, solver)
    if farm is None:
        return None
    if any(each.met is False for each in (*lag_verdicts(farm), *job_verdicts(farm), *room_verdicts(farm))):
        return None
    # One tier that fails is enough, and each further one takes as long as the farm itself.
    return None if any(each.missed for each in failures_in_turn(farm, THEORY, WarmUp(0.0))) else farm


def _carrying(scenario: Scenario, solver: Solver) -> Farm | None:
    """The farm of a scenario by a solver; None where no load meets its targets."""
    try:
        return buy_farm(scenario, size_server(scenario, solver))
    except _UNSOLVED:
        return None


def _tiers_that_fail(farm: Farm) -> tuple[TierFailure, ...]:
    """The tiers that miss a target with one of their servers down, as far as theory knows."""
    return tuple(each for each in tier_failures(farm, THEORY, WarmUp(0.0)) if each.missed)
