"""Objects that caches keep in slices: which of them a request asks for, and how many these are on average.

Of an object of n slices of s bytes each, b bytes that begin anywhere lie in floor(u + b / s) + 1 of them, where u is
the part of its first slice that is before them: 1 + b / s on average, and never more than n.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simulator.engines.quantiles import Numbering
from simulator.network.distribution import Family
from simulator.network.network import RequestClass
from simulator.network.steps import EachSlice, flatten

# Payloads of which the mean is taken: of an exponential one to 1e-4.
_PAYLOADS = 4096


class SlicesAsked(NamedTuple):
    """mean: how many slices a request asks for; whole: the share of the requests that ask for all of their object."""

    mean: float
    whole: float


def slices_asked(request: RequestClass) -> SlicesAsked:
    """What requests of a class ask for; one whole object each where objects have no slices."""
    step = next((step for step in flatten(request.steps) if isinstance(step, EachSlice)), None)
    return SlicesAsked(1.0, 1.0) if step is None else slices_of_step(step)


@lru_cache(maxsize=256)
def slices_of_step(step: EachSlice) -> SlicesAsked:
    """How many slices a step is taken for."""
    from simulator.engines.draws import draw  # It is compiled: theory alone has no need of a compiler.

    numbering = Numbering()
    kind, mean, shape = numbering.coded(step.payload)
    quantiles = numbering.quantiles()
    shares = [0.5] if step.payload.kind is Family.CONSTANT else (np.arange(_PAYLOADS) + 0.5) / _PAYLOADS
    payload = np.array([draw(quantiles, kind, mean, shape, u) for u in shares])
    asked = np.minimum(step.slices, 1.0 + payload / step.size)
    return SlicesAsked(float(asked.mean()), float((payload >= step.slices * step.size).mean()))
