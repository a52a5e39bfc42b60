"""How many servers tiers have beyond what their work takes, for targets that are times: jobs of queues that are to be
done, replicas that are not to lag, brokers that have room while no worker takes from them.

Such a target is kept to at the demand with its reserve, and at the demand itself with a server of any tier down where
units have spare nodes, and while pods are rolled out. Servers are added one by one, each to the tier where it takes
most of what is too long, and those that turn out not to be needed are left out: marginal analysis, which finds the
fewest where each tier's wait is convex in its servers (Fox 1966, Discrete Optimization via Marginal Analysis,
Management Science 13).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from models.cached_keys import with_servers_left
from models.message_queue import most_messages
from models.parts.tier import EVEN, MOST_SERVERS, Tier
from models.pods import left_with_one_down, pods_left, with_one_down
from models.replication import readers_by_primary
from models.scenario import Scenario
from models.tier_flows import tier_flows
from simulator.errors import Overloaded, UnsupportedByEngine
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import WarmUp
from simulator.experiment.single_server import without_spares
from simulator.experiment.solvers import Theory
from simulator.experiment.verdicts import slowest_jobs
from simulator.farm.farm_at_work import measure_at_rate
from simulator.farm.replica_lag import replica_lag

# With so many times the servers nobody waits any more: what is too long then is so with any number.
MANY = 16


@dataclass(frozen=True)
class UnitLoad:
    """Requests/s of each server of a unit with its spares gone: at the demand, and with the reserve."""

    demanded: float
    reserved: float


class _UnknownTimeError(Exception):
    """Theory cannot say how long jobs take."""


# What is too long: how many times are endless, and by how many times what is asked the others are beyond it, together.
_Excess = tuple[int, float]
_NOTHING: _Excess = (0, 0.0)


def meet_times(scenario: Scenario, unstated: Sequence[str], load: UnitLoad) -> Scenario:
    """The scenario with the fewest servers of the tiers that are named, each as many as it has at least, with which
    the targets of time are met; as it is where no number meets them, or theory does not know."""
    names = _helpful(scenario) & set(unstated)
    helpful = {tier.name: tier for tier in scenario.tiers if tier.name in names}
    if not helpful:
        return scenario
    try:
        if _excess(scenario, load) == _NOTHING:
            return scenario
        most = {name: min(MANY * tier.servers, MOST_SERVERS) for name, tier in helpful.items()}
        if _excess(_with_counts(scenario, most), load) > _NOTHING:
            return scenario
        return _without_idle(_with_added(scenario, helpful, most, load), helpful, load)
    except (_UnknownTimeError, UnsupportedByEngine):
        return scenario


def _with_added(scenario: Scenario, helpful: Mapping[str, Tier], most: Mapping[str, int], load: UnitLoad) -> Scenario:
    """The scenario with servers added until nothing is too long, to each tier `most` of it, which are enough: where one
    more of none shortens anything, one more of each."""
    while (now := _excess(scenario, load)) > _NOTHING:
        counts = {tier.name: tier.servers for tier in scenario.tiers if tier.name in most}
        larger = {
            name: min(counts[name] + _step(scenario, helpful[name]), most[name])
            for name in most
            if counts[name] < most[name]
        }
        each = [_with_counts(scenario, {name: count}) for name, count in larger.items()]
        best = min(each, key=lambda tried: _excess(tried, load))
        scenario = best if _excess(best, load) < now else _with_counts(scenario, larger)
    return scenario


def _without_idle(scenario: Scenario, helpful: Mapping[str, Tier], load: UnitLoad) -> Scenario:
    """The same without servers that nothing needs, what each tier had before apart."""
    counts = {tier.name: tier.servers for tier in scenario.tiers}
    for name, tier in helpful.items():
        step = _step(scenario, tier)
        for count in range(counts[name] - step, tier.servers - 1, -step):
            smaller = _with_counts(scenario, {name: count})
            if _excess(smaller, load) > _NOTHING:
                break
            scenario = smaller
    return scenario


def _step(scenario: Scenario, tier: Tier) -> int:
    """How many servers a tier is enlarged by: where its zones are to be alike, one in each."""
    return (tier.zones or scenario.unit.zones) if tier.prefer_zone else 1


def _with_counts(scenario: Scenario, counts: Mapping[str, int]) -> Scenario:
    tiers = (tier.model_copy(update={"servers": counts.get(tier.name, tier.servers)}) for tier in scenario.tiers)
    return scenario.model_copy(update={"tiers": tuple(tiers)})


def _helpful(scenario: Scenario) -> set[str]:
    """The tiers of which more may shorten what a target is about: those that jobs come to, primaries that divide what
    is written, and brokers."""
    targets, found = scenario.targets, set[str]()
    followed = readers_by_primary(scenario.tiers)
    queues = [tier for tier in scenario.tiers if tier.queue is not None]
    if targets.done_in is not None:
        found |= _reached(scenario, queues)
    if targets.replica_lag is not None:
        found |= {tier.name for tier in scenario.tiers if tier.name in followed and tier.sharding == EVEN}
    if targets.queue_room is not None:
        found |= {tier.name for tier in queues}
    return found


def _reached(scenario: Scenario, callers: Iterable[Tier]) -> set[str]:
    """The tiers that some call, by way of others too, with the replicas that read for them."""
    tiers, found, left = {tier.name: tier for tier in scenario.tiers}, set[str](), list(callers)
    followed = readers_by_primary(scenario.tiers)
    while left:
        names = {call.tier for call in left.pop().calls} - found
        found |= names | {each.tier for name in names for each in followed.get(name, ())}
        left += [tiers[name] for name in names]
    return found


def _excess(scenario: Scenario, load: UnitLoad) -> _Excess:
    """What is too long of all that targets are about. Raises _UnknownTimeError and UnsupportedByEngine."""
    ratios = tuple(_ratios(scenario, load))
    return sum(ratio == inf for ratio in ratios), sum(max(0.0, ratio - 1.0) for ratio in ratios if ratio < inf)


def _ratios(scenario: Scenario, load: UnitLoad) -> Iterator[float]:
    """How many times as long as it may be everything is that a target is about."""
    targets, flows = scenario.targets, tier_flows(scenario)
    requests = load.reserved * (scenario.unit.nodes - scenario.unit.spare_nodes)
    for flow in flows.values():
        if targets.replica_lag is not None and flow.applied:
            yield replica_lag(scenario, flow, requests).lag / targets.replica_lag
        if targets.queue_room is not None and flow.tier.queue is not None:
            jobs = requests * sum(each.calls for each in flow.flows)
            yield targets.queue_room * jobs / most_messages(flow.tier)
    if targets.done_in is not None:
        for state, rate in _states(scenario, load):
            yield _job_seconds(state, rate) / targets.done_in


def _states(scenario: Scenario, load: UnitLoad) -> Iterator[tuple[Scenario, float]]:
    """In what states jobs are to be done in time, each with the requests/s of a server of the unit: those of tiers that
    jobs come to."""
    yield scenario, load.reserved
    unit, followed = scenario.unit, readers_by_primary(scenario.tiers)
    met = _reached(scenario, [tier for tier in scenario.tiers if tier.queue is not None])
    for tier in (tier for tier in scenario.tiers if tier.name in met):
        if unit.spare_nodes and not unit.spare_zones and tier.name not in followed and left_with_one_down(unit, tier):
            yield _with(scenario, with_one_down(unit, tier)), load.demanded
        if tier.pods is not None and tier.pods.rollout is not None:
            yield _with(scenario, with_servers_left(tier, pods_left(tier.servers, tier.pods.rollout))), load.demanded


def _with(scenario: Scenario, tier: Tier) -> Scenario:
    """The scenario with a tier in place of that of its name."""
    tiers = (tier if each.name == tier.name else each for each in scenario.tiers)
    return scenario.model_copy(update={"tiers": tuple(tiers)})


def _job_seconds(scenario: Scenario, rate: float) -> float:
    """How long the jobs of the slowest queue take, on average; inf where they pile up."""
    try:
        found = slowest_jobs(measure_at_rate(without_spares(scenario), rate, Theory(), WarmUp(0.0)))
    except Overloaded:
        return inf
    if not isinstance(found, Estimate):
        raise _UnknownTimeError
    return found.value
