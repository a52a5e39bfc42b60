"""Both engines do the same whichever object a cache drops, request by request."""

from random import Random

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.network.cache_policies import CLOCK, FIFO, LRU, POLICIES
from simulator.network.network import Network
from simulator.network.resources import Cache
from tests.agreement.test_lives import with_lives
from tests.agreement.twins import assert_twins
from tests.networks import download, recycling, tiers, with_resource
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)


def by_policy(network: Network, *policies: str) -> Network:
    """The network with caches of these policies, in turn."""
    for place, cache in enumerate(network.caches):
        policy = policies[place % len(policies)]
        queued = {"time_to_live": None} if policy in (FIFO, CLOCK) else {}
        network = with_resource(network, cache.name, policy=policy, **queued)
    return network


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "network", [download(warm=True), download(cached=60), recycling()], ids=["warm", "cold", "new"]
)
def test_engines_agree_on_a_policy(network, policy):
    assert_twins(by_policy(network, policy), PLAN, seed=7)


@pytest.mark.parametrize("behind", POLICIES)
@pytest.mark.parametrize("front", [LRU, CLOCK])
def test_engines_agree_on_one_cache_behind_another(front, behind):
    assert_twins(by_policy(tiers(), front, behind), PLAN, seed=7)


@pytest.mark.parametrize("seed", mostly_proof(range(60), range(3)))
def test_engines_agree_on_a_random_network(seed):
    random = Random(f"policies {seed}")
    drawn = random_cluster(seed) if seed % 3 == 2 else random_network(seed)
    drawn = with_lives(drawn, random) if random.random() < 0.3 else drawn
    assert_twins(by_policy(drawn, *random.sample(POLICIES, 2)), PLAN, seed=seed)


def test_the_random_networks_have_caches():
    assert all(isinstance(cache, Cache) for cache in random_network(1).caches)
