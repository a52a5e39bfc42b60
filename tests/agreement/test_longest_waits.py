"""Pools that let nobody wait for ever: the kernel and the reference do the same, request by request."""

from random import Random

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof
from tests.random_backends import (
    random_unit_behind_key_stores,
    random_unit_with_a_backend,
    random_unit_with_servers_that_die,
)
from tests.random_networks import random_network, random_unit_of_the_impatient, waiting_not_for_ever

PLAN = RunPlan(windows=7, window=0.5, warm_up=1.0, replication=3, log=100_000)
KINDS = {
    "a node": random_network,
    "impatient clients": random_unit_of_the_impatient,
    "a backend": random_unit_with_a_backend,
    "servers that die": random_unit_with_servers_that_die,
    "key stores": random_unit_behind_key_stores,
}


def drawn(kind: str, seed: int) -> Network:
    """A network of a kind whose pools let nobody wait for ever."""
    return waiting_not_for_ever(KINDS[kind](seed), Random(f"longest {seed}"))


@pytest.mark.parametrize("seed", mostly_proof(range(200), range(4)))
@pytest.mark.parametrize("kind", KINDS)
def test_engines_agree_on_who_waits_too_long(kind, seed):
    assert_twins(drawn(kind, seed), PLAN, seed=seed)


@pytest.mark.parametrize("kind", KINDS)
def test_some_wait_too_long_in_a_quarter_of_the_worlds_that_are_drawn(kind):
    met = 0
    for seed in range(24):
        network = drawn(kind, seed)
        tally = load_engine("kernel").run(network, PLAN, seed)
        timed = [pool.name for pool in network.pools if pool.is_timed]
        counted = [(name, what) for name in timed for what in ("refusals", "failed", "tried again")]
        met += sum(tally.column("cause", *each)[-1] for each in counted) > 0.0
    assert met >= 6
