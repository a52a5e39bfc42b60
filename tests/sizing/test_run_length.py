"""Where a scenario leaves the duration open, a fast server is simulated for as long as it takes to know enough."""


from models.parts.run import AUTO
from simulator.sizing.capacity import alone
from simulator.sizing.run_length import CYCLES, REQUESTS, SHORTEST, WINDOWS, as_long_as_needed
from tests.sizing.farms import API, changed

AUTOMATIC = {"run.duration": "auto"}


def shortened(rate, **changes):
    scenario = changed(API, AUTOMATIC | {path.replace("__", "."): value for path, value in changes.items()})
    return as_long_as_needed(scenario.run, alone(scenario).network, rate)


def test_a_fast_server_is_simulated_for_as_long_as_enough_requests_take():
    run = shortened(20_000.0)
    assert REQUESTS <= 20_000.0 * run.seconds < 1.1 * REQUESTS
    assert run.seconds == WINDOWS * run.window


def test_a_faster_one_is_simulated_for_the_shortest_time_at_least():
    assert SHORTEST <= shortened(1e9).seconds < 1.1 * SHORTEST


def test_a_session_is_seen_to_think_several_times():
    seconds = shortened(1e9, workload__session={"requests": 11, "think_time": "5 s"}).seconds
    assert CYCLES * 5.0 < seconds < 1.1 * CYCLES * 5.1


def test_a_slow_server_is_simulated_as_long_as_ever():
    assert shortened(100.0).seconds == AUTO == 120.0


def test_a_stated_duration_stays():
    assert shortened(1e9, run__duration="90 s").seconds == 90.0
