"""What each server of another tier can run out of, as the world of one server that calls it has it: its cores, the
calls that it has in hand, its disks, its log, and its network cards."""

from collections.abc import Iterator
from math import inf

from models.buffer_pool import disk_reads, page_writes
from models.cached_keys import answer_bytes, get_and_set, key_miss_ratio, warming
from models.caller_pools import CallerPool, caller_pools
from models.capacity_curve import burst_cores, capacity_curve, core_capacity
from models.object_store import bytes_between_servers, piece_seconds, piece_work
from models.parts.hardware import Disks
from models.parts.tier import Tier, TierCall
from models.pods import pod_cards_rate, pods_a_server
from models.quantities.formatting import count_text, size_text
from models.quantities.units import format_memory
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow, as_tier_server
from models.tier_room import calls_in_hand, room_for_calls
from simulator.messages.stages import resource_origins
from simulator.network.backend import BackendServer
from simulator.network.distribution import Distribution, constant
from simulator.network.key_store import KeyStore
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.roles import LimitCategory, Role
from simulator.network.steps import KeyLookup, Release, Seize, Serve, Step
from simulator.translate.caller_pools import pools_of_server, tier_pools
from simulator.translate.cpu_quotas import is_limited, with_quota
from simulator.translate.data_path import card_text, disk_figures
from simulator.translate.databases import (
    appliers,
    commit_steps,
    disk_bandwidth,
    log_device,
    page_transfer,
    streams_of_commits,
)
from simulator.translate.laws import named_distribution
from simulator.translate.resources import SETTING, Origin, Placed, limited_cores
from simulator.translate.seldom import repeated_demands, repetitions
from simulator.translate.tier_names import (
    APPLIERS,
    CARDS,
    CONNECTIONS,
    CPU,
    DISKS,
    LOG,
    TRANSFER,
    server_name,
    server_of_tier,
)
from simulator.translate.transport import transport

# What a call of a cache draws: its work, that of storing, and whether the key is found.
STREAMS_OF_A_KEY = 3
_RATES = (CPU, DISKS, TRANSFER, LOG, CARDS)


def tier_resources(scenario: Scenario, flows: Flows) -> Iterator[Placed]:
    """What each server of a tier has that is in the world of one server, as far as calls need it."""
    pools = caller_pools(scenario)
    for flow in flows.values():
        asked = [call for _, call in (*flow.kinds, *flow.applied)]
        for server in range(1, flow.servers + 1):
            yield _cores(scenario, flow, server)
            yield from _connections(scenario, flow, server)
            yield from tier_pools(pools, flow, server)
            if any(_asks_disks(flow.tier, call) for call in asked):
                yield _disks(scenario, flow, server)
                yield from disk_bandwidth(scenario, flow, server)
            if any(answer_bytes(flow.tier, call) is not None or call.stores is not None for call in asked):
                yield _cards(scenario, flow, server)
            yield from log_device(scenario, flow, server)
            yield from appliers(scenario, flow, server)


def _asks_disks(tier: Tier, call: TierCall) -> bool:
    return bool(disk_reads(tier, call) or page_writes(tier, call) or piece_work(tier, call).pieces)


def tier_stations(flow: TierFlow, server: int) -> tuple[str, ...]:
    """The names of what works at a rate in a server of a tier, of those numbered from 1, as far as it may be there."""
    return tuple(server_of_tier(each, flow, server) for each in _RATES)


def parts_of_server(pools: tuple[CallerPool, ...], flow: TierFlow, server: int) -> tuple[str, ...]:
    """The names of what a server of a tier may have, of those numbered from 1."""
    own = (server_of_tier(each, flow, server) for each in (*_RATES, CONNECTIONS, APPLIERS))
    return (*own, *pools_of_server(pools, flow, server).values())


def servers_of_tiers(scenario: Scenario, flows: Flows) -> Iterator[BackendServer]:
    """Each server of each tier, with what it has."""
    pools = caller_pools(scenario)
    for name, flow in flows.items():
        owned = [resource.name for resource, _ in tier_resources(scenario, {name: flow})]
        for server in range(1, flow.servers + 1):
            names = parts_of_server(pools, flow, server)
            yield BackendServer(server_name(flow, server), tuple(each for each in owned if each in names))


def _path(scenario: Scenario, flow: TierFlow) -> str:
    return f"tiers[{[tier.name for tier in scenario.tiers].index(flow.tier.name)}]"


