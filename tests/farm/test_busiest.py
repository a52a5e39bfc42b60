"""A unit whose nodes do not get the same carries what its busiest node allows, and says so."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.decision import operating_point_sentence
from simulator.output.blocks import Table
from simulator.studies.plan.sections import roll_up

FARM = "scenarios/first_farm.yaml"


def planned(**changes):
    overrides = {path.replace("__", "."): value for path, value in changes.items()}
    return study(load(FARM, overrides), Theory(), "plan", date(2026, 11, 22))


@pytest.fixture(scope="module")
def weighted():
    return planned(unit__balancer={"model": "round-robin", "weights": [2, 1, 1, 1, 1]})


def test_the_heaviest_node_is_all_that_a_unit_has_room_for(weighted):
    """With one spare gone, the first of four nodes gets two fifths of the sessions: 1.6 times its share."""
    even = planned(unit__balancer="round-robin")
    nodes, spares = weighted.scenario.unit.nodes, weighted.scenario.unit.spare_nodes
    assert (nodes, spares) == (5, 1)
    assert weighted.capacity.server_mbps == even.capacity.server_mbps
    assert weighted.capacity.unit_mbps.value == pytest.approx(even.capacity.unit_mbps.value / 1.6)
    assert weighted.capacity.unit_mbps_full.value == pytest.approx(even.capacity.unit_mbps_full.value / (2.0 * 5 / 6))


def test_as_bought_it_is_the_busiest_server_that_is_judged(weighted):
    all_up, gone = weighted.operating_points
    sizing = weighted.sizing
    share = sizing.demanded.requests / sizing.servers.whole.value
    assert all_up.requests.value == pytest.approx(share * 2.0 * 5 / 6)
    assert gone.requests.value == pytest.approx(sizing.demanded.requests / sizing.working_servers * 1.6)
    assert "At peak, the busiest server has" in operating_point_sentence(weighted)
    assert "the busiest server has 800 Mbps" in operating_point_sentence(weighted)


def test_the_arithmetic_tells_how_much_more_the_busiest_node_gets(weighted):
    (table, *_) = [block for block in roll_up.section(weighted) if isinstance(block, Table)]
    told = {str(row[0]): row for row in table.rows}
    assert told["the busiest node gets"][1:] == ("of an even share of the sessions, by its weight", "1.6 times")
    assert "(5 nodes - 1 spare) / 1.6 x" in str(told["one unit, as planned"][1])


def test_hashed_addresses_cost_a_unit_what_chance_does():
    few = planned(workload__addresses={"count": 60}, unit__balancer={"model": "nlb"})
    many = planned(workload__addresses={"count": 1_000_000}, unit__balancer={"model": "nlb"})
    even = planned(unit__balancer={"model": "nlb"})
    assert few.capacity.busiest > 1.3 > 1.01 > many.capacity.busiest > even.capacity.busiest == 1.0
    assert few.capacity.unit_mbps.value < 0.8 * even.capacity.unit_mbps.value
