"""Calls that only a share of those who could make them do: both engines do the same, and theory counts them by hand."""

from dataclasses import replace

import pytest

from models.errors import ScenarioError
from models.load import load
from models.tier_flows import calling_share, tier_work
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.engine import TheoryEngine
from simulator.experiment.single_server import network_at
from simulator.network.cluster import NodeEvent
from simulator.network.scaling import single_node
from simulator.network.steps import Chance, flatten
from simulator.translate.translate import translate, translate_with_backend
from tests.agreement.twins import assert_twins
from tests.laws.observing import observe, response

FARM, PLAN = "scenarios/three_tiers.yaml", RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
SELDOM = {"workload.request.calls[0].share": "40 %", "tiers[0].calls[0].share": "50 %"}
POOLS = {"tiers[0].calls[0].pool": 2, "workload.request.calls[0].pool": 6}
RATE = "60 requests/s"


def shop(**more):
    return load(FARM, SELDOM | more)


@pytest.mark.parametrize("pools", [{}, POOLS], ids=["no pools", "pools"])
def test_engines_agree_on_calls_that_some_make(pools):
    network = translate(shop(**pools, **{"workload.offered": RATE})).network
    assert any(isinstance(step, Chance) for each in network.classes for step in flatten(each.steps))
    assert_twins(single_node(network), PLAN, seed=4)


@pytest.mark.parametrize("pools", [{}, POOLS], ids=["no pools", "pools"])
@pytest.mark.parametrize("die", [False, True], ids=["stay", "die"])
def test_engines_agree_where_all_nodes_call_the_same_servers(pools, die):
    network = translate_with_backend(shop(**pools, **{"workload.offered": RATE}), servers_die=die).network
    if die:
        away = (("dies", 0.8), ("leaves", 0.9), ("stands", 1.3), ("joins", 1.3))
        network = replace(network, events=tuple(NodeEvent(at, 0, what, server="database 2") for what, at in away))
    assert_twins(network, PLAN, seed=4)


def test_the_work_of_a_tier_is_that_of_those_who_call_it():
    """0.4 of the requests call the application, and each of those makes half of three calls of the database."""
    all_, some = load(FARM), shop()
    for all_tier, tier, share in zip(all_.tiers, some.tiers, (0.4, 0.4 * 0.5), strict=True):
        assert tier_work(some, tier) == pytest.approx(share * tier_work(all_, all_tier), rel=1e-9)
    assert calling_share(some, "application") == pytest.approx(0.4)
    assert calling_share(some, "database") == pytest.approx(0.4 * (1.0 - 0.5**3))


def test_theory_and_simulation_find_the_same_use_and_response():
    network = network_at(shop(), 60.0)
    found = TheoryEngine().solve(network)
    uses = {use.name: use.utilisation.value for use in found.uses}
    seen = observe(network, 400.0, 20.0)
    for name in ("CPU of application 1", "CPU of database 1"):
        station = next(each for each in network.shared if each.name == name)
        measured = seen.rate("shared", name, "work", unit="cores")
        assert measured.value / station.capacity == pytest.approx(uses[name] / 100.0, rel=0.05)
    mean = found.figure("response_mean")
    assert response(seen).value == pytest.approx(mean.value, rel=mean.standing.error + 0.03)


@pytest.mark.parametrize("share", ["0 %", "120 %", "some"])
def test_a_share_is_more_than_nothing_and_no_more_than_all(share):
    with pytest.raises(ScenarioError) as refused:
        load(FARM, {"tiers[0].calls[0].share": share})
    (problem,) = refused.value.problems
    assert problem.path == "tiers[0].calls[0].share"
