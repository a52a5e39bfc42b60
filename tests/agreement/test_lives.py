"""Both engines do the same where objects live for a time only, request by request."""

from dataclasses import replace
from random import Random

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from tests.agreement.twins import assert_twins
from tests.networks import CATALOGUE, download, two_catalogues
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)


def with_lives(network: Network, random: Random) -> Network:
    """The network with some of its catalogues of objects that live for a while."""
    lives = {each: random.choice([0.05, 0.4, 3.0]) for each in network.catalogues if random.random() < 0.8}
    classes = tuple(
        replace(each, catalogue=replace(each.catalogue, life=lives[each.catalogue]))
        if each.catalogue in lives
        else each
        for each in network.classes
    )
    return replace(network, classes=classes)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(4)))
def test_engines_agree_on_a_random_network_whose_objects_end(seed):
    drawn = random_cluster(seed) if seed % 4 == 3 else random_network(seed)
    assert_twins(with_lives(drawn, Random(f"lives {seed}")), PLAN, seed=seed)


@pytest.mark.parametrize("network", [two_catalogues(), download(warm=True)], ids=["two catalogues", "one"])
def test_what_lives_shorter_is_found_less_often(network):
    """And the engines agree on it."""
    asked = sorted({each.catalogue for each in network.classes}, key=lambda each: each.objects)
    found = []
    for life in (0.02, 0.5, float("inf")):
        classes = tuple(
            replace(each, catalogue=replace(each.catalogue, life=life)) if each.catalogue == asked[-1] else each
            for each in network.classes
        )
        ending = replace(network, classes=classes)
        assert_twins(ending, PLAN, seed=5)
        tally = load_engine("kernel").run(ending, PLAN, 5)
        cache = network.caches[0].name
        found.append(tally.column("cache", cache, "hits")[-1] / tally.column("cache", cache, "lookups")[-1])
    assert found[0] < 0.9 * found[1] < 0.9 * 0.98 * found[2]
    assert CATALOGUE.life == float("inf")
