"""Where a scenario leaves the duration open, a fast server is simulated for as long as it takes to know enough."""

from pathlib import Path

import pytest

from models.load import load
from models.parts.run import AUTO, Run
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_search import find_capacity
from simulator.experiment.results import LONGEST_RESPONSES
from simulator.experiment.run_length import (
    CYCLES,
    FEWEST,
    REQUESTS,
    SHORTEST,
    WINDOWS,
    with_duration,
    with_enough_requests,
)
from simulator.experiment.single_server import saturated_server
from simulator.network.transport import TCP
from tests.shipped import FOLDER
from tests.sizing.farms import API, changed

MIXED_SIZES = Path(__file__).with_name("mixed_sizes.yaml")
AUTOMATIC = {"run.duration": "auto"}


def shortened(rate, **changes):
    scenario = changed(API, AUTOMATIC | {path.replace("__", "."): value for path, value in changes.items()})
    return with_duration(scenario.run, saturated_server(scenario).network, rate)


def downloads(**sizes):
    """Changes that make responses last for 64 s on average."""
    size = {"mean": "400 MB", **sizes}
    return {"workload__request__size": size, "workload__clients": "50 Mbps", "targets__p99_response": "none"}


def test_a_fast_server_is_simulated_for_as_long_as_enough_requests_take():
    run = shortened(20_000.0)
    assert REQUESTS <= 20_000.0 * run.seconds < 1.1 * REQUESTS
    assert run.seconds == WINDOWS * run.window


def test_four_responses_are_measured_where_they_take_longer_than_usual():
    """Responses of a minute: 120 s would see two of them."""
    run = shortened(10.0, **downloads(distribution="constant"))
    assert CYCLES * 64.0 <= run.seconds < 1.2 * CYCLES * 64.0


def test_the_longest_responses_are_measured_where_sizes_vary():
    """Responses of a minute on average, the largest of them for many minutes."""
    run = shortened(10.0, **downloads(distribution="lognormal", cv=2))
    assert 25.0 * 64.0 <= run.seconds < 1.05 * 25.0 * 64.0


def test_a_server_of_a_few_large_files_among_small_ones_carries_what_its_card_lets_through():
    """No more requests than the utilisation law allows, but for what replications do not see of a slow growth:
    measured for two minutes each, 119 requests/s were said to be carried."""
    found = find_capacity(load(MIXED_SIZES), load_engine("kernel"), around=())
    small, large = (size * (1.0 + TCP.framing / TCP.segment) * 8.0 for size in (1.4e6, 120e6))
    most = 10e9 / (0.92 * small + 0.08 * large)
    assert found.settled == LONGEST_RESPONSES
    assert found.offered.value < 1.05 * most
    assert found.server_mbps.value == pytest.approx(1e4, rel=0.035)


def test_a_faster_one_is_simulated_for_the_shortest_time_at_least():
    assert SHORTEST <= shortened(1e9).seconds < 1.1 * SHORTEST


def test_a_session_is_seen_to_think_several_times():
    seconds = shortened(1e9, workload__session={"requests": 11, "think_time": "5 s"}).seconds
    assert CYCLES * 5.0 < seconds < 1.1 * CYCLES * 5.1


def test_where_few_sessions_pause_hardly_anything_hangs_on_how_long_they_do():
    """Of 50 requests one follows a pause, of 20 s: it does not make the run as long as four of these."""
    rare = {"requests": 1.02, "requests_distribution": "geometric", "think_time": "20 s"}
    assert SHORTEST <= shortened(1e9, workload__session=rare).seconds < 1.1 * SHORTEST < CYCLES * 20.0


def test_a_slow_server_is_simulated_as_long_as_ever():
    assert shortened(100.0).seconds == AUTO == 120.0


def test_a_stated_duration_stays():
    assert shortened(1e9, run__duration="90 s").seconds == 90.0


def test_a_server_of_long_downloads_carries_what_its_cards_let_through():
    """Of 200 Gbps three quarters, in downloads of 400 MB that take 64 s on the line of a client: measured before the
    longest have ended, they were 134 Gbps."""
    found = find_capacity(
        load(FOLDER / "release_day.yaml", {"run.replications": "12"}), load_engine("kernel"), around=()
    )
    assert found.settled == LONGEST_RESPONSES and found.warm_up > 7.0 * 62.0
    assert found.server_mbps.low < 150_000.0 < found.server_mbps.high and found.server_mbps.relative < 0.06
    each = 400e6 * (1.0 + TCP.framing / TCP.segment) * 8e-6  # Mb on the wire, headers apart.
    assert found.server_mbps.value / found.offered.value == pytest.approx(each, rel=0.06)


@pytest.mark.parametrize("rate", [0.003, 0.3, 3.0])
def test_a_small_load_is_measured_for_long_enough_to_tell_it_and_a_stated_duration_holds(rate):
    run = Run()
    longer = with_enough_requests(run, rate)
    assert rate * longer.seconds >= FEWEST and longer.seconds / longer.window < 10 * WINDOWS
    stated = Run(duration=60.0)
    assert with_enough_requests(stated, rate) is stated
    assert with_enough_requests(run, FEWEST / run.seconds) is run
