"""A station whose total rate depends on how many jobs it serves, shared evenly or so many at once and the rest in line.

With n jobs it does rates[n - 1] of work a second, and ever after as the last. Shared evenly it is symmetric, so that
the number of jobs depends on the mean of their work alone (Kelly 1979, Reversibility and Stochastic Networks, chapter
3). In line it is the same birth and death process where work is exponential (Kleinrock 1975, Queueing Systems 1).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.engines.analytic.formulas.checks import not_negative, positive, stable


class Numbers(NamedTuple):
    """jobs: their mean number; waiting: of these, the mean number that are not served."""

    jobs: float
    waiting: float


def numbers(load: float, rates: Sequence[float] | np.ndarray, at_once: float = math.inf) -> Numbers:
    """The steady state of a station that is asked for `load` of work a second and serves `at_once` jobs at a time.

    P(n) is in proportion to the product of load / rates, and geometric where the rates end. Raises ValueError for
    negative or infinite loads and for rates that are none, Unstable for a load of the last rate or more.
    """
    not_negative(load=load)
    positive(first=rates[0], last=rates[-1])
    stable(load, rates[-1])
    if load == 0.0:
        return Numbers(0.0, 0.0)
    most = len(rates) if math.isinf(at_once) else max(len(rates), int(at_once))
    served = np.append(np.asarray(rates, dtype=np.float64), np.full(most - len(rates), rates[-1]))
    logs = np.concatenate(([0.0], np.cumsum(np.log(load / served))))
    states = np.exp(logs - logs.max())
    number, decay = np.arange(states.size), load / rates[-1]
    # Beyond the last rate each state weighs `decay` times the one before.
    beyond, further = states[-1] * decay / (1.0 - decay), 1.0 / (1.0 - decay)
    total = states.sum() + beyond
    jobs = float((number * states).sum() + beyond * (most + further))
    line = 0.0 if math.isinf(at_once) else float((np.maximum(number - at_once, 0.0) * states).sum())
    line += 0.0 if math.isinf(at_once) else beyond * (most - at_once + further)
    return Numbers(jobs / float(total), line / float(total))
