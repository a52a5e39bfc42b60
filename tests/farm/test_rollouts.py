"""A new version of the pods of a tier, rolled out while the demand is at its peak: what is up, missed and bought."""

from datetime import date

import pytest

from models.caller_pools import caller_pools
from models.errors import ScenarioError
from models.load import load
from models.parts.pods import Rollout
from models.pods import most_pods, pods_a_server, pods_left, replicas_for, servers_of_pods
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.tier_failure import rollouts
from simulator.output.data import tiers_down_data

# One server that nobody shares its tiers with, so that theory answers.
ONE = {"unit.nodes": 1, "unit.spare_nodes": 0, "demand": "1,300 requests/s", "server": "dl325-epyc-7763-2x100gbe",
       "tiers[0].connections": "none", "tiers[1].connections": "none", "tiers[1].servers": 4}  # fmt: skip
PODS = {"cpu": {"request": 2, "limit": 4}, "memory": "4 GB", "rollout": {}}


def shop(replicas=None, more=(), **rollout):
    pods = PODS | {"rollout": rollout} | ({} if replicas is None else {"replicas": replicas})
    return load("scenarios/three_tiers.yaml", {**ONE, "tiers[0].pods": pods, **dict(more)})


@pytest.mark.parametrize(
    ("replicas", "surge", "unavailable", "left", "most"),
    [
        (10, 0.25, 0.25, 8, 13),  # The example of Kubernetes: at least 8 are up, at most 13 stand.
        (3, 0.25, 0.25, 3, 4),
        (4, 0.25, 0.25, 3, 5),
        (10, 0.0, 0.05, 9, 10),  # One has to go where none may be added.
        (10, 0.1, 0.0, 10, 11),
        (100, 0.07, 0.29, 71, 107),
    ],
)
def test_surge_is_rounded_up_and_what_is_unavailable_down(replicas, surge, unavailable, left, most):
    rollout = Rollout(surge=surge, unavailable=unavailable)
    assert pods_left(replicas, rollout) == left
    tier = shop(
        replicas, surge=f"{surge:%}".replace("%", " %"), unavailable=f"{unavailable:%}".replace("%", " %")
    ).tiers[0]
    assert most_pods(tier) == most
    assert pods_left(replicas_for(left, rollout), rollout) >= left > pods_left(replicas_for(left, rollout) - 1, rollout)


def test_all_may_not_be_missing():
    with pytest.raises(ScenarioError) as error:
        shop(16, unavailable="100 %")
    assert 'tiers[0].pods.rollout.unavailable = "100 %": too large; allowed is 0 % to 99 %' in str(error.value)
    assert replicas_for(900, Rollout(surge=0.25, unavailable=0.5)) is None


def test_a_plan_says_what_is_used_of_the_pods_that_are_up():
    outcome = study(shop(16), Theory(), "plan", date(2026, 11, 28))
    (rollout,) = outcome.tiers_down
    assert (rollout.rollout, rollout.left) == (True, 12)
    busy = outcome.sizing.tiers[0]
    assert rollout.used == pytest.approx(busy.full / 12 / outcome.sizing.units.whole.value * 100)
    assert rollout.missed is None
    assert "12 of 16 pods up" in next(rollouts(outcome.scenario, outcome.tiers_down))
    (said,) = tiers_down_data(outcome.tiers_down)["rollouts"]
    assert (said["tier"], said["pods_left"]) == ("application", 12)


def test_a_target_that_is_missed_meanwhile_is_told_with_the_pods_that_are_enough():
    outcome = study(shop(16, unavailable="50 %"), Theory(), "plan", date(2026, 11, 28))
    (rollout,) = outcome.tiers_down
    assert rollout.left == 8 and rollout.missed.measured.value > 75.0
    assert pods_left(rollout.enough, Rollout(surge=0.25, unavailable=0.5)) * 75.0 >= 8 * rollout.used
    told = next(rollouts(outcome.scenario, outcome.tiers_down))
    assert "with a rollout of application under way (8 of 16 pods up) a target is missed" in told
    assert f"write `tiers[0].pods.replicas: {rollout.enough}`, or a smaller `tiers[0].pods.rollout.unavailable`" in told


def test_pods_that_the_demand_counts_are_enough_while_they_are_replaced():
    scenario = size_tiers(shop(more={"tiers[0].servers": 1}, unavailable="50 %"), anew=True)
    outcome = study(scenario, Theory(), "plan", date(2026, 11, 28))
    assert [each.missed for each in outcome.tiers_down] == [None]


def test_servers_are_bought_and_connections_kept_for_the_pods_of_the_new_version():
    scenario = shop(30, {"tiers[0].calls[0].pool": 5, "tiers[1].connections": 50})
    tier = scenario.tiers[0]
    assert pods_a_server(tier) == 35 and servers_of_pods(scenario.unit, tier) == 2
    assert [each.connections for each in caller_pools(scenario)] == [38 * 5]


def test_without_a_rollout_nothing_is_said_of_one():
    scenario = load("scenarios/three_tiers.yaml", {**ONE, "tiers[0].pods": PODS | {"rollout": "none", "replicas": 16}})
    assert study(scenario, Theory(), "plan", date(2026, 11, 28)).tiers_down == ()
    assert most_pods(scenario.tiers[0]) == 16
