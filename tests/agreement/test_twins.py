"""The kernel and the reference do the same, request by request, on the same draws."""

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from tests.agreement.twins import assert_twins
from tests.networks import named_networks
from tests.proven import mostly_proof
from tests.random_networks import random_network

PLAN = RunPlan(windows=12, window=0.5, warm_up=1.0, replication=3, log=100_000)
NAMED = named_networks()


@pytest.mark.parametrize("name", NAMED)
def test_engines_agree_on_a_network_with(name):
    assert_twins(NAMED[name], PLAN, seed=11)


@pytest.mark.parametrize("seed", mostly_proof(range(60), range(8)))
def test_engines_agree_on_random_network(seed):
    assert_twins(random_network(seed), PLAN, seed=seed)


def test_the_networks_run_into_every_kind_of_limit():
    tallies = [load_engine("kernel").run(network, PLAN, 11) for network in NAMED.values()]
    for cause, outcome in (
        ("connections", "gave up"),
        ("desk", "gave up"),
        ("disks", "failed"),
        ("address space", "failed"),
        ("page memory", "failed"),
        ("page memory: stopped", "failed"),
        ("heap", "failed"),
    ):
        assert_happens(tallies, ("cause", cause, outcome), often=4)


def test_the_networks_recycle_and_collect_and_are_flooded():
    tallies = [load_engine("kernel").run(network, PLAN, 11) for network in NAMED.values()]
    for column in (
        ("region", "page memory", "recycles"),
        ("region", "page memory", "failed starts"),
        ("region", "file memory", "recycles"),
        ("region", "heap", "collections"),
        ("background", "half-open", "refused"),
        ("background", "logs", "completed"),
    ):
        assert_happens(tallies, column, often=3)


def assert_happens(tallies: list[Tally], column: tuple[str, ...], often: int) -> None:
    """In one of the runs at least, a column grows beyond `often`."""
    assert any(tally.column(*column)[-1] > often for tally in tallies if column in tally.columns), column
