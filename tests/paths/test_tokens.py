"""Who is granted tokens, who waits for them and who is refused."""

from simulator.network.distribution import constant
from simulator.network.resources import SharedCapacity, TokenPool
from simulator.network.steps import Release, Seize, Serve
from tests.paths.scripts import asks, play, scripted, seed_for_classes, told

CPU = SharedCapacity("cpu", 64.0, (1.0,), "cores")
WORK = Serve("cpu", constant(1.0))


def holding(amount: float, reserve: float = 0.0, name: str = "request"):
    """A request that works for a second with tokens in its hands."""
    return asks(Seize("tokens", amount, reserve), WORK, Release("tokens", amount), name=name)


def test_a_session_that_finds_no_connection_is_refused(engine):
    network = scripted(
        (CPU, TokenPool("tokens", 2.0, "refuse", "connections")),
        asks(WORK),
        sessions=3,
        connect=(Seize("tokens", 1.0),),
        close=(Release("tokens", 1.0),),
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 2.0)]
    assert tally.column("cause", "tokens", "refusals")[-1] == 1
    assert tally.column("cause", "tokens", "gave up")[-1] == 1
    assert tally.column("requests", "lost")[-1] == 1
    # Two connections from second 0 to second 2.
    assert tally.column("pool", "tokens", "used")[[1, 2, -1]].tolist() == [2.0, 4.0, 4.0]


def test_a_request_that_finds_no_token_fails(engine):
    tally = play(engine, scripted((CPU, TokenPool("tokens", 2.0, "refuse", "tokens")), holding(1.0), sessions=3))
    assert told(tally) == [(2, 0, 1.0, 1.0), (0, 0, 1.0, 2.0), (1, 0, 1.0, 2.0)]
    assert tally.log["cause"].tolist() == [0, -1, -1]


def test_a_reserve_stays_free(engine):
    pool = TokenPool("tokens", 3.0, "refuse", "tokens")
    tally = play(engine, scripted((CPU, pool), holding(1.0, reserve=1.0), sessions=3))
    assert tally.column("cause", "tokens", "failed")[-1] == 1


def test_what_lingers_is_free_when_its_time_has_come(engine):
    # Both tokens are given back at second 2 and linger until second 5: a request fails at 3, and the next one at 5
    # finds them free, for they are before anybody who asks at that moment.
    pool = TokenPool("tokens", 2.0, "refuse", "tokens", lingers=3.0)
    network = scripted(
        (CPU, pool), holding(1.0), sessions=2, requests=1, returns=True, back_off=1.0, think_time=constant(1.0)
    )
    tally = play(engine, network)
    assert told(tally)[:6] == [
        (0, 0, 1.0, 2.0),
        (1, 0, 1.0, 2.0),
        (2, 0, 3.0, 3.0),
        (3, 0, 3.0, 3.0),
        (4, 0, 4.0, 4.0),
        (5, 0, 4.0, 4.0),
    ]
    assert told(tally)[6:8] == [(6, 0, 5.0, 6.0), (7, 0, 5.0, 6.0)]
    assert tally.column("pool", "tokens", "used")[[1, 2, 5, 6]].tolist() == [0.0, 2.0, 8.0, 10.0]


def test_what_lingers_is_counted_up_to_its_own_moment(engine):
    # One token of four, taken at 1 and given back at 2, lingers for half a second, and nobody looks until
    # the edge at 3.
    pool = TokenPool("tokens", 4.0, "refuse", "tokens", lingers=0.5)
    tally = play(engine, scripted((CPU, pool), holding(1.0), sessions=1))
    assert tally.column("pool", "tokens", "used")[[1, 2, 3, -1]].tolist() == [0.0, 1.0, 1.5, 1.5]


def test_requests_wait_for_a_thread_in_order(engine):
    tally = play(engine, scripted((CPU, TokenPool("tokens", 1.0, "wait", "threads")), holding(1.0), sessions=3))
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 3.0), (2, 0, 1.0, 4.0)]


