"""What identifies a scenario."""

from models.parts.demand import Demand
from simulator.farm.stamp import fingerprint, library_versions
from tests.fabricated import scenario


def test_the_same_values_have_the_same_print_wherever_the_file_lies():
    moved = scenario().model_copy(update={"file": "elsewhere.yaml", "sources": {}})
    assert fingerprint(moved) == fingerprint(scenario())


def test_another_value_has_another_print_in_the_baseline_too():
    plan = scenario()
    changed = plan.model_copy(update={"baseline": plan.baseline.model_copy(update={"demand": Demand(wire=1e6)})})
    assert len({fingerprint(plan), fingerprint(changed), fingerprint(scenario({"demand": "13 Gbps"}))}) == 3


def test_versions_are_told():
    assert library_versions()["numpy"][0].isdigit()
