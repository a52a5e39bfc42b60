"""The servers of other tiers that are bought with the units of a farm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from models.parts.tier import Tier
from models.pods import pods_a_server, servers_of_pods
from models.scenario import Scenario
from models.tier_flows import TierFlow, tier_core_capacity, tier_flows, tier_server
from simulator.experiment.estimate import exact
from simulator.farm.cache_at_work import CacheAtWork, cache_at_work
from simulator.farm.costs.power import PowerDraw, power_draw
from simulator.farm.exact_and_whole import ExactAndWhole
from simulator.farm.tier_work import TierWork, servers_needed, tier_works, work_of
from simulator.network.transport import Transport

# In whole servers' worth of work, as the power of a server asks for it.
_WHOLE_SERVER = exact(1.0, "share")


@dataclass(frozen=True)
class TierServers:
    """The servers of a tier in a farm.

    flow: what it is called for; a_unit: those of a unit; servers: those that are bought with the units, exactly and
    whole; rack_units: their height; power, whole_power: kW of these, on average at the demand, and with all cores busy.
    cores: what the cores of one do together, as cores; busy: cores that the demand keeps busy in all of them; work:
    what the demand asks of their processors, disks, log and cards; fewest: the servers that are needed for that and for
    the reserve, at the utilisation that is a target, else at all of it; None where each of them would have to repeat
    too much of what is written. called: what calls go to: the servers, or their pods. cache: how it works as a cache,
    None of a tier that is none.
    """

    flow: TierFlow
    a_unit: int
    servers: ExactAndWhole
    rack_units: ExactAndWhole
    power: PowerDraw
    whole_power: PowerDraw
    cores: float
    busy: float
    work: tuple[TierWork, ...]
    fewest: int | None
    called: ExactAndWhole
    cache: CacheAtWork | None = None

    @property
    def tier(self) -> Tier:
        """The tier itself."""
        return self.flow.tier

    @property
    def full(self) -> float:
        """Servers, or pods, of which the demand takes all, with as many of them as a unit has."""
        return work_of(self.work, self.tier.servers)

    @property
    def in_use(self) -> float:
        """How much of the processors of all servers that are bought the demand keeps busy, %; of their disks or their
        cards, where that is more."""
        return 100.0 * self.full / self.called.whole.value


def tier_servers(
    scenario: Scenario, units: ExactAndWhole, requests: float, misses: Mapping[str, float], transport: Transport
) -> tuple[TierServers, ...]:
    """The servers of every tier of a farm of so many units, at so many requests a second of the farm.

    busy = requests/s x calls of a request x work of a call: the utilisation law. misses: the share of the requests of
    each class that is fetched from the origin, for calls that are made only then.
    """
    flows = tier_flows(scenario)
    return tuple(_of_tier(scenario, flows[tier.name], units, requests, misses, transport) for tier in scenario.tiers)


def in_units(
    scenario: Scenario, known: Sequence[TierServers], units: ExactAndWhole, requests: float, misses: Mapping[str, float]
) -> tuple[TierServers, ...]:
    """The same in so many whole units, of what has been counted at the same requests and misses: what the demand takes
    exactly is as it was."""
    return tuple(_in_units(scenario, each, units, requests, misses) for each in known)


def _in_units(
    scenario: Scenario, known: TierServers, units: ExactAndWhole, requests: float, misses: Mapping[str, float]
) -> TierServers:
    tier, servers = known.tier, units.times(known.a_unit, "servers")
    needed, allowed = exact(known.work[0].of(tier.servers), "servers"), scenario.targets.utilisation or 1.0
    return replace(
        known,
        servers=servers,
        rack_units=servers.times(tier.server.rack_units, "U"),
        whole_power=power_draw(tier_server(tier), _WHOLE_SERVER, servers.whole, needed),
        fewest=_servers_of(_fewest(known.work, units, 1.0 + scenario.reserve, allowed), tier),
        called=units.times(tier.servers, ""),
        cache=cache_at_work(known.flow, requests, units.whole.value, misses),
    )


def _of_tier(
    scenario: Scenario,
    flow: TierFlow,
    units: ExactAndWhole,
    requests: float,
    misses: Mapping[str, float],
    transport: Transport,
) -> TierServers:
    tier, work = flow.tier, tier_works(scenario, flow, requests, misses, transport)
    a_unit = servers_of_pods(scenario.unit, tier)
    servers, a_server = units.times(a_unit, "servers"), tier_server(tier)
    cores, allowed = tier_core_capacity(scenario, tier), scenario.targets.utilisation or 1.0
    busy = work[0].of(tier.servers)
    needed = exact(busy, "servers")
    return TierServers(
        flow=flow,
        a_unit=a_unit,
        servers=servers,
        rack_units=servers.times(tier.server.rack_units, "U"),
        power=power_draw(a_server, _WHOLE_SERVER, servers.exact, needed),
        whole_power=power_draw(a_server, _WHOLE_SERVER, servers.whole, needed),
        cores=cores,
        busy=busy * cores,
        work=work,
        fewest=_servers_of(_fewest(work, units, 1.0 + scenario.reserve, allowed), tier),
        called=units.times(tier.servers, ""),
        cache=cache_at_work(flow, requests, units.whole.value, misses),
    )


def _servers_of(called: int | None, tier: Tier) -> int | None:
    """The servers that so many of its pods stand on, or that it has itself."""
    return None if called is None else ceil(called / pods_a_server(tier))


def _fewest(work: tuple[TierWork, ...], units: ExactAndWhole, more: float, allowed: float) -> int | None:
    """The servers that are needed for so many times the demand: of a tier that repeats nothing, in units as they come
    or not; of another one, in each of the units that there are."""
    if not any(each.again for each in work):
        return servers_needed(work, more, allowed)
    count = max(1, round(units.whole.value))
    of_a_unit = servers_needed(work, more / count, allowed)
    return None if of_a_unit is None else of_a_unit * count
