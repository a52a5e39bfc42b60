"""What other questions than `plan` say of a unit of groups: the same figures, and what each group does by itself."""

import json
import sys
from datetime import date

import pytest

from models.errors import ScenarioError
from models.load import load
from models.node_groups import group_scenario
from simulator.cli.main import main
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_bound import FINITE, capacity_bound, scenario_capacity_bound
from simulator.experiment.capacity_by_solver import capacity_in_theory, rated_servers, server_capacity, server_network
from simulator.experiment.path_groups import group_scenarios
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.stamp import make_stamp
from simulator.farm.study import study
from simulator.messages.compare import load_line
from simulator.output.blocks import Heading
from simulator.studies.capacity.by_group import find_capacity_by_group
from simulator.studies.capacity.document import capacity_blocks_by_group, capacity_report_by_group
from simulator.studies.capacity.result import capacity_data_by_group
from simulator.studies.compare.answer import compare_scenarios, single_server
from simulator.studies.optimise.answer import optimise
from simulator.studies.sensitivity.answer import sensitivity
from tests.sizing.test_by_path import UNIT

KERNEL = load_engine("kernel")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    file = tmp_path_factory.mktemp("asked") / "unit.yaml"
    file.write_text(UNIT + "run: {replications: 2}\n")
    return file


@pytest.fixture(scope="module")
def unit(file):
    return load(file)


@pytest.fixture(scope="module")
def carried(unit):
    """What a plan says."""
    return server_capacity(unit, Simulation(KERNEL))


@pytest.fixture(scope="module")
def capacity(unit):
    return find_capacity_by_group(unit, Simulation(KERNEL))


def test_capacity_says_what_a_plan_does(capacity, carried):
    assert capacity.carried.group == carried.group == "images"
    assert capacity.carried.requests == carried.requests and capacity.carried.of_groups == carried.of_groups
    own = dict(carried.of_groups)["images"].value
    assert capacity.groups["images"].offered.value * 1 / 0.75 == pytest.approx(own)
    assert capacity.groups["API"].offered.value * 2 / 0.25 == pytest.approx(dict(carried.of_groups)["API"].value)


def test_capacity_tells_the_unit_and_then_each_group(unit, capacity):
    blocks = capacity_blocks_by_group(capacity)
    assert blocks[0].text.startswith("A unit of 5 with 2 spares down can serve ")
    assert "667 req/s of all paths" in blocks[0].text
    assert [each.text for each in blocks if isinstance(each, Heading)] == ["A server of images", "A server of API"]
    data = json.loads(json.dumps(capacity_data_by_group(capacity)))
    assert set(data["groups"]) == {"images", "API"} and data["unit"]["group"] == "images"
    assert data["unit"]["offered_requests"]["value"] == pytest.approx(2000.0 / 3.0, rel=0.01)
    stamp = make_stamp(unit, "kernel", 2, "capacity", date(2026, 11, 23).isoformat())
    report = capacity_report_by_group(capacity, stamp)
    assert sum(isinstance(each, Heading) for each in report.blocks) > 4


def test_capacity_buys_the_farm_of_a_plan(unit, capacity):
    bought = study(unit, Simulation(KERNEL), "plan", date(2026, 11, 23)).farm
    assert capacity.farm.whole == bought.whole and capacity.farm.sizing.servers == bought.sizing.servers


def answered(monkeypatch, *words) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["headroom", *map(str, words)])
    return main()


def test_the_commands_answer_group_by_group(file, tmp_path, monkeypatch, capsys):
    told = tmp_path / "told.json"
    assert answered(monkeypatch, "capacity", file, "--json", told, "--set", "demand=none") == 0
    assert set(json.loads(told.read_text())["groups"]) == {"images", "API"}
    in_theory = ("--json", told, "--engine", "theory", "--set", "workload.offered=100 /s")
    assert answered(monkeypatch, "run", file, *in_theory) == 0
    assert set(json.loads(told.read_text())["groups"]) == {"images", "API"}
    shown = capsys.readouterr().out
    assert "A server of images" in shown and "A server of API" in shown