def _cores(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    tier, farm = flow.tier, as_tier_server(scenario, flow.tier)
    burst = burst_cores(farm)
    cores, curve = (core_capacity(farm), ()) if flow.pooled > 1 else (burst, capacity_curve(farm))
    called = count_text(tier.servers, "server" if tier.pods is None else "pod")
    said = f"{'each of ' if tier.servers > 1 else ''}{called} to a unit"
    each = tier.server
    path, category = f"{_path(scenario, flow)}.servers", LimitCategory.HARDWARE
    told = resource_origins.tier_cores(each.cores, each.core_speed, each.threads_per_core, burst)
    if is_limited(farm):
        path, told, category = f"{_path(scenario, flow)}.server.cpu_quota", limited_cores(farm, told), SETTING
    if tier.pods is not None:
        path, category = f"{_path(scenario, flow)}.pods.replicas", LimitCategory.HARDWARE
        quota, limit = farm.server.cpu_quota, tier.pods.cpu.limit
        if quota is not None and limit is not None and limit > quota.cores:
            told = resource_origins.pod_limit(quota.cores, limit, told)
    said += f", {told}"
    station = SharedCapacity(
        server_of_tier(CPU, flow, server), cores * flow.pooled, (1.0,), "cores", role=Role.TIER_CPU, curve=curve,
        alike=CPU.format(tier.name),
    )  # fmt: skip
    return station if flow.pooled > 1 else with_quota(station, farm), Origin(path, said, category=category)


def _connections(scenario: Scenario, flow: TierFlow, server: int) -> Iterator[Placed]:
    """The calls that a server has in hand, if that is limited: as stated, or by what its RAM has room for."""
    tier, held = flow.tier, calls_in_hand(flow.tier)
    if held is None:
        return
    longest = inf if tier.queue_timeout is None else tier.queue_timeout
    pool = TokenPool(
        server_of_tier(CONNECTIONS, flow, server), float(held * flow.pooled), "wait", "connections", longest=longest,
        role=Role.TIER_CONNECTIONS, alike=CONNECTIONS.format(tier.name),
    )  # fmt: skip
    each = "server" if tier.pods is None else "pod"
    path, said, category = f"{_path(scenario, flow)}.connections", f"{held:,} a {each}", SETTING
    if tier.connections is None and tier.memory is not None:
        path, category = f"{_path(scenario, flow)}.server.ram", LimitCategory.HARDWARE
        said += resource_origins.memory_of_calls(size_text(tier.memory), format_memory(room_for_calls(tier)))
    yield pool, Origin(path, said, plural=True, category=category)


def _disks(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    disks, tier = flow.tier.server.disks, flow.tier
    alike = DISKS.format(tier.name)
    at_once = disks.count * disks.at_once * flow.pooled
    station = MultiServer(server_of_tier(DISKS, flow, server), at_once, role=Role.TIER_DISK, alike=alike)
    said = resource_origins.disks(*disk_figures(disks), each_server=True)
    return station, Origin(f"{_path(scenario, flow)}.server.disks", said, plural=True)


def _cards(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    tier, rate = flow.tier, pod_cards_rate(flow.tier)
    station = SharedCapacity(
        server_of_tier(CARDS, flow, server), rate * flow.pooled, (rate,), "bytes", role=Role.TIER_CARD,
        alike=CARDS.format(tier.name),
    )  # fmt: skip
    category = LimitCategory.CONTRACT if tier.server.is_rented else LimitCategory.HARDWARE
    said = resource_origins.cards_of_a_server(card_text(tier.server), pods_a_server(tier))
    return station, Origin(f"{_path(scenario, flow)}.server.cards", said, plural=True, category=category)


def tier_work_steps(
    scenario: Scenario,
    flow: TierFlow,
    call: TierCall,
    server: int,
    further: tuple[Step, ...],
    stream: int,
    missed: str = "",
) -> tuple[Step, ...]:
    """What a server of a tier does for a call, in the order in which it does it: it works, reads, makes `further`
    calls, commits and sends its answer, all in one of its connections where these are limited. The work draws from
    `stream`, each read and each commit from the next one. missed: the class whose misses make the call."""
    steps: tuple[Step, ...] = data_steps(scenario, flow, call, server, stream)
    if flow.tier.cache is not None:
        return key_steps(scenario, flow, call, server, further, stream, steps, missed)
    steps += further
    steps += commit_steps(flow, call, server, stream + 1 + repetitions(disk_reads(flow.tier, call)))
    steps += store_steps(scenario, flow, call, server, stream + streams_of_work(flow.tier, call) - 1)
    return in_a_connection(flow, server, (*steps, *answer_steps(scenario, flow, call, server)))


def answer_steps(scenario: Scenario, flow: TierFlow, call: TierCall, server: int) -> tuple[Serve, ...]:
    """How the answer of a call leaves a server, as far as its size is known."""
    answer = answer_bytes(flow.tier, call)
    if answer is None:
        return ()
    return (Serve(server_of_tier(CARDS, flow, server), constant(transport(scenario).wire_rate(answer))),)


def in_a_connection(flow: TierFlow, server: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps that a server of a tier takes in one of its connections, where these are limited."""
    if calls_in_hand(flow.tier) is None:
        return steps
    pool = server_of_tier(CONNECTIONS, flow, server)
    return (Seize(pool, 1.0), *steps, Release(pool, 1.0))


def store_steps(scenario: Scenario, flow: TierFlow, call: TierCall, server: int, stream: int) -> tuple[Step, ...]:
    """How a call of an object store waits for one piece, and sends on the others of what it stores."""
    work = piece_work(flow.tier, call)
    if not work.pieces:
        return ()
    steps: tuple[Step, ...] = (Serve(server_of_tier(DISKS, flow, server), piece_law(flow.tier, work.each), stream),)
    if call.stores is None or work.pieces == 1:
        return steps
    wire = transport(scenario).wire_rate(bytes_between_servers(flow.tier, call))
    return (Serve(server_of_tier(CARDS, flow, server), constant(wire)), *steps)


def piece_law(tier: Tier, piece: float) -> Distribution:
    """Seconds of a piece of an object at a disk."""
    disks = tier.server.disks
    return named_distribution(disks.distribution, piece_seconds(tier, piece), disks.cv)


def data_steps(scenario: Scenario, flow: TierFlow, call: TierCall, server: int, stream: int) -> tuple[Step, ...]:
    """How a server of a tier works at a call and reads for it."""
    steps: tuple[Step, ...] = (_work(scenario, flow, call, server, get_and_set(scenario, flow.tier, call)[0], stream),)
    at = server_of_tier(DISKS, flow, server)
    reads = read_demands(flow.tier.server.disks, disk_reads(flow.tier, call))
    for number_, demand in enumerate(reads, 1):
        steps += (Serve(at, demand, stream + number_), *page_transfer(flow, server, demand, stream + number_))
    return steps


def _work(scenario: Scenario, flow: TierFlow, call: TierCall, server: int, cpu: float, stream: int) -> Serve:
    """Work of so many seconds on the core of `workload.cpu_measured_on`, as it varies between calls."""
    seconds = scenario.work_asked(cpu, flow.tier.server)
    work = named_distribution(call.cpu_distribution, seconds, call.cpu_cv)
    return Serve(server_of_tier(CPU, flow, server), work, stream)


def key_steps(
    scenario: Scenario,
    flow: TierFlow,
    call: TierCall,
    server: int,
    further: tuple[Step, ...],
    stream: int,
    get: tuple[Step, ...],
    missed: str,
) -> tuple[Step, ...]:
    """What a server of a cache does for a call: it looks the key up, which is `get`, and where it has none whoever
    called makes `further` calls, holding nothing of the cache, and then stores the item. The storing draws from the
    second stream, whether the key is found from the third."""
    get += store_steps(scenario, flow, call, server, stream + STREAMS_OF_A_KEY)
    put = _work(scenario, flow, call, server, get_and_set(scenario, flow.tier, call)[1], stream + 1)
    found, stored = ((*get, *answer_steps(scenario, flow, call, server)), (put,))
    on_a_miss = (*further, *in_a_connection(flow, server, stored))
    store = key_store(flow, server, missed)
    return (*in_a_connection(flow, server, found), KeyLookup(store, on_a_miss, stream + 2))


def key_store(flow: TierFlow, server: int, missed: str) -> KeyStore:
    """The keys of a server of a cache that misses of a class ask for: where servers die, it is empty when it comes
    back."""
    hits = 1.0 - key_miss_ratio(flow.tier, missed)
    return KeyStore(hits, warming(flow.tier), server_name(flow, server)) if flow.by_call else KeyStore(hits)


def read_demands(disks: Disks, reads: float) -> tuple[Distribution, ...]:
    """Seconds of each read of a call that makes so many on average."""
    return repeated_demands(named_distribution(disks.distribution, disks.read_time, disks.cv), reads)


def streams_of_work(tier: Tier, call: TierCall) -> int:
    """How many random streams the work of a call takes, without the calls that it makes."""
    if tier.cache is not None:
        return STREAMS_OF_A_KEY + bool(piece_work(tier, call).pieces)
    return 1 + repetitions(disk_reads(tier, call)) + streams_of_commits(call) + bool(piece_work(tier, call).pieces)
