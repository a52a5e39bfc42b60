"""What each server of another tier can run out of, as the world of one server that calls it has it: its cores, the
calls that it has in hand, its disks, and its network cards."""

from collections.abc import Iterator
from math import sqrt

from models.capacity_curve import capacity_curve
from models.parts.hardware import Disks, Server
from models.parts.tier import Tier, TierCall
from models.quantities.formatting import count_text, number, size
from models.quantities.units import format_memory
from models.scenario import Scenario
from models.tier_flows import Flows, TierFlow, as_tier_server, calls_by_path, tier_core_capacity
from models.tier_room import calls_in_hand, room_for_calls
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.roles import LimitCategory, Role
from simulator.network.steps import Release, Seize, Serve, Step
from simulator.translate.data_path import card_text
from simulator.translate.laws import named_distribution
from simulator.translate.resources import SETTING, Origin, Placed
from simulator.translate.transport import transport

# By the name of the tier; the servers of one tier are equal, and so one limit.
_CPU, _CONNECTIONS = "CPU of {}", "connections of {}"
_DISKS, _CARDS = "disks of {}", "network cards of {}"


def tier_limit_names(tier: Tier) -> tuple[str, ...]:
    """The names of what the servers of a tier can run out of."""
    return tuple(each.format(tier.name) for each in (_CPU, _CONNECTIONS, _DISKS, _CARDS))


def tier_resources(scenario: Scenario, flows: Flows) -> Iterator[Placed]:
    """What each server of a tier has that is in the world of one server, as far as calls need it."""
    calls = tuple(calls_by_path(scenario))
    for flow in flows.values():
        asked = [call for _, call in calls if call.tier == flow.tier.name]
        for server in range(1, flow.servers + 1):
            yield _cores(scenario, flow, server)
            yield from _connections(scenario, flow, server)
            if any(call.reads for call in asked):
                yield _disks(scenario, flow, server)
            if any(call.answer is not None for call in asked):
                yield _cards(scenario, flow, server)


def tier_stations(flow: TierFlow, server: int) -> tuple[str, ...]:
    """The names of what works at a rate in a server of a tier, of those numbered from 1, as far as it may be there."""
    return tuple(_named(each, flow, server) for each in (_CPU, _DISKS, _CARDS))


def _path(scenario: Scenario, flow: TierFlow) -> str:
    return f"tiers[{scenario.tiers.index(flow.tier)}]"


