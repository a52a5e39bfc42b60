"""The servers of other tiers that are bought with the units of a farm."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf

from models.buffer_pool import disk_reads, page_bytes, page_writes
from models.log_flush import log_seconds
from models.parts.tier import Tier, TierCall
from models.quantities.rounding import round_up
from models.scenario import Scenario
from models.tier_flows import asked_of_tier, tier_core_capacity, tier_work
from simulator.experiment.estimate import exact
from simulator.farm.costs.power import PowerDraw, power_draw
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.network.transport import Transport


@dataclass(frozen=True)
class TierServers:
    """The servers of a tier in a farm.

    servers: those that are bought with the units, exactly and whole; rack_units: their height; power, whole_power: kW
    of these, on average at the demand, and with all cores busy. cores: what the cores of one do together, as cores;
    busy: cores that the demand keeps busy in all of them; full: servers of which the demand takes all of the
    processors, the disks, the log or the cards, whichever it takes more of; fewest: the servers that are needed for
    that and for the reserve, at the utilisation that is a target, else at all of it.
    """

    tier: Tier
    servers: ExactAndWhole
    rack_units: ExactAndWhole
    power: PowerDraw
    whole_power: PowerDraw
    cores: float
    busy: float
    full: float
    fewest: int

    @property
    def in_use(self) -> float:
        """How much of the processors of all servers that are bought the demand keeps busy, %; of their disks or their
        cards, where that is more."""
        return 100.0 * self.full / self.servers.whole.value


def tier_servers(
    scenario: Scenario, units: ExactAndWhole, requests: float, misses: Mapping[str, float], transport: Transport
) -> tuple[TierServers, ...]:
    """The servers of every tier of a farm of so many units, at so many requests a second of the farm.

    busy = requests/s x calls of a request x work of a call: the utilisation law. misses: the share of the requests of
    each class that is fetched from the origin, for calls that are made only then.
    """
    return tuple(_of_tier(scenario, tier, units, requests, misses, transport) for tier in scenario.tiers)


def _of_tier(
    scenario: Scenario,
    tier: Tier,
    units: ExactAndWhole,
    requests: float,
    misses: Mapping[str, float],
    transport: Transport,
) -> TierServers:
    servers = units.times(tier.servers, "servers")
    cores, busy = tier_core_capacity(scenario, tier), requests * tier_work(scenario, tier, misses)
    allowed = scenario.targets.utilisation or 1.0
    full = max(busy / cores, requests * _most_asked(scenario, tier, misses, transport))
    # In whole servers' worth of work, as the power of a server asks for it.
    needed, whole = exact(busy / cores, "servers"), exact(1.0, "share")
    return TierServers(
        tier=tier,
        servers=servers,
        rack_units=servers.times(tier.server.rack_units, "U"),
        power=power_draw(tier.server, whole, servers.exact, needed),
        whole_power=power_draw(tier.server, whole, servers.whole, needed),
        cores=cores,
        busy=busy,
        full=full,
        fewest=max(1, round_up(full * (1.0 + scenario.reserve) / allowed)),
    )


def _most_asked(scenario: Scenario, tier: Tier, misses: Mapping[str, float], transport: Transport) -> float:
    """Seconds for which a request of the unit has all disks, all cards or the log of a server of a tier to itself,
    whichever is longest."""

    def asked(each: Callable[[TierCall], float]) -> float:
        return asked_of_tier(scenario, tier, each, misses)

    disks = tier.server.disks
    pages = asked(lambda call: disk_reads(tier, call) + page_writes(tier, call))
    commits = asked(lambda call: call.writes.commits if call.writes else 0.0)
    logged = asked(lambda call: call.writes.commits * call.writes.log if call.writes else 0.0)
    sent = asked(lambda call: transport.wire_rate(call.answer or 0.0))
    return max(
        pages * disks.service_time / (disks.count * disks.parallel),
        pages * page_bytes(tier) / (disks.count * (disks.bandwidth or inf)),
        sent / tier.server.cards_rate,
        log_seconds(tier, commits, logged),
    )
