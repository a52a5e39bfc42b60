"""The outcome of a plan: everything that a report shows, rolled up from what was measured."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from models.scenario import Scenario
from models.variations.changes import differences
from simulator.brief import short_repr
from simulator.errors import require
from simulator.experiment.largest_load import LargestLoad
from simulator.experiment.limits import Binding, Limit, binding_limits, next_limit, rank_limits
from simulator.experiment.results import Results, Unavailable
from simulator.experiment.server_capacity import LARGEST, ServerCapacity, capacity_at_stated_load
from simulator.experiment.verdicts import Verdict, verdicts, worst_verdicts
from simulator.farm.alternatives import DecisionBasis, LargerCache
from simulator.farm.comparison import Comparison, compare_farms, compare_units
from simulator.farm.costs.cost import Cost
from simulator.farm.costs.link_traffic import link_verdicts
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.influence import Sensitivity
from simulator.farm.job_queues import job_verdicts, room_verdicts
from simulator.farm.last_unit import LastUnit, last_unit
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.prediction import FarmPrediction
from simulator.farm.raised_setting import SettingFirst
from simulator.farm.replica_lag import lag_verdicts
from simulator.farm.sizing import Sizing
from simulator.farm.stamp import Stamp
from simulator.farm.stopping_limit import StoppingLimit, stopping_limit
from simulator.farm.tier_failure import TierFailure
from simulator.farm.unit_capacity import UnitCapacity, unit_capacity
from simulator.farm.upgrade_value import UpgradeRanking
from simulator.network.network import Network

# Times its demand that a farm carries with its spares gone; one that carries more is too large, and says so.
FAR_TOO_LARGE = 5.0


@dataclass(frozen=True)
class Outcome:
    """One scenario answered.

    results: what one server does, as it was measured: in the farm as bought with all nodes up, without a demand at the
    load that is stated or at the largest one; limits: how near its limits are there. carried: what one server carries
    at most, or of the stated load; binding: the limit that stops it and the next one. farm: what one buys; None without
    a demand. operating_points: a server of the farm with all nodes up, then with its spares gone; empty where there is
    no farm, or its load cannot be chosen. tiers_down: each other tier with one of its servers down beside the spares,
    where units have some. verdicts: of the targets, with the spares gone, or in the worst of these states.
    baseline, comparison: None without one; baseline_fails: why the baseline has no farm, "" where it has.

    What was asked besides, None where it was not: theory, what theory said of the same scenario, or why nothing;
    largest_load, what one server carries at other loads; what_helps, what would raise that; sensitivity, which
    assumed values move it; deciding, what could be bought instead and what is assumed, for whoever signs a report;
    fits, the cheapest farm of its kind by theory, where this one is far too large and that is cheaper, else the
    same servers in units of another size where those cost noticeably less; setting_first, what to raise where a
    setting that is stated stops a server, None where hardware does; larger_cache, what of a cache saves money where an
    origin is paid for, None where nothing surely does; by_work: by name, the servers that the work
    takes of tiers which have more for the pools of their callers alone.
    """

    scenario: Scenario
    network: Network
    results: Results
    carried: ServerCapacity
    capacity: UnitCapacity
    limits: tuple[Limit, ...]
    binding: Binding
    verdicts: tuple[Verdict, ...]
    farm: Farm | None
    operating_points: tuple[OperatingPoint, ...]
    tiers_down: tuple[TierFailure, ...]
    baseline: "Outcome | None"
    comparison: Comparison | None
    stamp: Stamp
    baseline_fails: str = ""
    theory: "Outcome | Unavailable | None" = None
    largest_load: LargestLoad | None = None
    what_helps: UpgradeRanking | None = None
    sensitivity: Sensitivity | None = None
    deciding: DecisionBasis | None = None
    fits: Farm | None = None
    setting_first: SettingFirst | None = None
    larger_cache: LargerCache | None = None
    by_work: Mapping[str, int] = field(default_factory=dict)

    __repr__ = short_repr

    @property
    def bottleneck(self) -> StoppingLimit:
        """What stops a server first, by its name: the one that every command tells."""
        first = self.binding.limit
        stop = stopping_limit(self.carried, self.scenario.targets)
        return stop if stop.name else StoppingLimit(first.name, first.limit)

    @property
    def prediction(self) -> FarmPrediction | Unavailable | None:
        """How sure the farm is (see `Farm.prediction`); None where there is no farm either."""
        return None if self.farm is None else self.farm.prediction

    @property
    def changes_to_fit(self) -> dict[str, str]:
        """What of the scenario is other where the farm fits better, path to value as a file has it; empty where none
        does."""
        if self.fits is None:
            return {}
        return dict(differences(self.scenario.without_baseline(), self.fits.scenario))

    @property
    def is_far_too_large(self) -> bool:
        """Whether the farm carries so many times its demand that nobody means it."""
        sizing = self.sizing
        return sizing is not None and sizing.supports.value > FAR_TOO_LARGE

    @property
    def bought(self) -> Farm:
        """The farm as it is bought, its number of units decided, for whoever knows that there is one. Raises
        InternalError without a demand."""
        return require(self.farm, "farm").decided

    @property
    def sizing(self) -> Sizing | None:
        """What is counted of the farm as it is bought; None without a demand."""
        return self.farm.decided.sizing if self.farm else None

    @property
    def cost(self) -> Cost | None:
        """What the farm costs as it is bought; None without a demand."""
        return self.farm.decided.cost if self.farm else None

    @property
    def missed(self) -> tuple[Verdict, ...]:
        """The targets that are missed for sure: their whole interval lies beyond what is asked."""
        return clear_misses(self.verdicts)

    @property
    def met(self) -> bool:
        """Whether every target is met; one that cannot be judged is not."""
        return all(verdict.met is True for verdict in self.verdicts)

    @property
    def last_unit(self) -> LastUnit | None:
        """The last unit of a farm that may be bought, where little of it is needed; None where much is, and where a
        probability sizes the farm."""
        if self.sizing is None or self.scenario.confidence is not None or not self.recommended:
            return None
        return last_unit(self.sizing)

    @property
    def recommended(self) -> bool:
        """Whether the farm may be bought: no target is missed for sure, at its demand with its spares gone."""
        return (
            self.farm is not None
            and not self.missed
            and not any(clear_misses(one.verdicts) for one in self.operating_points)
        )


def clear_misses(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Those of targets that are missed beyond doubt."""
    return tuple(verdict for verdict in verdicts if verdict.met is False and verdict.clear)


