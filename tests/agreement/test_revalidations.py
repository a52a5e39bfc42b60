"""Copies that are asked for again: the kernel and the reference do the same, request by request."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.network.cache_policies import POLICIES
from simulator.network.distribution import exponential
from simulator.network.network import Network
from simulator.network.resources import Cache
from simulator.network.steps import Delay, Lookup, Revalidate, Step, flatten
from tests.agreement.test_fetches import joined
from tests.agreement.test_lives import with_lives
from tests.agreement.twins import assert_twins
from tests.networks import download, tiers, two_catalogues
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network

PLAN = RunPlan(windows=10, window=0.5, warm_up=1.0, replication=3, log=100_000)
STREAM = 77


def revalidated(network: Network, ages: Sequence[float], unchanged: float) -> Network:
    """The network, of which copies that are too old are asked for again before a cache is looked up; ages: how old they
    may be, class by class, and so on from the first."""

    def with_asking(step: Step, max_age: float) -> tuple[Step, ...]:
        if not isinstance(step, Lookup):
            return (step,)
        caches = (step.cache, *(each.cache for each in flatten(step.on_miss) if isinstance(each, Lookup)))
        return (Revalidate(caches, max_age, unchanged, (Delay(exponential(0.02), STREAM),), STREAM + 1), step)

    classes = tuple(
        replace(each, steps=tuple(new for step in each.steps for new in with_asking(step, max_age)))
        for each, max_age in zip(network.classes, cycle(ages), strict=False)
    )
    return replace(network, classes=classes)


def with_policy(network: Network, policy: str) -> Network:
    resources = tuple(replace(each, policy=policy) if isinstance(each, Cache) and each.time_to_live is None else each
                      for each in network.resources)  # fmt: skip
    return replace(network, resources=resources)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("network", [download(warm=True), download(cached=60), tiers()], ids=["warm", "cold", "two"])
def test_engines_agree_on_which_copies_are_asked_for_again(network, policy):
    assert_twins(revalidated(with_policy(network, policy), [0.3], 0.6), PLAN, seed=7)


@pytest.mark.parametrize("ages", [(0.05, 2.0, 0.05), (2.0, 0.05, 2.0)])
def test_engines_agree_on_classes_whose_copies_may_be_of_other_ages(ages):
    assert_twins(revalidated(two_catalogues(), ages, 0.6), PLAN, seed=7)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(5)))
def test_engines_agree_on_a_random_network_that_asks_again(seed):
    random = Random(f"revalidations {seed}")
    drawn = random_cluster(seed) if seed % 3 == 2 else random_network(seed)
    drawn = with_lives(drawn, random) if random.random() < 0.3 else drawn
    drawn = joined(drawn) if random.random() < 0.3 else drawn
    ages = [random.choice([0.02, 0.2, 1.0]) for _ in drawn.classes]
    assert_twins(revalidated(drawn, ages, random.choice([0.0, 0.7, 1.0])), PLAN, seed=seed)
