"""Jobs behind limits that turn away whoever comes when they are full: pools that refuse, and memory.

The numbers of jobs at the places behind a limit are independent of each other, each of the form that its place alone
would have (Baskett, Chandy, Muntz and Palacios 1975), but for that together they are no more than the limit lets in:
all other states are cut off, and the others keep their proportions (Lam 1977, Queuing Networks with Population Size
Constraints, IBM J. Res. Dev. 21). So the longer jobs are held up by each other the more of them are there, which
Erlang's loss formula with their mean time leaves out: it is this where nobody holds anybody up. Exact for sessions that
come at random where all behind the limit is of product form and used by nobody else, and who is refused within another
limit leaves that one as if served.
"""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simulator.engines.theory.equal_ways import WAITING
from simulator.errors import USE_KERNEL, UnsupportedByEngine
from simulator.messages.stages import theory_gaps

# A limit of more places than this is left to Erlang's formula with the mean time of jobs: so many of them average out.
MOST = 1024
# Over this much more than it can do, it does not matter how the services of a line vary.
_OVER = 0.3
# A line this busy is taken to fill any limit.
_FULL = 1.0 - 1e-9
# How often the interval is halved in which the tilt of the weights is.
_HALVINGS = 30
# A limit that is reached less often than this is none.
_NEVER = math.log(1e-12)


class LossLine(NamedTuple):
    """A place behind a limit, by its name. load: mean jobs that it would serve at full speed if nobody was turned away;
    width: how many it serves at full speed, inf where all are; rates: jobs a second that leave 1, 2, ... of them, and
    ever after as the last, in place of a width: then the load is jobs a second; waits: whether who is beyond the width
    waits for the place; variation: of services in turn, their variance over the square of their mean, 1 where it does
    not matter; each: how many places of the limit each of them takes, whole or not."""

    place: str
    load: float
    width: float
    rates: tuple[float, ...] = ()
    waits: bool = False
    variation: float = 1.0
    each: float = 1.0

    @property
    def busy(self) -> float:
        """What is offered, as a share of what can be done."""
        return self.load / (self.rates[-1] if self.rates else self.width)

    @property
    def piles(self) -> float:
        """How much rarer or more frequent each further job in line is than the one before: the geometric decay of
        M/G/1 in heavy traffic (Kingman 1962, On Queues in Heavy Traffic), exact for exponential services. Where more
        is offered than can be done, what is done decides, however it varies."""
        over = min(1.0, max(0.0, self.busy - 1.0) / _OVER)
        return float(self.busy ** (1.0 + (1.0 - over) * (1.0 - self.variation) / (1.0 + self.variation)))

    @property
    def decay(self) -> float:
        """How much rarer or more frequent it is that one more place is taken."""
        return float(self.piles ** (1.0 / self.each)) if self.each > 0.0 else 0.0

    @property
    def lasting(self) -> float:
        """The weight of all numbers at which none of its servers is idle, as a share of what it is where the limit is
        reached, so that together they are as likely as for exponential services: it makes M/G/1/K full for those who
        come by (1 - busy) P / (1 - busy P), P the chance of as many without a limit (Tijms 1994, Stochastic Models,
        section 4.6)."""
        if math.isclose(self.busy, 1.0, rel_tol=1e-6):
            return 2.0 / (1.0 + self.variation)
        return (1.0 - self.piles) / (1.0 - self.busy)


# A line, and from how many and up to how many of those at it are meant.
LossPart = tuple[LossLine, tuple[float, float]]


class LossLimit(NamedTuple):
    """A limit with the lines behind it, beside those behind further limits. places: how many jobs fit, whole or not."""

    name: str
    places: float
    lines: tuple[LossLine, ...]
    within: tuple["LossLimit", ...] = ()


class LossState(NamedTuple):
    """full: by limit, how often who comes finds it full; jobs: by place, their mean number; numbers: how likely it is
    that they take each number of places, float64 (places + 1 or 2,)."""

    full: Mapping[str, float]
    jobs: Mapping[str, float]
    numbers: np.ndarray

    @property
    def number(self) -> float:
        """The mean number of places that all of them take."""
        return float((np.arange(self.numbers.size) * self.numbers).sum())


