"""Every problem of how sessions are spread, and of load that is shed, is told with its place and its remedy."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.messages import validation
from simulator.translate.one_world import joint_network

FARM = "scenarios/first_farm.yaml"

SPOILT = [
    ({"unit.balancer": {"model": "nlb", "weights": [2, 1]}}, "unit.balancer.weights", "2 weights for the 5 nodes"),
    ({"unit.balancer": {"model": "nlb", "weights": [2, 1, 1, 1, 0]}}, "weights[4].weight = 0", "too small"),
    ({"unit.balancer": {"model": "nlb", "weights": [1] * 257}}, "unit.balancer.weights", "257 weights; write one"),
    ({"unit.balancer": {"model": "nlb", "slow_start": "10 s"}}, "slow_start", "a hash sends every client where"),
    (
        {"unit.balancer": {"model": "round-robin", "affinity": "class-c"}},
        "unit.balancer.affinity = ",
        "not by round-robin; write none, or `policy: hash`",
    ),
    ({"unit.balancer": {"model": "nlb", "affinity": "class c"}}, "affinity", 'did you mean "class-c"?'),
    ({"workload.addresses": {"count": 0}}, "workload.addresses.count = 0", "too small"),
    ({"workload.addresses": {"count": 10, "of_network": 255}}, "of_network = 255", "too large; allowed is 1 to 254"),
    ({"workload.addresses": {"count": 10, "uneven": 1}}, "uneven = 1", "too large; allowed is 0.0 to 0.95"),
    ({"web_server.shed_at": 0}, "web_server.shed_at = 0", "too small"),
    (
        {"web_server.shed_at": 500, "web_server.queue_limit": 200},
        "web_server.shed_at = 500",
        "full with 200 requests, so that nothing would ever be shed; write less than 200",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[told[:40] for _, _, told in SPOILT])
def test_what_is_wrong_with_a_balancer_is_told(changes, where, told):
    with pytest.raises(ScenarioError) as error:
        load(FARM, changes)
    assert where in str(error.value) and told in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"unit.balancer": {"model": "nlb", "weights": [2, 1, 1, 1, 1]}},
        {"workload.addresses": {"count": 100, "uneven": 0.5}},
    ],
    ids=["weights", "uneven addresses"],
)
def test_clients_that_come_again_pause_where_nodes_are_told_apart(changes):
    with pytest.raises(ScenarioError, match="workload.retries.back_off"):
        load(FARM, {**changes, "workload.retries": {"attempts": 2, "back_off": "0 s"}})


@pytest.mark.parametrize("written", ["least-connections", "least_connections"])
def test_a_policy_has_hyphens_and_is_read_with_underscores_too(written):
    farm = load(FARM, {"unit.balancer": {"model": "round-robin", "policy": written}})
    assert farm.unit.balancer.policy == "least-connections"
    assert joint_network(farm).network.balancer.called == "least-connections"


def test_a_policy_where_no_balancer_is_stated_is_told_with_the_model_that_has_it():
    with pytest.raises(ScenarioError) as error:
        load("scenarios/single_server.yaml", {"unit.balancer.policy": "by-url"})
    (problem,) = error.value.problems
    told = validation.model_for_key(path="unit.balancer", model="by-url")
    assert (problem.path, problem.message, problem.remedy) == ("unit.balancer.policy", *told)
