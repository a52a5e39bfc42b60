"""Pods in the months ahead: orders of the servers that they fill, and pods that come and go with the hour."""

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost import LICENCES, SERVERS
from simulator.growth.grow import plan_growth
from simulator.growth.hourly.autoscaled_day import servers_on
from simulator.messages.grow.autoscaled_day import scaling_sentences
from simulator.messages.grow.when_to_buy import answer
from simulator.studies.grow.hourly import hourly_blocks, hourly_data
from simulator.studies.grow.result import growth_data

API = "scenarios/api_in_pods.yaml"
GROWTH = {"start": "2026-12", "horizon": "12 months", "a_year": "40 %"}
BOUGHT = {
    "server": "gold-6140-2x25gbe",
    "workload.cpu_measured_on": "gold-6140-2x25gbe",
    "datacenter.prices": "us-2026",
}
INSTANCES = "instances"
# On a day of two levels: half of the peak, and all of it.
HOURS = [0.5] * 12 + [1.0] * 12
RULE = {"minimum": 10, "maximum": 200, "target": "60 %", "until_serving": "1 min", "hours": HOURS}


def grown(**more):
    return plan_growth(load(API, {"growth": GROWTH, **more}), Theory(), in_worlds=False)


@pytest.fixture(scope="module")
def scaled():
    return grown(supply={"autoscaling": RULE})


def test_orders_are_of_servers_full_of_pods(scaled):
    """By hand: a pod carries 0.75 x 2 threads of 0.59375 cores, 178.1/s in calls of 5 ms, and 15 fill a server; of
    24,000/s today 8.98 such servers take all. What is ordered now serves from March on: until then the demand is
    1.4 ** (2 / 12) = 1.058 times as much, so that 10 are ordered, and one to spare."""
    assert scaled.new.level == pytest.approx(15 * 0.75 * 2 * 1.25 * 0.95 / 2.0 / 5e-3 / 20_000, rel=1e-3)
    first = growth_data(scaled)["orders"][0]
    assert (first["units"], first["servers"]) == (11, 11)
    assert "Begin with 11 units (11 servers with 165 pods)" in answer(scaled)


@pytest.mark.parametrize("more", [{}, BOUGHT])
def test_a_unit_costs_to_run_what_a_plan_pays_for_the_servers_of_its_pods(more):
    pods = {"cpu": {"request": 2, "limit": 2}, "memory": "4 GiB", "replicas": 7, "most": 4}
    found = grown(**{"unit.pods": pods, "unit.spare_nodes": 4, "spare_units": 0, **more})
    farm = found.new.farm
    units = farm.sizing.units.whole.value
    used = [item.amount.whole.value for item in farm.cost.items if item.sort not in (SERVERS, LICENCES)]
    assert found.new.servers == 2
    assert found.new.running(units, 1.0) + found.new.standing_gateways == pytest.approx(sum(used))
    (instances,) = [item for item in farm.cost.items if item.sort == INSTANCES] or [None]
    rent = found.new.running(units, 1.0) - found.new.keeping(units, 1.0)
    assert rent == pytest.approx(0.0 if instances is None else instances.amount.whole.value)


def test_the_servers_of_a_tier_in_pods_come_with_each_unit():
    """By hand: of 5 pods 2 at the most stand on a server, so that a unit brings 3."""
    tier = {"tiers[0].pods": {"cpu": {"request": 2, "limit": 4}, "memory": "4 GB", "replicas": 5, "most": 2}}
    alone = {"unit.nodes": 1, "unit.spare_nodes": 0, "server": "dl325-epyc-7763-2x100gbe", "tiers[1].servers": 1}
    scenario = load("scenarios/three_tiers.yaml", {"growth": GROWTH, **alone, **tier})
    found = plan_growth(scenario, Theory(), in_worlds=False)
    assert [count for _, count in found.new.kinds] == [1, 3, 1]
    assert "with 15 servers with 25 pods of application, 5 servers of database" in answer(found)
    order = growth_data(found)["orders"][0]
    assert order["servers_of_tiers"] == {"application": 3 * order["units"], "database": order["units"]}


def test_pods_come_and_go_on_as_many_servers_as_they_fill(scaled):
    """By hand: 20,000/s keep 20,000 x 5 ms / (2 threads of 0.59375 cores) = 84.2 pods busy, at 60 % 141, on 10 servers
    of 15; by night half of it, 71 on 5. A server costs its rent and its people while it is on."""
    day = scaled.followed
    assert (day.day.serving.max(), day.day.serving.min()) == (141, 71)
    assert (day.on.max(), day.on.min()) == (10, 5)
    prices, server = scaled.scenario.datacenter.prices, scaled.scenario.server
    a_month = server.instance.on_demand * 730.0 + prices.administration
    assert day.cost == pytest.approx(float(day.on.mean()) * a_month, rel=1e-3)
    assert (day.servers, list(servers_on(scaled.scenario, day.day.paid))) == (10, list(day.on))
    data = hourly_data(scaled)
    assert (data["pods_at_most"], data["always_on"]["servers"]) == (141, 10)
    assert data["server_hours_a_month"] == pytest.approx(float(day.on.mean()) * 730.0)
    assert data["hours"][3]["servers"] == 5.0
    (table,) = [block for block in hourly_blocks(scaled) if getattr(block, "columns", ())]
    assert [column.name for column in table.columns][2:5] == ["pods that serve", "pods on", "servers on"]
    told, _ = scaling_sentences(scaled, day)
    assert "by 10 to 200 pods that serve" in told and "They fill 5 to 10 servers." in told
