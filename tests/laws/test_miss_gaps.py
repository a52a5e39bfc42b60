"""When a cache misses an object, by hand and beside gaps that are drawn one by one."""

from dataclasses import replace
from math import exp, inf, log

import numpy as np
import pytest

from simulator.engines.miss_gaps import MissGaps, shares_behind
from simulator.network.cache_policies import CLOCK, FIFO, LRU

GAPS = 40_000


def gaps(policy: str, uses: float = 1.0) -> MissGaps:
    """Of one object that is asked for so often while it is held for a second."""
    return MissGaps(policy, 1.0, np.array([uses]), np.array([True]))


def drawn_gaps(policy: str, uses: float) -> np.ndarray:
    """Gaps between the misses of that object, from request to request."""
    random = np.random.default_rng(7)
    found = np.zeros(GAPS)
    if policy == LRU:
        going = np.ones(GAPS, dtype=bool)
        while going.any():
            next_one = random.exponential(1.0 / uses, GAPS)
            found[going] += next_one[going]
            going &= next_one <= 1.0
        return found
    turns = random.geometric(exp(-uses), GAPS) if policy == CLOCK else 1.0
    return turns + random.exponential(1.0 / uses, GAPS)


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("uses", [0.1, log(2.0), 1.0, 3.0])
def test_gaps_are_those_that_are_drawn(policy, uses):
    law, drawn = gaps(policy, uses), drawn_gaps(policy, uses)
    by_chance = 4.0 / GAPS**0.5
    assert law.mean()[0] == pytest.approx(drawn.mean(), rel=2.0 * by_chance)
    for time in (0.5, 1.3, 2.0, 4.7, 20.3):
        assert law.longer(time)[0] == pytest.approx((drawn > time).mean(), abs=by_chance)
        assert law.within(time)[0] == pytest.approx(np.minimum(drawn, time).mean() / drawn.mean(), abs=by_chance)
        missed_at = np.concatenate(([0.0], np.cumsum(drawn)))
        later = np.searchsorted(missed_at, missed_at[: -GAPS // 4] + time, side="right") - 1
        number = (later - np.arange(later.size)).mean()
        # Gaps of one length come together at first, which the law of the long run does not know.
        near = 4.0 * by_chance * (1.0 + number) + (0.0 if policy == LRU else 0.1)
        assert law.number(time)[0] == pytest.approx(number, abs=near)


def test_by_hand_after_one_use_in_the_time_that_it_is_held():
    """b = 1 / e: S = 1 - (u - 1) / e up to 2, and 1 - 1 / e there; the stream of what never comes in is Poisson."""
    assert gaps(LRU).longer(1.5)[0] == pytest.approx(1.0 - 0.5 / exp(1.0))
    assert gaps(LRU).longer(2.0)[0] == pytest.approx(1.0 - exp(-1.0))
    assert gaps(LRU).within(1.0)[0] == pytest.approx(exp(-1.0))
    assert gaps(FIFO).longer(3.0)[0] == pytest.approx(exp(-2.0))
    outside = replace(gaps(LRU), enters=np.array([False]))
    assert outside.longer(3.0)[0] == pytest.approx(exp(-3.0))
    assert outside.within(3.0)[0] == pytest.approx(1.0 - exp(-3.0))


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
def test_what_is_asked_for_all_the_time_is_missed_by_nobody_and_what_hardly_ever_is_by_everybody(policy):
    """Of rates that are 1e-9 and 1e9 in the time that it is held, neither is too small nor too large for the law."""
    seldom, often = gaps(policy, 1e-9), gaps(policy, 1e9)
    assert seldom.longer(1e6)[0] == pytest.approx(1.0, abs=2e-3)
    assert often.longer(0.9)[0] == 1.0
    if policy != FIFO:
        assert often.longer(1e6)[0] == pytest.approx(1.0)


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
def test_behind_a_cache_that_holds_next_to_nothing_is_a_cache_alone(policy):
    """1 - exp(-x), x / (1 + x) and x / (x + exp(-x)), the same of what is held and of what hits."""
    law = MissGaps(LRU, 1e-9, np.array([1.0]), np.array([True]))
    alone = {LRU: 1.0 - exp(-2.0), FIFO: 2.0 / 3.0, CLOCK: 2.0 / (2.0 + exp(-2.0))}[policy]
    held, hits = shares_behind(law, policy, 2.0)
    assert held[0] == pytest.approx(alone, rel=1e-3) and hits[0] == pytest.approx(alone, rel=1e-3)


def test_by_hand_a_queue_behind_a_queue():
    """Held for 1 s in the first and missed 1 s later on average: in the second for 1.5 s, in which 1 - exp(-0.5) ask
    again, the same of all misses is 1 of 2 s."""
    held, hits = shares_behind(gaps(FIFO), FIFO, 1.5)
    again = 1.0 - exp(-0.5)
    assert hits[0] == pytest.approx(again / (1.0 + again), rel=1e-6)
    assert held[0] == pytest.approx(1.5 / (2.0 * (1.0 + again)), rel=1e-6)


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK])
@pytest.mark.parametrize("front", [LRU, FIFO, CLOCK])
def test_nothing_is_missed_twice_within_a_window_shorter_than_the_time_that_it_is_held(policy, front):
    """Then a cache behind keeps nothing however much room it has; a little longer, and in the end it keeps all."""
    for time in (0.5, 1e3, inf):
        assert shares_behind(gaps(front), policy, time, window=0.9).held[0] == pytest.approx(0.0, abs=1e-12)
    assert shares_behind(gaps(front), policy, inf, window=1.1).held[0] == 1.0
