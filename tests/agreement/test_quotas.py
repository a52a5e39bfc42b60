"""Both engines throttle the same: stations with quotas, among all else that networks have."""

from random import Random

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from tests.agreement.twins import assert_twins, requests_of_twins
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network
from tests.ruled_stations import with_quotas
from tests.wide_networks import wide_network

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)


def limited(network: Network, seed: int) -> Network:
    return with_quotas(network, Random(f"quotas {seed}"))


@pytest.mark.parametrize("seed", mostly_proof(range(100, 160), range(100, 106)))
def test_engines_agree_on_random_networks_with_quotas(seed):
    assert_twins(limited(random_network(seed), seed), PLAN, seed=seed)


@pytest.mark.parametrize("seed", mostly_proof(range(100, 140), range(100, 104)))
def test_engines_agree_on_wide_networks_with_quotas(seed):
    requests_of_twins(limited(wide_network(seed), seed), PLAN, seed=seed)


@pytest.mark.parametrize("seed", mostly_proof(range(100, 130), range(100, 103)))
def test_engines_agree_on_units_whose_nodes_die_and_slow_under_their_quotas(seed):
    assert_twins(limited(random_cluster(seed), seed), PLAN, seed=seed)


def test_the_networks_are_throttled():
    tallies = [load_engine("kernel").run(limited(random_network(seed), seed), PLAN, seed) for seed in range(100, 110)]
    columns = {each for tally in tallies for each in tally.columns if each[-1] == "throttled"}
    throttled = [tally.column(*each)[-1] for tally in tallies for each in tally.columns if each in columns]
    assert sum(count > 4.0 for count in throttled) > 4
