"""Sharing with caps: a link of R times the clients' speed holds as many flows as M/M/R, however sizes vary.

The station is a symmetric queue, so only the mean of the sizes matters (Kelly 1979, Reversibility and Stochastic
Networks, chapter 3; Bonald and Proutiere 2003, Insensitive Bandwidth Sharing in Data Networks).
"""

import math
from dataclasses import replace
from itertools import product

import pytest

from simulator.engines.theory.formulas.stations import capped_sharing
from simulator.network.distribution import Distribution, constant
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Serve
from tests.laws.closed_forms import at_least, erlang_c, mean_number, sharing
from tests.laws.observing import (
    ENGINES,
    KERNEL,
    SPREADS,
    Observer,
    agrees,
    at_least_open,
    jobs,
    observe,
    of_class,
    one_request,
    response,
    slowly,
)
from tests.proven import mostly_proof

pytestmark = pytest.mark.usefixtures("length")

# How many requests a replication takes at each load: queues forget slowly when they are busy.
REQUESTS = {0.5: 40_000, 0.9: 160_000, 0.95: 250_000}


def link(width: float, load: float, size: Distribution) -> Network:
    """A link that carries `width` flows at full speed, at a load between 0 and 1."""
    return one_request(load * width, (Serve("link", size),), SharedCapacity("link", float(width), (1.0,), "flows"))


def forgetting(width: int, load: float) -> float:
    """The relaxation time of M/M/R (Morse 1955, Stochastic Properties of Waiting Lines), at least a service time."""
    return max(1.0, 1.0 / (width * (1.0 - math.sqrt(load)) ** 2))


def observed(width: int, load: float, size: Distribution, observer: Observer = KERNEL):
    """A link observed for as many requests as its load asks for; a wide one forgets sooner."""
    requests = min(REQUESTS[load], 160_000) if width > 100 else REQUESTS[load]
    warm_up = 10.0 * forgetting(width, load)
    return observe(link(width, load, size), requests / (load * width), warm_up, windows=1000, observer=observer)


# Links of each width and each load with sizes that differ, and one link with all sizes.
WIDTHS = (3, 10, 195)
LINKS = {(3, 0.9, size) for size in SPREADS} | {(3, 0.5, "pareto"), (3, 0.95, "uniform"), (10, 0.5, "constant")}
LINKS |= {(10, 0.9, "exponential"), (195, 0.5, "exponential"), (195, 0.9, "pareto")}


@pytest.mark.parametrize(("width", "load", "size"), mostly_proof(product(WIDTHS, REQUESTS, SPREADS), LINKS))
def test_flows_on_a_link_follow_m_m_r_whatever_their_sizes(width, load, size):
    steady = observed(width, load, SPREADS[size])
    mean = mean_number(width, load * width)
    agrees(jobs(steady, "link"), mean, within=0.2)
    agrees(response(steady), mean / (load * width), within=0.2)
    all_busy = erlang_c(width, load * width)
    if all_busy > 0.01:  # A wide link at half its load is never full while we watch.
        agrees(at_least_open(steady, width), all_busy, within=0.4)


@pytest.mark.parametrize("size", SPREADS)
def test_the_tail_of_the_number_of_flows_is_geometric(size):
    steady = observed(3, 0.9, SPREADS[size])
    for flows in (3, 6, 12):
        agrees(at_least_open(steady, flows), at_least(3, 2.7, flows), within=0.3)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("width", [1, 3])
def test_half_a_load_in_either_engine(width, observer):
    steady = observed(width, 0.5, SPREADS["pareto"], observer)
    agrees(jobs(steady, "link"), mean_number(width, 0.5 * width), within=0.15)


@pytest.mark.parametrize("size", SPREADS)
def test_uncapped_sharing_is_m_g_1_ps(size):
    """Mean response 1 / (1 - load), insensitive too; the work done is the work brought."""
    steady = observe(link(1, 0.8, SPREADS[size]), 200_000.0, 2_000.0)
    agrees(response(steady), 5.0, within=0.1)
    agrees(steady.rate("shared", "link", "work", unit=""), 0.8, within=0.02)


@pytest.mark.parametrize(
    ("width", "size", "observer"),
    [(0.4, "exponential", KERNEL), (2.5, "exponential", KERNEL), (2.5, "uniform", KERNEL), slowly(2.5, "uniform")],
    ids=str,
)
def test_a_link_need_be_no_whole_multiple_of_its_flows(width, size, observer):
    """M/M/R for R between whole numbers, and below 1, where no flow ever reaches its cap."""
    mean = sharing(width, 0.5 * width)
    assert capped_sharing(0.5 * width, 1.0, width, 1.0).jobs == pytest.approx(mean, rel=1e-9)
    steady = observe(link(width, 0.5, SPREADS[size]), 100_000.0 / width, 50.0, windows=50, observer=observer)
    agrees(jobs(steady, "link"), mean, within=0.2)
    agrees(response(steady), mean / (0.5 * width), within=0.15)


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize("width", [1.0, 2.5])
def test_flows_take_as_long_as_they_are_large(width, observer):
    """The mean response is in proportion to the size (Cohen 1979; of M/G/1 PS, Kleinrock 1976, section 4.4): sharing
    slows all sizes down alike."""
    sizes = {"small": 0.5, "middling": 1.0, "large": 4.0}
    network = link(width, 0.5, SPREADS["constant"])
    kinds = (replace(network.classes[0], name=name, steps=(Serve("link", constant(x)),)) for name, x in sizes.items())
    kinds = tuple(replace(kind, share=share) for kind, share in zip(kinds, (0.5, 0.3, 0.2), strict=True))
    mean, a = 0.5 * 0.5 + 0.3 * 1.0 + 0.2 * 4.0, 0.5 * width
    network = replace(network, classes=kinds, source=replace(network.source, rate=a / mean))
    steady = observe(network, 200_000.0 / width, 50.0, windows=50, observer=observer)
    for name, size in sizes.items():
        expected = size * sharing(width, a) / a
        assert size * capped_sharing(a / mean, mean, width, 1.0).stretch == pytest.approx(expected, rel=1e-9)
        agrees(of_class(steady, name), expected, within=0.15)