# The same crowd is asked for again as the delays are found that it suffers, on which it does not depend.
@lru_cache(maxsize=64)
def loss_state(limit: LossLimit) -> LossState:
    """The jobs behind a limit in the steady state. Who comes to a limit within another one is one of the others' jobs,
    and sees what there would be without it.

    Raises UnsupportedByEngine where the largest and the smallest weight have no common scale.
    """
    tilt = _tilt(limit)
    whole = math.floor(limit.places)
    if whole < 1:
        return LossState({each.name: 1.0 for each in nested_limits(limit)}, {}, np.ones(1))
    states = _states(limit, whole + 2, tilt)
    number = np.arange(states.size)
    # Without the tilt again, the largest weight 1, where nothing overflows.
    with np.errstate(divide="ignore", over="ignore"):
        logs = np.log(states) - number * math.log(tilt)
        untilted = np.exp(np.where(states > 0.0, -number * math.log(tilt) - logs.max(), -math.inf))
    total = (states * untilted).sum()
    if not 0.0 < total < math.inf:
        raise UnsupportedByEngine(f"{limit.name}: {theory_gaps.SWAMPED}", USE_KERNEL)
    full = {limit.name: float((_full(limit, states) * untilted).sum() / total)}
    for inner in (each for each in nested_limits(limit) if each is not limit):
        seen, refuses = (_states(limit, whole + 2, tilt, inner.name, refuses=each) for each in (False, True))
        met = (seen * untilted).sum()
        full[inner.name] = float((refuses * untilted).sum() / met) if met > 0.0 else 0.0
    jobs: dict[str, float] = {}
    for line in (line for line in _all_lines(limit) if line.load * line.each > 0.0 and line.width < math.inf):
        for place, places in _parts(line):
            counted = (_states(limit, whole + 2, tilt, counted=(line, places)) * untilted).sum() / total / line.each
            jobs[place] = jobs.get(place, 0.0) + float(counted)
    return LossState(full, jobs, states * untilted / total)


def _tilt(limit: LossLimit) -> float:
    """A factor of all loads, at most 1, at which about as many jobs are behind a limit as it lets in, for weights that
    are nowhere too small to be told from 0."""
    jobs = [
        (line.decay, line.each * (line.busy * line.width if line.rates else line.load), min(each.places, limit.places))
        for each in nested_limits(limit) for line in each.lines
    ]  # fmt: skip

    def excess(factor: float) -> float:
        return sum(_about(factor * piles, factor * load, most) for piles, load, most in jobs) - limit.places

    if excess(1.0) <= 0.0:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if excess(middle) < 0.0 else (low, middle)
    return high


def _about(busy: float, load: float, most: float) -> float:
    """About how many jobs are at a line that is so busy at such a load, of at the most so many."""
    return min(most, load + busy / (1.0 - busy)) if busy < 1.0 else most


def _parts(line: LossLine) -> tuple[tuple[str, tuple[float, float]], ...]:
    """Those at a line, and from how many and up to how many of it they are: in a pool, and waiting for it."""
    if not line.waits:
        return ((line.place, (0.0, math.inf)),)
    return (line.place, (0.0, line.width)), (WAITING + line.place, (line.width, math.inf))


@lru_cache(maxsize=256)
def is_reached(limit: LossLimit) -> bool:
    """Whether a limit is ever reached that matters: never where that is rarer than one in 10**12.

    By Chernoff's bound for jobs that nobody turns away, each line taken as a Poisson number and a geometric one.
    """
    lines = _all_lines(limit)
    busiest = max((line.busy for line in lines), default=0.0)
    if busiest >= _FULL:
        return True
    load = sum(line.each * (line.load / line.rates[0] if line.rates else line.load) for line in lines)
    rho = [line.busy ** (1.0 / line.each) for line in lines if line.busy * line.each > 0.0]
    busiest = max(rho, default=0.0)
    highest = min(8.0, 1.0 / busiest if busiest > 0.0 else 8.0)
    for part in (0.1, 0.3, 0.5, 0.7, 0.9):
        z = 1.0 + part * (highest - 1.0)
        spread = sum(math.log((1.0 - each) / (1.0 - each * z)) for each in rho)
        if load * (z - 1.0) + spread - limit.places * math.log(z) < _NEVER:
            return False
    return True


def nested_limits(limit: LossLimit) -> Iterator[LossLimit]:
    """A limit and all within it, and within them."""
    yield limit
    for inner in limit.within:
        yield from nested_limits(inner)


