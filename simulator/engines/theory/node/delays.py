"""How long a place holds jobs up that is busy for some share of its time: shared stations, also those of which the work
depends on how many jobs they serve or that serve so many at once while the others wait in line, and queues.
Each is solved as if jobs came to it at random, which a network of them keeps to exactly where all are of product
form (Baskett, Chandy, Muntz and Palacios 1975) and nearly elsewhere."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from simulator.engines.theory.formulas.erlang import erlang_c
from simulator.engines.theory.formulas.stations import capped_sharing, job_numbers, longest_excess
from simulator.engines.theory.node.flows import Flow, PlaceDelay
from simulator.network.network import Network
from simulator.network.resources import MultiServer, SharedCapacity

# Beyond so many jobs a curve is taken to have ended.
LONGEST = 1_000_000


def sharing_delay(station: SharedCapacity, client_shares: Sequence[float], busy: float) -> PlaceDelay:
    """What a plain shared station takes that is busy for the share `busy` of its capacity (0 to below 1).

    Exact with one cap (stations.py). With several, each class of clients is slowed as if all others had its cap: those
    with a lower one never take more than that, and those with a higher one are there for a shorter time.
    """
    shares = client_shares if len(station.caps) > 1 else (1.0,)
    slowness = least = 0.0
    for share, cap in zip(shares, station.caps, strict=True):
        shared_state = capped_sharing(busy * station.capacity, 1.0, station.capacity, cap)
        slowness += share * shared_state.response
        least += share / min(cap, station.capacity)
    return PlaceDelay(0.0, slowness, least)


def queue_delay(station: MultiServer, flow: Flow, busy: float) -> PlaceDelay:
    """What a queue takes whose servers are busy for the share `busy`, with services as those of a flow."""
    visits = flow.visits[station.name] or 1.0
    mean, square = flow.work[station.name] / visits, flow.square[station.name] / visits
    return PlaceDelay(mean_wait(float(station.servers), mean, square, busy), 1.0, 1.0)


def mean_wait(servers: float, mean: float, square: float, busy: float) -> float:
    """The mean wait in M/G/c, seconds; inf where services vary without bound. 0 <= busy < 1.

    Kimura 1986 (A Two-Moment Approximation for the Mean Waiting Time in the GI/G/s Queue) between the exact M/M/c and
    the M/D/c of Cosmetatos 1976 (Some Approximate Equilibrium Results for the Multi-Server Queue M/G/r). Beyond M/M/c,
    where that falls behind the variation, Cosmetatos's own straight line through both. Exact for one server and for
    exponential services.
    """
    if busy == 0.0 or mean == 0.0:
        return 0.0
    variation = square / mean**2 - 1.0
    if math.isinf(variation):
        return math.inf
    exponential = erlang_c(servers, busy * servers) * mean / (servers * (1.0 - busy))
    constant = 0.5 * (1.0 + _crowding(servers, busy))  # In times the exponential one, which may be next to nothing.
    if variation > 1.0:
        return exponential * (variation - (variation - 1.0) * constant)
    return exponential * (1.0 + variation) / (2.0 * variation + (1.0 - variation) / constant)


def _crowding(servers: float, busy: float) -> float:
    """How much more than in M/D/1 constant services leave of the wait of exponential ones (Cosmetatos 1976)."""
    if servers <= 1.0:
        return 0.0
    return min(1.0, (1.0 - busy) * (servers - 1.0) * (math.sqrt(4.0 + 5.0 * servers) - 2.0) / (16.0 * busy * servers))


def unshared_time(station: SharedCapacity, cap: float) -> float:
    """The seconds of a unit of work of a job that has a station to itself."""
    return 1.0 / min(cap, station.curve[0] if station.curve else station.capacity)


# Each node of a search asks for those of its stations, and nobody changes the arrays.
@lru_cache(maxsize=16)
def station_rates(station: SharedCapacity, cap: float) -> np.ndarray:
    """What a station does with 1, 2, ... jobs of one cap, until more of them make no difference: float64 (jobs,)."""
    curve = np.asarray(station.curve or (station.capacity,), dtype=np.float64)
    number = np.arange(1, min(LONGEST, max(curve.size, math.ceil(station.capacity / cap))) + 1)
    return np.asarray(np.minimum(number * cap, curve[np.minimum(number, curve.size) - 1]))


def station_curves(network: Network) -> dict[str, tuple[float, ...]]:
    """How many jobs' work at full speed is done with 1, 2, ... jobs, by each station with one cap that has a curve."""
    return {each.name: _curve(each) for each in network.shared if each.curve and len(each.caps) == 1}


@lru_cache(maxsize=16)
def _curve(station: SharedCapacity) -> tuple[float, ...]:
    return tuple((station_rates(station, station.caps[0]) * unshared_time(station, station.caps[0])).tolist())


def shared_delay(
    station: SharedCapacity, client_shares: Sequence[float], busy: float, flow: Flow | None = None
) -> PlaceDelay:
    """What a shared station takes that is busy for the share `busy` of its capacity (0 to below 1), of jobs as in a
    flow, or if nobody else is there.

    Exact with one cap where it shares evenly, and in line where work is exponential of one mean. In line, other work
    waits as much longer or shorter as in M/G/c.
    """
    if not station.curve and not station.in_turn:
        return sharing_delay(station, client_shares, busy)
    load = busy * station.capacity
    if station.in_turn:
        return _in_line(station, load, flow)
    shares = client_shares if len(station.caps) > 1 else (1.0,)
    least = slowness = 0.0
    for share, cap in zip(shares, station.caps, strict=True):
        least += share * unshared_time(station, cap)
        slowness += share * (
            job_numbers(load, station_rates(station, cap)).jobs / load if load > 0.0 else unshared_time(station, cap)
        )
    return PlaceDelay(0.0, slowness, least)


def longest_slowness(station: SharedCapacity, busy: float) -> float:
    """How much more a unit of work takes on average, s, at the most, than any time that it takes longer than, at a
    shared station that is busy for the share `busy` of its capacity. Of several caps, no job is slowed for longer on
    average than if all had the least, but for what a job of that cap takes alone."""
    load, alone = busy * station.capacity, unshared_time(station, station.caps[0]) if len(station.caps) > 1 else 0.0
    if not station.curve:
        return alone + 1.0 / (station.capacity - load)
    return alone + max(longest_excess(load, station_rates(station, cap)) for cap in station.caps)


def _in_line(station: SharedCapacity, load: float, flow: Flow | None) -> PlaceDelay:
    least = unshared_time(station, station.caps[0])
    visits = flow.visits[station.name] if flow is not None else 0.0
    if flow is None or load == 0.0 or visits == 0.0 or flow.work[station.name] == 0.0:
        return PlaceDelay(0.0, least, least)
    found = job_numbers(load, station_rates(station, station.caps[0]), station.at_once or math.inf)
    mean, square = flow.work[station.name] / visits, flow.square[station.name] / visits
    wait = found.waiting * mean / load
    return PlaceDelay(wait * _varied(station, mean, square, load), (found.jobs - found.waiting) / load, least)


def _varied(station: SharedCapacity, mean: float, square: float, load: float) -> float:
    """How much longer jobs wait than if their work was exponential."""
    busy, servers = load / station.capacity, float(station.at_once or 1)
    exponential = erlang_c(servers, busy * servers) * mean / (servers * (1.0 - busy))
    return mean_wait(servers, mean, square, busy) / exponential if exponential > 0.0 else 1.0
