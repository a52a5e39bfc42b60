"""Histograms of response times: logarithmic bins with a relative error of at most 1 %, counts exact.

A bin is an interval [2**e * (1 + m/128), 2**e * (1 + (m+1)/128)), that is: the exponent and the first seven bits of the
mantissa of a float64. No two values in it are further apart than 1/128 of either.
"""

import math

import numpy as np

SUB_BINS = 128
SHORTEST = -20  # Binary exponent of the first bin: 2**-20 s, about a microsecond.
LONGEST = 22  # Binary exponent beyond the last bin: 2**22 s, about seven weeks.
BINS = (LONGEST - SHORTEST) * SUB_BINS


def bin_of(seconds: float) -> int:
    """The bin of a response time."""
    if seconds < 2.0**SHORTEST:
        return 0
    mantissa, exponent = math.frexp(seconds)
    return min((exponent - 1 - SHORTEST) * SUB_BINS + int((mantissa * 2.0 - 1.0) * SUB_BINS), BINS - 1)


def midpoints() -> np.ndarray:
    """The response time that stands for each bin: float64 (bins,), seconds."""
    index = np.arange(BINS)
    return 2.0 ** (SHORTEST + index // SUB_BINS) * (1.0 + (index % SUB_BINS + 0.5) / SUB_BINS)


def quantile(counts: np.ndarray, q: float) -> float:
    """The q-quantile of a histogram with at least one entry, seconds; entries lie evenly within their bin."""
    cumulative = np.cumsum(counts)
    rank = q * cumulative[-1]
    index = int(np.searchsorted(cumulative, rank, side="left"))
    below = cumulative[index] - counts[index]
    part = (rank - below) / counts[index] if counts[index] else 0.5
    return float(2.0 ** (SHORTEST + index // SUB_BINS) * (1.0 + (index % SUB_BINS + part) / SUB_BINS))


def counted_up_to(counts: np.ndarray, seconds: float) -> float:
    """How many entries of a histogram are no longer than some seconds; entries lie evenly within their bin."""
    index = bin_of(seconds)
    part = (seconds / 2.0 ** (SHORTEST + index // SUB_BINS) - 1.0) * SUB_BINS - index % SUB_BINS
    return float(counts[:index].sum()) + min(max(part, 0.0), 1.0) * float(counts[index])
