"""What happens to nodes: at which moment whom it concerns, and what becomes of the work that is there."""

from dataclasses import replace

import pytest

from simulator.network.cluster import NodeEvent
from simulator.network.distribution import constant
from simulator.network.resources import MultiServer, SharedCapacity
from simulator.network.roles import Role
from simulator.network.steps import ResponseBytes, Serve
from tests.paths.scripts import asks, play, scripted, told

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
