"""How the laws are observed: small networks, replications of them, and a comparison with what theory says.

The tolerance is never chosen by feel: it is the Student interval of independent replications, at a confidence of
99.9 %. What a test does choose is how narrow that interval must be for the comparison to mean something.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.estimate import Estimate
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Catalogue, Resource
from simulator.network.session_source import SessionSource
from simulator.network.steps import Step

CONFIDENCE = 0.999
REPLICATIONS = 10
SEED = 2005

# Service times of mean 1, from none to heavy-tailed variation.
SPREADS = {
    "constant": constant(1.0),
    "uniform": Distribution(Family.UNIFORM, 1.0),
    "exponential": exponential(1.0),
    "pareto": Distribution(Family.PARETO, 1.0, 2.5),
}


@dataclass(frozen=True)
class Observer:
    """An engine, and how much shorter it runs than the kernel: its intervals are wider by the root of that."""

    engine: str
    shorter: float = 1.0

    def __str__(self) -> str:
        return self.engine


KERNEL = Observer("kernel")
# Both engines, for the laws that show in short runs. The slow one is for the proof: that it does the same as the
# kernel, request by request, is what tests/agreement compares.
REFERENCE = Observer("reference", 50.0)
ENGINES = (KERNEL, pytest.param(REFERENCE, marks=pytest.mark.proof))


def slowly(*case: object):
    """A case of several parameters, the last of which is an engine: in the reference, so that it is for the proof."""
    return pytest.param(*case, REFERENCE, marks=pytest.mark.proof)


def one_request(rate: float, steps: tuple[Step, ...], *resources: Resource, **source) -> Network:
    """A network to which single requests come at `rate`, at random, and follow `steps`."""
    catalogue = source.pop("catalogue", None)
    return Network(1, resources, (request(steps, catalogue),), single(rate, **source))


def request(steps: tuple[Step, ...], catalogue: Catalogue | None = None) -> RequestClass:
    """The only class of requests."""
    return RequestClass("request", 1.0, constant(1.0), 0.0, steps, catalogue)


def single(rate: float, **changes) -> SessionSource:
    """Sessions of one request each, from clients all alike."""
    return SessionSource(**{
        "rate": rate, "requests": constant(1.0), "think_time": constant(0.0), "client_shares": (1.0,), **changes
    })  # fmt: skip


# All is observed so much shorter than it is written, at least; see `length` in conftest.py, which sets it.
shortened = 1.0


def observe(
    network: Network, seconds: float, warm_up: float = 0.0, windows: int = 200, observer: Observer = KERNEL
) -> ReplicationSet:
    """Replications of a network, each measured for `seconds` in `windows` windows after a warm-up.

    Tests that ask for the same observation share it.
    """
    return replications(network, seconds / max(observer.shorter, shortened), warm_up, windows, observer)


@lru_cache(maxsize=16)
def replications(
    network: Network, seconds: float, warm_up: float = 0.0, windows: int = 200, observer: Observer = KERNEL
) -> ReplicationSet:
    """Replications of a network, each measured for just so many seconds."""
    window = seconds / windows
    skipped = -int(-warm_up // window)
    engine = load_engine(observer.engine)

    def run(replication: int):
        return engine.run(network, RunPlan(skipped + windows, window, skipped * window, replication), SEED)

    with ThreadPoolExecutor(2) as pool:
        return ReplicationSet(network, list(pool.map(run, range(REPLICATIONS))), CONFIDENCE)


def agrees(measured: Estimate, expected: float, within: float, known_error: float = 0.0) -> None:
    """Asserts that `expected` lies in the interval, which must be narrower than `within` of the expected value.

    `known_error` is how far the theory itself, or the reading of a histogram, may be off, as a share of the value.
    """
    assert measured.half_width <= within * abs(expected), f"too wide to say anything: {measured}"
    off = abs(measured.value - expected)
    assert off <= measured.half_width + known_error * abs(expected), f"{measured} is not {expected}"


def jobs(steady: ReplicationSet, station: str) -> Estimate:
    """The mean number of jobs at a shared station or a queue."""
    return steady.rate(_group(steady, station), station, "jobs", unit="jobs")


def waiting(steady: ReplicationSet, station: str) -> Estimate:
    """The mean number of jobs beyond the servers' (or the capacity's) mean work: in FIFO, those that wait."""
    group = _group(steady, station)
    done = "work" if group == "shared" else "busy"

    def excess(tally) -> float:
        return (
            steady.total(tally, group, station, "jobs") - steady.total(tally, group, station, done)
        ) / steady.seconds

    return steady.estimate(excess, "jobs")


def response(steady: ReplicationSet) -> Estimate:
    """The mean response time."""
    return ratio(steady, ("requests", "response time"), ("requests", "completed"))


def ratio(steady: ReplicationSet, part: tuple[str, ...], whole: tuple[str, ...]) -> Estimate:
    """How much one column grows for each unit that another does."""
    return steady.estimate(lambda tally: steady.total(tally, *part) / steady.total(tally, *whole), "")


def of_class(steady: ReplicationSet, name: str) -> Estimate:
    """The mean response time of one class of requests."""
    return ratio(steady, ("class", name, "response time"), ("class", name, "completed"))


def at_least_open(steady: ReplicationSet, count: int) -> Estimate:
    """How often `count` sessions or more are open, seen at the edges of the windows."""
    return steady.estimate(
        lambda tally: float((tally.column("sessions", "open")[steady.first + 1 :] >= count).mean()), ""
    )


def _group(steady: ReplicationSet, station: str) -> str:
    return "shared" if any(shared.name == station for shared in steady.network.shared) else "queue"
