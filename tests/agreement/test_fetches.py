"""Requests that wait for what others fetch: the kernel and the reference do the same, request by request."""

from dataclasses import replace
from random import Random

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from simulator.network.steps import Admit, JoinFetch, Lookup, Step, change_steps, flatten
from tests.agreement.test_lives import with_lives
from tests.agreement.twins import assert_twins
from tests.networks import download, tiers
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network

PLAN = RunPlan(windows=10, window=0.5, warm_up=1.0, replication=3, log=100_000)


def joined(network: Network, every: float = 0.01, age: float = 5.0) -> Network:
    """The network, of whose requests those that miss the last cache that has an object wait for who fetches it."""

    def change(step: Step) -> Step:
        if not isinstance(step, Lookup) or any(isinstance(each, Lookup) for each in flatten(step.on_miss)):
            return step
        ends = next((n for n, each in enumerate(step.on_miss) if isinstance(each, Admit)), None)
        if ends is None:
            return step
        fetch = JoinFetch(step.cache, step.on_miss[: ends + 1], every, age)
        return replace(step, on_miss=(fetch, *step.on_miss[ends + 1 :]))

    classes = tuple(replace(each, steps=change_steps(each.steps, change)) for each in network.classes)
    return replace(network, classes=classes)


@pytest.mark.parametrize("every", [0.001, 0.5])
@pytest.mark.parametrize("network", [download(warm=True), download(cached=60), tiers()], ids=["warm", "cold", "two"])
def test_engines_agree_on_who_waits_for_a_fetch(network, every):
    assert_twins(joined(network, every), PLAN, seed=7)


@pytest.mark.parametrize("seed", mostly_proof(range(24), range(4)))
def test_engines_agree_on_a_random_network_that_joins_fetches(seed):
    random = Random(f"fetches {seed}")
    drawn = random_cluster(seed) if seed % 3 == 2 else random_network(seed)
    drawn = with_lives(drawn, random) if random.random() < 0.3 else drawn
    assert_twins(joined(drawn, random.choice([0.003, 0.1]), random.choice([0.05, 5.0])), PLAN, seed=seed)


def test_most_networks_that_are_drawn_have_requests_that_wait():
    tally = load_engine("kernel").run(joined(download(cached=60), 0.001), PLAN, 7)
    (cache,) = download(cached=60).caches
    assert tally.column("cache", cache.name, "joined")[-1] > 0.0
