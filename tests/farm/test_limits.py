"""Which limit binds, which turns load away, which is next."""

import pytest

from simulator.errors import InternalError
from simulator.experiment.limits import binding_limits, rank_limits
from simulator.experiment.results import Unavailable
from tests.fabricated import results, usage, x86_usages


def test_limits_are_ordered_by_how_full_they_are():
    found = rank_limits(results(usages=(usage("CPU", "server", 0.3), usage("disks", "server", 0.7))))
    assert [limit.name for limit in found] == ["disks", "CPU"]


def test_growth_is_the_inverse_of_the_utilisation_with_its_interval():
    (limit,) = rank_limits(results(usages=(usage("CPU", "server", 0.5),)))
    assert limit.growth.value == 2.0
    assert limit.growth.unit == "x the load"
    assert limit.growth.half_width == pytest.approx(1 / (0.5 - 0.002) - 2.0)


@pytest.mark.parametrize("idle", [usage("CPU", "server", 0.0), usage("process memory", "memory", 0.9)])
def test_growth_is_refused_where_the_load_does_not_decide(idle):
    (limit,) = rank_limits(results(usages=(idle,)))
    assert isinstance(limit.growth, Unavailable)


def test_a_full_pool_is_the_consequence_of_full_disks():
    found = binding_limits(rank_limits(results(usages=x86_usages())))
    assert found.limit.name == "disks"
    assert found.turned_away_at.name == "kernel pool"
    assert found.next.name == "process memory"


def test_a_full_pool_binds_when_no_server_is_full():
    usages = (usage("kernel pool", "pool", 0.999, 0.2), usage("disks", "server", 0.9))
    found = binding_limits(rank_limits(results(usages=usages)))
    assert found.limit.name == found.turned_away_at.name == "kernel pool"
    assert found.next.name == "disks"


def test_memory_that_a_cache_fills_does_not_bind():
    usages = (usage("process memory", "memory", 0.97), usage("CPU", "server", 0.6), usage("disks", "server", 0.2))
    found = binding_limits(rank_limits(results(usages=usages)))
    assert (found.limit.name, found.next.name, found.turned_away_at) == ("CPU", "disks", None)


def test_memory_that_fails_requests_binds():
    usages = (usage("process memory", "memory", 0.97, 0.02), usage("CPU", "server", 0.6))
    assert binding_limits(rank_limits(results(usages=usages))).limit.name == "process memory"


def test_a_refusal_in_a_thousand_is_not_told():
    usages = (usage("kernel pool", "pool", 0.5, 0.001),)
    found = binding_limits(rank_limits(results(usages=usages)))
    assert found.turned_away_at is None
    assert found.next is None


def test_no_limits_is_our_mistake():
    with pytest.raises(InternalError, match="no limit"):
        binding_limits(())
