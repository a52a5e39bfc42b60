"""The bounds that `optimise` prunes by: no farm costs less, however its demand is stated and whatever it spares."""

import pytest

from models.load import load
from models.variations.choice import choices, unit_sizes, with_unit_size
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_bound import FINITE, UNKNOWN, capacity_bound
from simulator.experiment.capacity_by_solver import capacity_in_theory, server_network
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.farm import buy_farm
from simulator.machine.resources import usable_cores, with_threads
from simulator.studies.optimise import answer as stage
from tests.cli.test_optimise import exhaustive, of_row, real, reduced, small, told

STATED_OTHERWISE = {
    "a reserve and spares": {"reserve": "35 %", "spare_units": "1", "unit.nodes": "4", "unit.spare_nodes": "1"},
    "requests": {"demand": {"requests": "20,000 /s"}, "targets.errors": "30 %"},
    "users": {"demand": {"users": "30,000"}, "spare_units": "2"},
}


@pytest.mark.parametrize("changes", STATED_OTHERWISE.values(), ids=STATED_OTHERWISE)
def test_by_theory_the_winner_is_that_of_a_search_of_everything_however_the_demand_is_stated(monkeypatch, changes):
    scenario = small(**changes)
    offered = reduced(scenario)
    monkeypatch.setattr(stage, "choices", lambda *_: offered)
    found = stage.optimise(scenario, Theory())
    ranked, known = exhaustive(scenario, offered, Theory())
    assert told(found.winner) == of_row(ranked[0])
    for choice in offered:
        network = server_network(choice.scenario)
        most = capacity_bound(network, scenario.targets.errors).carried
        for nodes in unit_sizes(scenario):
            made = with_unit_size(choice.scenario, nodes)
            assert buy_farm(made, most).whole.value <= buy_farm(made, known[network]).whole.value


def test_a_demand_in_requests_counts_those_that_may_be_lost_so_the_bound_grants_them():
    """The law bounds what is completed; a server that may lose 30 % is asked for more than it completes."""
    network = server_network(small())
    assert capacity_bound(network, 0.3).carried.requests.value == pytest.approx(
        capacity_bound(network).carried.requests.value / 0.7
    )
    assert capacity_bound(network, 0.3).mbps == capacity_bound(network).mbps


def test_where_theory_knows_no_bound_nothing_is_ruled_out(monkeypatch):
    monkeypatch.setattr("simulator.experiment.capacity_bound.station_loads_at", lambda *_: None)
    assert capacity_bound(server_network(small())).carried.requests.value == UNKNOWN


def test_a_bound_grants_hits_that_come_with_the_rate():
    """With a time to live more requests keep more in cache: the bound lies above what theory says of any rate."""
    scenario = small(**{"web_server.time_to_live": "5 s"})
    assert (
        capacity_in_theory(scenario).mbps.value <= capacity_bound(server_network(scenario)).mbps / (1.0 + FINITE) * 1.01
    )


def shipped_farm():
    """The farm of 12 Gbps as it ships, each replication of its 250 different servers shorter."""
    shorter = {"warm_up": "20 s", "duration": "20 s", "window": "2 s", "replications": 3, "precision": "20 %"}
    return load("scenarios/microsoft_update.yaml", {f"run.{name}": text for name, text in shorter.items()}, False)


@pytest.mark.proof
@pytest.mark.parametrize(
    "farm", [shipped_farm, lambda: small(**{"run.duration": "30 s", "run.replications": "4"})], ids=["farm", "server"]
)
def test_the_shipped_catalogue_has_the_winner_of_an_exhaustive_sweep_and_a_tenth_is_simulated(farm):
    scenario, engine = with_threads(farm(), usable_cores()), Simulation(load_engine("kernel"))
    found = stage.optimise(scenario, engine)
    print(f"{found.choices} choices of {found.servers} servers, {found.simulated} simulated")
    ranked, known = exhaustive(scenario, [each for each in choices(scenario) if each.scenario is not None], engine)
    assert told(found.winner) == of_row(ranked[0])
    offered = [each for each in choices(scenario) if each.scenario is not None]
    assert told(found.runner_up) == of_row(real(ranked, known, offered, found.winner.name))
    assert found.simulated <= found.choices / 10 and found.servers == len(known)
    assert all(server.mbps.value <= capacity_bound(network).mbps for network, server in known.items())
