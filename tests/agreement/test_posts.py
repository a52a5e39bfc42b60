"""Jobs that are posted and that nobody waits for: the kernel and the reference do the same, request by request."""

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof
from tests.random_posts import (
    random_network_that_posts,
    random_unit_that_posts_behind,
    random_unit_that_posts_to_servers_that_die,
)

PLAN = RunPlan(windows=7, window=0.5, warm_up=1.0, replication=3, log=100_000)
DRAWN = (random_network_that_posts, random_unit_that_posts_behind, random_unit_that_posts_to_servers_that_die)


@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("seed", mostly_proof(range(30), range(5)))
def test_engines_agree_on_jobs_that_are_posted(drawn, seed):
    assert_twins(drawn(seed), PLAN, seed=seed)


@pytest.mark.proof
@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("seed", range(30, 130))
def test_engines_agree_on_many_jobs_that_are_posted(drawn, seed):
    assert_twins(drawn(seed), PLAN, seed=seed)


@pytest.mark.parametrize("drawn", DRAWN)
def test_jobs_are_posted_and_done_in_most_networks_that_are_drawn(drawn):
    tallies = [load_engine("kernel").run(drawn(seed), PLAN, seed) for seed in range(30)]
    assert sum(tally.jobs.sum() > 10 for tally in tallies) > 15
