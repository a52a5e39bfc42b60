"""At which moment who waits no longer leaves, what it leaves behind, and when it comes again."""

from dataclasses import replace
from math import inf

import pytest

from simulator.network.client_timeouts import (
    BREAKER_OPEN,
    CONNECT_TIMED_OUT,
    RESPONSE_TIMED_OUT,
    Breaker,
    ClientTimeouts,
    RetryAllowance,
    RetryPolicy,
)
from simulator.network.distribution import constant
from simulator.network.resources import MultiServer, SharedCapacity, TokenPool
from simulator.network.steps import Release, ResponseBytes, Seize, Serve
from tests.paths.scripts import asks, play, scripted, told

DISK = MultiServer("disk", 1)
READ = asks(Serve("disk", constant(2.0)))


def waiting(network, patience: ClientTimeouts):
    """The network with clients that do not wait for ever."""
    return replace(network, source=replace(network.source, patience=patience))


def counted(tally, cause: str) -> dict[str, float]:
    """What is counted of a cause, but for zeros."""
    counts = {what: tally.column("cause", cause, what)[-1] for what in ("refusals", "gave up", "failed", "tried again")}
    return {what: count for what, count in counts.items() if count}


def test_who_waits_no_longer_has_lost_the_request_and_the_disk_works_on(engine):
    # The first is served from 1 to 3 and answered in time; the second would be from 3 to 5, and leaves at 4.
    tally = play(engine, waiting(scripted((DISK,), READ, sessions=2), ClientTimeouts(response=3.0)))
    assert told(tally) == [(0, 0, 1.0, 3.0), (1, 0, 1.0, 4.0)]
    assert tally.log["cause"].tolist()[0] == -1
    assert counted(tally, RESPONSE_TIMED_OUT) == {"failed": 1.0}
    assert tally.column("requests", "lost")[-1] == 1
    assert tally.column("queue", "disk", "busy")[-1] == 4.0


def test_an_answer_that_comes_at_the_last_moment_has_come(engine):
    tally = play(engine, waiting(scripted((DISK,), READ, sessions=1), ClientTimeouts(response=2.0)))
    assert told(tally) == [(0, 0, 1.0, 3.0)] and tally.log["cause"].tolist() == [-1]


def test_a_retry_stands_behind_what_it_has_left_behind(engine):
    # It leaves at 2.5, comes again at 3, waits for its own old read until 3, is read for itself until 5, and its user
    # has waited since 1.
    patience = ClientTimeouts(response=1.5, retries=RetryPolicy(1, 0.5))
    tally = play(engine, waiting(scripted((DISK,), READ, sessions=1), patience))
    assert told(tally) == [(0, 0, 1.0, 2.5), (0, 0, 1.0, 4.5)]
    assert counted(tally, RESPONSE_TIMED_OUT) == {"tried again": 1.0, "failed": 1.0}
    assert tally.column("requests", "issued")[-1] == 2
    assert tally.column("queue", "disk", "busy")[-1] == 4.0


def test_pauses_grow_by_a_factor_up_to_the_longest(engine):
    # Tries at 1, then after 1, 2 and 3 seconds of pause, each left after 1 second of 2.
    patience = ClientTimeouts(response=1.0, retries=RetryPolicy(3, 1.0, 2.0, 3.0))
    tally = play(engine, waiting(scripted((MultiServer("disk", 9),), READ, sessions=1), patience))
    assert [end for _, _, start, end in told(tally) if start == 1.0] == [2.0, 4.0, 7.0, 11.0]
    assert counted(tally, RESPONSE_TIMED_OUT) == {"tried again": 3.0, "failed": 1.0}


def test_an_answer_to_nobody_is_not_sent(engine):
    # 1000 bytes and 78 of framing would take the card 1078 seconds: what is being sent when its client leaves is sent
    # to its end, what is not yet is not.
    resources = (SharedCapacity("card", 1.0, (1.0,), "bytes"), DISK)
    reads = asks(Serve("disk", constant(2.0)), Serve("card", ResponseBytes()))
    tally = play(engine, waiting(scripted(resources, reads, sessions=1), ClientTimeouts(response=1.0)))
    assert tally.column("shared", "card", "work")[-1] == 0.0
    tally = play(engine, waiting(scripted(resources, reads, sessions=1), ClientTimeouts(response=3.0)))
    assert tally.column("shared", "card", "work")[-1] == 61.0


