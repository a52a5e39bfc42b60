"""Volumes of a cloud that a tier rents: more operations a second cost little, and spare servers and units."""

from datetime import date

import pytest

from models.load import load
from models.variations.assumptions import with_values
from models.variations.choice import with_unit_size
from models.variations.volumes import with_other_volumes
from simulator.farm.costs.cost import SERVERS
from simulator.farm.outcome import Outcome
from simulator.farm.study import study_in_theory
from simulator.farm.tier_sizing import size_tiers
from simulator.farm.unit_size import least_cost
from simulator.messages.decision import other_farm, other_units
from simulator.output.data import figures
from simulator.uncertainty.resolution import resolve

SHOP = """\
scenario: Orders
demand: 1,600 requests/s
workload:
  request:
    size: 6 kB
    cpu: 0.4 ms
    calls: [{tier: database, times: 2, cpu: 0.2 ms, latency: 200 us, pages: 4, writes: 0.15}]
  session: {requests: 12, think_time: 5 s}
  clients: {rate: 20 Mbps}
tiers:
  - name: database
    kind: database
    server: {model: m7i.2xlarge, disks: {volume: gp3, size: 200 GB, count: 1, IOPS}}
    connections: 100
    software: postgresql-16
    data: {size: 60 GB, popularity: {zipf: 0.8}}
    log: 0.8 ms
server: m7i.xlarge
operating_system: linux-6
web_server: nginx
unit: {nodes: 2, spare_nodes: 1}
targets: {utilisation: 70 %}
datacenter: {prices: aws-us-2026}
"""


def planned(folder, operations: int) -> Outcome:
    file = folder / f"{operations}.yaml"
    file.write_text(SHOP.replace("IOPS", f"iops: {operations}"))
    found = study_in_theory(size_tiers(load(str(file))), "", date.min)
    assert isinstance(found, Outcome)
    return found


def test_rates_of_a_volume_go_from_what_its_price_includes_to_the_most(tmp_path):
    """gp3 has 3,000 operations and 125 MB/s in its price, and at most 16,000 and 1,000."""
    scenario = planned(tmp_path, 6000).scenario
    disks = [each.tiers[0].server.disks for each in with_other_volumes(scenario)]
    assert [each.iops for each in disks if each.bandwidth == scenario.tiers[0].server.disks.bandwidth] == [
        3000.0, 12000.0, 16000.0,
    ]  # fmt: skip


def test_more_operations_of_a_volume_are_told_where_they_spare_units(tmp_path):
    """By hand: 9,000 operations more of two volumes are 90 USD a month, and two of three units go."""
    found = planned(tmp_path, 3000)
    assert [each.sizing.units.whole.value for each in (found.farm, found.fits)] == [3.0, 1.0]
    before, after = (each.cost.parts[SERVERS].whole.value for each in (found.farm, found.fits))
    assert after - before == pytest.approx(2 * 9_000 * 0.005 - 2.0 * before / 3.0)
    assert figures(found)["fits"]["changes"] == {"tiers[0].server.disks.iops": "12000.0"}
    assert "12,000 IOPS in place of 3,000 for each volume of database" in other_units(found)
    slower = with_values(found.fits.scenario, {"tiers[0].server.disks.bandwidth": 1.25e8, "unit.nodes": 3})
    assert other_farm(found.fits.scenario, slower) == (
        "in units of another size and with 125 MB/s in place of 500 MB/s for each volume of database"
    )


def test_what_a_volume_does_too_much_is_not_told_for_less_than_people_notice(tmp_path):
    """4,000 operations of two volumes, 40 USD a month, are less than 5 % of what the servers cost."""
    found = planned(tmp_path, 16_000)
    assert found.fits is None and found.farm.cost.parts[SERVERS].whole.value > 20.0 * 2 * 4_000 * 0.005


def test_units_before_other_tiers_are_of_as_many_nodes_as_the_farm_costs_least_with_unless_stated(tmp_path):
    """Each unit has a database of its own: four of five nodes would be bought for the work of their databases."""
    file = tmp_path / "shop.yaml"
    file.write_text(SHOP.replace(", IOPS", "").replace("unit: {nodes: 2, spare_nodes: 1}\n", ""))
    scenario = load(str(file))
    costs = {nodes: least_cost(with_unit_size(scenario, nodes)) for nodes in range(2, 9)}
    found = resolve(scenario)
    assert costs[found.unit.nodes] == min(costs.values()) < costs[5]
    assert "costs least" in found.sources["unit.nodes"].source
    assert resolve(load(str(file), {"unit.nodes": 5})).unit.nodes == 5
    assert resolve(load(str(file), {"tiers": [], "workload.request.calls": []})).unit.nodes == 5
