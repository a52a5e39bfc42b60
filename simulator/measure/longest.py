"""How long the responses take that bring most of the bytes: before these have ended, what a server sends is no steady
stream, however even its figures look."""

from math import inf

from simulator.engines.analytic.bottleneck import loads
from simulator.engines.analytic.wire import mean_square
from simulator.network.network import Network

# Times the mean response that a byte is part of. Of exponential sizes, responses that take longer bring 0.3 % of the
# bytes; of lognormal ones that vary twice as much as their mean, 4 %.
TIMES = 4.0
MOST = 4e5  # Requests that are waited for at most: as many as a replication measures.


def longest_responses(network: Network) -> float:
    """Seconds that a server takes to send what a steady one sends: TIMES the mean response that a byte is part of.

    That is R E[S^2] / E[S]^2 for a size S and the seconds R of a request that meets nobody, for a byte is part of a
    large response as much more often as that is larger (length-biased sampling, Cox 1962, Renewal Theory, section 5).
    No more than MOST requests take; 0 where theory cannot say.
    """
    try:
        found = loads(network)
    except ValueError:
        return 0.0
    mean = sum(each.share * each.payload.mean for each in network.classes)
    square = sum(each.share * mean_square(each.payload) for each in network.classes)
    of_bytes = found.alone * square / mean**2 if mean > 0.0 and square < inf else inf
    return min(TIMES * of_bytes, MOST / (found.rate * network.nodes)) if mean > 0.0 else 0.0
