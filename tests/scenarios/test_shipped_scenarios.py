"""Every scenario that is shipped loads, and the published ones are what the documents describe."""

import pytest

from models.load import load
from models.ram_ledger import file_cache_bytes
from models.reading.source_tree import dotted
from models.reading.sources import parameters
from models.scenario import Scenario
from tests.shipped import FOLDER, SCENARIOS

GIB = 1024.0**3


def shipped(name: str) -> Scenario:
    return load(FOLDER / f"{name}.yaml")


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_shipped_scenario_loads(file):
    assert load(file).name


def test_the_two_columns_differ_only_in_their_operating_system():
    x64, x86 = shipped("published/microsoft_update_x64"), shipped("published/microsoft_update_x86")
    values = [{dotted(path): value for path, _, value in parameters(scenario)} for scenario in (x64, x86)]
    differing = {path.split(".")[0] for path in values[0] if values[0][path] != values[1][path]}
    assert differing == {"name", "operating_system"}
    assert (file_cache_bytes(x64), file_cache_bytes(x86)) == (pytest.approx(2.9 * GIB), 1.5 * GIB)


def test_the_plan_asks_for_the_documented_demand_in_units_of_five_without_spares():
    plan = shipped("microsoft_update")
    assert plan.demand.wire == 12e9 / 8
    assert (plan.unit.nodes, plan.unit.spare_nodes) == (5, 0)
    assert plan.baseline.operating_system.name == "windows-2003-x86"
    assert plan.workload == shipped("published/microsoft_update_x64").workload
