"""Other tiers, as a server that calls them meets them.

The servers of a unit are alike and calls fall on the servers of a tier at random, so that one server of the unit stands
for all: its world has as many servers of each tier as take all its calls, and what the other servers of the unit send
to these comes beside it, Poisson, as calls of the same kinds (Palm-Khintchine: many streams of a little each).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from models.capacity_curve import capacity_curve
from models.content_share import node_content
from models.parts.hardware import Server
from models.parts.tier import ALWAYS, Tier, TierCall
from models.quantities.formatting import count_text, number
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow, as_tier_server, tier_core_capacity
from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Delay, ProbeCache, Release, Seize, Serve, Step
from simulator.translate.data_path import DISK_CACHE, content_catalogue
from simulator.translate.laws import named_distribution
from simulator.translate.processes import ServingProcess, file_cache_name
from simulator.translate.resources import SETTING, Origin, Placed

# What the servers of a tier can run out of, by its name; those of one tier are equal, and so one limit.
_CPU, _CONNECTIONS = "CPU of {}", "connections of {}"
# The first random stream of calls, far above those of the programs that make them.
FIRST_STREAM = 64

# Which server of each tier a job calls, from 1, by the names of the tiers; the first where it is not said.
Picks = Mapping[str, int]


class TierCalls(NamedTuple):
    """The calls of a request that picks servers of other tiers in one way.

    told: which servers, in words behind a name, "" where there is no choice; always: the calls that it always makes;
    on_a_miss: those beside them where its object has to be fetched.
    """

    told: str = ""
    always: tuple[Step, ...] = ()
    on_a_miss: tuple[Step, ...] = ()


def tier_limit_names(tier: Tier) -> tuple[str, ...]:
    """The names of what the servers of a tier can run out of."""
    return _CPU.format(tier.name), _CONNECTIONS.format(tier.name)


def tier_resources(scenario: Scenario, flows: Flows) -> Iterator[Placed]:
    """The processors of each server of a tier that is in the world of one server, and its connections if limited."""
    for flow in flows.values():
        tier, path = flow.tier, f"tiers[{scenario.tiers.index(flow.tier)}]"
        curve, cores = capacity_curve(as_tier_server(scenario, tier)), tier_core_capacity(scenario, tier)
        said = f"{'the busiest of ' if tier.servers > 1 else ''}{count_text(tier.servers, 'server')} to a unit"
        said += f", {_cores(tier.server, cores)}"
        for server in range(1, flow.servers + 1):
            name, alike = _cpu(flow, server), _CPU.format(tier.name)
            curve = curve if flow.pooled == 1 else ()
            station = SharedCapacity(
                name, cores * flow.pooled, (1.0,), "cores", role=Role.TIER_CPU, curve=curve, alike=alike
            )
            yield station, Origin(f"{path}.servers", said)
            if tier.connections is not None:
                name, held = _connections(flow, server), float(tier.connections * flow.pooled)
                alike = _CONNECTIONS.format(tier.name)
                pool = TokenPool(name, held, "wait", "connections", role=Role.TIER_CONNECTIONS, alike=alike)
                yield (
                    pool,
                    Origin(f"{path}.connections", f"{tier.connections:,} a server", plural=True, category=SETTING),
                )


def _cores(server: Server, capacity: float) -> str:
    """The cores of each server in words, and what they are worth together where that is another number."""
    said = f"{count_text(server.cores, 'core')} of relative speed {number(server.core_speed)} a server"
    said += f", with {server.threads_per_core} threads each" if server.threads_per_core > 1 else ""
    return said if capacity == server.cores else f"{said}, worth {number(capacity)} of them together"


def tier_call_variants(scenario: Scenario, flows: Flows, calls: tuple[TierCall, ...]) -> tuple[TierCalls, ...]:
    """The calls of a request for every way to pick servers of tiers, which are as likely; those on a miss draw from
    streams behind those of the others."""
    always = tuple(call for call in calls if call.when == ALWAYS)
    others, beyond = tuple(call for call in calls if call.when != ALWAYS), FIRST_STREAM + _streams(flows, always)
    return tuple(
        TierCalls(
            _named(way),
            _calling(scenario, flows, always, way),
            _calling(scenario, flows, others, way, beyond),
        )
        for way in _picks(flows, calls)
    )


def _picks(flows: Flows, calls: tuple[TierCall, ...]) -> tuple[Picks, ...]:
    """Every way in which what makes some calls may pick a server of each tier that it reaches; all are as likely."""
    reached = _reached(flows, calls)
    several = [flow for name, flow in flows.items() if name in reached and flow.servers > 1]
    ways = product(*(range(1, flow.servers + 1) for flow in several))
    return tuple({flow.tier.name: server for flow, server in zip(several, way, strict=True)} for way in ways)


def _named(chosen: Picks) -> str:
    """Which servers are picked, in words, behind a name; "" where there is no choice."""
    return f" ({', '.join(f'{tier} {server}' for tier, server in chosen.items())})" if chosen else ""


def _calling(
    scenario: Scenario, flows: Flows, calls: tuple[TierCall, ...], chosen: Picks, stream: int = FIRST_STREAM
) -> tuple[Step, ...]:
    """The steps of some calls, one after the other: a call takes a connection, or waits for one, is worked on, makes
    calls of its own, and gives the connection back. Each call draws its work from a stream of its own, from `stream`
    on."""
    steps: list[Step] = []
    for call in (each for each in calls for _ in range(each.times)):
        steps += _called(scenario, flows, call, chosen, stream)
        stream += _streams_of(flows, call)
    return tuple(steps)


def calls_of_other_servers(
    scenario: Scenario, flows: Flows, everywhere: tuple[ServingProcess, ...], source: SessionSource
) -> Iterator[Background]:
    """What the servers of tiers get from other servers of the unit than the one that stands for all; everywhere: the
    processes of any of these."""
    requests = source.rate * source.requests.mean
    for name, tier in flows.items():
        kinds = ((flow, many, call) for flow in tier.flows for many, call in flow.kinds)
        for kind, (flow, many, call) in enumerate(kinds, 1):
            once = (call.model_copy(update={"times": 1}),)
            ways = _picks(flows, once) if flow.others > 0.0 else ()
            for way in ways:
                rate = requests * tier.servers * tier.pooled * flow.others * many / flow.calls / len(ways)
                told = f"calls of {name} by other servers, kind {kind}"
                steps = _calling(scenario, flows, once, way)
                steps = _where_they_miss(scenario, everywhere, flow.missed, steps) if flow.missed else steps
                one = f"{told}{_named(way)}"
                yield Background(one, rate, steps, source.profile, Role.OTHER_CALLERS, of_load=True, alike=told)


def _where_they_miss(
    scenario: Scenario, everywhere: tuple[ServingProcess, ...], missed: str, steps: tuple[Step, ...]
) -> tuple[Step, ...]:
    """Steps that requests of a class take which miss, at another server: its caches hold what those of this one do, for
    the servers are alike."""
    content = node_content(scenario)
    if content is None:
        raise ValueError(f"{missed} asks for no content, so that it never misses")
    wanted = content_catalogue(content)
    kinds = scenario.workload.classes
    pool = next((kind.pool for kind in kinds if kind.name == missed), None)
    process = next(each for each in everywhere if pool is None or (each.pool and each.pool.name == pool))
    if scenario.web_server.disk_cache is not None:
        steps = (ProbeCache(DISK_CACHE, wanted, steps),)
    return (ProbeCache(file_cache_name(scenario, process), wanted, steps),)


def _called(scenario: Scenario, flows: Flows, call: TierCall, chosen: Picks, stream: int) -> tuple[Step, ...]:
    flow = flows[call.tier]
    tier, server = flow.tier, chosen.get(call.tier, 1)
    seconds = as_tier_server(scenario, tier).work_asked(call.cpu)
    steps: tuple[Step, ...] = (
        Serve(_cpu(flow, server), named_distribution(call.cpu_distribution, seconds, call.cpu_cv), stream),
        *_calling(scenario, flows, tier.calls, chosen, stream + 1),
    )
    if tier.connections is not None:
        pool = _connections(flow, server)
        steps = (Seize(pool, 1.0), *steps, Release(pool, 1.0))
    return steps if call.latency == 0.0 else (Delay(constant(call.latency)), *steps)


def _streams(flows: Flows, calls: Iterable[TierCall]) -> int:
    """How many random streams some calls take, with those that they make."""
    return sum(each.times * _streams_of(flows, each) for each in calls)


def _streams_of(flows: Flows, call: TierCall) -> int:
    """How many random streams one call takes, with those that it makes."""
    return 1 + _streams(flows, flows[call.tier].tier.calls)


def _reached(flows: Flows, calls: tuple[TierCall, ...]) -> set[str]:
    """The tiers that some calls reach, by way of others too."""
    return {name for call in calls for name in (call.tier, *_reached(flows, flows[call.tier].tier.calls))}


def _cpu(flow: TierFlow, server: int) -> str:
    return f"{_CPU.format(flow.tier.name)}{_which(flow, server)}"


def _connections(flow: TierFlow, server: int) -> str:
    return f"{_CONNECTIONS.format(flow.tier.name)}{_which(flow, server)}"


def _which(flow: TierFlow, server: int) -> str:
    return f" {server}" if flow.servers > 1 else ""
