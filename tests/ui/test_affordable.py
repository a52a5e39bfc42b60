"""What a page simulates of a scenario: within its budget, all of what is cheap, and it says what it leaves out."""

import re
from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.solvers import Simulation
from simulator.farm.study import study
from simulator.network.scaling import single_node
from simulator.service.budget import (
    BUDGET,
    WINDOWS,
    fit_budget,
    requests_per_second,
    shortening_sentence,
    within_budget,
)
from simulator.studies.compare.answer import single_server
from simulator.translate.translate import translate
from simulator.ui.library import shipped
from tests.shipped import of_each_kind

CHEAP = {"workload.offered": "10 /s", "run.replications": "5"}


def read(name, **overrides):
    """A shipped scenario with overrides, dots written as underscores twice."""
    return load(shipped()[name], {path.replace("__", "."): value for path, value in overrides.items()})


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_shipped_scenario_is_made_to_cost_no_more_than_the_budget(name):
    found = within_budget(read(name), BUDGET)
    assert 0.0 < found.cost <= BUDGET


@pytest.mark.parametrize("offered", ["none", "500 /s", "3400 /s", "34,000 /s"])
@pytest.mark.parametrize("nodes", ["1", "32"])
def test_what_an_answer_costs_does_not_hang_on_what_is_offered_or_on_how_many_nodes_a_unit_has(offered, nodes):
    scenario = read("microsoft_update", workload__offered=offered, unit__nodes=nodes)
    found = within_budget(scenario, BUDGET)
    assert found.cost == pytest.approx(within_budget(read("microsoft_update"), BUDGET).cost)
    assert found.cost <= BUDGET
    assert found.scenario.unit == scenario.unit and found.scenario.demand == scenario.demand


def test_a_server_that_is_sized_costs_what_it_does_at_the_largest_load_of_theory():
    scenario = read("microsoft_update")
    assert requests_per_second(scenario) == pytest.approx(capacity_in_theory(scenario).requests.value, rel=1e-3)
    assert requests_per_second(read("published/microsoft_update_farm")) == pytest.approx(5 * 3_400)


def test_the_microsoft_update_farm_is_shortened_and_says_so():
    scenario = read("microsoft_update")
    run = fit_budget(scenario).run
    assert (run.duration, run.window, run.warm_up, run.replications) == (18.6, 0.93, None, 5)
    assert fit_budget(scenario).baseline.run == run
    assert shortening_sentence(scenario) == (
        "To answer while you wait, each replication measures at most 18.6 s instead of 100 s, its windows are"
        " 930 ms long instead of 5 s, and there are 5 replications instead of as many as the precision takes."
    )


def test_the_time_that_is_told_is_a_bound_that_what_was_measured_keeps():
    """A run of 73.98 s is told in three digits; whoever is precise after half of it measures 37 s."""
    scenario = read("first_farm", run__duration="73.98 s", run__precision="50 %", run__replications="6")
    told = shortening_sentence(scenario)
    found = study(fit_budget(scenario), Simulation(load_engine("kernel")), "", date(2026, 1, 1)).results
    bound = re.search(r"at most ([\d.]+) s instead of 74 s", told)
    assert bound and found.duration <= float(bound[1]) * 1.005


def test_a_large_server_is_simulated_for_a_shorter_time():
    """Two cards of 100 Gbps, 64 cores and disks to match: 150,000 requests a second."""
    large = {"server.cards": "200 Gbps", "server.sockets": "16", "server.core_speed": "8", "server.disks.count": "200",
             "server.ram": "64 GiB", "demand": "10 Tbps"}  # fmt: skip
    scenario = load(shipped()["microsoft_update"], large)
    assert requests_per_second(scenario) > 100_000
    found = within_budget(scenario, BUDGET)
    assert found.cost <= BUDGET
    assert found.scenario.run.duration == pytest.approx(WINDOWS * found.scenario.run.window)
    assert 0.2 < found.scenario.run.duration < 2.0 and found.scenario.run.replications == 5


def test_more_spares_in_a_farm_are_another_measurement():
    states = [fit_budget(read("microsoft_update", unit__spare_nodes=spare)).run.duration for spare in ("0", "1")]
    assert states[0] > states[1]


def test_nothing_but_the_run_is_changed():
    scenario = read("microsoft_update")
    back = {"run": scenario.run}
    found = fit_budget(scenario)
    baseline = found.baseline.model_copy(update=back)
    assert found.model_copy(update=back | {"baseline": baseline}) == scenario


def test_a_cheap_scenario_stays_as_it_is():
    scenario = read("single_server", **{path.replace(".", "__"): value for path, value in CHEAP.items()})
    assert fit_budget(scenario) is scenario
    assert shortening_sentence(scenario) == ""


def test_a_load_test_ends_where_it_ended():
    """A shorter one would end at another load, so it is only as many replications as it has in any case."""
    scenario = read("published/ssl_dl585_rhel_4")
    assert fit_budget(scenario) == scenario
    dear = read("published/ssl_dl585_rhel_4", run__replications="50")
    assert fit_budget(dear).run.duration == dear.run.duration
    assert fit_budget(dear).run.replications == 5


def test_no_run_has_fewer_windows_than_settling_takes_and_none_is_shorter_than_may_be_stated():
    """A load beyond the budget costs what it costs."""
    found = within_budget(read("single_server", workload__offered="10,000,000 /s"), BUDGET)
    assert (found.scenario.run.window, found.scenario.run.duration) == (0.01, 0.2)
    assert found.cost > BUDGET


def test_a_run_that_the_baseline_states_itself_holds_as_it_does_after_set():
    scenario = read("microsoft_update")
    own = scenario.baseline.model_copy(update={"run": scenario.baseline.run.model_copy(update={"duration": 50.0})})
    found = fit_budget(scenario.model_copy(update={"baseline": own}))
    assert found.run.duration < 50.0 and found.baseline.run.duration == 50.0
    assert found.baseline.run.replications == found.run.replications == 5


def test_a_stated_warm_up_is_kept_where_there_is_room_for_it():
    farm = fit_budget(read("web_farm")).run
    assert (farm.warm_up, farm.duration) == (600.0, 2145.0)
    server = read("published/microsoft_update_x64")
    assert fit_budget(server).run.warm_up is None
    assert shortening_sentence(server) == (
        "To answer while you wait, each replication measures at most 150 s instead of 5 min, the warm-up is found"
        " anew instead of 5 min, and there are 5 replications instead of as many as the precision takes."
    )


def test_stated_replications_are_fewer_where_they_are_dear():
    scenario = read("microsoft_update", run__replications="40")
    assert fit_budget(scenario).run.replications == 5
    assert "5 replications instead of 40." in shortening_sentence(scenario)
    assert fit_budget(read("microsoft_update", run__replications="3")).run.replications == 3


@pytest.mark.parametrize("name", ["microsoft_update", "web_farm", "published/daytrader_64"])
def test_one_server_is_the_same_network_as_one_node_of_the_unit(name):
    whole = read(name, unit__nodes="4", unit__spare_nodes="1")
    assert translate(single_server(whole)).network == single_node(translate(whole).network)


def test_a_population_is_counted_by_the_bound_that_it_cannot_pass():
    """40 clients of the web service on 4 cores of a third of the speed; its 2,500 page faults a second let through 100
    requests of 25 each."""
    assert requests_per_second(read("published/soft_faults_nt_heap")) == pytest.approx(100.0)
