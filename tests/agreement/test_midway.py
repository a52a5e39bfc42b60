"""Sessions that are found midway at the start: the kernel and the reference do the same, request by request."""

from dataclasses import replace
from random import Random

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.open_sessions import OpenSessions, remaining_requests
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network, random_unit_of_the_impatient

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)


def found_midway(network: Network, random: Random) -> Network:
    """The network with sessions of a constant length, or of its own, that are found midway at the start."""
    length = random.choice([network.source.requests, *(constant(float(requests)) for requests in (1, 2, 7))])
    shares = [random.uniform(0.2, 1.0) for _ in network.source.client_shares]
    readings = tuple(random.choice([0.0, random.uniform(0.0, 2.0)]) for _ in shares)
    found = tuple(share / sum(shares) for share in shares)
    midway = OpenSessions(remaining_requests(length), found, readings, random.random() < 0.5)
    source = replace(network.source, requests=length, open_at_start=random.randint(1, 150), midway=midway)
    return replace(network, source=source)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(4)))
@pytest.mark.parametrize("make", [random_network, random_cluster, random_unit_of_the_impatient])
def test_engines_agree_on_sessions_that_are_found_midway(make, seed):
    assert_twins(found_midway(make(seed), Random(f"midway {seed}")), PLAN, seed=seed)
