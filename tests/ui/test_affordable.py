"""What a page simulates of a scenario: within its budget, all of what is cheap, and it says what it leaves out."""

import pytest

from models.load import load
from simulator.network.scaled import one_node
from simulator.translate.translate import translate
from simulator.ui.affordable import BUDGET, affordable, one_server, requests_a_second, shortened, within
from simulator.ui.library import shipped

# What a pilot run and the warm-ups that it finds take, by the longest of the shipped scenarios, in times the duration.
PILOTS, WARM_UP = 3.0, 0.75
CHEAP = {"workload.offered": "10 /s", "run.replications": "5"}


def counted(scenario):
    """Simulated requests of one server of the scenario and one of its baseline, counted by hand."""
    run, rate = (
        scenario.run,
        scenario.workload.offered_rate + (scenario.workload.half_open.rate if scenario.workload.half_open else 0.0),
    )
    pilots, warm_up = (PILOTS, WARM_UP * run.duration) if run.warm_up is None else (0.0, run.warm_up)
    own = rate * (pilots * run.duration + run.replications * (warm_up + run.duration))
    return own + (counted(scenario.baseline) if scenario.baseline else 0.0)


def read(name, **overrides):
    """A shipped scenario with overrides, dots written as underscores twice."""
    return load(shipped()[name], {path.replace("__", "."): value for path, value in overrides.items()})


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_scenario_is_made_to_cost_no_more_than_the_budget(name):
    found = within(read(name), BUDGET)
    assert 0.0 < found.cost <= BUDGET
    if found.one_server and found.scenario.workload.population is None:
        assert counted(found.scenario) == pytest.approx(found.cost)


@pytest.mark.parametrize("offered", ["500 /s", "3400 /s", "4,100 /s"])
@pytest.mark.parametrize("nodes", ["1", "32"])
def test_the_download_farm_is_affordable_at_any_load_of_its_servers_and_with_any_number_of_nodes(offered, nodes):
    """The last one is as much as the budget carries with 5 windows: 2 x 11.75 x 25 s x 10,000 /s."""
    scenario = read("microsoft_update", workload__offered=offered, unit__nodes=nodes)
    found = within(scenario, BUDGET)
    assert counted(found.scenario) <= BUDGET
    assert found.scenario.unit == scenario.unit and found.scenario.demand == scenario.demand


def test_the_microsoft_update_farm_is_simulated_for_75_s_by_one_server():
    scenario = read("microsoft_update")
    run = affordable(scenario).run
    assert (run.duration, run.warm_up, run.replications) == (75.0, None, 5)
    assert affordable(scenario).baseline.run == run
    assert shortened(scenario) == (
        "To answer while you wait, one server stands for the 5 of a unit, 75 s of each replication are measured instead"
        " of 100 s, and there are 5 replications instead of as many as the precision takes."
    )


def test_nothing_but_the_run_is_changed():
    scenario = read("microsoft_update")
    back = {"run": scenario.run}
    found = affordable(scenario)
    baseline = found.baseline.model_copy(update=back)
    assert found.model_copy(update=back | {"baseline": baseline}) == scenario


def test_a_cheap_scenario_stays_as_it_is():
    scenario = read("single_server", **{path.replace(".", "__"): value for path, value in CHEAP.items()})
    assert affordable(scenario) is scenario
    assert shortened(scenario) == ""


def test_a_load_test_ends_where_it_ended():
    """A shorter one would end at another load, so it is only as many replications as it has in any case."""
    scenario = read("published/ssl_dl585_rhel_4")
    assert affordable(scenario) == scenario
    dear = read("published/ssl_dl585_rhel_4", run__replications="50")
    assert affordable(dear).run.duration == dear.run.duration
    assert affordable(dear).run.replications == 5


def test_no_run_has_fewer_than_five_windows():
    """A load beyond the budget costs what it costs."""
    found = within(read("single_server", workload__offered="1,000,000 /s"), BUDGET)
    assert found.scenario.run.duration == 5 * found.scenario.run.window
    assert found.cost > BUDGET


def test_a_stated_warm_up_is_kept_where_there_is_room_for_it():
    farm = affordable(read("web_farm")).run
    assert (farm.warm_up, farm.duration) == (600.0, 2145.0)
    server = read("published/microsoft_update_x64")
    assert affordable(server).run.warm_up is None
    assert shortened(server) == (
        "To answer while you wait, 150 s of each replication are measured instead of 5 min, the warm-up is found anew"
        " instead of 5 min, and there are 5 replications instead of as many as the precision takes."
    )


def test_stated_replications_are_fewer_where_they_are_dear():
    scenario = read("microsoft_update", run__replications="40")
    assert affordable(scenario).run.replications == 5
    assert "5 replications instead of 40." in shortened(scenario)
    assert affordable(read("microsoft_update", run__replications="3")).run.replications == 3


@pytest.mark.parametrize("name", ["microsoft_update", "web_farm", "published/daytrader_64"])
def test_one_server_is_the_same_network_as_one_node_of_the_unit(name):
    whole = read(name, unit__nodes="4", unit__spare_nodes="1")
    assert translate(one_server(whole)).network == one_node(translate(whole).network)


def test_a_population_is_counted_by_the_bound_that_it_cannot_pass():
    """40 clients of the web service on 4 cores of a third of the speed; its 2,500 page faults a second let through 100
    requests of 25 each."""
    assert requests_a_second(read("published/soft_faults_nt_heap")) == pytest.approx(100.0)
