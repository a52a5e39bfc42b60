"""Requests of one session that come to a limit in turn, each a while after the one before has left it."""

import numpy as np
import pytest

from simulator.engines.theory.formulas.erlang import erlang_b
from simulator.engines.theory.formulas.losses import LossLimit, LossLine, loss_state
from simulator.engines.theory.formulas.stations import ReturningJobs, StayingJobs, own_place_share, staying_jobs
from simulator.engines.theory.node.refusals import loss_state_with_returns

SERVICE = 0.3


def limit(places: int, comes: float) -> LossLimit:
    """Places that each request holds for 0.3 s, alone and with others."""
    return LossLimit("places", places, (LossLine("", comes * SERVICE, float("inf")),))


def of_sessions(places: int, sessions: float, again: float, after: float) -> tuple[float, float]:
    """The requests that come a second, and the share refused, of the Markov chain of requests in and sessions that
    pause, which who is refused leaves: exact where services and pauses are exponential, up to 40 that pause."""
    most = 40
    size = (places + 1) * (most + 1)
    rates = np.zeros((size, size))

    def at(busy: int, paused: int) -> int:
        return busy * (most + 1) + min(paused, most)

    for busy in range(places + 1):
        for paused in range(most + 1):
            here, back = at(busy, paused), paused / after
            into = min(busy + 1, places)
            rates[here, at(into, paused)] += sessions
            rates[here, at(into, max(0, paused - 1))] += back
            if busy:
                rates[here, at(busy - 1, paused + 1)] += busy * again / SERVICE
                rates[here, at(busy - 1, paused)] += busy * (1.0 - again) / SERVICE
    np.fill_diagonal(rates, 0.0)
    np.fill_diagonal(rates, -rates.sum(axis=1))
    balance = np.vstack((rates.T, np.ones(size)))
    likely = np.linalg.lstsq(balance, np.append(np.zeros(size), 1.0), rcond=None)[0].reshape(places + 1, most + 1)
    comes = likely * (sessions + np.arange(most + 1) / after)
    return comes.sum(), comes[-1].sum() / comes.sum()


def test_who_comes_back_at_once_holds_a_place_for_the_whole_session():
    comes, again = 20.0, 0.8
    found = loss_state_with_returns(limit(6, comes), ReturningJobs(comes, again, 1e-9)).full["places"]
    assert staying_jobs(1.0, again, 0.5) == StayingJobs(pytest.approx(1.0 / 0.6), pytest.approx(1.0 / 3.0))
    sessions = comes * (1.0 - again * (1.0 - found))
    held = erlang_b(6, sessions * SERVICE / (1.0 - again))
    assert found == pytest.approx(held * sessions / comes, rel=0.02)


def test_who_comes_back_after_long_is_one_of_those_who_come_at_random():
    network = limit(6, 20.0)
    assert loss_state_with_returns(network, ReturningJobs(20.0, 0.8, 1e4)).full == loss_state(network).full


def test_nobody_comes_back_to_a_limit_that_is_never_full():
    assert own_place_share(np.array([0.7, 0.3, 0.0]), ReturningJobs(1.0, 0.5, 1.0)) == 0.0


@pytest.mark.parametrize("after", [0.003, 0.03, 0.3, 3.0])
@pytest.mark.parametrize(("places", "sessions"), [(2, 1.0), (5, 3.0)])
def test_what_is_refused_in_turn_is_within_a_quarter_of_the_exact_chain(places, sessions, after):
    again = 0.8
    comes, refused = of_sessions(places, sessions, again, after)
    found = loss_state_with_returns(limit(places, comes), ReturningJobs(comes, again, after)).full["places"]
    assert found == pytest.approx(refused, rel=0.25)
