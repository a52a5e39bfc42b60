"""Groups of nodes in a network: what of it stands for which nodes, and what is not known of them."""

from dataclasses import replace

import pytest

from simulator.engines.engine import unsupported_together
from simulator.messages.description.describe import describe_network
from simulator.network.groups import NodeGroup, first_node_numbers, node_classes, session_shares
from simulator.network.scaling import scale_load, single_node, with_nodes
from tests.networks import download

ALIKE = download(nodes=5)
(ONE,) = ALIKE.classes
NETWORK = replace(
    ALIKE,
    classes=(replace(ONE, name="small", share=0.25), replace(ONE, name="large 1", share=0.75, asked_as="large")),
    groups=(NodeGroup("first", 2, ("large",)), NodeGroup("second", 3, ("small",))),
)


def test_nodes_lie_side_by_side_and_get_the_classes_of_their_group():
    assert first_node_numbers(NETWORK) == (0, 2, 5) and session_shares(NETWORK) == (0.75, 0.25)
    assert [[each.share for each in node_classes(NETWORK, node)] for node in (0, 1, 2, 4)] == [[0, 1]] * 2 + [
        [1, 0]
    ] * 2
    assert first_node_numbers(ALIKE) == (0, 5) and session_shares(ALIKE) == (1.0,)
    assert node_classes(ALIKE, 3) is ALIKE.classes


def test_groups_have_to_do_with_each_other_whatever_the_policy():
    assert NETWORK.coupled and not ALIKE.coupled
    assert scale_load(NETWORK, 0.5).groups == NETWORK.groups


def test_no_node_of_a_group_stands_for_all():
    assert with_nodes(NETWORK, 5).groups == NETWORK.groups
    with pytest.raises(ValueError, match="nodes of groups get classes of their own: no 1 of them stand for all"):
        single_node(NETWORK)


def test_a_group_gets_a_share_of_all_requests():
    (small, large) = NETWORK.classes
    with pytest.raises(ValueError, match="each group gets a share of all requests"):
        replace(NETWORK, classes=(replace(small, share=0.0), replace(large, share=1.0)))


def test_theory_refuses_groups_by_the_words_of_the_scenario():
    assert str(unsupported_together(NETWORK)) == (
        "unit.paths: theory knows each group of nodes by itself only; use --engine kernel"
    )


def test_groups_are_described():
    assert "2 nodes of the group first: sessions that ask for large" in describe_network(NETWORK)
