"""Networks at another load, and one node of several."""

from dataclasses import replace

import pytest

from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.resources import SharedCapacity
from simulator.network.scaling import scale_load, single_node, slow_down
from simulator.network.steps import Delay
from tests.networks import download, with_source


def test_twice_the_load_is_twice_the_sessions():
    network = with_source(download(), open_at_start=7)
    twice = scale_load(network, 2.0)
    assert (twice.source.rate, twice.source.open_at_start) == (2.0 * network.source.rate, 14)
    assert scale_load(twice, 0.5) == network


def test_a_node_has_its_share_of_all_that_comes():
    network = with_source(download(nodes=3), open_at_start=9)
    jobs = Background("logs", 6.0, (Delay(constant(1.0)),))
    alone = single_node(replace(network, background=(jobs,)))
    assert alone.nodes == 1 and alone.resources == network.resources
    assert alone.source.rate == pytest.approx(network.source.rate / 3.0)
    assert alone.source.open_at_start == 3 and alone.background[0].rate == 2.0


@pytest.mark.parametrize("cap", [0.7, 1.0 / 3.0, 5.33 * 2.4])
def test_a_station_that_gives_all_to_those_served_at_once_may_work_at_any_speed(cap):
    """Both sides of that are rounded by themselves: at some speeds one came out larger by the last digit."""
    station = SharedCapacity("CPU", 3 * cap, (cap,), "core-seconds", at_once=3)
    for percent in range(1, 100):
        slow = slow_down(station, percent / 100.0)
        assert slow.capacity == pytest.approx(3 * slow.caps[0], rel=1e-12)
