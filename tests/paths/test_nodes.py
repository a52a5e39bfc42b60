"""What happens to nodes: at which moment whom it concerns, and what becomes of the work that is there."""

from dataclasses import replace

import pytest

from simulator.network.cluster import NODE_DOWN, Balancer, NodeEvent
from simulator.network.distribution import constant
from simulator.network.groups import NodeGroup
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.roles import Role
from simulator.network.steps import ResponseBytes, Serve
from tests.paths.scripts import asks, play, scripted, seed_for_groups, told

CPU = SharedCapacity("cpu", 2.0, (1.0,), "cores")


def slowed(network, *events: NodeEvent):
    """The network with something that happens to its nodes."""
    return replace(network, events=events)


def test_a_node_that_slows_needs_longer_for_what_is_left(engine):
    # Two cores for one job: it is the core that is slower. Half of the second of work is done when the speed falls to a
    # quarter at 1.5; half of a second is done by 2.5 at a quarter of the speed: an eighth a half second.
    network = slowed(
        scripted((CPU,), asks(Serve("cpu", constant(1.0))), sessions=1),
        NodeEvent(1.5, 0, "slows", 0.25),
        NodeEvent(2.5, 0, "slows", 1.0),
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.75)]
    assert tally.column("shared", "cpu", "work")[[2, 3, -1]].tolist() == [0.625, 1.0, 1.0]


def test_a_queue_of_a_slow_node_ends_what_it_has_begun_as_it_began_it(engine):
    network = slowed(
        scripted((MultiServer("disk", 1),), asks(Serve("disk", constant(1.0))), sessions=2),
        NodeEvent(1.5, 0, "slows", 0.5),
    )
    assert told(play(engine, network)) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 4.0)]


def test_a_slow_card_sends_less_and_its_clients_receive_as_fast_as_they_can(engine):
    # 1000 bytes of payload and one segment's framing, at 539 bytes a second of a client, or half of a card of 539.
    card = SharedCapacity("card", 1078.0, (539.0,), "bytes", role=Role.CARD)
    sending = scripted((card,), asks(Serve("card", ResponseBytes())), sessions=1)
    network = slowed(sending, NodeEvent(0.5, 0, "slows", 0.5))
    assert told(play(engine, network)) == [(0, 0, 1.0, 3.0)]


def test_a_node_that_dies_and_stands_again_has_its_full_speed(engine):
    # Asked for at 1 and again at 2.5: its user has waited since 1.
    network = slowed(
        scripted((CPU,), asks(Serve("cpu", constant(1.0))), sessions=1, attempts=1, back_off=1.0),
        NodeEvent(0.5, 0, "slows", 0.5),
        NodeEvent(1.5, 0, "dies"),
        NodeEvent(1.75, 0, "stands"),
    )
    assert told(play(engine, network))[-1][2:] == (1.0, 3.5)


@pytest.mark.parametrize("wrong", [dict(what="slows", speed=0.0), dict(what="dies", speed=0.5)])
def test_a_speed_is_above_0_and_of_what_slows(wrong):
    with pytest.raises(ValueError, match="speed"):
        NodeEvent(1.0, 0, **wrong)


COMES_AGAIN = dict(attempts=1, back_off=1.0, reconnect=0.5)
GROUPS = (NodeGroup("images", 2, ("image",)), NodeGroup("API", 1, ("call",)))


def in_groups(*events: NodeEvent, sessions: int, **source):
    """Two nodes for images, which take a second of a disk, and one for calls, which take four, behind the policy that
    counts connections."""
    classes = [asks(Serve("disk", constant(seconds)), name=name) for name, seconds in (("image", 1.0), ("call", 4.0))]
    network = scripted((MultiServer("disk", 1),), *classes, sessions=sessions, **source)
    return replace(network, nodes=3, groups=GROUPS, balancer=Balancer("least_connections"), events=events)


def at_nodes(tally) -> list[tuple[int, int]]:
    """Who was answered, and at which node."""
    return [(int(line["session"]), int(line["node"])) for line in tally.log if line["cause"] < 0]


def test_a_session_goes_to_the_emptiest_node_of_its_group_and_no_other(engine):
    # Calls of 1 and 3 wait for each other at the one node of calls, though a node of images is idle at 3.
    tally = play(engine, in_groups(sessions=4), seed_for_groups([0, 1, 0, 1], (0.5, 1.0)))
    assert told(tally) == [(0, 0, 1.0, 2.0), (2, 0, 1.0, 2.0), (1, 0, 1.0, 5.0), (3, 0, 1.0, 9.0)]
    assert sorted(at_nodes(tally)) == [(0, 0), (1, 2), (2, 1), (3, 2)]


def test_the_survivor_of_a_group_takes_over_and_the_other_group_notices_nothing(engine):
    # The disk of image 0 dies in the midst of its second; it comes again at 2, to the node where 2 is done by then.
    network = in_groups(NodeEvent(1.5, 0, "dies"), NodeEvent(1.5, 0, "leaves"), sessions=3, **COMES_AGAIN)
    tally = play(engine, network, seed_for_groups([0, 1, 0], (0.5, 1.0)))
    assert [line[::2] for line in told(tally)] == [(0, 1.0), (2, 1.0), (0, 1.0), (1, 1.0)]
    assert [line[3] for line in told(tally)] == [1.5, 2.0, 3.0, 5.0]
    assert at_nodes(tally) == [(2, 1), (0, 1), (1, 2)]


def test_a_group_with_no_node_left_refuses_like_a_unit_with_none(engine):
    # The node of calls dies while both think: they find out at 1, are refused, and once more at 1.5; images go on.
    network = in_groups(NodeEvent(0.5, 2, "dies"), NodeEvent(0.5, 2, "leaves"), sessions=4, **COMES_AGAIN)
    tally = play(engine, network, seed_for_groups([0, 1, 0, 1], (0.5, 1.0)))
    assert told(tally) == [(0, 0, 1.0, 2.0), (2, 0, 1.0, 2.0)]
    refused = tally.edges[-1, :, tally.columns.index(("cause", NODE_DOWN, "refusals"))]
    given_up = tally.column("cause", NODE_DOWN, "gave up")
    assert refused.tolist() == [0.0, 0.0, 4.0] and given_up[-1] == 2.0


def test_groups_are_the_nodes_and_have_each_class_once():
    network = in_groups(sessions=1)
    for wrong in (
        {"nodes": 4},
        {"groups": (NodeGroup("images", 3, ("image",)),)},
        {"groups": (NodeGroup("all", 3, ("image", "call", "call")),)},
        {"groups": (*GROUPS[:1], NodeGroup("API", 1, ("cal",)))},
    ):
        with pytest.raises(ValueError, match="group|class"):
            replace(network, **wrong)
    with pytest.raises(ValueError, match="at least one node"):
        NodeGroup("none", 0, ("image",))
