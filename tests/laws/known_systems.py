"""Ten systems whose truth is known, with services of 3 ms on average, as a planner would measure them.

Response times of most are of phase type: exponential stages, one after the other, by a matrix of rates (Neuts 1981,
Matrix-Geometric Solutions in Stochastic Models). Who finds n jobs at c servers passes n - c + 1 stages at the rate of
all servers, and one of service; the wait of M/PH/1 is a geometric number of remainders of a service, itself of phase
type (Asmussen 2003, Applied Probability and Queues, section VIII.5).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag, expm
from scipy.optimize import brentq

from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import MultiServer, Resource, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Serve
from tests.laws.closed_forms import closed_birth_and_death, limited, sharing_quantile
from tests.laws.observing import one_request, request

SERVICE = 0.003  # Seconds.
SHARES = {"response_p95": 0.95, "response_p99": 0.99}
DESK = MultiServer("desk", 1)
VARIABLE = Distribution(Family.HYPEREXPONENTIAL, SERVICE, cv=1.5)


@dataclass(frozen=True)
class KnownSystem:
    """A network, and what its figures are in truth, by their names; `use` is that of its desk, %."""

    network: Network
    truths: Mapping[str, float]


@dataclass(frozen=True)
class Phases:
    """A time of phase type: where it begins, float64 (n,), and the rates from stage to stage, float64 (n, n)."""

    begins: np.ndarray
    rates: np.ndarray

    @property
    def mean(self) -> float:
        return -float(self.begins @ np.linalg.solve(self.rates, np.ones(self.begins.size)))

    def quantile(self, share: float) -> float:
        def beyond(t: float) -> float:
            return float(self.begins @ expm(self.rates * t).sum(axis=1)) - 1.0 + share

        return float(brentq(beyond, 0.0, 200.0 * self.mean, xtol=1e-12))


def of_phases(network: Network, response: Phases, **others: float) -> KnownSystem:
    """A system whose response time is of phase type."""
    quantiles = {name: response.quantile(share) for name, share in SHARES.items()}
    return KnownSystem(network, {"response_mean": response.mean, **quantiles, **others})


def found_at(servers: int, found: Sequence[float]) -> Phases:
    """The response time of who finds n jobs at so many servers with the chance `found[n]`, first come, first served."""
    waits = max(0, len(found) - servers)
    begins = np.zeros(waits + 1)
    for jobs, chance in enumerate(found):
        begins[waits - max(0, jobs - servers + 1)] += chance
    leaves = np.array([servers / SERVICE] * waits + [1.0 / SERVICE])
    return Phases(begins, np.diag(leaves[:-1], 1) - np.diag(leaves))


def queue(rate: float, work: Phases, own: Phases | None = None) -> Phases:
    """The response time of M/PH/1: the wait among all the `work` that comes, then a service of one's `own`."""
    own, load, size = own or work, rate * work.mean, work.begins.size
    ends = -work.rates.sum(axis=1)
    remainder = -np.linalg.solve(work.rates.T, work.begins) / work.mean
    rates = block_diag(work.rates + load * np.outer(ends, remainder), own.rates)
    rates[:size, size:] = np.outer((1.0 - load) * ends, own.begins)
    return Phases(np.concatenate((load * remainder, (1.0 - load) * own.begins)), rates)


def mixture(means: Sequence[float], chances: Sequence[float]) -> Phases:
    """One of several exponential times."""
    return Phases(np.array(chances), -np.diag(1.0 / np.array(means)))


def variable_service() -> Phases:
    """Two exponential times that have half of the mean each."""
    square = VARIABLE.cv**2
    often = (1.0 + math.sqrt((square - 1.0) / (square + 1.0))) / 2.0
    return mixture([SERVICE / 2.0 / often, SERVICE / 2.0 / (1.0 - often)], [often, 1.0 - often])


def served(load: float, service: Distribution, desk: Resource = DESK) -> Network:
    return one_request(load / SERVICE, (Serve("desk", service),), desk)


ONE = mixture([SERVICE], [1.0])


def single_server(load: float) -> KnownSystem:
    """M/M/1."""
    return of_phases(served(load, exponential(SERVICE)), queue(load / SERVICE, ONE), use=100.0 * load)


def constant_services(load: float) -> KnownSystem:
    """M/D/1: the wait by Erlang 1909 (Gross and Harris 1998, section 5.1)."""

    def no_longer(wait: float) -> float:
        terms = [load * (k - wait) for k in range(math.floor(wait) + 1)]
        return (1.0 - load) * sum(x**k / math.factorial(k) * math.exp(-x) for k, x in enumerate(terms))

    quantiles = {
        name: SERVICE * (1.0 + brentq(lambda wait, share=share: no_longer(wait) - share, 0.0, 12.0))
        for name, share in SHARES.items()
    }
    mean = SERVICE * (1.0 + load / 2.0 / (1.0 - load))
    return KnownSystem(served(load, constant(SERVICE)), {"response_mean": mean, "use": 100.0 * load, **quantiles})


def variable_services(load: float) -> KnownSystem:
    """M/H2/1."""
    return of_phases(served(load, VARIABLE), queue(load / SERVICE, variable_service()), use=100.0 * load)


