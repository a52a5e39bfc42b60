"""What comes from the origin: the bytes that neither cache holds, nor a shield, which an origin may bill."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from models.cached_keys import key_miss_ratio
from models.content_share import splits_content
from models.scenario import Scenario
from models.shield import finds_what_follows, is_shield, shield_of, with_shield_hits
from simulator.engines.theory.bottleneck import StationLoads, station_loads, visits_by_class
from simulator.engines.theory.cache_errors import hit_error, revalidation_error
from simulator.engines.theory.joint_fetches import asked_by_class, joint_fetches
from simulator.engines.theory.wire import wire_bytes
from simulator.experiment.error_propagation import add, multiply
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.server_capacity import ServerCapacity
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from simulator.network.scaling import with_content_share
from simulator.roles import find_role

PRICE_OF_ORIGIN = "workload.content.origin.price"
SHARE = "Mbps/Mbps"
# Theory's known errors of hit ratios cover nearly everything that was simulated.
_CONFIDENCE = 0.95
# By which share what a shield misses may be more or fewer (models/shield.py), besides what the nodes miss: 99 of 100
# units drawn at random are within it (tests/theory/test_shields.py).
SHIELD = 0.06


def origin_price(scenario: Scenario) -> float:
    """US dollars for each GB of 10^9 bytes from the origin; 0 where there is none, or nobody bills it."""
    content = scenario.workload.content
    return content.origin.price if content is not None and content.origin is not None else 0.0


def with_all_nodes_up(scenario: Scenario, carried: ServerCapacity) -> ServerCapacity:
    """A server with all nodes of its unit up, as they are nearly always, which divide the content among them; the one
    that carries what it does with the spares gone where each has all of it."""
    unit = scenario.unit
    if not splits_content(scenario) or unit.spare_nodes == 0:
        return carried
    share = (unit.nodes - unit.spare_nodes) / unit.nodes
    return replace(carried, network=with_content_share(carried.network, share))


def origin_bytes(scenario: Scenario, carried: ServerCapacity, fetched: Estimate | None = None) -> Estimate:
    """The bytes that an origin delivers for each byte that a server puts on the wire: those that it fetches, less what
    a shield finds of them; fetched: the former, where they are known. 0 without an origin; raises what `fetched_bytes`
    does."""
    sizes = {each.asked_as: each.fetched for each in carried.network.classes}
    fetched = fetched or fetched_bytes(scenario, carried)
    return _behind_shields(scenario, with_all_nodes_up(scenario, carried), fetched, sizes)


def fetched_bytes(scenario: Scenario, carried: ServerCapacity) -> Estimate:
    """The bytes that a server fetches from its origin, or a shield before that, for each byte that it puts on the wire.

    Bytes asked of the link to the origin a request, by the forced flow law (Denning and Buzen 1978) with the hit ratios
    of the caches, over those on the wire. half_width is the known error of these hit ratios or, where a simulation has
    measured it more closely, how far off that shows them to be at most. Where theory knows none, what was measured on
    the link. 0 without an origin. Raises InternalError where it was not measured either.

    Nodes that divide the content among them fetch what they do with all of them up.
    """
    working = with_all_nodes_up(scenario, carried)
    network = working.network
    link = next((station for station in network.shared if station.role is Role.ORIGIN), None)
    if link is None:
        return exact(0.0, SHARE)
    try:
        found = station_loads(network, carried.requests.value)
    except ValueError:
        return _measured(carried, link)
    bytes_a_request = next(station.demand for station in found.stations if station.name == link.name)
    share = bytes_a_request / wire_bytes(network)
    error = share * _error(network, found)
    if working is carried:
        error = min(error, _seen_to_be_off(carried, link, share))
    return Estimate(share, error, _CONFIDENCE, 0, SHARE)


def request_price(scenario: Scenario) -> float:
    """US dollars for each thousand requests to the origin; 0 where there is none, or nobody bills them."""
    content = scenario.workload.content
    return content.origin.request_price if content is not None and content.origin is not None else 0.0


def origin_writes(scenario: Scenario) -> float:
    """Objects that a request writes to the origin, on average."""
    workload = scenario.workload
    if workload.request is not None:
        return workload.request.origin_writes
    rates = sum(each.rate for each in workload.classes)
    return sum(each.rate * each.origin_writes for each in workload.classes) / rates


def write_price(scenario: Scenario) -> float:
    """US dollars for each thousand objects that are written to the origin; 0 where nobody bills them, or none is."""
    content = scenario.workload.content
    billed = content is not None and content.origin is not None and origin_writes(scenario) > 0.0
    return content.origin.write_price if billed and content is not None and content.origin is not None else 0.0


def origin_requests(scenario: Scenario, carried: ServerCapacity) -> Estimate:
    """Requests to the origin, for what is fetched and for what is asked for again, as a share of all: by the hit ratios
    of theory with their known error; where theory knows none, the share of the bytes that was measured, as if all
    objects were alike."""
    working = with_all_nodes_up(scenario, carried)
    network = working.network
    try:
        misses, found = miss_shares(working), station_loads(network, carried.requests.value)
    except ValueError:
        return origin_bytes(scenario, carried)
    share = sum(each.share * misses[each.asked_as] for each in network.classes)
    again = revalidations(working).value
    error = share * _error(network, found) + again * revalidation_error(network, found.caches)
    fetched = Estimate(share + again, error, _CONFIDENCE, 0, SHARE)
    return _behind_shields(scenario, working, fetched, dict.fromkeys(misses, 1.0))


def revalidations(carried: ServerCapacity) -> Estimate:
    """The share of all requests that ask the origin about an old copy and are answered 304; 0 without an origin. Raises
    ValueError where theory knows no hits of a cache."""
    network = carried.network
    if not network.revalidations:
        return exact(0.0, SHARE)
    link = find_role(network.resources, Role.ORIGIN, "resources")
    asked, whole = visits_by_class(network, link.name, carried.requests.value), miss_shares(carried)
    share = sum(each.share * (asked[each.asked_as] - whole[each.asked_as]) for each in network.classes)
    error = revalidation_error(network, station_loads(network, carried.requests.value).caches)
    return Estimate(share, share * error, _CONFIDENCE, 0, SHARE)


def _behind_shields(
    scenario: Scenario, carried: ServerCapacity, fetched: Estimate, each: Mapping[str, float]
) -> Estimate:
    """What comes from the origin of what servers fetch, of which each miss of a class counts so much."""
    if not any(is_shield(scenario, tier) for tier in scenario.tiers):
        return fetched
    try:
        misses = miss_shares(carried)
    except ValueError:
        misses = dict.fromkeys(each, 1.0)
    weights = [(kind.asked_as, kind.share * misses[kind.asked_as] * each[kind.asked_as]) for kind in
               carried.network.classes]  # fmt: skip
    whole = sum(weight for _, weight in weights)
    if whole <= 0.0:
        return fetched
    passed = [_passed(scenario, name).times(weight / whole, SHARE) for name, weight in weights]
    return multiply(fetched, replace(add(passed, SHARE), confidence=fetched.confidence), SHARE)


def _passed(scenario: Scenario, kind: str) -> Estimate:
    """The share of what a class misses that its shield does not find, with the known error of that; 1 without one."""
    shield = shield_of(scenario, kind)
    if shield is None:
        return exact(1.0, SHARE)
    known = next(tier for tier in with_shield_hits(scenario).tiers if tier.name == shield.name)
    missed = key_miss_ratio(known, kind)
    follows = finds_what_follows(scenario, scenario.tiers.index(shield))
    error = min(SHIELD * missed, 1.0 - missed) if follows else 0.0
    return Estimate(missed, error, _CONFIDENCE, 0, SHARE)


def miss_shares(carried: ServerCapacity) -> dict[str, float]:
    """The share of the requests of each class, as clients call it, that is fetched, be it from a shield: the hit ratios
    of both caches at what a server carries. Raises ValueError where theory knows none of a cache."""
    link = find_role(carried.network.resources, Role.ORIGIN, "resources")
    return visits_by_class(carried.network, link.name, carried.requests.value, whole=True)


@dataclass(frozen=True)
class Fetches:
    """Requests to an origin for objects, and the bytes that it delivers, for each request and each byte of a farm."""

    requests: float
    share: float


@dataclass(frozen=True)
class CollapsedFetches:
    """What servers fetch where each request that misses an object does, and where one does for all who come
    meanwhile."""

    each: Fetches
    one: Fetches


def collapsed_fetches(scenario: Scenario, carried: ServerCapacity, fetched: Estimate) -> CollapsedFetches | None:
    """Both, of a server at what it carries, which fetches a share of its bytes; None without an origin, before a
    shield, whose own fetches may be joined too, and where theory knows no hits of a cache."""
    content, network = scenario.workload.content, with_all_nodes_up(scenario, carried).network
    if content is None or content.origin is None or any(is_shield(scenario, tier) for tier in scenario.tiers):
        return None
    link = find_role(network.resources, Role.ORIGIN, "resources")
    try:
        found = joint_fetches(network, link.name, carried.requests.value)
    except ValueError:
        return None

    def sums(fetches: Mapping[str, float]) -> tuple[float, float]:
        weights = [(kind.share * fetches[kind.asked_as], kind.fetched) for kind in network.classes]
        return sum(many for many, _ in weights), sum(many * size for many, size in weights)

    (each, all_bytes), (one, bytes_of_one) = sums(found.each), sums(found.one)
    more = all_bytes / bytes_of_one if bytes_of_one > 0.0 else 1.0
    return CollapsedFetches(Fetches(each, fetched.value * more), Fetches(one, fetched.value))


def misses_by_class(scenario: Scenario, carried: ServerCapacity) -> dict[str, Estimate]:
    """The same in per cent with the known error of the hit ratios, where some class has content of its own that comes
    from an origin; else, and where theory knows none, nothing."""
    content, kinds = scenario.workload.content, scenario.workload.classes
    if content is None or content.origin is None or all(kind.content is None for kind in kinds):
        return {}
    working = with_all_nodes_up(scenario, carried)
    network = working.network
    try:
        misses, found = miss_shares(working), station_loads(network, carried.requests.value)
    except ValueError:
        return {}
    error, many = _error(network, found), asked_by_class(network)
    misses = {name: share / many[name] for name, share in misses.items()}
    fetched = {
        name: Estimate(100.0 * m, 100.0 * m * error, _CONFIDENCE, 0, "%", share=True) for name, m in misses.items()
    }
    passed = {name: _passed(scenario, name) for name in fetched}
    return {name: each if passed[name] == exact(1.0, SHARE) else _share_of(each, passed[name])
            for name, each in fetched.items()}  # fmt: skip


def _share_of(fetched: Estimate, passed: Estimate) -> Estimate:
    """What of a share in per cent passes a shield."""
    return replace(multiply(fetched, passed, "%"), share=True, confidence=fetched.confidence)


def _error(network: Network, station_loads: StationLoads) -> float:
    """The share by which the misses may be more or fewer than theory says."""
    misses = ((1.0 - cache.hit_ratio, hit_error(network, cache) * cache.hit_ratio) for cache in station_loads.caches)
    return sum(off / missed for missed, off in misses if missed > 0.0)


def _seen_to_be_off(carried: ServerCapacity, link: SharedCapacity, share: float) -> float:
    """How far off a share may be by what was simulated; inf where nothing was, or too little to see any of it."""
    if carried.standing or not any(limit.role is Role.ORIGIN for limit in carried.limits):
        return inf
    measured = _measured(carried, link)
    return abs(share - measured.value) + measured.half_width if measured.value > 0.0 else inf


def _measured(carried: ServerCapacity, link: SharedCapacity) -> Estimate:
    used = find_role(carried.limits, Role.ORIGIN, "limits measured").utilisation
    return used.times(0.01 * link.capacity * MBPS_PER_BYTE / carried.mbps.value, SHARE)
