"""Other tiers, as a server that calls them meets them.

The servers of a unit are alike and calls fall on the servers of a tier at random, so that one server of the unit stands
for all: its world has as many servers of each tier as take all its calls, and what the other servers of the unit send
to these comes beside it, Poisson, as calls of the same kinds (Palm-Khintchine: many streams of a little each).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from models.message_queue import as_posted
from models.parts.tier import ALWAYS, TierCall
from models.replication import call_routes
from models.scenario import Scenario
from models.shield import is_shield
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins, translation_errors
from simulator.network.distribution import constant
from simulator.network.equal_ways import EqualWay
from simulator.network.key_store import KeyStore
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Chance, Delay, Post, ProbeCache, Step
from simulator.translate.caller_pools import ELSEWHERE, PoolNames, in_pool, pools_of_server, pools_of_unit
from simulator.translate.data_path import DISK_CACHE, class_catalogue, origin_wait
from simulator.translate.locks import lock_steps
from simulator.translate.processes import ServingProcess, file_cache_name
from simulator.translate.tier_balancing import at_any_server
from simulator.translate.tier_choices import TierChoice, tier_choices
from simulator.translate.tier_servers import parts_of_server, streams_of_work, tier_work_steps

# The first random stream of calls, far above those of the programs that make them.
FIRST_STREAM = 64


class TierCalls(NamedTuple):
    """The calls of a request that finds other tiers in one way.

    told: what it draws, in words behind a name, "" where there is nothing; share: of all such requests; always: the
    calls that it always makes; on_a_miss: those beside them where its object has to be fetched; ways: what each of
    equal ways is called, behind a name, and its servers.
    """

    told: str = ""
    share: float = 1.0
    always: tuple[Step, ...] = ()
    on_a_miss: tuple[Step, ...] = ()
    ways: tuple[EqualWay, ...] = ()


def tier_call_variants(scenario: Scenario, flows: Flows, calls: tuple[TierCall, ...]) -> tuple[TierCalls, ...]:
    """The calls of a request for every way to find the tiers that it calls; those on a miss draw from streams behind
    those of the others."""
    pools, always = pools_of_unit(scenario), tuple(call for call in calls if call.when == ALWAYS)
    others, beyond = tuple(call for call in calls if call.when != ALWAYS), FIRST_STREAM + _streams(flows, always)
    return tuple(
        TierCalls(
            chosen.told({}),
            chosen.share,
            _calling(scenario, flows, always, chosen, pools),
            _calling(scenario, flows, others, chosen, pools, beyond),
            equal_ways(scenario, flows, chosen, ""),
        )
        for chosen in tier_choices(flows, calls)
    )


def equal_ways(scenario: Scenario, flows: Flows, chosen: TierChoice, name: str) -> tuple[EqualWay, ...]:
    """The ways of a choice, one for each choice of servers, none where there is one only; name: what stands before what
    each is called."""
    if len(chosen.servers) == 1:
        return ()
    names = {each: _names(scenario, flows[each]) for each in chosen.servers[0]}
    return tuple(
        EqualWay(
            name + chosen.told(servers),
            tuple(pair for tier, server in servers.items() for pair in names[tier][server - 1]),
        )
        for servers in chosen.servers
    )


def _names(scenario: Scenario, flow: TierFlow) -> list[tuple[tuple[str, str], ...]]:
    """By server of a tier, what it may have, each behind what the first one has in its place; nothing of that one."""
    each = [parts_of_server(scenario, flow, server) for server in range(1, flow.servers + 1)]
    return [(), *(tuple(zip(each[0], other, strict=True)) for other in each[1:])]


def _calling(
    scenario: Scenario,
    flows: Flows,
    calls: tuple[TierCall, ...],
    chosen: TierChoice,
    pools: PoolNames,
    stream: int = FIRST_STREAM,
) -> tuple[Step, ...]:
    """The steps of some calls, one after the other: a call takes a connection of its caller's pool and one of the tier,
    or waits for them, is worked on, makes calls of its own, and gives them back. Each call draws its work from a stream
    of its own, from `stream` on, and where only some make it, whether it is made."""
    steps: list[Step] = []
    for call in (each for each in calls for _ in range(each.times)):
        seldom = call.share < 1.0
        made = in_pool(pools, call.tier, _called(scenario, flows, call, chosen, pools, stream + seldom))
        steps += (Chance(KeyStore(1.0 - call.share), made, stream),) if seldom else made
        stream += _streams_of(flows, call)
    return tuple(steps)


def calls_of_other_servers(
    scenario: Scenario, flows: Flows, everywhere: tuple[ServingProcess, ...], source: SessionSource
) -> Iterator[Background]:
    """What the servers of tiers get from other servers of the unit than the one that stands for all; everywhere: the
    processes of any of these."""
    requests = source.rate * source.requests.mean
    for name, tier in flows.items():
        kinds = (
            (flow, others, call)
            for flow in tier.flows
            for others, (_, call) in zip(flow.others, flow.kinds, strict=True)
        )
        for kind, (flow, others, call) in enumerate(kinds, 1):
            once = (call.model_copy(update={"times": 1, "share": 1.0}),)
            choices = tier_choices(flows, once) if others > 0.0 else ()
            for chosen in choices:
                rate = requests * tier.servers * tier.pooled * others * chosen.share
                told = resource_origins.calls_of_others(name, kind)
                steps = _calling(scenario, flows, once, chosen, ELSEWHERE)
                steps = where_they_miss(scenario, everywhere, flow.missed, steps) if flow.missed else steps
                ways = equal_ways(scenario, flows, chosen, told)
                yield Background(
                    told + chosen.told({}), rate, steps, source.profile, Role.OTHER_CALLERS, of_load=True, alike=told,
                    ways=ways,
                )  # fmt: skip


def job_kinds(flows: Flows, queue: TierFlow) -> tuple[tuple[str, float], ...]:
    """The kinds of jobs that the messages of a queue are, by what they draw, each with its share."""
    told, choices = resource_origins.posted_jobs(queue.tier.name), tier_choices(flows, queue.tier.calls)
    return tuple((told + chosen.told({}), chosen.share) for chosen in choices)


def posted_jobs(scenario: Scenario, flows: Flows, source: SessionSource) -> Iterator[Background]:
    """The jobs of each queue, which nobody waits for: as many as calls of it are made in the world of one server."""
    requests = source.rate * source.requests.mean
    for flow, queue in ((each, each.tier.queue) for each in flows.values()):
        if queue is None:
            continue
        told, posts = resource_origins.posted_jobs(flow.tier.name), sum(each.met for each in flow.flows)
        for chosen in tier_choices(flows, flow.tier.calls):
            yield Background(
                told + chosen.told({}),
                requests * posts * chosen.share,
                _calling(scenario, flows, flow.tier.calls, chosen, ELSEWHERE),
                source.profile,
                Role.POSTED_JOBS,
                of_load=True,
                alike=told,
                ways=equal_ways(scenario, flows, chosen, told),
                posted=True,
                again=queue.software.redelivery,
            )


def where_they_miss(
    scenario: Scenario, everywhere: tuple[ServingProcess, ...], missed: str, steps: tuple[Step, ...]
) -> tuple[Step, ...]:
    """The steps that requests of a class take which miss, at another server: its caches hold what those of this one do,
    for the servers are alike."""
    wanted = class_catalogue(scenario, missed)
    if wanted is None:
        raise ValueError(f"{missed} {translation_errors.NO_CONTENT}")
    kinds = scenario.workload.classes
    pool = next((kind.pool for kind in kinds if kind.name == missed), None)
    process = next(each for each in everywhere if pool is None or (each.pool and each.pool.name == pool))
    if scenario.web_server.disk_cache is not None:
        steps = (ProbeCache(DISK_CACHE, wanted, steps),)
    return (ProbeCache(file_cache_name(scenario, process), wanted, steps),)


def _called(
    scenario: Scenario, flows: Flows, call: TierCall, chosen: TierChoice, pools: PoolNames, stream: int
) -> tuple[Step, ...]:
    """The steps of a call whose caller has some pools."""
    call = chosen.route(flows[call.tier], as_posted(flows[call.tier].tier, call))
    flow = flows[call.tier]
    locked = lock_steps(flow) if call.tier in chosen.locked else ()
    after = stream + streams_of_work(flow.tier, call)

    def further(own: PoolNames) -> tuple[Step, ...]:
        return _calling(scenario, flows, flow.tier.awaited, chosen, own, after)

    # What a cache does not have, whoever called it asks for itself, also the origin for what a shield does not have.
    waited = origin_wait(scenario) if is_shield(scenario, flow.tier) else ()
    missed = (*waited, *further(pools)) if flow.tier.cache is not None else None
    # Where its servers may die that happens inside of a call to one of them, which has none of its caller's pools.
    inside = (*waited, *further(ELSEWHERE)) if missed is not None and flow.by_call else missed

    def work(server: int) -> tuple[Step, ...]:
        asked = further(pools_of_server(scenario, flow, server)) if inside is None else inside
        return tier_work_steps(scenario, flow, call, server, (*asked, *locked), stream)

    steps = at_any_server(flow, work, missed, stream) if flow.by_call else work(1)
    if flow.tier.queue is not None:
        steps = (*steps, Post(job_kinds(flows, flow), stream))
    return steps if call.latency == 0.0 else (Delay(constant(call.latency)), *steps)


def _streams(flows: Flows, calls: Iterable[TierCall]) -> int:
    """How many random streams some calls take, with those that they make."""
    return sum(each.times * _streams_of(flows, each) for each in calls)


def _streams_of(flows: Flows, call: TierCall) -> int:
    """How many random streams one call takes, with those that it makes."""
    ways = [way for _, way in call_routes(flows[call.tier].readers, as_posted(flows[call.tier].tier, call))]
    tiers = [flows[way.tier].tier for way in ways]
    return (call.share < 1.0) + max(
        streams_of_work(tier, way) + _streams(flows, tier.awaited) for tier, way in zip(tiers, ways, strict=True)
    )
