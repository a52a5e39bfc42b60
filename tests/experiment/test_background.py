"""Half-open connections."""

import pytest

from simulator.experiment.measures.server import background_measures
from simulator.network.network import Background
from simulator.network.roles import Role
from tests.experiment.tallies import CPU, network, steady

FLOOD = network(CPU, background=(Background("half-open connections", 1.0, (), role=Role.HALF_OPEN),))


def column(what):
    return ("background", "half-open connections", what)


def test_the_mean_number_open_is_the_area_over_the_time():
    # Two that stay open from 5 and 10 s on: 15 + 10 seconds in 20.
    one = {column("open"): [2, 0], column("open moment"): [15.0, 0.0]}
    assert background_measures(steady(FLOOD, one, one))["half_open"].value == pytest.approx((2 * 20 - 15) / 20)


def test_the_share_refused():
    one = {column("offered"): [10, 30], column("refused"): [0, 10]}
    assert background_measures(steady(FLOOD, one, one))["half_open_refused"].value == pytest.approx(25.0)


def test_nothing_offered_is_nothing_refused():
    one = {column("offered"): [0]}
    assert background_measures(steady(FLOOD, one, one))["half_open_refused"].value == 0.0
