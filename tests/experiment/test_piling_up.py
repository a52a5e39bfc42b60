"""Sessions that pile up: the server does not keep up, although it has turned nobody away yet."""

import pytest

from simulator.experiment.measures.server import all_measures
from tests.experiment.tallies import CPU, network, steady

CAME, OPEN = ("sessions", "offered"), ("sessions", "open")


def test_the_growth_of_open_sessions_is_a_share_of_those_that_came():
    growing = steady(network(CPU), {CAME: [100, 100], OPEN: [0, 10]}, {CAME: [100, 100], OPEN: [10, 20]})
    assert all_measures(growing)[0]["piling_up"].value == pytest.approx((5.0 + 15.0) / 2)


def test_open_sessions_that_become_fewer_do_not_pile_up():
    shrinking = {CAME: [100, 90], OPEN: [5, -9]}
    assert all_measures(steady(network(CPU), shrinking, shrinking))[0]["piling_up"].value == 0.0