def test_a_small_wish_does_not_jump_the_queue(engine):
    # Of four tokens three are taken. The second session wants two and waits, so the third waits too, though the one
    # that it wants is free.
    network = scripted(
        (CPU, TokenPool("tokens", 4.0, "wait", "tokens")),
        holding(3.0, name="three"),
        holding(2.0, name="two"),
        holding(1.0, name="one"),
        sessions=3,
    )
    tally = play(engine, network, seed_for_classes({(0, 0): 0, (1, 0): 1, (2, 0): 2}, classes=3))
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 1.0, 3.0), (2, 0, 1.0, 3.0)]


def test_who_is_refused_gives_back_what_it_holds(engine):
    # Session 1 holds a thread when it is refused a licence; session 2 waits for that thread and has it at once.
    network = scripted(
        (CPU, TokenPool("threads", 2.0, "wait", "threads"), TokenPool("licences", 1.0, "refuse", "licences")),
        asks(
            Seize("threads", 1.0),
            Serve("cpu", constant(0.5)),
            Seize("licences", 1.0),
            WORK,
            Release("licences", 1.0),
            Release("threads", 1.0),
        ),
        sessions=3,
    )
    tally = play(engine, network)
    assert told(tally) == [(1, 0, 1.0, 1.5), (2, 0, 1.0, 2.0), (0, 0, 1.0, 2.5)]
    assert tally.log["cause"].tolist() == [0, 0, -1]
    # The threads: two from 1 to 2, one until 2.5; and none in the end.
    assert tally.column("pool", "threads", "used")[[1, 2, 3, -1]].tolist() == [0.0, 2.0, 2.5, 2.5]


def test_a_refused_session_tries_again_after_its_back_off(engine):
    # Session 0 closes at 2, at which moment session 1 comes back: releases go first, so it is let in. It has waited
    # long enough not to think before its first request.
    network = scripted(
        (CPU, TokenPool("tokens", 1.0, "refuse", "connections")),
        asks(WORK),
        sessions=2,
        connect=(Seize("tokens", 1.0),),
        close=(Release("tokens", 1.0),),
        attempts=3,
        back_off=1.0,
    )
    tally = play(engine, network)
    assert told(tally) == [(0, 0, 1.0, 2.0), (1, 0, 2.0, 3.0)]
    assert tally.column("cause", "tokens", "refusals")[-1] == 2  # At 0 and at 1.
    assert tally.column("cause", "tokens", "gave up")[-1] == 0
    assert tally.column("sessions", "completed")[-1] == 2


def test_who_waits_too_long_for_a_thread_fails_and_those_behind_go_on(engine):
    # One second of work each, and nobody waits for longer than a second and a half: the third, who would have to wait
    # for two, fails at 2.5.
    pool = TokenPool("tokens", 1.0, "wait", "threads", longest=1.5)
    tally = play(engine, scripted((CPU, pool), holding(1.0), sessions=3))
    assert told(tally) == [(0, 0, 1.0, 2.0), (2, 0, 1.0, 2.5), (1, 0, 1.0, 3.0)]
    assert tally.log["cause"].tolist() == [-1, 0, -1]
    assert tally.column("pool", "tokens", "used")[-1] == 2.0


def test_a_thread_that_is_free_at_the_last_moment_is_taken(engine):
    pool = TokenPool("tokens", 1.0, "wait", "threads", longest=1.0)
    tally = play(engine, scripted((CPU, pool), holding(1.0), sessions=3))
    assert told(tally) == [(0, 0, 1.0, 2.0), (2, 0, 1.0, 2.0), (1, 0, 1.0, 3.0)]


def test_a_small_wish_goes_on_once_a_large_one_before_it_is_given_up(engine):
    network = scripted(
        (CPU, TokenPool("tokens", 4.0, "wait", "tokens", longest=0.5)),
        holding(3.0, name="three"),
        holding(2.0, name="two"),
        holding(1.0, name="one"),
        sessions=3,
    )
    tally = play(engine, network, seed_for_classes({(0, 0): 0, (1, 0): 1, (2, 0): 2}, classes=3))
    assert told(tally) == [(1, 0, 1.0, 1.5), (0, 0, 1.0, 2.0), (2, 0, 1.0, 2.5)]
