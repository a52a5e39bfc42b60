"""A unit whose balancer sends requests by their path is rated by the group of nodes that stops first."""

from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from models.node_groups import group_scenario
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_by_solver import server_capacity, server_network
from simulator.experiment.measurement import measure_server
from simulator.experiment.path_groups import busiest_in_group
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.farm_at_work import server_at_rate
from simulator.farm.study import study
from simulator.messages.decision import operating_point_sentence, stopping_sentence
from simulator.output.data import figures
from simulator.service.budget import requests_per_second
from simulator.translate.translate import translate
from simulator.ui.pages.scenario import network_description

UNIT = """
scenario: Images here, API there
demand: 2,000 requests/s
workload:
  classes:
    - {name: image, rate: 3 /s, size: 1 kB, cpu: 1 ms}
    - {name: api, rate: 1 /s, size: 1 kB, cpu: 4 ms}
  session: {requests: 1, think_time: 1 s}
  clients: {rate: 1 Gbps}
server: {model: dl585-2.2ghz-4gb, sockets: 1}
operating_system: linux-6
web_server: nginx
unit:
  nodes: 5
  spare_nodes: 2
  balancer: nlb
  paths:
    - {name: images, classes: [image], nodes: 2, spare_nodes: 1}
    - {name: API, classes: [api], nodes: 3, spare_nodes: 1}
targets: {utilisation: 50 %}
datacenter: {prices: us-2006}
"""


@pytest.fixture(scope="module")
def unit(tmp_path_factory):
    file = tmp_path_factory.mktemp("paths") / "unit.yaml"
    file.write_text(UNIT)
    return file


@pytest.fixture(scope="module")
def outcome(unit):
    return study(load(unit), Theory(), "plan", date(2026, 11, 23))


def work_of(scenario, name: str) -> float:
    """Seconds of a core of a request of a group, as the network has it."""
    (only,) = translate(group_scenario(scenario, name)).network.classes
    return next(step.demand.mean for step in only.steps if getattr(step, "at", "") == "CPU")


def test_the_unit_carries_what_its_first_group_does_by_hand(outcome):
    """Half of a core that is left for images, which are three of four requests, and half of two for the API, one of
    four: the processor of an image costs a quarter of that of a call."""
    scenario, found = outcome.scenario, outcome.carried
    images = 0.5 / work_of(scenario, "images") / 0.75
    api = 2 * 0.5 / work_of(scenario, "API") / 0.25
    full = {name: rate.value for name, rate in found.of_groups}
    assert full["images"] == pytest.approx(images, rel=0.01) and full["API"] == pytest.approx(api, rel=0.01)
    assert found.group == "images" and images < api
    assert outcome.capacity.unit_requests.value == pytest.approx(min(full.values()))


def test_another_share_of_nodes_lets_the_other_group_stop_first(unit):
    paths = [{"name": "images", "classes": ["image"], "nodes": 3}, {"name": "API", "classes": ["api"], "nodes": 2}]
    found = server_capacity(load(unit, {"unit.paths": paths, "unit.spare_nodes": 0}), Theory())
    assert found.group == "API"


def test_as_bought_a_server_of_that_group_gets_its_share(outcome):
    all_up, gone = outcome.operating_points
    units = outcome.sizing.units.whole.value
    assert all_up.requests.value == pytest.approx(2_000.0 * 0.75 / (2 * units))
    assert gone.requests.value == pytest.approx(2_000.0 * 0.75 / (1 * units))
    used = gone.requests.value * work_of(outcome.scenario, "images")
    assert gone.most_used.utilisation.value == pytest.approx(100.0 * used, rel=0.01)


def test_the_farm_has_all_nodes_and_their_power_is_that_of_all_classes(outcome):
    sizing, scenario = outcome.sizing, outcome.scenario
    assert sizing.servers.whole.value == 5 * sizing.units.whole.value
    mean = 0.75 * work_of(scenario, "images") + 0.25 * work_of(scenario, "API")
    assert outcome.carried.busy.value == pytest.approx(outcome.carried.requests.value * mean, rel=0.01)