def _cores(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    tier, cores = flow.tier, tier_core_capacity(scenario, flow.tier)
    curve = capacity_curve(as_tier_server(scenario, tier)) if flow.pooled == 1 else ()
    said = f"{'the busiest of ' if tier.servers > 1 else ''}{count_text(tier.servers, 'server')} to a unit"
    said += f", {_cores_text(tier.server, cores)}"
    station = SharedCapacity(
        _named(_CPU, flow, server), cores * flow.pooled, (1.0,), "cores", role=Role.TIER_CPU, curve=curve,
        alike=_CPU.format(tier.name),
    )  # fmt: skip
    return station, Origin(f"{_path(scenario, flow)}.servers", said)


def _cores_text(server: Server, capacity: float) -> str:
    """The cores of each server in words, and what they are worth together where that is another number."""
    said = f"{count_text(server.cores, 'core')} of relative speed {number(server.core_speed)} a server"
    said += f", with {server.threads_per_core} threads each" if server.threads_per_core > 1 else ""
    return said if capacity == server.cores else f"{said}, worth {number(capacity)} of them together"


def _connections(scenario: Scenario, flow: TierFlow, server: int) -> Iterator[Placed]:
    """The calls that a server has in hand, if that is limited: as stated, or by what its RAM has room for."""
    tier, held = flow.tier, calls_in_hand(flow.tier)
    if held is None:
        return
    pool = TokenPool(
        _named(_CONNECTIONS, flow, server), float(held * flow.pooled), "wait", "connections",
        role=Role.TIER_CONNECTIONS, alike=_CONNECTIONS.format(tier.name),
    )  # fmt: skip
    path, said, category = f"{_path(scenario, flow)}.connections", f"{held:,} a server", SETTING
    if tier.connections is None and tier.memory is not None:
        path, category = f"{_path(scenario, flow)}.server.ram", LimitCategory.HARDWARE
        said += f", of {size(tier.memory)} each in {format_memory(room_for_calls(tier))} of RAM"
    yield pool, Origin(path, said, plural=True, category=category)


def _disks(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    disks, tier = flow.tier.server.disks, flow.tier
    alike = _DISKS.format(tier.name)
    at_once = disks.count * disks.parallel * flow.pooled
    station = MultiServer(_named(_DISKS, flow, server), at_once, role=Role.TIER_DISK, alike=alike)
    each = f", {disks.parallel:,} reads at a time each" if disks.parallel > 1 else ""
    said = f"{count_text(disks.count, 'disk')} a server, {disks.service_time * 1e3:g} ms a read{each}"
    return station, Origin(f"{_path(scenario, flow)}.server.disks", said, plural=True)


def _cards(scenario: Scenario, flow: TierFlow, server: int) -> Placed:
    tier, rate = flow.tier, flow.tier.server.cards_rate
    station = SharedCapacity(
        _named(_CARDS, flow, server), rate * flow.pooled, (rate,), "bytes", role=Role.TIER_CARD,
        alike=_CARDS.format(tier.name),
    )  # fmt: skip
    category = LimitCategory.CONTRACT if tier.server.is_rented else LimitCategory.HARDWARE
    said = f"{card_text(tier.server)} a server"
    return station, Origin(f"{_path(scenario, flow)}.server.cards", said, plural=True, category=category)


def tier_work_steps(
    scenario: Scenario, flow: TierFlow, call: TierCall, server: int, further: tuple[Step, ...], stream: int
) -> tuple[Step, ...]:
    """What a server of a tier does for a call, in the order in which it does it: it works, reads, makes `further` calls
    and sends its answer, all in one of its connections where these are limited. The work draws from `stream`, each read
    from the next one."""
    seconds = as_tier_server(scenario, flow.tier).work_asked(call.cpu)
    work = named_distribution(call.cpu_distribution, seconds, call.cpu_cv)
    steps: tuple[Step, ...] = (Serve(_named(_CPU, flow, server), work, stream),)
    at = _named(_DISKS, flow, server)
    reads = read_demands(flow.tier.server.disks, call.reads)
    steps += tuple(Serve(at, demand, stream + number) for number, demand in enumerate(reads, 1))
    steps += further
    if call.answer is not None:
        wire = transport(scenario).wire_rate(call.answer)
        steps += (Serve(_named(_CARDS, flow, server), constant(wire)),)
    if calls_in_hand(flow.tier) is None:
        return steps
    pool = _named(_CONNECTIONS, flow, server)
    return (Seize(pool, 1.0), *steps, Release(pool, 1.0))


def read_demands(disks: Disks, reads: float) -> tuple[Distribution, ...]:
    """Seconds of each read of a call that makes so many on average: whole ones, and then one that is made as often as
    the rest says, with the mean and the variance of a read or none."""
    one = named_distribution(disks.distribution, disks.service_time, disks.cv)
    whole, rest = int(reads), reads - int(reads)
    if not rest:
        return (one,) * whole
    variation = {Family.CONSTANT: 0.0, Family.EXPONENTIAL: 1.0}.get(one.kind, one.cv)
    # E[X^2] of a read or none is `rest` times that of a read.
    seldom = Distribution(Family.GAMMA, rest * one.mean, cv=sqrt((1.0 + variation**2) / rest - 1.0))
    return (*(one,) * whole, seldom)


def streams_of_work(call: TierCall) -> int:
    """How many random streams the work of a call takes, without the calls that it makes."""
    whole = int(call.reads)
    return 1 + whole + (call.reads > whole)


def _named(name: str, flow: TierFlow, server: int) -> str:
    return f"{name.format(flow.tier.name)}{_which(flow, server)}"


def _which(flow: TierFlow, server: int) -> str:
    """Which of the servers of a tier it is, behind a name, where there are several."""
    return f" {server}" if flow.servers > 1 else ""
