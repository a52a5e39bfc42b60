"""What the whole farm must carry at its peak, as bytes on the wire and as requests, however a planner states it."""

from dataclasses import dataclass
from math import isfinite

from models.parts.demand import Demand
from models.scenario import Scenario
from simulator.engines.theory.bottleneck import station_loads
from simulator.engines.theory.wire import wire_bytes
from simulator.experiment.estimate import Estimate, exact
from simulator.messages.stages.farm import NO_RATE
from simulator.network.lines import MBPS_PER_BYTE
from simulator.network.network import Network

WIRE, REQUESTS = "wire", "requests"
DAY = 86_400.0  # Seconds.
_ENDLESS = 1e9  # Requests/s that no server sees.


@dataclass(frozen=True)
class TrafficDemand:
    """A demand at its peak, of the whole farm.

    basis: what units are counted by, WIRE or REQUESTS, the nearer one to what is stated; amount: so much of it, in
    Mbps or /s. mbps: on the wire, framing included; requests: requests/s. Where the other one is stated, either rests
    on the mean size of a response. stated: as a person says it, e.g. "100,000 users at once".
    """

    basis: str
    amount: Estimate
    mbps: float
    requests: float
    stated: str


def traffic_demand(scenario: Scenario, network: Network) -> TrafficDemand:
    """The demand of a scenario, whose server is `network`, of one node or several.

    Raises ValueError for a scenario without a demand, and where users are stated as `peak_user_requests` does.
    """
    demand = scenario.demand
    if demand is None:
        raise ValueError(f"{scenario.name} states no demand")
    wire = wire_bytes(network)
    traffic = _traffic(demand, network, wire)
    if traffic is not None:
        mbps = traffic * MBPS_PER_BYTE
        return TrafficDemand(WIRE, exact(mbps, "Mbps"), mbps, traffic / wire, demand.stated)
    requests = _requests(demand, network)
    return TrafficDemand(REQUESTS, exact(requests, "/s"), requests * wire * MBPS_PER_BYTE, requests, demand.stated)


def request_mbps(network: Network) -> float:
    """Mbps on the wire of one request a second, on average over the classes."""
    return wire_bytes(network) * MBPS_PER_BYTE


def peak_user_requests(users: float, network: Network) -> float:
    """The most requests/s that so many users ask for who are there at once, each with one request at a time on each of
    their streams.

    A session of n requests is open for n responses R and n - 1 think times Z. By Little's law X / n sessions a second
    are X / n (n R + (n - 1) Z) open ones, so that X = N n / (n R + (n - 1) Z): the interactive response time law
    (Denning and Buzen 1978, The Operational Analysis of Queueing Network Models, Computing Surveys 10(3)) for sessions
    that end. R is that of a request that meets nobody, as its client reads it, with its share of connecting: on busier
    servers users wait longer and ask for less. Where hits depend on the rate, they are those of a server that is full.
    Raises ValueError as `loads` does, and where a session takes no time.
    """
    source = network.source
    n = source.requests.mean
    session = n * _response_alone(network) + source.think_times * source.think_time.mean
    if not session > 0.0:
        raise ValueError(NO_RATE)
    return users * source.streams * n / session


def _traffic(demand: Demand, network: Network, wire: float) -> float | None:
    """Bytes/s on the wire of a demand that is stated in bytes; None for one in requests. wire: mean of a response."""
    if demand.wire is not None:
        return demand.wire
    payload = demand.payload
    if demand.volume_a_day is not None and demand.peak_to_mean is not None:
        payload = demand.volume_a_day * demand.peak_to_mean / DAY
    if payload is None:
        return None
    return payload * wire / sum(each.share * each.payload.mean for each in network.classes)


def _requests(demand: Demand, network: Network) -> float:
    """Requests/s of a demand in requests, sessions or users."""
    if demand.requests is not None:
        return demand.requests
    if demand.sessions is not None:
        return demand.sessions * network.source.requests.mean
    return peak_user_requests(demand.users or 0.0, network)


def _response_alone(network: Network) -> float:
    """Mean seconds of a request that meets nobody on a server whose caches are as warm as they get."""
    found = station_loads(network, _ENDLESS)
    full = found.bottleneck.saturates if found.stations else _ENDLESS
    return (station_loads(network, full) if isfinite(full) and full > 0.0 else found).alone
