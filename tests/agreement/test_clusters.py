"""Nodes that have to do with each other: the kernel and the reference do the same, request by request."""

from dataclasses import replace

import pytest

from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.cluster import LOOKING, NODE_DOWN, POLICIES, Balancer, NodeEvent
from simulator.network.groups import NodeGroup
from simulator.network.network import Network
from simulator.network.resources import MultiServer, Resource, SharedCapacity
from tests.agreement.twins import assert_same_edges, assert_same_log, assert_twins
from tests.networks import download, named_networks
from tests.random_groups import random_unit_of_groups
from tests.random_networks import random_cluster, random_unit_that_is_told_apart

PLAN = RunPlan(windows=7, window=0.5, warm_up=1.0, replication=3, log=100_000)
# A node dies, the balancer notices, it stands again, and is believed in again.
OUTAGE = (
    NodeEvent(1.2, 1, "dies"),
    NodeEvent(1.8, 1, "leaves"),
    NodeEvent(2.4, 1, "stands"),
    NodeEvent(2.5, 1, "joins"),
)


def unit(policy: str, events: tuple[NodeEvent, ...] = (), attempts: int = 2, size: float = 0.5) -> Network:
    """Five download servers behind a balancer; of half the `size` they are as busy, with half as many requests."""
    network = download(nodes=5)
    resources = tuple(_of_size(each, size) for each in network.resources)
    come = {"rate": size * network.source.rate, "open_at_start": round(size * network.source.open_at_start)}
    source = replace(network.source, attempts=attempts, back_off=0.3, reconnect=0.2, **come)
    return replace(network, resources=resources, balancer=Balancer(policy), source=source, events=events)


def _of_size(resource: Resource, size: float) -> Resource:
    """A processor, card or set of disks of another size; memory and caches as they are."""
    if isinstance(resource, SharedCapacity):
        return replace(resource, capacity=size * resource.capacity)
    return replace(resource, servers=round(size * resource.servers)) if isinstance(resource, MultiServer) else resource


@pytest.mark.parametrize("policy", POLICIES)
def test_engines_agree_on_a_unit_behind(policy):
    assert_twins(unit(policy), PLAN, seed=7)


@pytest.mark.parametrize("policy", POLICIES)
def test_engines_agree_on_a_node_that_dies_behind(policy):
    assert_twins(unit(policy, OUTAGE, attempts=len(policy) % 3), PLAN, seed=7)


# What a node that dies may be in the middle of.
MIDST = (
    "a population that returns to three nodes",
    "processes that are recycled, on three nodes",
    "queue limits",
)


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted(set(named_networks()) - set(MIDST)))
def test_engines_agree_on_a_node_that_dies_with_anything(name):
    test_engines_agree_on_a_node_that_dies_with(name)


@pytest.mark.parametrize("name", MIDST)
def test_engines_agree_on_a_node_that_dies_with(name):
    network = named_networks()[name]
    source = replace(network.source, back_off=0.3, reconnect=0.2, attempts=1)
    cluster = replace(network, nodes=3, source=source, balancer=Balancer("two_choices"), events=OUTAGE)
    assert_twins(cluster, PLAN, seed=5)


# Networks drawn by a seed: how many of them are compared here, and up to how many in the proof.
RANDOM = {random_cluster: (8, 60), random_unit_that_is_told_apart: (8, 60), random_unit_of_groups: (12, 80)}


def drawn(proof: bool):
    """The cases of a test: what draws a network, and its seed."""
    ranges = {each: range(few, many) if proof else range(few) for each, (few, many) in RANDOM.items()}
    cases = [(each, seed) for each, seeds in ranges.items() for seed in seeds]
    return pytest.mark.parametrize(("network_of", "seed"), cases, ids=lambda part: getattr(part, "__name__", None))


@drawn(proof=False)
def test_engines_agree_on(network_of, seed):
    assert_twins(network_of(seed), PLAN, seed=seed)


@pytest.mark.proof
@drawn(proof=True)
def test_engines_agree_on_many(network_of, seed):
    assert_twins(network_of(seed), PLAN, seed=seed)


def test_everybody_is_sent_away_while_no_node_is_believed_in():
    events = tuple(NodeEvent(1.0, node, "leaves") for node in range(5))
    assert_twins(unit("least_connections", events), PLAN, seed=7)
    tally = load_engine("kernel").run(unit("least_connections", events, size=1.0), PLAN, 7)
    assert tally.column("cause", NODE_DOWN, "refusals")[-1] > 500


