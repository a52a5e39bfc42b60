"""Other tiers, as a server that calls them meets them.

The servers of a unit are alike and calls fall on the servers of a tier at random, so that one server of the unit stands
for all: its world has as many servers of each tier as take all its calls, and what the other servers of the unit send
to these comes beside it, Poisson, as calls of the same kinds (Palm-Khintchine: many streams of a little each).
"""

from collections.abc import Iterator
from typing import NamedTuple

from models.caller_pools import CallerPool
from models.parts.tier import ALWAYS, TierCall
from models.scenario import Scenario
from models.tier_flows import TierFlow
from simulator.messages.stages import resource_origins, translation_errors
from simulator.network.equal_ways import EqualWay
from simulator.network.network import Background
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import ProbeCache, Step
from simulator.translate.call_programs import FIRST_STREAM, CallPrograms
from simulator.translate.caller_pools import pools_of_unit
from simulator.translate.data_path import DISK_CACHE, class_catalogue
from simulator.translate.processes import ServingProcess, file_cache_name
from simulator.translate.tier_choices import TierChoice, tier_choices
from simulator.translate.tier_servers import parts_of_server


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


def tier_call_variants(programs: CallPrograms, calls: tuple[TierCall, ...], kind: str) -> tuple[TierCalls, ...]:
    """The calls of a request of a class for every way to find the tiers that it calls; those on a miss draw from
    streams behind those of the others."""
    pools, always = pools_of_unit(programs.pools), tuple(call for call in calls if call.when == ALWAYS)
    others, beyond = tuple(call for call in calls if call.when != ALWAYS), FIRST_STREAM + programs.streams(always)
    return tuple(
        TierCalls(
            chosen.told({}),
            chosen.share,
            programs.steps(always, chosen, pools),
            programs.steps(others, chosen, pools, beyond, kind),
            equal_ways(programs, chosen, ""),
        )
        for chosen in tier_choices(programs.flows, calls)
    )


def equal_ways(programs: CallPrograms, chosen: TierChoice, name: str) -> tuple[EqualWay, ...]:
    """The ways of a choice, one for each choice of servers, none where there is one only; name: what stands before what
    each is called."""
    if len(chosen.servers) == 1:
        return ()
    names = {each: _names(programs.pools, programs.flows[each]) for each in chosen.servers[0]}
    return tuple(
        EqualWay(
            name + chosen.told(servers),
            tuple(pair for tier, server in servers.items() for pair in names[tier][server - 1]),
        )
        for servers in chosen.servers
    )


def _names(pools: tuple[CallerPool, ...], flow: TierFlow) -> list[tuple[tuple[str, str], ...]]:
    """By server of a tier, what it may have, each behind what the first one has in its place; nothing of that one."""
    each = [parts_of_server(pools, flow, server) for server in range(1, flow.servers + 1)]
    return [(), *(tuple(zip(each[0], other, strict=True)) for other in each[1:])]


def calls_of_other_servers(
    programs: CallPrograms, everywhere: tuple[ServingProcess, ...], source: SessionSource
) -> Iterator[Background]:
    """What the servers of tiers get from other servers of the unit than the one that stands for all; everywhere: the
    processes of any of these."""
    flows, requests = programs.flows, source.rate * source.requests.mean
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
                steps = programs.steps(once, chosen, missed=flow.missed)
                steps = where_they_miss(programs.scenario, everywhere, flow.missed, steps) if flow.missed else steps
                ways = equal_ways(programs, chosen, told)
                yield Background(
                    told + chosen.told({}), rate, steps, source.profile, Role.OTHER_CALLERS, of_load=True, alike=told,
                    ways=ways,
                )  # fmt: skip


def posted_jobs(programs: CallPrograms, source: SessionSource) -> Iterator[Background]:
    """The jobs of each queue, which nobody waits for: as many as calls of it are made in the world of one server."""
    flows, requests = programs.flows, source.rate * source.requests.mean
    for flow, queue in ((each, each.tier.queue) for each in flows.values()):
        if queue is None:
            continue
        told, posts = resource_origins.posted_jobs(flow.tier.name), sum(each.met for each in flow.flows)
        for chosen in tier_choices(flows, flow.tier.calls):
            yield Background(
                told + chosen.told({}),
                requests * posts * chosen.share,
                programs.steps(flow.tier.calls, chosen),
                source.profile,
                Role.POSTED_JOBS,
                of_load=True,
                alike=told,
                ways=equal_ways(programs, chosen, told),
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