def roll_up(
    scenario: Scenario,
    network: Network,
    results: Results,
    stamp: Stamp,
    baseline: Outcome | None = None,
    carried: ServerCapacity | None = None,
    operating_points: tuple[OperatingPoint, ...] = (),
    tiers_down: tuple[TierFailure, ...] = (),
) -> Outcome:
    """The outcome of a scenario from the measurements of one server; carried: what it carries, or else what was
    measured.

    Raises NoCapacity when no number of units carries the demand, NotConverged when the interval of what a server
    carries reaches 0, InternalError when no limit was measured.
    """
    carried = carried or capacity_at_stated_load(results, network)
    farm = buy_farm(scenario, carried) if scenario.demand is not None else None
    known = rank_limits(results)
    gone = operating_points[-1] if operating_points and carried.way == LARGEST else None
    judged = gone.verdicts if gone else verdicts(scenario, results, known)
    beside = whole_farm_verdicts(farm) if farm is not None else ()
    outcome = Outcome(
        scenario=scenario,
        network=network,
        results=results,
        carried=carried,
        capacity=unit_capacity(scenario, carried),
        limits=known,
        binding=_binding(scenario, carried, known),
        verdicts=worst_verdicts(judged, beside, *(each.verdicts for each in tiers_down)),
        farm=farm,
        operating_points=operating_points,
        tiers_down=tiers_down,
        baseline=None,
        comparison=None,
        stamp=stamp,
    )
    return compare_with_baseline(outcome, baseline)


def whole_farm_verdicts(farm: Farm) -> tuple[Verdict, ...]:
    """The verdicts that are about no single server: replicas, jobs, brokers, and links of the site."""
    of_queues = (*job_verdicts(farm), *room_verdicts(farm))
    return (*lag_verdicts(farm), *of_queues, *link_verdicts(farm.scenario, farm.sizing.demand.value))


def compare_with_baseline(plan: Outcome, baseline: Outcome | None) -> Outcome:
    """A plan compared with its baseline; as it is without one."""
    if baseline is None:
        return plan
    one, other = plan.farm, baseline.farm
    if one and other:
        compared = compare_farms(one.sizing, one.cost, other.sizing, other.cost)
    else:
        compared = compare_units(plan.capacity, baseline.capacity)
    return replace(plan, baseline=baseline, comparison=compared)


def _binding(scenario: Scenario, carried: ServerCapacity, limits: tuple[Limit, ...]) -> Binding:
    """The limit that stops a server, or is used most where a target does, and the one that comes next."""
    if carried.way != LARGEST or carried.stop is None:
        return binding_limits(limits)
    if stopping_limit(carried, scenario.targets).is_target:
        return Binding(carried.stop, None, carried.stop)
    return Binding(carried.stop, None, next_limit(carried.stop, carried.limits))
