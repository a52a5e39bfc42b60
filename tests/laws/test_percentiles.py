"""Percentiles from histograms against exact quantiles."""

import math

import pytest

from simulator.engines.histogram import quantile
from simulator.experiment.measures.server import percentile
from simulator.network.distribution import Distribution, Family, exponential
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.steps import Serve
from tests.laws.observing import ENGINES, SPREADS, agrees, observe, one_request

pytestmark = pytest.mark.usefixtures("length")

WIDE = SharedCapacity("clients", 1e9, (1.0,), "flows")
BIN = 1.0 / 128.0  # The width of a histogram's widest bin, as a share of the values in it.


@pytest.mark.parametrize("observer", ENGINES, ids=str)
@pytest.mark.parametrize(("percent", "within"), [(50, 0.1), (95, 0.15), (99, 0.25)])
def test_m_m_1_responses_are_exponential(percent, within, observer):
    """First in, first out at half a load: the response time is exponential at rate 1 - 1/2."""
    network = one_request(0.5, (Serve("desk", exponential(1.0)),), MultiServer("desk", 1))
    steady = observe(network, 200_000.0, 200.0, observer=observer)
    agrees(percentile(steady, percent), -2.0 * math.log1p(-percent / 100.0), within, known_error=BIN)


@pytest.mark.parametrize("percent", [50, 95, 99])
def test_m_m_1_percentiles_near_saturation(percent):
    network = one_request(0.8, (Serve("desk", exponential(1.0)),), MultiServer("desk", 1))
    steady = observe(network, 400_000.0, 2_000.0)
    agrees(percentile(steady, percent), -5.0 * math.log1p(-percent / 100.0), within=0.15, known_error=BIN)


@pytest.mark.parametrize("percent", [50, 95, 99])
@pytest.mark.parametrize("law", SPREADS)
def test_where_nobody_waits_responses_are_as_drawn(law, percent):
    steady = observe(one_request(20.0, (Serve("clients", SPREADS[law]),), WIDE), 10_000.0, 20.0)
    agrees(percentile(steady, percent), drawn(SPREADS[law], percent / 100.0), within=0.05, known_error=BIN)


def drawn(law: Distribution, q: float) -> float:
    """The quantile of a distribution of mean 1."""
    match law.kind:
        case Family.CONSTANT:
            return 1.0
        case Family.UNIFORM:
            return 2.0 * q
        case Family.EXPONENTIAL:
            return -math.log1p(-q)
        case _:
            return (law.shape - 1.0) / law.shape * (1.0 - q) ** (-1.0 / law.shape)


def test_histograms_hold_every_response_after_the_warm_up():
    network = one_request(20.0, (Serve("clients", exponential(1.0)),), WIDE)
    steady = observe(network, 1_000.0, 20.0)
    for tally in steady.tallies:
        assert tally.histogram.sum() == steady.total(tally, "requests", "completed")
        assert 0.0 < quantile(tally.histogram[0], 0.5) < quantile(tally.histogram[0], 0.99)
