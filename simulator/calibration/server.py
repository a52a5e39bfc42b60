"""Theory of one server, as far as rows of a load test can tell of it.

Requests think for Z (in a closed test), wait elsewhere for W, and are worked at by hardware threads that share what the
server does: with n of them busy alpha(n) seconds of work a second, bent by contention and coherence (Gunther 2007). The
threads share evenly, or serve in turn work that varies like an exponential: then the number of requests is that of a
birth and death process whatever else is distributed how (Baskett, Chandy, Muntz and Palacios 1975, Open, Closed and
Mixed Networks; Kelly 1979, chapter 3). It is worked out here at once for all numbers, where mean value analysis takes
them one by one; both give the same (tests/calibration). Where the cards of the server and the bytes of a response are
known, the link is a second station, shared by those who are sent something at a rate that does not change with their
number: with it the network is one of product form (the same).
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from models.capacity_curve import ServerThreads
from models.scaling_law import slowdown
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.network.transport import TCP, Transport

# Of an open load: how near to its capacity a server is looked at. What is asked beyond counts as so much too much.
FULL = 0.995
# So many of the users are there when it is asked how a response answers to them.
_FEWER = 0.9
# The same of the rate of an open load.
_LESS = 0.99
# How often a cost is sought that goes with the share of the threads that it makes busy, and how exactly.
_STEPS, _ALIKE = 30, 1e-9


class Parameter(Enum):
    """What is fitted. The value is what people call it."""

    WORK = "CPU time a request"
    WORK_PER_BYTE = "CPU time a byte"
    WORK_PER_BYTE_BEYOND = "CPU a byte beyond"
    BEND = "bend"
    WORK_PER_CONNECTION = "CPU time a connection"
    WAIT = "wait elsewhere"
    THINK = "think time"
    CONTENTION = "contention"
    COHERENCE = "coherence"
    SECOND_THREAD = "second thread"
    IDLE_COST = "extra CPU, idle"
    BESIDE = "CPU beside requests"
    WORKING_SET = "working set"
    SKEW = "skew of popularity"


Parameters = Mapping[Parameter, float]


class ThreadScaling(NamedTuple):
    """The hardware threads that serve. threads: how many; unhindered: what some of them do together, in times what one
    does; workers: requests that are in work at the same time, waits elsewhere included; None is all of them; cards:
    bytes a second that they send together, infinite where nobody says; cache: bytes that its cache of files may fill,
    None where nobody says; transport: what responses are sent over; cores: those that the threads share, None where
    nobody says."""

    threads: int
    unhindered: Callable[[float], float] = float
    workers: int | None = None
    cards: float = math.inf
    cache: float | None = None
    transport: Transport = TCP
    cores: ServerThreads | None = None

    def sends(self, point: LoadTestRow) -> float:
        """Responses like those of a row a second that fill its cards, infinite where cards or bytes are not known."""
        if point.size is None or point.size <= 0.0:
            return math.inf
        return self.cards / (point.size + self.transport.framing * math.ceil(point.size / self.transport.segment))


class PredictedRow(NamedTuple):
    """A row as theory has it. rate: requests/s; mean: seconds; cpu: share of the threads that are busy; beyond: by how
    much the load exceeds the capacity, as a logarithm, 0 where it does not."""

    rate: float
    mean: float
    cpu: float
    beyond: float = 0.0


def request_work(parameters: Parameters, point: LoadTestRow, used: float = 1.0) -> float:
    """Seconds of work of a request on one thread, of which a share of the threads is used by requests; work beside them
    makes it longer."""
    work = parameters[Parameter.WORK]
    if Parameter.WORK_PER_BYTE in parameters:
        size, bend = point.size or 0.0, parameters.get(Parameter.BEND, math.inf)
        work += parameters[Parameter.WORK_PER_BYTE] * min(size, bend)
        work += parameters.get(Parameter.WORK_PER_BYTE_BEYOND, 0.0) * max(0.0, size - bend)
    if Parameter.WORK_PER_CONNECTION in parameters and point.has(Metric.CONNECTING, Metric.RATE):
        work += parameters[Parameter.WORK_PER_CONNECTION] * point[Metric.CONNECTING] / point[Metric.RATE]
    idle, beside = parameters.get(Parameter.IDLE_COST, 0.0), parameters.get(Parameter.BESIDE, 0.0)
    return work * (1.0 + idle * (1.0 - used)) / (1.0 - beside)


def predict_row(
    parameters: Parameters, point: LoadTestRow, kind: LoadKind, machine: ThreadScaling, cpu: float | None = None
) -> PredictedRow:
    """What theory says of a row: of an open test at its rate, of a closed one at its users. A cost that changes with
    the load is that of the share of the threads that it makes busy itself, or of a CPU that was measured."""
    used = 1.0 if cpu is None else used_by_requests(parameters, cpu)
    found = _predict_used(parameters, point, kind, machine, used)
    if cpu is None and parameters.get(Parameter.IDLE_COST, 0.0):
        found = _by_its_use(lambda used: _predict_used(parameters, point, kind, machine, used), found)
    beside = parameters.get(Parameter.BESIDE, 0.0)
    return found._replace(cpu=beside + (1.0 - beside) * found.cpu) if beside else found


def _by_its_use(predicted: Callable[[float], PredictedRow], full: PredictedRow) -> PredictedRow:
    """The row whose cost is that of the share of the threads that it uses, by the secant method. full: that of a cost
    as if all were used."""
    before, off_before, used = 1.0, full.cpu - 1.0, full.cpu
    for _ in range(_STEPS):
        found = predicted(used)
        off = found.cpu - used
        if abs(off) < _ALIKE or off == off_before:
            break
        following = used - off * (used - before) / (off - off_before)
        before, off_before, used = used, off, min(1.0, max(0.0, following))
    return found


def _predict_used(
    parameters: Parameters, point: LoadTestRow, kind: LoadKind, machine: ThreadScaling, used: float
) -> PredictedRow:
    """The same with a request that costs what it does where requests use a share of the threads."""
    at = _at_work(parameters, point, machine, used)
    if kind is LoadKind.OPEN:
        return _open(point[Metric.RATE], at)
    return _closed(point[Metric.USERS], _think(parameters, point), at)


def used_by_requests(parameters: Parameters, cpu: float) -> float:
    """The share of the threads that requests use, of a CPU with all that is done beside them."""
    beside = parameters.get(Parameter.BESIDE, 0.0)
    return max(0.0, cpu - beside) / (1.0 - beside)


def cost_times(parameters: Parameters, cpu: float) -> float:
    """CPU for each request, with its part of what is done beside, while a share of the CPU is used:
    in times what a request by itself costs on a full server. More than is done beside must be used."""
    beside, idle = parameters.get(Parameter.BESIDE, 0.0), parameters.get(Parameter.IDLE_COST, 0.0)
    return (1.0 + idle * (1.0 - used_by_requests(parameters, cpu))) * cpu / (cpu - beside)


def load_elasticity(parameters: Parameters, point: LoadTestRow, kind: LoadKind, machine: ThreadScaling) -> float:
    """How the mean response of a row answers to its load, 0 or more: d log R / d log X of an open test, d log R / d log
    N of a closed one."""
    at = _at_work(parameters, point, machine)
    if kind is LoadKind.OPEN:
        rate = min(point[Metric.RATE], FULL * at.most)
        less, response = _open(_LESS * rate, at).mean, _open(rate, at).mean
        return max(0.0, float((np.log(response) - np.log(less)) / -np.log(_LESS)))
    think, users = _think(parameters, point), point[Metric.USERS]
    mean, fewer = (_closed(n, think, at).mean for n in (users, _FEWER * users))
    return max(0.0, float(np.log(fewer / mean) / np.log(_FEWER))) if mean > 0.0 < fewer else 0.0


def service_rates(parameters: Parameters, machine: ThreadScaling) -> np.ndarray:
    """Work a second with 1, 2, ... busy threads: float64 (threads,), not to be written to."""
    shares = (parameters.get(each, 0.0) for each in (Parameter.CONTENTION, Parameter.COHERENCE))
    return _rates(*shares, parameters.get(Parameter.SECOND_THREAD), machine)


# All rows of a fit ask for the same, and so does each step of its search that changes something else.
@lru_cache(maxsize=64)
def _rates(contention: float, coherence: float, second: float | None, machine: ThreadScaling) -> np.ndarray:
    numbers, unhindered = range(1, machine.threads + 1), machine.unhindered
    if second is not None and machine.cores is not None:
        unhindered = machine.cores._replace(second=second).unhindered
    found = np.array([unhindered(float(n)) / slowdown(n, contention, coherence) for n in numbers])
    found.setflags(write=False)
    return found


class _AtWork(NamedTuple):
    """What requests like those of a row meet. wait: seconds elsewhere; alpha: of them a second with 1, 2, ... busy
    threads, float64 (threads,); link: of them a second that fill the cards."""

    wait: float
    alpha: np.ndarray
    link: float
    workers: int | None

    @property
    def threads(self) -> int:
        """How many hardware threads."""
        return int(self.alpha.size)

    @property
    def most(self) -> float:
        """The largest rate in requests/s."""
        if self.workers is None:
            return min(float(self.alpha.max()), self.link)
        return float(_within(self, self.workers)[0][-1])


def _at_work(parameters: Parameters, point: LoadTestRow, machine: ThreadScaling, used: float = 1.0) -> _AtWork:
    alpha = service_rates(parameters, machine) / request_work(parameters, point, used)
    return _AtWork(parameters.get(Parameter.WAIT, 0.0), alpha, machine.sends(point), machine.workers)


def _think(parameters: Parameters, point: LoadTestRow) -> float:
    return point.measured.get(Metric.THINK, parameters.get(Parameter.THINK, 0.0))


def largest_rate(parameters: Parameters, point: LoadTestRow, machine: ThreadScaling) -> float:
    """The largest rate in requests/s at the kind of request of a row."""
    return _at_work(parameters, point, machine).most


def is_card_bound(parameters: Parameters, point: LoadTestRow, machine: ThreadScaling) -> bool:
    """Whether it is the cards that end the rate at the kind of request of a row, before the threads and the workers."""
    unlimited = machine._replace(cards=math.inf)
    return machine.sends(point) < largest_rate(parameters, point, unlimited)


def _open(rate: float, at: _AtWork) -> PredictedRow:
    """A birth and death process at a rate, geometric where its rates end (Kleinrock 1975, Queueing Systems 1), and the
    link beside it."""
    served, busy, wait, link = _in_work(at)
    full = FULL * min(float(served[-1]), link)
    kept = min(rate, full)
    beyond = max(0.0, float(np.log(rate / kept)))
    jobs, working = _numbers(kept, served, busy)
    sending = 0.0 if math.isinf(link) else 1.0 / (link - kept)
    return PredictedRow(kept, jobs / kept + wait + sending, working / at.threads, beyond)


def _in_work(at: _AtWork) -> tuple[np.ndarray, np.ndarray, float, float]:
    """What 1, 2, ... requests in work do together, the threads that they keep busy, and the wait and the link beside
    that."""
    if at.workers is None:
        return at.alpha, np.arange(1.0, at.threads + 1.0), at.wait, at.link
    return *_within(at, at.workers), 0.0, math.inf


def _numbers(rate: float, served: np.ndarray, busy: np.ndarray) -> tuple[float, float]:
    """Mean number of requests and of busy threads at an open rate below the last of the rates."""
    logs = np.concatenate(([0.0], np.cumsum(np.log(rate / served))))
    states = np.exp(logs - logs.max())
    decay = rate / served[-1]
    numbers = np.arange(states.size)
    tail = states[-1] * decay / (1.0 - decay)
    total = states.sum() + tail
    jobs = (numbers * states).sum() + tail * (states.size - 1 + 1.0 / (1.0 - decay))
    working = (busy * states[1:]).sum() + tail * busy[-1]
    return float(jobs / total), float(working / total)


def _closed(users: float, think: float, at: _AtWork) -> PredictedRow:
    """The same birth and death process with as many requests as users who do not think. Users may be no whole number,
    as averages over time are: then it is a line between the two beside."""
    few = int(users)
    if few < users:
        low, high = (_closed_whole(n, think, at) for n in (max(1, few), few + 1))
        share = users - few if few else 0.0
        scale = users if not few else 1.0
        return PredictedRow(*(scale * ((1.0 - share) * a + share * b) for a, b in zip(low, high, strict=True)))
    return _closed_whole(few, think, at)


def _closed_whole(users: int, think: float, at: _AtWork) -> PredictedRow:
    served, busy = at.alpha, np.arange(1.0, at.threads + 1.0)
    away, link = think + at.wait, at.link
    if at.workers is not None and (at.wait > 0.0 or math.isfinite(link)):
        served, busy = _within(at, at.workers)
        away, link = think, math.inf
    states, last = _population(users, away, served, link), _last(users, served.size)
    rate = float((states[1:] * served[last]).sum())
    working = float((states[1:] * busy[last]).sum())
    return PredictedRow(rate, users / rate - think, working / at.threads)


def _population(users: int, away: float, served: np.ndarray, link: float) -> np.ndarray:
    """P(n) of the users at a station with rates, where the others are away or on a link: float64 (users + 1,)."""
    here = np.concatenate(([0.0], np.cumsum(np.log(served)[_last(users, served.size)])))
    logs = _elsewhere(users, away, link)[::-1] - here
    states = np.exp(logs - logs.max())
    return np.asarray(states / states.sum())


# The search of a fit asks for the same numbers of users and of rates at every step.
@lru_cache(maxsize=64)
def _last(users: int, rates: int) -> np.ndarray:
    """Where the rate with 1, 2, ... of the users stands among so many, the last of which holds for all beyond: int64
    (users,), not to be written to."""
    found: np.ndarray = np.minimum(np.arange(1, users + 1), rates) - 1
    found.setflags(write=False)
    return found


@lru_cache(maxsize=64)
def _ways(users: int) -> np.ndarray:
    """log n! of 0, 1, ... users: float64 (users + 1,), not to be written to."""
    found: np.ndarray = gammaln(np.arange(users + 1.0) + 1.0)
    found.setflags(write=False)
    return found


def _elsewhere(users: int, away: float, link: float) -> np.ndarray:
    """Logarithm of the weight of 0, 1, ... users who are away for a time or on a link: float64 (users + 1,).

    Away is away ** n / n!, the link is link ** -n, and both are their convolution (Buzen 1973, Computational Algorithms
    for Closed Queueing Networks).
    """
    numbers = np.arange(users + 1.0)
    times = away if math.isinf(link) else away * link
    logs = np.full(users + 1, -np.inf)
    logs[0] = 0.0
    if times > 0.0:
        logs = numbers * math.log(times) - _ways(users)
    return logs if math.isinf(link) else np.logaddexp.accumulate(logs) - numbers * math.log(link)


def _within(at: _AtWork, workers: int) -> tuple[np.ndarray, np.ndarray]:
    """What n requests in work do together, waits and link included, and the threads that they keep busy, for n to
    `workers`.

    Their inside is a closed network of its own, in whose place stands a station of its throughput (Norton's theorem,
    Chandy, Herzog and Woo 1975, Parametric Analysis of Queuing Networks); for those that queue before it, that is
    an approximation.
    """
    return _within_once(at.wait, at.link, at.alpha.tobytes(), workers)


@lru_cache(maxsize=64)
def _within_once(wait: float, link: float, rates: bytes, workers: int) -> tuple[np.ndarray, np.ndarray]:
    alpha = np.frombuffer(rates)
    threads = np.minimum(np.arange(workers + 1), alpha.size)
    each = np.concatenate(([0.0], alpha[threads[1:] - 1]))
    elsewhere = _elsewhere(workers, max(wait, 1e-12), link)
    counts = np.arange(workers + 1)
    inside, number = counts[None, :], counts[1:, None]
    # log P(k at the threads | n in work), up to a constant.
    passed = np.concatenate(([0.0], np.cumsum(np.log(each[1:]))))
    logs = np.where(inside <= number, elsewhere[np.maximum(number - inside, 0)] - passed, -np.inf)
    states = np.exp(logs - logs.max(axis=1, keepdims=True))
    states /= states.sum(axis=1, keepdims=True)
    return states @ each, states @ threads
