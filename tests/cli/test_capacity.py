"""`capacity`: the largest load within the targets."""

import json

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.translate.translate import translate
from tests.cli.conftest import QUICK, SMALL

FIGURES = ("server", "unit", "theory", "limits", "curve", "farm")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The capacity of the small server whose processor is all that matters: one core, no misses."""
    from simulator.experiment.capacity_search import find_capacity
    from simulator.studies.capacity.result import capacity_data

    changes = {"server.sockets": 1, "web_server.file_cache": {"up_to": "64 TiB"}, "workload.request.cpu": "4 ms"}
    changes |= {"workload.content.catalogue": "30 MB", "run.warm_up": "40 s", "run.duration": "120 s"}
    return capacity_data(find_capacity(load(SMALL, changes), load_engine("kernel")))


def test_the_capacity_of_a_processor_is_its_cores_over_the_work_of_a_request(found):
    offered = found["server"]["offered_requests"]
    # 1 core / 4 ms. Above that sessions pile up; 1 % of them may, and what is not told from chance in two minutes.
    assert offered["value"] == pytest.approx(250.0, rel=0.06)
    assert found["server"]["binding_limit"] == "CPU"


def test_the_figures_of_server_unit_and_curve_are_there(found):
    assert set(found) == set(FIGURES)
    assert found["unit"]["capacity_mbps"]["value"] >= found["server"]["capacity_mbps"]["value"]
    assert found["server"]["capacity_mbps"]["samples"] >= 2


def test_the_curve_meets_the_targets_below_the_capacity_and_misses_them_above(found):
    capacity = found["server"]["offered_requests"]["value"]
    for point in found["curve"]:
        if abs(point["offered"] / capacity - 1.0) > 0.04:
            assert point["met"] == (point["offered"] < capacity), point


def test_the_command_prints_the_capacity_and_writes_it(headroom, tmp_path):
    file = tmp_path / "capacity.json"
    said = headroom("capacity", SMALL, *QUICK, "--json", str(file))
    assert said.code == 0 and "One server can serve" in said.out and "Load curve of one server" in said.out
    data = json.loads(file.read_text())
    assert set(data) == {*FIGURES, "as_bought"}
    assert data["as_bought"] == []  # Without a demand no farm is bought.


def test_theory_finds_what_the_simulation_finds_and_says_how_it_behaves_around_there(headroom, tmp_path, found):
    file = tmp_path / "capacity.json"
    changes = ("server.sockets=1", "web_server.file_cache={up_to: 64 TiB}", "workload.request.cpu=4 ms")
    changes += ("workload.content.catalogue=30 MB", "targets.p95_response=none")
    said = headroom("capacity", SMALL, "--engine", "theory", *(f"--set={each}" for each in changes), "--json", file)
    data = json.loads(file.read_text())
    assert said.code == 0 and set(data) == {*FIGURES, "as_bought"}
    assert data["server"]["offered_requests"]["value"] == pytest.approx(250.0, rel=0.02)  # 1 core / 4 ms.
    assert data["server"]["binding_limit"] == found["server"]["binding_limit"]
    assert data["server"]["offered_requests"]["samples"] == 0
    response = [point["response_mean"]["value"] for point in data["curve"]]
    assert len(response) >= 4 and response == sorted(response)


def test_theory_says_the_capacity_by_which_it_plans(headroom, tmp_path):
    told = {}
    for command in ("capacity", "plan"):
        file = tmp_path / f"{command}.json"
        headroom(command, "scenarios/downloads_today.yaml", "--engine", "theory", "--json", str(file))
        told[command] = json.loads(file.read_text())
    assert told["capacity"]["server"]["capacity_mbps"] == told["plan"]["server_mbps"]
    assert told["capacity"]["farm"]["servers"] == told["plan"]["servers"]


def test_theory_says_what_would_help_at_once(headroom, tmp_path):
    written = tmp_path / "helps.json"
    said = headroom("capacity", SMALL, "--engine", "theory", "--what-would-help", "--json", str(written))
    assert said.code == 0 and json.loads(written.read_text())["what_would_help"]


def test_a_population_has_no_load_to_be_raised(headroom):
    said = headroom("capacity", "scenarios/published/daytrader_32.yaml", *QUICK)
    assert said.code == 2
    assert "workload.population" in said.err and "there is no steady load to be raised" in said.err


def test_a_balancer_that_no_engine_simulates_is_refused_before_anything_runs(headroom):
    said = headroom("capacity", SMALL, *QUICK, "--set", "unit.balancer.policy=round robin")
    assert said.code == 2 and "unit.balancer.policy" in said.err


def test_targets_that_no_load_meets_are_told(headroom):
    said = headroom("capacity", SMALL, *QUICK, "--set", "targets.p95_response=1 us")
    assert said.code == 1 and "One download server: no load meets the targets: even at" in said.err
    assert "write targets.p95_response of at least" in said.err


def test_a_cache_that_fills_its_memory_by_design_does_not_keep_a_target_from_being_met(headroom, tmp_path):
    file, changes = tmp_path / "capacity.json", ("targets.utilisation=70 %", "server.ram=3 GiB")
    said = headroom("capacity", SMALL, *QUICK, *(f"--set={change}" for change in changes), "--json", str(file))
    assert said.code == 0
    found = json.loads(file.read_text())
    used = {limit["name"]: limit["utilisation"]["value"] for limit in found["limits"]}
    assert used["process memory"] > 80.0 and used[found["server"]["binding_limit"]] == pytest.approx(70.0, abs=1e-6)
    assert found["server"]["missed_beyond"] == "utilisation"


def test_more_sessions_come_closer_together_at_a_higher_load_and_ask_for_the_same():
    from simulator.network.scaling import scale_load

    network = translate(load(SMALL, {"run.start": "cold"})).network
    one, two = (scale_load(network, factor) for factor in (1.0, 2.0))
    plan = RunPlan(2, 2.0, 0.0, log=200)
    first, second = (load_engine("kernel").run(network, plan, 1).log for network in (one, two))
    asked = {(line["session"], line["request"]) for line in first}
    assert two.source.rate == 2.0 * one.source.rate
    assert asked & {(line["session"], line["request"]) for line in second}


def test_a_coarser_capacity_has_a_warm_up_too():
    """A server that starts empty fills up at any load, which would look like requests that pile up."""
    from simulator.experiment.capacity_search import find_capacity

    coarse = {"run.precision": "50 %", "run.duration": "60 s", "run.replications": 2}
    found = find_capacity(load(SMALL, coarse), load_engine("kernel"), around=(1.0,))
    assert found.warm_up > 0.0
    assert found.offered.value == pytest.approx(found.expected, rel=0.06)
