"""The speed at which clients receive: all payload over all time, whichever replications that comes from."""

import pytest

from simulator.experiment.measures.server import all_measures
from simulator.experiment.results import Unavailable
from tests.experiment.tallies import CPU, network, steady


def responses(payload, seconds, completed=100.0):
    """What a replication of one window counts."""
    counted = {"completed": completed, "issued": completed, "payload": payload, "response time": seconds}
    return {("requests", name): [grown] for name, grown in counted.items()}


def speed(*replications):
    measures, _, _ = all_measures(steady(network(CPU), *replications))
    return measures["client_speed"]


def test_a_slow_replication_counts_by_the_time_that_it_takes():
    """400 B in 16 s are 25 B/s. By themselves they receive at 100, 100, 50 and 9.1 B/s, which are 64.8 on average."""
    found = speed(*(responses(100.0, seconds) for seconds in (1.0, 1.0, 2.0, 12.0)))
    assert found.value == pytest.approx(25.0)
    assert sum(found.each) / 4 == pytest.approx(25.0)
    # Of as much payload each, the speed scatters as the time does: by 133 % of it.
    assert found.half_width / 25.0 == pytest.approx(3.182 * 5.3541 / 4.0 / 2.0, rel=1e-3)


def test_replications_that_receive_alike_say_so_however_much_they_receive():
    found = speed(responses(100.0, 2.0), responses(300.0, 6.0), responses(200.0, 4.0))
    assert found.value == pytest.approx(50.0) and found.half_width == pytest.approx(0.0, abs=1e-9)


def test_a_replication_without_a_response_has_no_speed():
    assert isinstance(speed(responses(100.0, 2.0), responses(0.0, 0.0, completed=0.0)), Unavailable)