def interrupted(load: float, away: float, every: float) -> KnownSystem:
    """M/M/1 whose server is called away for an exponential time, first come, first served."""
    rate = load / SERVICE + 1.0 / every
    work = mixture([SERVICE, away], [load / SERVICE / rate, 1.0 / every / rate])
    whole = served(load, exponential(SERVICE))
    calls = Background("calls", 1.0 / every, (Serve("desk", exponential(away), 9),))
    network = Network(1, whole.resources, whole.classes, whole.source, background=(calls,))
    return of_phases(network, queue(rate, work, ONE), use=100.0 * (load + away / every))


def several_servers(servers: int, load: float) -> KnownSystem:
    """M/M/c, cut off where hardly anybody comes."""
    places = limited(servers, servers + 60, servers * load)
    desk = MultiServer("desk", servers)
    network = served(servers * load, exponential(SERVICE), desk)
    return of_phases(network, found_at(servers, places.tolist()), use=100.0 * load)


def limited_places(servers: int, places: int, a: float) -> KnownSystem:
    """M/M/c/K: who finds all places taken is lost."""
    states = limited(servers, places, a)
    network = served(a, exponential(SERVICE), MultiServer("desk", servers, places - servers))
    lost, let_in = states[-1], (states[:-1] / (1.0 - states[-1])).tolist()
    return of_phases(network, found_at(servers, let_in), use=100.0 * a * (1.0 - lost) / servers, errors=100.0 * lost)


def sharing_exponential(load: float) -> KnownSystem:
    """M/M/1, processor sharing."""
    quantiles = {name: SERVICE * sharing_quantile(load, share) for name, share in SHARES.items()}
    shared = SharedCapacity("desk", 1.0, (1.0,), "cores")
    truths = {"response_mean": SERVICE / (1.0 - load), "use": 100.0 * load, **quantiles}
    return KnownSystem(served(load, exponential(SERVICE), shared), truths)


def sharing_variable(load: float) -> KnownSystem:
    """M/G/1, processor sharing, which does not mind how services vary (Kleinrock 1976, section 4.4)."""
    shared = SharedCapacity("desk", 1.0, (1.0,), "cores")
    truths = {"response_mean": SERVICE / (1.0 - load), "connections": load / (1.0 - load), "use": 100.0 * load}
    return KnownSystem(served(load, VARIABLE, shared), truths)


def room_for_all(load: float) -> KnownSystem:
    """M/G/inf: nobody waits."""
    wide = SharedCapacity("desk", 1e6, (1.0,), "cores")
    truths = {"connections": load, "use": 1e-4 * load}
    network = served(load, VARIABLE, wide)
    return of_phases(network, variable_service(), **truths)


def tandem(first: float, second: float) -> KnownSystem:
    """Two queues, one after the other (Jackson 1957): both times of a request are exponential, and independent of each
    other (Reich 1957)."""
    ratio, after = second / first, MultiServer("after", 1)
    steps = (Serve("desk", exponential(SERVICE)), Serve("after", exponential(ratio * SERVICE), 1))
    leaves = np.array([1.0 - first, (1.0 - second) / ratio]) / SERVICE
    response = Phases(np.array([1.0, 0.0]), np.diag(leaves[:1], 1) - np.diag(leaves))
    return of_phases(one_request(first / SERVICE, steps, DESK, after), response, use=100.0 * first)


def repair(machines: int, runs: float) -> KnownSystem:
    """Machines that break down and one repairman; who comes finds what is there with one machine less (Lavenberg and
    Reiser 1980, Stationary State Probabilities at Arrival Instants for Closed Queueing Networks)."""
    found = closed_birth_and_death(machines - 1, runs, (1.0 / SERVICE,))
    idle = closed_birth_and_death(machines, runs, (1.0 / SERVICE,))[0]
    source = SessionSource(
        0.0, Distribution(Family.CONSTANT, 1.0), exponential(runs), (1.0,), open_at_start=machines, returns=True
    )
    classes: tuple[RequestClass, ...] = (request((Serve("desk", exponential(SERVICE)),)),)
    network = Network(1, (DESK,), classes, source)
    return of_phases(network, found_at(1, found.tolist()), use=100.0 * (1.0 - idle))


KNOWN_SYSTEMS: Mapping[str, Callable[[], KnownSystem]] = {
    "M/M/1": lambda: single_server(0.5),
    "M/D/1": lambda: constant_services(0.6),
    "M/H2/1": lambda: variable_services(0.3),
    "M/M/1 with interruptions": lambda: interrupted(0.3, 10.0 * SERVICE, 100.0 * SERVICE),
    "M/M/4": lambda: several_servers(4, 0.7),
    "M/M/2/6": lambda: limited_places(2, 6, 1.8),
    "M/M/1, shared": lambda: sharing_exponential(0.5),
    "M/G/1, shared": lambda: sharing_variable(0.5),
    "M/G/inf": lambda: room_for_all(2.0),
    "tandem": lambda: tandem(0.5, 0.4),
    "machine repair": lambda: repair(6, 4.0 * SERVICE),
}
