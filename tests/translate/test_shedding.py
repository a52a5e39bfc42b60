"""A server that sheds load answers at once that there is too much to do: a cause of loss of its own."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.roles import Role
from simulator.network.scaling import single_node
from simulator.network.steps import Release, Seize
from simulator.translate.translate import translate
from tests.laws.closed_forms import limited

FARM = "scenarios/first_farm.yaml"
# One core, whose work of 10 ms is all that a request takes, at 120 % of what it does.
ONE_CORE = {
    "server": {"model": "dl585-2.2ghz-4gb", "sockets": 1, "cores_per_socket": 1},
    "operating_system": "rhel-4",
    "workload": {
        "request": {"size": "1 B", "cpu": "10 ms", "cpu_distribution": "exponential"},
        "session": {"requests": 1, "requests_distribution": "constant", "think_time": "0 s"},
        "clients": {"rate": "10 Gbps"}, "content": "none", "offered": "120 /s",
    },
    "unit": {"nodes": 1, "spare_nodes": 0}, "web_server.shed_at": 4,
}  # fmt: skip


def test_a_request_takes_its_place_first_and_gives_it_back_last():
    translation = translate(load(FARM, {"web_server.shed_at": 300}))
    (asked,) = translation.network.classes
    assert (asked.steps[0], asked.steps[-1]) == (Seize("load shedding", 1.0), Release("load shedding", 1.0))
    (places,) = translation.network.in_role(Role.SHEDDING)
    assert (places.size, places.when_short) == (300.0, "refuse")
    assert translation.origins[places.name].path == "web_server.shed_at"


def test_what_is_shed_is_erlangs_loss_and_counted_by_its_cause():
    """Requests come at random to one core of four places: M/M/1/4, at 1.2 times what it does."""
    network = single_node(translate(load(FARM, ONE_CORE)).network)
    tally = load_engine("kernel").run(network, RunPlan(windows=10, window=100.0, warm_up=0.0), 5)
    shed = tally.column("cause", "load shedding", "failed")[-1]
    asked = tally.column("requests", "issued")[-1]
    assert shed / asked == pytest.approx(limited(1, 4, 1.2)[-1], rel=0.03)
    assert asked - shed - tally.column("requests", "completed")[-1] in range(5)