def test_a_group_is_run_at_its_share_of_what_is_offered(file):
    """Of 100 requests a second of each of five, three in four are images, for two servers."""
    images, api = group_scenarios(load(file, {"workload.offered": "100 /s"})).values()
    assert images.workload.offered_rate == pytest.approx(187.5)
    assert api.workload.offered_rate == pytest.approx(125.0 / 3.0)


def test_theory_knows_the_unit_by_its_groups(unit):
    assert capacity_in_theory(unit).requests.value == pytest.approx(server_capacity(unit, Theory()).requests.value)
    assert capacity_in_theory(unit, rated_servers(unit)) == capacity_in_theory(unit)
    (images, times), (api, others) = rated_servers(unit)
    assert images == server_network(group_scenario(unit, "images")) and api != images
    assert (times, others) == pytest.approx((0.75 * 3, 0.25 * 3 / 2))


def test_the_cheapest_farm_has_the_groups_that_are_stated(unit):
    found = optimise(unit, Theory())
    assert found.present.nodes == found.winner.nodes == 5
    bought = study(unit, Theory(), "plan", date(2026, 11, 23)).farm
    assert found.present.farm.whole == bought.whole
    assert found.present.whole.value == pytest.approx(bought.in_all.amount.value)
    assert found.winner.whole.value <= found.present.whole.value


def test_no_server_carries_more_than_its_ceiling(unit):
    most = scenario_capacity_bound(unit)
    assert most.carried.requests.value > server_capacity(unit, Theory()).requests.value
    images = capacity_bound(server_network(group_scenario(unit, "images")), unit.targets.errors).carried
    assert most.station == "CPU" and most.carried.requests.value == pytest.approx(images.requests.value / (0.75 * 3))
    full = most.carried.requests.value * (1.0 - unit.targets.errors) / (1.0 + FINITE)
    assert full * 0.75 * 3 == pytest.approx(2.0 * server_capacity(unit, Theory()).requests.value * 0.75 * 3, rel=0.02)


def test_sensitivity_answers_from_the_group_that_stops(tmp_path):
    """Less work of an image makes more of the unit; less work of a call does not, where the nodes of images stop it."""
    guessed = UNIT.replace("cpu: 1 ms", "cpu: {value: 1 ms, assumed: 0.7 ms to 1.3 ms, why: a guess}")
    guessed = guessed.replace("cpu: 4 ms", "cpu: {value: 4 ms, assumed: 2.8 ms to 5.2 ms, why: a guess}")
    file = tmp_path / "guessed.yaml"
    file.write_text(guessed)
    found = sensitivity(load(file), Theory(), samples=4)
    image, call = (
        next(each for each in found.influences if each.parameter.path == f"workload.classes[{which}].cpu")
        for which in (0, 1)
    )
    assert image.low.capacity.value == pytest.approx(found.present.capacity.value / 0.7, rel=0.01)
    assert call.low.capacity.value == pytest.approx(found.present.capacity.value)


def test_a_unit_of_groups_is_compared_with_one_whose_nodes_are_alike(file):
    loaded = {"workload.offered": "100 /s", "run.duration": "30 s", "run.warm_up": "5 s"}
    grouped, alike = load(file, loaded), load(file, loaded | {"unit.paths": []})
    found = compare_scenarios([grouped, alike], KERNEL)
    assert "means over all nodes of a unit in one world" in load_line(found)
    assert found.farms[0].farm.whole.value > found.farms[1].farm.whole.value
    arrived = next(each for each in found.pairs[0].differences if "arrive" in each.label)
    assert arrived.reference.value == pytest.approx(100.0, rel=0.1)
    assert single_server(grouped) is grouped


def test_clients_that_come_again_at_once_are_told_where_groups_meet_in_one_world(file):
    again = {"workload.offered": "100 /s", "workload.retries": {"attempts": 2, "back_off": "0 s"}}
    hurried = load(file, again)
    with pytest.raises(ScenarioError, match="workload.retries.back_off"):
        compare_scenarios([hurried, hurried], KERNEL)
