"""Jobs that come back to a limit a while after they have left it, as a session's next request does.

Who comes back soon finds the place that it has left: only what came in between can have taken it. Erlang's formula and
its kin know nothing of that, for they take all who come to come at random.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve_banded


class Returns(NamedTuple):
    """How jobs come back to a limit. comes: jobs that come to it a second, first or again; again: the chance that one
    that has left it comes again; after: the mean seconds until it does."""

    comes: float
    again: float
    after: float


class Stays(NamedTuple):
    """A limit to which some jobs come back as if they had never left. times: the load that it is then offered, as a
    share of what it is if all come at random; at_random: the share of those who come that still do."""

    times: float
    at_random: float


def stays(own: float, again: float, full: float) -> Stays:
    """A limit that turns away the share `full` of those who come at random, to whom those it served come again with the
    chance `again`, of whom the share `own` finds its place as it left it and is never turned away."""
    served = 1.0 - full
    keep = again * own
    # Of all who come, the share x is served of a share y at random: x = y served + keep x.
    at_random = (1.0 - keep) / (1.0 - keep + keep * served)
    return Stays(at_random / (1.0 - keep), at_random)


def own_place(states: np.ndarray, returns: Returns) -> float:
    """The share of those who come back that find things as they left them, 0 to 1.

    states: float64 (places + 1,), how likely each number of jobs is. As many others come and go meanwhile as do in the
    long run, which makes their number a birth and death process, after a pause taken as exponential: its resolvent
    says how likely it is full again (Karlin and Taylor 1975, A First Course in Stochastic Processes, chapter 4).
    """
    full = states[-1] / states.sum()
    if not full > 0.0 or states.size < 2 or returns.again <= 0.0:
        return 0.0
    left = states[:-1] / states[:-1].sum()
    come = np.full(states.size - 1, returns.comes * returns.after)
    go = come * np.minimum(states[:-1] / np.maximum(states[1:], 1e-300), 1e12)
    bands = np.zeros((3, states.size))
    bands[1, :-1] += come
    bands[1, 1:] += go
    bands[1] += 1.0
    bands[2, :-1], bands[0, 1:] = -come, -go
    again = solve_banded((1, 1), bands, np.append(left, 0.0))
    return float(np.clip(1.0 - again[-1] / full, 0.0, 1.0))
