"""How long a place holds jobs up that is busy for some share of its time: shared stations and queues.
Each is solved as if jobs came to it at random, which a network of them keeps to exactly where all are of product
form (Baskett, Chandy, Muntz and Palacios 1975) and nearly elsewhere."""

import math
from collections.abc import Sequence

from simulator.engines.analytic.formulas.erlang import erlang_c
from simulator.engines.analytic.formulas.sharing import capped_sharing
from simulator.engines.analytic.node.flows import Delay, Flow
from simulator.network.resources import MultiServer, SharedCapacity


def sharing_delay(station: SharedCapacity, client_shares: Sequence[float], busy: float) -> Delay:
    """What a plain shared station takes that is busy for the share `busy` of its capacity (0 to below 1).

    Exact with one cap (sharing.py). With several, each class of clients is slowed as if all others had its cap: those
    with a lower one never take more than that, and those with a higher one are there for a shorter time.
    """
    shares = client_shares if len(station.caps) > 1 else (1.0,)
    slowness = alone = 0.0
    for share, cap in zip(shares, station.caps, strict=True):
        found = capped_sharing(busy * station.capacity, 1.0, station.capacity, cap)
        slowness += share * found.response
        alone += share / min(cap, station.capacity)
    return Delay(0.0, slowness, alone)


def queue_delay(station: MultiServer, flow: Flow, busy: float) -> Delay:
    """What a queue takes whose servers are busy for the share `busy`, with services as those of a flow."""
    visits = flow.visits[station.name] or 1.0
    mean, square = flow.work[station.name] / visits, flow.square[station.name] / visits
    return Delay(waiting(float(station.servers), mean, square, busy), 1.0, 1.0)


def waiting(servers: float, mean: float, square: float, busy: float) -> float:
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
    constant = 0.5 * exponential * (1.0 + _crowding(servers, busy))
    if variation > 1.0:
        return variation * exponential - (variation - 1.0) * constant
    return (1.0 + variation) / (2.0 * variation / exponential + (1.0 - variation) / constant) if exponential else 0.0


def _crowding(servers: float, busy: float) -> float:
    """How much more than in M/D/1 constant services leave of the wait of exponential ones (Cosmetatos 1976)."""
    if servers <= 1.0:
        return 0.0
    return min(1.0, (1.0 - busy) * (servers - 1.0) * (math.sqrt(4.0 + 5.0 * servers) - 2.0) / (16.0 * busy * servers))
