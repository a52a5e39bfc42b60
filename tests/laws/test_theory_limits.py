"""Where each limit of a node binds, and the largest load within targets: by hand, and against the figures there."""

import math
from dataclasses import replace

import pytest

from simulator.engines.theory.bottleneck import offered_rate, station_loads
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import binding_loads, largest_rate
from simulator.errors import NoCapacity, NoLoad, UnsupportedByEngine
from simulator.network.distribution import constant, exponential
from simulator.network.network import Background
from simulator.network.resources import MemoryRegion, MultiServer, SharedCapacity, TokenPool
from simulator.network.scaling import scale_load
from simulator.network.steps import Allocate, Delay, Free, Release, Seize, Serve
from simulator.targets import NOTICEABLE, Target, TargetValues
from tests.laws.observing import one_request
from tests.networks import OBJECT, download, recycling, returning, short, with_resource, with_source

CPU = SharedCapacity("cpu", 4.0, (1.0,), "cores")


def by_hand():
    """Single requests: 10 ms of one of four cores, 20 ms at one of two desks; they hold a place for 30 ms and 5 bytes
    while they pause for 0.1 s."""
    steps = (
        Seize("places", 1.0, 10.0),
        Serve("cpu", constant(0.01)),
        Serve("desk", exponential(0.02)),
        Release("places", 1.0),
        Allocate("memory", 5.0),
        Delay(constant(0.1)),
        Free("memory", 5.0),
    )
    pool, memory = TokenPool("places", 40.0, "refuse", "places"), MemoryRegion("memory", 1000.0, 400.0)
    return one_request(10.0, steps, CPU, MultiServer("desk", 2), pool, memory)


def test_limits_bind_where_a_pencil_says():
    """Desk 2 / 0.02, cores 4 / 0.01, places 40 / 0.03 (no session has to leave a reserve), memory 600 / (5 x 0.1)."""
    found = binding_loads(by_hand())
    assert [limit.name for limit in found] == ["desk", "cpu", "memory", "places"]
    assert [limit.rate for limit in found] == pytest.approx([100.0, 400.0, 1200.0, 40.0 / 0.03])
    assert [limit.standing.kind for limit in found] == ["exact", "exact", "at most", "at most"]


def test_a_reserve_is_not_there_for_sessions():
    network = by_hand()
    connect, close = (Seize("places", 1.0, 10.0),), (Release("places", 1.0),)
    steps = tuple(step for step in network.classes[0].steps if not isinstance(step, Seize | Release))
    network = replace(network, classes=(replace(network.classes[0], steps=steps),))
    found = {limit.name: limit.rate for limit in binding_loads(with_source(network, connect=connect, close=close))}
    assert found["places"] == pytest.approx((40.0 - 10.0) / 0.13)


def test_work_in_the_background_leaves_less_for_requests():
    jobs = Background("logs", 10.0, (Serve("desk", constant(0.05)),))
    found = {limit.name: limit.rate for limit in binding_loads(replace(by_hand(), background=(jobs,)))}
    assert found["desk"] == pytest.approx((2.0 - 0.5) / 0.02)


def test_work_of_other_servers_that_is_of_the_load_grows_with_it():
    """Whatever load the network is at: 0.02 s of a request, and beside each of them half a second of others in ten."""
    rate = offered_rate(by_hand())
    jobs = Background("calls of others", rate / 10.0, (Serve("desk", constant(0.5)),), of_load=True)
    network = replace(by_hand(), background=(jobs,))
    for load in (0.1, 1.0, 3.0):
        found = {limit.name: limit.rate for limit in binding_loads(scale_load(network, load))}
        assert found["desk"] == pytest.approx(2.0 / (0.02 + 0.05))


def test_stations_bind_where_loads_say_they_saturate():
    network = download(nodes=3)
    found = {limit.name: limit.rate for limit in binding_loads(network)}
    for station in station_loads(network).stations:
        assert found[station.name] == pytest.approx(station.saturates, rel=1e-9)


def test_a_memory_that_its_cache_fills_is_full_at_any_load_and_one_that_nobody_uses_never():
    full = download(ceiling=1e6 + 300 * OBJECT, cached=300)
    found = {limit.name: limit.rate for limit in binding_loads(full)}
    assert found["address space"] == 0.0
    idle = replace(full, resources=(*full.resources, MemoryRegion("spare", 1e9, 1e6)))
    assert {limit.name: limit.rate for limit in binding_loads(idle)}["spare"] == math.inf


