"""The cheapest farm: best-first branch and bound over what the catalogue offers (Land and Doig 1960).

Every server is bounded by theory: it carries no more than its ceiling (experiment/capacity_bound.py), so its farm
costs no less than at that. Servers are simulated from the least bound up, and one is pruned only if even its bound
is above the highest cost, within their intervals, of the two cheapest farms that were simulated and are not the
present one: with that there are the cheapest and the next.
Servers that do the same are simulated once, and sizes of units never: nodes that work all carry what one does
(farm/unit_capacity.py). A farm of a server with something added that carries nothing more, and costs no less, is no
alternative, and so no runner-up.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from models.variations.choice import (
    ALL_SERVERS,
    Choice,
    ServerFilter,
    SkippedChoice,
    choices,
    skipped_choices,
    unit_sizes,
    with_unit_size,
)
from models.variations.option import raised_caches
from simulator.errors import STATE_A_DEMAND, NoCapacity, NotConverged, UnsupportedByEngine, require
from simulator.experiment.capacity_bound import scenario_capacity_bound
from simulator.experiment.capacity_by_solver import rated_servers
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.candidates import why_no_farm
from simulator.farm.cheapest_farm import INSTEAD, CheapestFarm, Contender, FarmOffer, PrunedChoice, UnknownChoice
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.farm.sized_server import size_server
from simulator.messages.optimise import (
    DEARER,
    NO_DEMAND,
    NO_LOAD,
    SAME_DEARER,
    SIMULATED_DEARER,
    USELESS,
    dearer_by_theory,
    no_choice,
    same_for_less,
)
from simulator.network.network import Network
from simulator.solver import Solver, require_support
from simulator.studies.optimise.offer import extra_cost, farm_offer, impossible_choice, paired_extra_cost
from simulator.studies.optimise.several_tiers import cheapest_of_tiers

# Two bills that are the same to the cent are the same.
CENTS = 2
# What carries less than this share more than without it carries nothing more that anybody would pay for.
WORTH_HAVING = 0.01


@dataclass(frozen=True)
class ServerKind:
    """Choices whose servers do the same (see rated_servers), and the least that a farm of them can cost: at `mbps`,
    where `station` is full."""

    rated: tuple[tuple[Network, float], ...]
    choices: tuple[Choice, ...]
    bound: float
    mbps: float
    station: str

    @property
    def own(self) -> bool:
        """Whether the present server is among them."""
        return any(choice.own for choice in self.choices)


@dataclass(frozen=True)
class _Answered:
    """A kind of servers that was simulated: its cheapest farm, and which choice that is of."""

    kind: ServerKind
    choice: Choice
    offer: FarmOffer

    def adds_nothing_to(self, other: "_Answered") -> bool:
        """Whether it is the other one with something added that carries nothing more, at no less money."""
        if not any(self.choice.adds_to(choice) for choice in other.kind.choices):
            return False
        before, after = other.offer.server_mbps, self.offer.server_mbps
        gain = paired_extra_cost(before, after)
        more = gain.low > 0.0 and gain.value >= WORTH_HAVING * before.value
        return not more and self.offer.whole.value >= other.offer.whole.value


def optimise(
    scenario: Scenario, solver: Solver, progress: Progress = lambda: None, which: ServerFilter = ALL_SERVERS
) -> CheapestFarm:
    """The cheapest farm that carries the demand of a scenario within its targets, with its spares; and the next one.
    which: of servers that it may be of.

    `progress` is called as each server has been simulated. Raises ScenarioError without a demand and where no load can
    be searched, UnsupportedByEngine before anything has run, NoCapacity where no choice meets the targets, and
    NotConverged where none has an answer.
    """
    require_demand(scenario)
    if scenario.tiers:
        return cheapest_of_tiers(scenario, solver, progress, which)
    for network, _ in rated_servers(scenario):
        require_support(solver, network)
    offered = choices(scenario, which)
    possible = [choice for choice in offered if choice.scenario is not None]
    skipped = skipped_choices(scenario, which)
    return _Search(scenario, solver, _kinds(scenario, possible), progress).run(offered, skipped)


def _kinds(scenario: Scenario, offered: Sequence[Choice]) -> list[ServerKind]:
    """The choices by what a server does, those first that may be cheapest."""
    alike: dict[tuple[tuple[Network, float], ...], list[Choice]] = {}
    for choice in offered:
        alike.setdefault(rated_servers(_scenario(choice)), []).append(choice)
    sizes = unit_sizes(scenario)
    kinds = []
    for rated, members in alike.items():
        most = scenario_capacity_bound(_scenario(members[0]), rated)
        least = min(least_cost(_scenario(choice), sizes, most.carried) for choice in members)
        kinds.append(ServerKind(rated, tuple(members), least, most.mbps, most.station))
    return sorted(kinds, key=lambda kind: (kind.bound, kind.choices[0].name))


def least_cost(scenario: Scenario, sizes: tuple[int, ...], carried: ServerCapacity) -> float:
    """The least money a month that whole units of any size cost in all, their traffic too, if each server carries so
    much."""
    return min(cost_in_all(buy_farm(with_unit_size(scenario, nodes), carried)).value for nodes in sizes)


class _Search:
    """Simulates kinds of servers from the least bound up, until no other can be the winner or the runner-up."""

    def __init__(self, scenario: Scenario, solver: Solver, kinds: list[ServerKind], progress: Progress) -> None:
        self._scenario, self._solver, self._kinds, self._progress = scenario, solver, kinds, progress
        self._sizes = unit_sizes(scenario)
        self._found: list[_Answered] = []  # Of each kind that was simulated, the cheapest first.
        self._useless: set[str] = set()  # Their names that are another one with something added that adds nothing.
        self._others: list[PrunedChoice] = []
        self._unanswered: list[UnknownChoice] = []
        self._present: FarmOffer | None = None
        self._resized: FarmOffer | None = None
        self._replications: int | None = None
        self._simulated = 0

    def run(self, offered: Sequence[Choice], skipped: Sequence[SkippedChoice]) -> CheapestFarm:
        own = [kind for kind in self._kinds if kind.own]
        for kind in own:  # First, so that all others are pairs of its replications.
            self._simulate(kind)
        left = [kind for kind in self._kinds if not kind.own]
        while left and left[0].bound <= self._highest():
            announce_steps(self._progress, 1)
            self._simulate(left.pop(0))
        for kind in left:
            self._prune(kind)
        if not self._found and self._unanswered:
            raise NotConverged(f"{self._unanswered[0].name}: {self._unanswered[0].reason}")
        if not self._found:
            raise NoCapacity(no_choice(self._scenario.name))
        return self._summed_up(offered, skipped)

    def _highest(self) -> float:
        """The cost that a kind must not be above to be one of the cheapest that are not the present farm, the winner or
        the runner-up; it may rise, where what would have been one turns out to be another with something added."""
        instead = self._instead()
        return max(each.whole.high for each in instead) if len(instead) == INSTEAD else inf

    def _real(self) -> list[_Answered]:
        """Farms that are alternatives, the cheapest first."""
        return [each for each in self._found if each.offer.name not in self._useless]

    def _instead(self) -> list[FarmOffer]:
        """The cheapest of them that are not the present farm."""
        return [each.offer for each in self._real() if each.offer is not self._present][:INSTEAD]

    def _without(self, found: _Answered) -> str:
        """The name of what is the same without something that adds nothing; "" where there is none."""
        return next((other.offer.name for other in self._found if found.adds_nothing_to(other)), "")

    def _simulate(self, kind: ServerKind) -> None:
        """Finds what a kind of servers carries, and the cheapest farm of them."""
        self._simulated += 1
        try:
            server = size_server(_scenario(kind.choices[0]), self._solver, self._replications)
            offers = [
                _Answered(kind, choice, self._offer(kind, choice, nodes, server))
                for choice in kind.choices
                for nodes in self._sizes
            ]
        except NoCapacity as error:
            self._others += [
                PrunedChoice(choice.name, NO_LOAD, str(error), kind.bound, kind.mbps, why_no_farm(error), choice.server)
                for choice in kind.choices
            ]
            return
        except (NotConverged, UnsupportedByEngine) as error:
            self._unanswered += [UnknownChoice(choice.name, str(error), kind.bound) for choice in kind.choices]
            return
        finally:
            self._progress()
        self._replications = self._replications or (server.mbps.samples or None)
        wanted = [each for each in offers if each.choice.wanted]
        if wanted:
            self._keep(min(wanted, key=self._rank))
        self._keep_present(offers)

    def _keep(self, cheapest: _Answered) -> None:
        """The cheapest farm of a kind, and all others of it as dearer for the same."""
        self._useless |= {each.offer.name for each in self._found if each.adds_nothing_to(cheapest)}
        if self._without(cheapest):
            self._useless.add(cheapest.offer.name)
        self._found.append(cheapest)
        self._found.sort(key=self._rank)
        kind, name = cheapest.kind, cheapest.offer.name
        dearer = sorted({choice.name for choice in kind.choices if choice.wanted} - {name})
        why = same_for_less(name)
        self._others += [PrunedChoice(each, SAME_DEARER, why, kind.bound, kind.mbps) for each in dearer]

    def _keep_present(self, offers: Sequence[_Answered]) -> None:
        """The present farm, and that of the same servers in units of the size that is cheapest, if that is another."""
        own = [each for each in offers if each.choice.own]
        if own:
            best = min(own, key=self._rank).offer
            self._present = next(each.offer for each in own if each.offer.nodes == self._scenario.unit.nodes)
            self._resized = best if best.whole.value < self._present.whole.value else None

    def _offer(self, kind: ServerKind, choice: Choice, nodes: int, server: ServerCapacity) -> FarmOffer:
        farm = buy_farm(with_unit_size(_scenario(choice), nodes), server)
        years, size, caches = choice.years, choice.disk_size, raised_caches(self._scenario, farm.scenario)
        return farm_offer(choice.name, farm, kind.bound, kind.mbps, choice.own, years, size, caches)

    @property
    def _currency(self) -> str:
        return self._scenario.datacenter.prices.currency

    def _prune(self, kind: ServerKind) -> None:
        why = dearer_by_theory(kind.station, kind.mbps, kind.bound, self._currency)
        self._others += [PrunedChoice(choice.name, DEARER, why, kind.bound, kind.mbps) for choice in kind.choices]

    def _rank(self, found: _Answered) -> tuple[float, float, float, bool, bool, bool, str]:
        """Less to pay first; at the same cost more headroom, then what needs less of it, in units of the present
        size, with the present system, as it is now."""
        offer = found.offer
        resized = offer.nodes != self._scenario.unit.nodes
        other = _scenario(found.choice).operating_system != self._scenario.operating_system
        whole, exact, changed = round(offer.whole.value, CENTS), offer.exact.value, not found.choice.own
        return whole, -offer.supports.value, exact, resized, other, changed, offer.name

    def _dearer(self, found: _Answered) -> PrunedChoice:
        """Why a farm that was simulated is neither the winner nor the runner-up."""
        offer, cost = found.offer, f"{found.offer.whole.value:,.0f} {self._currency} a month"
        without = self._without(found)
        kind, why = (USELESS, f"{cost}; {without} carries as much") if without else (SIMULATED_DEARER, cost)
        return PrunedChoice(offer.name, kind, why, offer.bound, offer.ceiling)

    def _summed_up(self, offered: Sequence[Choice], skipped: Sequence[SkippedChoice]) -> CheapestFarm:
        real = self._real()
        winner, runner_up = real[0].offer, real[1].offer if len(real) > 1 else None
        told = {winner.name, *((runner_up.name,) if runner_up else ())}
        dearer = [self._dearer(each) for each in self._found if each.offer.name not in told]
        impossible = [impossible_choice(each) for each in offered if each.scenario is None]
        return CheapestFarm(
            winner=winner,
            runner_up=runner_up,
            difference=extra_cost(winner.whole, runner_up.whole) if runner_up else None,
            exact_difference=paired_extra_cost(winner.exact, runner_up.exact) if runner_up else None,
            present=self._present,
            instead=tuple(self._instead()),
            resized=self._resized,
            pruned=(*self._others, *dearer, *impossible),
            unanswered=tuple(self._unanswered),
            not_considered=tuple(skipped),
            choices=len(offered),
            candidates=sum(each.scenario is not None for each in offered) * len(self._sizes),
            servers=len(self._kinds),
            simulated=self._simulated,
            year=self._scenario.datacenter.prices.year,
            engine=self._solver.name,
            at_once=self._solver.at_once,
            contenders=tuple(self._contenders({winner.name, *((runner_up.name,) if runner_up else ())})),
            disk_size=self._scenario.server.disks.size,
            disks_taken=sum(each.scenario is not None and each.disk_size is not None for each in offered),
        )

    def _contenders(self, told: Collection[str]) -> Iterator[Contender]:
        """Each server of the catalogue that is not told, with its choices of the least bound."""
        seen = {_scenario(each).server.name for kind in self._kinds for each in kind.choices if each.name in told}
        for kind in self._kinds:
            wanted = [each for each in kind.choices if each.wanted]
            for name in dict.fromkeys(_scenario(each).server.name for each in wanted):
                if name not in seen:
                    seen.add(name)
                    yield Contender(name, tuple(each for each in wanted if _scenario(each).server.name == name))


def _scenario(choice: Choice) -> Scenario:
    """That of a choice which can be."""
    return require(choice.scenario, "scenario of a choice")


def require_demand(scenario: Scenario) -> None:
    """Raises ScenarioError for a scenario without a demand."""
    if scenario.demand is None:
        message, remedy = NO_DEMAND, f"state one, e.g. {STATE_A_DEMAND}"
        raise ScenarioError((Problem(scenario.file, 0, "demand", "none", message, remedy, (STATE_A_DEMAND,)),))