def test_what_is_left_behind_holds_its_connection_to_the_end(engine):
    # The first read holds the only connection until 3, though its client leaves at 2 and comes again, in vain, at 2.5.
    resources = (DISK, TokenPool("connections", 1.0, "refuse", "connections"))
    network = scripted(
        resources, READ, sessions=1, connect=(Seize("connections", 1.0),), close=(Release("connections", 1.0),)
    )
    tally = play(engine, waiting(network, ClientTimeouts(response=1.0, retries=RetryPolicy(5, 0.5))))
    assert counted(tally, RESPONSE_TIMED_OUT) == {"tried again": 1.0}
    assert counted(tally, "connections") == {"refusals": 1.0, "gave up": 1.0}
    assert tally.column("pool", "connections", "used")[-1] == 3.0


def test_who_is_not_connected_in_time_gives_up_or_comes_again(engine):
    # Connecting takes 1 second each, one after the other: the second leaves at 1.5, and again at 3.5: by then its first
    # connection has been set up for nobody from 1 to 2, the next one from 2.
    network = scripted((DISK,), asks(), sessions=2, connect=(Serve("disk", constant(1.0)),))
    tally = play(engine, waiting(network, ClientTimeouts(connect=1.5, retries=RetryPolicy(1, 0.5))))
    assert counted(tally, CONNECT_TIMED_OUT) == {"refusals": 1.0}
    assert [line[0] for line in told(tally)] == [0, 1]
    tally = play(engine, waiting(network, ClientTimeouts(connect=1.5)))
    assert counted(tally, CONNECT_TIMED_OUT) == {"refusals": 1.0, "gave up": 1.0}
    assert tally.column("queue", "disk", "busy")[-1] == 2.0


def test_a_budget_earned_by_two_requests_pays_for_one_retry(engine):
    # Nobody is answered in time. One retry is saved at the start, and four requests earn half of one each, of which
    # only one can be saved.
    patience = ClientTimeouts(response=1.0, retries=RetryPolicy(9, 0.5, budget=RetryAllowance(0.5, 1.0)))
    network = waiting(scripted((MultiServer("disk", 99),), READ, sessions=4), patience)
    assert counted(play(engine, network), RESPONSE_TIMED_OUT) == {"tried again": 1.0, "failed": 4.0}


def test_a_breaker_opens_rests_and_lets_one_request_through(engine):
    # Sessions ask at 1. Both time out at 2, which opens the breaker until 4. They try again at 3 and fail at once, at 5
    # one of them is let through and the other is not; it times out at 6, by when the other has no retry left.
    patience = ClientTimeouts(
        response=1.0, retries=RetryPolicy(2, 1.0, 2.0), breaker=Breaker(share=1.0, window=9.0, least=2, rest=2.0)
    )
    tally = play(engine, waiting(scripted((MultiServer("disk", 9),), READ, sessions=2), patience))
    assert counted(tally, RESPONSE_TIMED_OUT) == {"tried again": 2.0, "failed": 1.0}
    assert counted(tally, BREAKER_OPEN) == {"tried again": 2.0, "failed": 1.0}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ClientTimeouts(response=0.0),
        lambda: RetryPolicy(-1),
        lambda: RetryPolicy(1, 2.0, longest=1.0),
        lambda: RetryPolicy(1, factor=0.5),
        lambda: RetryPolicy(1, jitter=1.5),
        lambda: RetryAllowance(-0.1),
        lambda: RetryAllowance(0.1, 0.5),
        lambda: Breaker(0.0, 1.0, 1, 1.0),
        lambda: Breaker(0.5, 1.0, 1, 0.0),
    ],
)
def test_patience_that_means_nothing_is_none(wrong):
    with pytest.raises(ValueError, match="got"):
        wrong()


def test_nobody_who_waits_for_ever_is_patient_for_a_time():
    assert ClientTimeouts().causes == () and ClientTimeouts().response == inf
