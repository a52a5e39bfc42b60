"""Objects that caches keep in slices: how many there are of each, and what is fetched for one that is missed.

Of an object of S bytes a cache cuts slices of s from the beginning, n = ceil(S / s) of them, of which the last has the
rest (ngx_http_slice_module). A network has n of S / n bytes in place of these, which take as much room. A request of b
bytes that begins anywhere asks for one of s_j bytes with the chance min(1, (b + s_j) / S), and so on average for
sum of s_j min(1, (b + s_j) / S) bytes; that many are fetched for its slices, if all are missed.
"""

from dataclasses import replace
from math import erf, exp, log, log1p, sqrt

from models.parts.object_catalogue import ObjectCatalogue
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.resources import Catalogue


def sliced_catalogue(content: ObjectCatalogue, whole: Catalogue) -> Catalogue:
    """The slices of the objects, which caches keep in place of these."""
    slices = content.slices
    if slices == 1:
        return whole
    return replace(whole, objects=whole.objects * slices, size=constant(whole.size.mean / slices), slices=slices)


def bytes_of_miss(content: ObjectCatalogue | None, payload: Distribution) -> float | None:
    """Mean bytes that are fetched for a slice that is missed, of requests for such payloads; None where objects are
    kept whole, and as much is fetched as is sent."""
    if content is None or content.slice is None:
        return None
    size, slices = content.object_size.mean, content.slices
    alike, rest = size / slices, size - (slices - 1) * content.slice
    if slices == 1 or rest >= content.slice:
        return alike

    def asked(length: float) -> float:
        return (length + limited_mean(payload, size - length)) / size

    fetched = (slices - 1) * content.slice * asked(content.slice) + rest * asked(rest)
    return fetched / (slices * asked(alike))


def limited_mean(law: Distribution, limit: float) -> float:
    """E[min(X, limit)], the limited expected value (Klugman, Panjer and Willmot 2012, Loss Models, appendix A)."""
    if limit <= 0.0:
        return 0.0
    match law.kind:
        case Family.CONSTANT:
            return min(law.mean, limit)
        case Family.EXPONENTIAL:
            return _exponential(law.mean, limit)
        case Family.HYPEREXPONENTIAL:
            p = (1.0 + sqrt((law.cv**2 - 1.0) / (law.cv**2 + 1.0))) / 2.0
            return sum(part * _exponential(law.mean / (2.0 * part), limit) for part in (p, 1.0 - p) if part > 0.0)
        case Family.UNIFORM:
            most = min(limit, 2.0 * law.mean)
            return most - most * most / (4.0 * law.mean)
        case Family.PARETO:
            least = law.mean * (law.shape - 1.0) / law.shape
            beyond = (least / limit) ** (law.shape - 1.0) * least / (law.shape - 1.0)
            return limit if limit <= least else law.mean - beyond
        case Family.LOGNORMAL:
            sigma = sqrt(log1p(law.cv**2))
            above = log(limit / law.mean) / sigma
            return law.mean * _normal(above - sigma / 2.0) + limit * _normal(-above - sigma / 2.0)
        case Family.GAMMA:
            from scipy.special import gammainc  # Loads for longer than theory takes to answer.

            k = 1.0 / law.cv**2
            x = k * limit / law.mean
            return float(law.mean * gammainc(k + 1.0, x) + limit * (1.0 - gammainc(k, x)))
        case _:
            return _empirical(law, limit)


def _exponential(mean: float, limit: float) -> float:
    return mean * (1.0 - exp(-limit / mean))


def _normal(z: float) -> float:
    return 0.5 * (1.0 + erf(z / sqrt(2.0)))


def _empirical(law: Distribution, limit: float) -> float:
    """Of straight lines: each from a to b adds their mean, or what of it lies below the limit, for its share."""
    found, most = 0.0, limit / law.mean
    for (low, a), (high, b) in zip(law.points, law.points[1:], strict=False):
        below = 1.0 if b <= most else max(0.0, (most - a) / (b - a)) if b > a else 0.0
        found += (high - low) * (below * (a + min(b, most)) / 2.0 + (1.0 - below) * most)
    return law.mean * found
