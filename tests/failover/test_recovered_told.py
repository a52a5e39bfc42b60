"""When a unit is as before, in words: what is as before, and whether its nodes are."""

from types import SimpleNamespace

import pytest

from simulator.experiment.estimate import exact
from simulator.experiment.results import Unavailable
from simulator.messages.survive.failover import recovery_sentence

KEPT = "It meets them again for good, with no more requests in progress than before"


def told(since, back):
    """Of nodes that are away from 60 s to 180 s."""
    watch, times = SimpleNamespace(begins=60.0, ends=180.0, away=[0]), [
        each if isinstance(each, Unavailable) else exact(each, "s") for each in (since, back)
    ]  # fmt: skip
    recovery = SimpleNamespace(recovered=times[0], after_return=times[1])
    scenario = SimpleNamespace(unit=SimpleNamespace(pods=None))
    return recovery_sentence(SimpleNamespace(watch=watch, recovery=recovery, scenario=scenario))


@pytest.mark.parametrize(
    ("since", "back", "said"),
    [
        (6.0, 0.0, f"{KEPT}, 6 s after the first event, while not all nodes are back."),
        (120.0, 0.0, f"{KEPT}, 2 min after the first event."),
        (150.0, 30.0, f"{KEPT}, 2.5 min after the first event, 30 s after the last node was back."),
        (0.0, 0.0, "Nothing piles up."),
    ],
)
def test_it_says_what_is_as_before_and_that_nodes_are_still_away(since, back, said):
    assert told(since, back) == said


def test_what_is_not_as_before_at_the_end_is_told_with_what_to_write():
    never = Unavailable("not as before at the end of the watch in 2 of 5 replications")
    assert told(never, never) == f"It is {never.reason}: watch it for longer with `unit.failures.watch`."
