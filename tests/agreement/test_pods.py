"""Both engines do the same with a tier of pods, throttled or sharing evenly, called from a unit of several nodes."""

import pytest

from models.load import load
from simulator.engines.run_plan import RunPlan
from simulator.network.scaling import single_node
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins

PLAN = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)


@pytest.mark.parametrize("cpu", [{"request": 0.5, "limit": 0.5}, 0.5])
def test_engines_agree_on_a_tier_of_pods(cpu):
    pods = {"tiers[0].pods": {"cpu": cpu, "memory": "1 GB", "replicas": 12}}
    scenario = load("scenarios/three_tiers.yaml", pods | {"workload.offered": "60 requests/s"})
    assert_twins(single_node(translate(scenario).network), PLAN, seed=4)
