"""The cores of a server as a station: its threads, and how many of its requests are served at once."""

import pytest

from simulator.messages.description.describe import describe_network
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from simulator.translate.translate import translate
from tests.translate.named import resource

TWO_THREADS = {"server.threads_per_core": 2, "server.second_thread": "25 %"}
CURVE = (1.0, 2.0, 3.0, 4.0, 4.25, 4.5, 4.75, 5.0)


def cpu(network, **rules) -> SharedCapacity:
    capacity = rules.pop("capacity", 4.0)
    return SharedCapacity("CPU", capacity, (1.0,), "cores", role=Role.CPU, **rules)


@pytest.mark.parametrize(
    ("changes", "capacity", "rules"),
    [
        (TWO_THREADS, 5.0, {"curve": CURVE}),
        ({"web_server.discipline": "run-to-completion"}, 4.0, {"at_once": 4}),
        (TWO_THREADS | {"web_server.discipline": "run-to-completion"}, 5.0, {"curve": CURVE, "at_once": 8}),
        ({"web_server.workers": 3}, 3.0, {"at_once": 3}),
        ({"web_server.workers": 30}, 4.0, {"at_once": 30}),
        (TWO_THREADS | {"web_server.workers": 6}, 4.5, {"curve": CURVE[:6], "at_once": 6}),
        (
            {"web_server.discipline": "time-slices", "operating_system.time_slice": "4 ms"},
            4.0,
            {"at_once": 4, "slice": 0.004},
        ),
    ],
)
def test_threads_and_workers_are_rules_of_the_station(scenario, changes, capacity, rules):
    network = translate(scenario(changes)).network
    assert resource(network, "CPU") == cpu(network, capacity=capacity, **rules)


def test_what_would_be_changed_is_the_workers_where_they_leave_threads_idle(scenario):
    few, many = (translate(scenario({"web_server.workers": n})).origins["CPU"] for n in (3, 4))
    assert few.path == "web_server.workers"
    assert few.limit.endswith(", 3 workers, worth 3 of them together")
    assert many.path == "server.cores_per_socket"


def test_threads_are_told_with_what_they_are_worth(scenario):
    limit = translate(scenario(TWO_THREADS)).origins["CPU"].limit
    assert limit.endswith("with 2 threads each, worth 5 of them together")


def described(scenario, changes) -> str:
    return " ".join(describe_network(translate(scenario(changes)).network).split())


def test_the_network_in_words_has_the_curve_and_the_turns(scenario):
    assert (
        "CPU: 5 cores with 8 jobs or more (1 core with 1 and 4 cores with 4), shared in equal parts; a job gets at most"
        in described(scenario, TWO_THREADS)
    )
    assert "CPU: 4 cores, 4 jobs served at once and the others in line; a job gets at most 1 core" in described(
        scenario, {"web_server.discipline": "run-to-completion"}
    )
    assert "one that is served goes behind them after 3 ms of work; a job gets at most 1 core" in described(
        scenario, {"web_server.discipline": "time-slices"}
    )