@pytest.mark.parametrize(("network", "targets"), [
    (short(), {"errors": 0.01}), (short(), {"errors": 0.3}), (short(), {"errors": 0.01, "connections": 60.0}),
    (download(connections=120.0), {"errors": 0.01}), (download(connections=120.0), {"errors": 0.1, "utilisation": 0.5}),
    (download(connections=120.0), {"errors": 0.1, "ceilings": 0.5}),
    (download(), {"errors": 0.01, "utilisation": 0.5}), (download(), {"errors": 0.01, "connections": 60.0}),
    (download(time_to_live=1.5), {"errors": 0.01, "utilisation": 0.7}), (download(), {"errors": 0.0}),
    (short(), {"errors": 0.01, "utilisation": 0.5}), (download(), {"errors": 0.01, "client_speed": 7e4}),
])  # fmt: skip
def test_targets_are_met_at_the_largest_load_and_missed_above_it(network, targets):
    found = largest_rate(network, TargetValues(**targets))

    def met(rate: float) -> bool:
        said = TheoryEngine().solve(network, rate)
        if said.overloaded:
            return False
        growing = [use for use in said.uses if use.kind != "memory" or use.lost.value > NOTICEABLE]
        within = all(
            use.utilisation.value
            <= 100.0 * targets.get("ceilings" if use.name in network.ceilings else "utilisation", math.inf)
            for use in growing
        )
        few = said.figure("connections").value <= targets.get("connections", math.inf)
        fast = said.figure("client_speed").value >= targets.get("client_speed", 0.0)
        return within and few and fast and said.figure("errors").value <= 100.0 * targets["errors"]

    assert met(found.value * (1.0 - 2.0 * found.standing.error))
    assert not met(found.value * (1.0 + 2.0 * found.standing.error))


def test_what_stands_in_the_way_is_named_with_the_target_that_more_load_misses():
    def stopped(network, asked):
        found = largest_rate(network, asked)
        return found.limit, found.target

    assert stopped(download(connections=120.0), TargetValues(0.01)) == ("connections", Target.ERRORS)
    assert stopped(download(), TargetValues(0.01, utilisation=0.2)) == ("card", Target.UTILISATION)
    assert stopped(download(), TargetValues(0.01, connections=20.0)) == ("open sessions", Target.CONNECTIONS)
    slow = with_resource(download(), "disks", servers=1)
    assert stopped(slow, TargetValues(0.01)) == ("disks", Target.PILING_UP)
    # The longer reads wait, the more requests miss what is being read, so that the disks are full a little earlier.
    assert (
        0.97 * binding_loads(slow)[0].rate < largest_rate(slow, TargetValues(0.01)).value <= binding_loads(slow)[0].rate
    )


@pytest.mark.parametrize(("network", "error", "message"), [
    (one_request(1.0, (Delay(constant(1.0)),)), NoCapacity, "nothing limits the load"),
    (with_resource(download(), "connections", size=3.0), NoLoad,
     "no load meets the targets: even with hardly any load 100 % .* not completed, .*; enlarge the connections"),
    (returning(), UnsupportedByEngine, "connections: it cannot hold"),
    (recycling(), UnsupportedByEngine, "page memory: its process is recycled"),
])  # fmt: skip
def test_loads_that_have_no_largest(network, error, message):
    with pytest.raises(error, match=message):
        largest_rate(network, TargetValues(0.01, utilisation=0.5))


def test_memory_that_its_cache_fills_keeps_no_target_of_utilisation_from_being_met():
    full = download(ceiling=1.5 * (1e6 + 300 * OBJECT), cached=300)
    assert largest_rate(full, TargetValues(0.01, utilisation=0.5)).limit != "address space"


def test_clients_that_no_load_serves_fast_enough_are_told_where_the_time_goes():
    with pytest.raises(NoLoad, match="clients receive at .*/s on average, where at least 1 GB/s is asked") as caught:
        largest_rate(download(), TargetValues(0.01, client_speed=1e9))
    nearest = caught.value.nearest
    assert (nearest.target, nearest.asked, nearest.spent.where) == (Target.SPEED, 1e9, "card")
    assert 0.9 < nearest.spent.share <= 1.0
    assert largest_rate(download(), TargetValues(0.01, client_speed=0.99 * nearest.measured)).value > 0.0


@pytest.mark.parametrize("asked", [TargetValues(0.0), TargetValues(0.0, utilisation=0.5)], ids=["saturated", "target"])
def test_a_load_that_a_place_behind_a_cache_stops_is_known_no_better_than_what_misses_there(asked):
    slow = with_resource(download(), "disks", servers=1)
    found = largest_rate(slow, asked)
    (use,) = (each for each in TheoryEngine().solve(slow, 0.9 * found.value).uses if each.name == "disks")
    assert found.limit == "disks" and found.standing.error >= 0.9 * use.utilisation.standing.error > 0.005


def test_theory_says_which_targets_it_does_not_judge():
    asked = TargetValues(0.01, p95_response=1.0, p99_response=2.0)
    assert largest_rate(download(), asked).not_judged == (Target.P95, Target.P99)
    assert largest_rate(download(), TargetValues(0.01)).not_judged == ()
