"""Networks at another load, and one node of several."""

from dataclasses import replace

import pytest

from simulator.network.distribution import constant
from simulator.network.network import Background
from simulator.network.scaling import scale_load, single_node
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