def test_simulation_finds_what_theory_says(outcome):
    """A whole plan: what it takes of memory, what a server carries, and the farm at work."""
    simulated = study(outcome.scenario, Simulation(load_engine("kernel")), "plan", date(2026, 11, 23))
    assert simulated.carried.group == "images" and simulated.recommended
    assert simulated.carried.requests.value == pytest.approx(outcome.carried.requests.value, rel=0.05)
    assert simulated.operating_points[0].most_used.utilisation.value == pytest.approx(
        outcome.operating_points[0].most_used.utilisation.value, rel=0.1
    )


def test_what_a_plan_may_take_is_foreseen_by_its_groups(outcome):
    """The page foresees how long an answer takes, and shows the network of each group."""
    assert requests_per_second(outcome.scenario) > 0.0
    assert network_description(outcome.scenario).startswith(
        "Nodes of images"
    ) and "Nodes of API" in network_description(outcome.scenario)


def test_a_plan_says_which_group_stops_it(outcome):
    told = stopping_sentence(outcome)
    assert "The group images is full first" in told and "(API at " in told
    assert "On average one server can serve" in told and "a server of images has" in operating_point_sentence(outcome)
    data = figures(outcome)["carries"]
    assert data["group"] == "images" and set(data["groups_full_at"]) == {"images", "API"}


def test_a_unit_without_paths_is_as_it_was(unit):
    plain = load(unit, {"unit.paths": []})
    assert group_scenario(plain, "") is plain and busiest_in_group(plain, "", True) == 1.0
    assert server_capacity(plain, Theory()).group == ""


def test_what_needs_one_server_for_all_refuses_by_name(unit):
    scenario = load(unit)
    for ask in (
        lambda: server_network(scenario),
        lambda: server_at_rate(scenario, 10.0),
        lambda: measure_server(Theory(), scenario, translate(scenario)),
    ):
        with pytest.raises(ScenarioError, match="unit.paths: each group of nodes serves classes of its own"):
            ask()


GROUPS = [{"name": "images", "classes": ["image"], "nodes": 2}, {"name": "API", "classes": ["api"], "nodes": 3}]
SPOILT = [
    ({"unit.paths": [GROUPS[0] | {"classes": ["imgae"]}, GROUPS[1]]}, 'unit.paths[0].classes[0]', 'no class "imgae"'),
    ({"unit.paths": [GROUPS[0] | {"nodes": 5}]}, "unit.paths", 'no group gets the class "api"'),
    ({"unit.paths": [GROUPS[0], GROUPS[1] | {"classes": ["api", "image"]}]}, "unit.paths", "2 groups get the class"),
    ({"unit.paths": [GROUPS[0], GROUPS[1] | {"name": "images"}]}, "unit.paths", "more than one group is called"),
    ({"unit.paths": [GROUPS[0], GROUPS[1] | {"nodes": 4}]}, "unit.nodes = 5", "not the 6 that `paths` have together"),
    ({"unit.paths": GROUPS, "unit.spare_nodes": 1}, "unit.spare_nodes", "not the 0 that `paths` have together"),
    ({"unit.paths": [GROUPS[0] | {"spare_nodes": 2}, GROUPS[1]], "unit.spare_nodes": 2}, "spare_nodes", "no node of"),
    ({"unit.balancer": {"model": "round-robin", "weights": [2, 1, 1, 1, 1]}}, "unit.balancer.weights", "not known of"),
    ({"workload.addresses": {"count": 50}}, "workload.addresses", "not known of a unit whose nodes serve"),
    ({"sized_by": "stated load"}, "sized_by", "not known of a unit whose nodes serve"),
    (
        {"workload.classes": [], "workload.request": {"size": "1 kB", "cpu": "1 ms"}},
        "unit.paths",
        "all requests are of one kind, so that no path tells them apart",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[told[:40] for _, _, told in SPOILT])
def test_what_is_wrong_with_paths_is_told(unit, changes, where, told):
    spares = {"unit.spare_nodes": 0} if "unit.paths" in changes else {}
    with pytest.raises(ScenarioError) as error:
        load(unit, spares | changes)
    assert where in str(error.value) and told in str(error.value)
    assert len([each for each in error.value.problems if told in str(each)]) == 1