@pytest.mark.parametrize("policy", sorted(set(POLICIES) - set(LOOKING)))
def test_nodes_that_share_nothing_do_the_same_side_by_side_and_one_by_one(policy):
    """An event that changes nothing makes the engine run all nodes together."""
    alone = unit(policy, attempts=0)
    together = replace(alone, events=(NodeEvent(100.0, 0, "joins"),))
    assert not alone.coupled and together.coupled
    one, other = (load_engine("kernel").run(network, PLAN, 7) for network in (alone, together))
    assert_same_log(one, other)
    down = [column[1] == NODE_DOWN for column in other.columns]
    kept = [index for index, is_down in enumerate(down) if not is_down]
    other = replace(other, columns=one.columns, edges=other.edges[:, :, kept])
    assert_same_edges(one, other)


def test_the_response_times_of_every_window_are_told_alike():
    plan = replace(PLAN, by_window=True)
    fast, slow = (load_engine(name).run(unit("round_robin", OUTAGE), plan, 7) for name in ("kernel", "reference"))
    assert fast.by_window.shape == (plan.windows + 1, fast.histogram.shape[1])
    assert (fast.by_window == slow.by_window).all() and (fast.by_window[-1] == fast.histogram.sum(axis=0)).all()
    assert_same_edges(fast, load_engine("kernel").run(unit("round_robin", OUTAGE), PLAN, 7))


def test_the_response_times_of_every_window_are_those_of_nodes_apart_too():
    plan = replace(PLAN, by_window=True)
    fast, slow = (load_engine(name).run(unit("hash", size=1.0), plan, 7) for name in ("kernel", "reference"))
    assert (fast.by_window == slow.by_window).all() and fast.by_window[-1].sum() > 1000


@pytest.mark.parametrize("policy", POLICIES)
def test_engines_agree_on_nodes_of_different_weights_behind(policy):
    network = replace(unit(policy, OUTAGE), balancer=Balancer(policy, sources=40, uneven=0.5, weights=(3, 1, 2, 2, 1)))
    assert_twins(network, PLAN, seed=7)


@pytest.mark.parametrize("policy", sorted(set(POLICIES) - {"hash"}))
def test_engines_agree_on_a_node_that_starts_slowly_behind(policy):
    assert_twins(replace(unit(policy, OUTAGE), balancer=Balancer(policy, slow_start=2.0)), PLAN, seed=7)


GROUPS = (NodeGroup("small", 2, ("small",)), NodeGroup("large", 3, ("large",)))


def unit_of_groups(policy: str, events: tuple[NodeEvent, ...] = (), size: float = 0.5) -> Network:
    """Five download servers behind a balancer: two for small files, and three for large ones."""
    network = unit(policy, events, size=size)
    (one,) = network.classes
    classes = (replace(one, name="small", share=0.25), replace(one, name="large", share=0.75))
    return replace(network, classes=classes, groups=GROUPS)


@pytest.mark.parametrize("policy", POLICIES)
def test_engines_agree_on_groups_of_nodes_behind(policy):
    assert_twins(unit_of_groups(policy, OUTAGE), PLAN, seed=7)


def test_a_node_gets_the_classes_of_its_group_and_no_others():
    tally = load_engine("kernel").run(unit_of_groups("least_connections", size=1.0), PLAN, 7)
    small = tally.log["kind"] == 0
    assert set(tally.log["node"][small]) == {0, 1} and set(tally.log["node"][~small]) == {2, 3, 4}
    assert small.mean() == pytest.approx(0.25, abs=0.06)


def test_those_of_a_group_with_no_node_left_are_sent_away_and_no_others():
    events = tuple(NodeEvent(1.0, node, "leaves") for node in (0, 1))
    tally = load_engine("kernel").run(unit_of_groups("two_choices", events, size=1.0), PLAN, 7)
    refused = tally.edges[-1, :, tally.columns.index(("cause", NODE_DOWN, "refusals"))]
    assert refused[0] > 100 and not refused[1:].any()
    begun = tally.log["start"][tally.log["node"] >= 2]
    assert begun.max() > 3.0


def test_the_response_times_of_every_window_are_told_by_group_alike():
    plan = replace(PLAN, by_window=True)
    network = unit_of_groups("round_robin", OUTAGE)
    fast, slow = (load_engine(name).run(network, plan, 7) for name in ("kernel", "reference"))
    assert (fast.by_group == slow.by_group).all() and fast.by_group.shape == (2, *fast.by_window.shape)
    assert (fast.by_group.sum(axis=0) == fast.by_window).all()
    assert (fast.by_group[:, -1] == fast.histogram).all()