def _all_lines(limit: LossLimit) -> list[LossLine]:
    return [line for each in nested_limits(limit) for line in each.lines]


def _states(
    limit: LossLimit,
    size: int,
    tilt: float,
    seen_at: str = "",
    counted: LossPart | None = None,
    edge: bool = False,
    refuses: bool = False,
) -> np.ndarray:
    """The weight of each number of jobs behind a limit, times tilt ** number: float64 (places + 1 or 2, or `size`,).

    Of the states that somebody sees who comes to the limit `seen_at`, this or one within it, if one is named, and is
    behind all around it; of those in which it `refuses` him; times the number at a line beyond one and up to another,
    if they are `counted`. `edge`: of the states in which one further out is full.
    """
    size, whole = min(size, math.floor(limit.places) + 2), math.floor(limit.places)

    def product(at_edge: bool) -> np.ndarray:
        found: np.ndarray | None = None
        for line in limit.lines:
            weights = _weights(line, size, tilt, at_edge)
            if counted is not None and line is counted[0]:
                least, most = (line.each * number for number in counted[1])
                weights = weights * np.clip(np.arange(weights.size) - least, 0.0, most - least)
            found = weights.copy() if found is None else np.convolve(found, weights)[:size]
        found = np.ones(1) if found is None else found
        for inner in limit.within:
            named = seen_at if any(each.name == seen_at for each in nested_limits(inner)) else ""
            found = np.convolve(found, _states(inner, size, tilt, named, counted, at_edge, refuses))[:size]
        return found if found.size == size else np.concatenate((found, np.zeros(size - found.size)))

    found = product(edge)
    if not edge and size > whole and any(line.variation != 1.0 for line in _all_lines(limit)):
        found[whole:] = product(True)[whole:]
    if size == whole + 2:  # Room for a part of a job lets one more in as often.
        found[-1] *= limit.places - whole
    if seen_at and seen_at != limit.name:
        found[whole:] = 0.0  # He holds one of its places.
    return _full(limit, found) if refuses and seen_at == limit.name else found


def _full(limit: LossLimit, states: np.ndarray) -> np.ndarray:
    """Of the weights of all states, those that refuse who comes."""
    whole, found = math.floor(limit.places), np.zeros(states.size)
    if whole < states.size:
        found[whole] = states[whole] * (1.0 - (limit.places - whole))
    if whole + 1 < states.size:
        found[whole + 1] = states[whole + 1]
    return found


# Asked for again for each figure of one crowd; nobody changes the arrays.
@lru_cache(maxsize=64)
def _weights(line: LossLine, size: int, tilt: float, edge: bool) -> np.ndarray:
    """The weight of each number of places that jobs at a line take, the largest about 1: float64 (size,)."""
    if line.load * line.each == 0.0:
        return np.ones(1)
    number = np.arange(1, size)
    if line.each != 1.0:
        ratio = _ratios(line, number / line.each)
    elif line.rates:
        rates = np.asarray(line.rates)
        ratio = line.load / rates[np.minimum(number, rates.size) - 1]
    else:
        served = np.minimum(number, line.width)
        ratio = np.where(number <= max(1.0, line.width), line.load / served, line.piles)
    logs = np.concatenate(([0.0], np.cumsum(np.log(ratio * tilt))))
    weights: np.ndarray = np.exp(logs - logs.max())
    if line.variation != 1.0:
        # A full limit ends arrivals only at a line that most of those behind it are in.
        until = size if not edge else max(1, (size - 2) // 2)
        weights[max(1, math.ceil(line.width * line.each)) : until] *= line.lasting
    return weights


def _ratios(line: LossLine, jobs: np.ndarray) -> np.ndarray:
    """How much rarer or more frequent it is that jobs each of which takes `line.each` places take one more, when these
    are then those of `jobs` of them, whole or not: float64 of as many.

    While nobody holds anybody up it is a Poisson number of places (Fredericks 1980), beyond that all numbers are as
    likely as those of the jobs that take them.
    """
    rates = np.asarray(line.rates)
    alone = line.load / rates[0] if line.rates else line.load
    beyond = np.maximum(alone / jobs, line.decay)
    if not line.rates:
        return np.where(jobs <= line.width, alone / jobs, beyond)
    served = np.interp(jobs, np.arange(rates.size + 1), np.concatenate(([0.0], rates)))
    return np.where(jobs <= rates.size, line.load / served, beyond)
