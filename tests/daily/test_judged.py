"""Each moment of a day is judged once: as simulated where that was done, else by its load, and by which target."""

import numpy as np
import pytest

from simulator.daily.figures import MissedTarget
from simulator.daily.load_curve import SteadyLoads
from simulator.daily.target_violations import VerdictBasis, judge_day, times_of_day
from simulator.daily.windows import PlannedWindow, SimulatedWindow
from simulator.experiment.estimate import exact
from simulator.experiment.results import Unavailable
from simulator.targets import Target

HOUR, MINUTE = 3600.0, 60.0
SLOW, LOST = MissedTarget(Target.P95, "CPU"), MissedTarget(Target.ERRORS, "backlog")
# Requests/s, and how near a target is at each, in two replications.
RATES = np.array([10.0, 20.0, 30.0, 40.0])
STRAIN = np.array([[0.2, 0.2], [0.4, 0.4], [0.8, 0.8], [1.6, 1.6]])


def loads(strain=STRAIN, at_points=(None, None, None, SLOW)):
    return SteadyLoads(RATES, {}, strain, at_points, "CPU", 0.95)


def day(*busy):
    """Requests/s at each moment: 20, and 40 between the hours given."""
    rates = np.full(times_of_day().shape, 20.0)
    for begins, ends in busy:
        rates[(times_of_day() >= begins * HOUR) & (times_of_day() < ends * HOUR)] = 40.0
    return rates


def window(begins, ends, misses, until=None, judged=None, happens=True, stale=False):
    """A window of one-minute pieces from one hour to another, simulated up to as many as there are of `misses`."""
    misses = tuple(tuple(one) for one in misses)
    at = np.array([[miss is not None for miss in one] for one in misses])
    asked = PlannedWindow("stale content" if stale else "crowd", begins * HOUR, ends * HOUR, happens, stale)
    simulated = begins * HOUR + at.shape[1] * MINUTE
    known = np.ones(at.shape, dtype=bool) if judged is None else np.array(judged)
    return SimulatedWindow(asked, simulated, MINUTE, {}, {}, exact(0.0, "min"), 0.0, misses, known)


def test_a_load_that_misses_a_target_is_outside_from_when_to_when_with_the_limit_behind_it():
    judged = judge_day(day((20, 20.5)), loads())
    (spell,) = judged.spells()
    assert (spell.begins, spell.ends) == (20 * HOUR, 20.5 * HOUR)
    assert spell.by is VerdictBasis.LOAD and spell.missed == SLOW and spell.alone and spell.is_throughout
    assert judged.minutes().value == spell.minutes.value == 30.0


def test_what_was_simulated_counts_for_no_more_than_it_covers():
    """A crowd of 22 minutes, of which two were simulated and are within: the others are judged by their load."""
    judged = judge_day(day((20.1, 20.3)), loads(), [window(20, 20 + 22 / 60, [[None, None]] * 2)])
    first, second = judged.parts(20 * HOUR, 20 * HOUR + 22 * MINUTE)
    assert first.by is VerdictBasis.SIMULATED and (first.begins, first.ends) == (20 * HOUR, 20 * HOUR + 2 * MINUTE)
    assert not first.outside
    assert second.by is VerdictBasis.LOAD and second.ends == 20 * HOUR + 22 * MINUTE
    (spell,) = second.outside
    assert (spell.begins, spell.ends) == (20.1 * HOUR, 20.3 * HOUR) and spell.by is VerdictBasis.LOAD
    assert judged.spells() == judged.times() == (spell,)


def test_what_was_simulated_counts_in_place_of_the_load():
    judged = judge_day(day((20, 20.5)), loads(), [window(20, 20.5, [[None] * 30] * 2)])
    assert judged.spells() == () and judged.minutes().value == 0.0
    assert [part.by for part in judged.parts()] == [VerdictBasis.LOAD, VerdictBasis.SIMULATED, VerdictBasis.LOAD]


def test_a_window_in_which_nothing_happens_leaves_the_day_to_the_loads():
    judged = judge_day(day(), loads(), [window(20, 20.5, [[SLOW] * 30] * 2, happens=False)])
    assert judged.spells() == () and not judged.simulated.any()


def test_minutes_differ_between_replications_and_the_target_is_the_one_missed_longest():
    misses = [[SLOW, LOST, SLOW, None], [SLOW, None, None, None]]
    (spell,) = judge_day(day(), loads(), [window(9, 9 + 4 / 60, misses)]).spells()
    assert spell.minutes.value == 2.0 and spell.minutes.half_width > 0.0
    assert (spell.ends - spell.begins) == 3 * MINUTE and not spell.is_throughout
    assert spell.missed == SLOW and not spell.alone


def test_minutes_whose_interval_holds_0_decide_nothing():
    few, more = [SLOW, None, None, None], [SLOW, LOST, SLOW, None]
    perhaps = window(9, 9 + 4 / 60, [more, few])
    judged = judge_day(day(), loads(), [perhaps])
    assert judged.minutes().low < 0.0 < judged.minutes().value and not judged.spells()[0].is_known
    assert judged.met is None
    assert judge_day(day(), loads()).met is True


def test_one_time_that_is_outside_for_sure_decides_whatever_is_not_known_of_others():
    """Thirty minutes for sure, with a time of which the replications disagree by far more beside them."""
    perhaps = window(9, 9 + 20 / 60, [[SLOW] * 20, [None] * 20])
    beside = judge_day(day((20, 20.1)), loads(), [perhaps])
    assert not beside.minutes().resolved and [each.is_known for each in beside.times()] == [False, True]
    assert beside.met is False
    # Of each of two times little is known, and of both together enough.
    long, short = [SLOW] * 6, [SLOW] + [None] * 5
    both = judge_day(day(), loads(), [window(9, 9.1, [long, short]), window(15, 15.1, [short, long])])
    assert not any(each.is_known for each in both.times()) and both.minutes().resolved
    assert both.met is False


def test_of_two_windows_the_worse_one_counts():
    fine, bad = window(9, 9.1, [[None] * 6] * 2), window(9, 9.1, [[LOST] * 6] * 2)
    for both in ((fine, bad), (bad, fine)):
        (spell,) = judge_day(day(), loads(), both).spells()
        assert spell.missed == LOST and spell.minutes.value == pytest.approx(6.0)


def test_a_piece_that_too_few_responses_came_to_judge_is_judged_by_its_load():
    judged = judge_day(day((9, 9.1)), loads(), [window(9, 9.1, [[None] * 6] * 2, judged=[[False] * 6] * 2)])
    (spell,) = judged.spells()
    assert spell.by is VerdictBasis.LOAD and spell.minutes.value == pytest.approx(6.0)


def test_a_time_that_is_judged_in_both_ways_is_one_time_and_two_rows():
    judged = judge_day(day((19, 22)), loads(), [window(20, 20.1, [[SLOW] * 6] * 2)])
    (whole,) = judged.times()
    assert whole.by is VerdictBasis.BOTH and (whole.begins, whole.ends) == (19 * HOUR, 22 * HOUR)
    assert [each.by for each in judged.spells()] == [VerdictBasis.LOAD, VerdictBasis.SIMULATED, VerdictBasis.LOAD]
    assert sum(each.minutes.value for each in judged.spells()) == pytest.approx(whole.minutes.value)


def test_times_far_apart_are_told_apart_and_times_close_together_as_one():
    assert [(each.begins, each.ends) for each in judge_day(day((9, 9.1), (20, 20.1)), loads()).times()] == [
        (9 * HOUR, 9.1 * HOUR),
        (20 * HOUR, 20.1 * HOUR),
    ]
    (one,) = judge_day(day((9, 9.1), (9.2, 9.3)), loads()).times()
    assert one.minutes.value == pytest.approx(12.0) and not one.is_throughout


def test_a_load_that_loses_some_where_nothing_may_be_lost_is_outside():
    """Its strain has no end: that is no reason to leave it out."""
    strain = np.array([[0.0, 0.0], [0.0, 0.0], [np.inf, np.inf], [np.inf, np.inf]])
    found = loads(strain, (None, None, LOST, LOST))
    assert found.outside(np.array([15.0, 30.0, 35.0, 40.0])).tolist() == [[False, True, True, True]] * 2
    assert found.missed(np.array([30.0, 40.0])) == (LOST, LOST)


def test_a_load_that_is_answered_too_rarely_to_be_judged_is_outside():
    strain = STRAIN.copy()
    strain[-1] = np.nan
    assert loads(strain).outside(np.array([40.0])).all()


def test_more_than_the_first_station_can_do_piles_up_at_the_limit_that_is_nearest():
    strain = np.full((4, 2), 0.5)
    judged = judge_day(np.where(day((20, 21)) > 20.0, 50.0, 20.0), loads(strain, (None,) * 4))
    (spell,) = judged.spells()
    assert spell.missed == MissedTarget(Target.PILING_UP, "CPU") and spell.minutes.value == 60.0


@pytest.mark.parametrize(("pieces", "unknown"), [(22, 0.0), (2, 20.0), (1, 21.0)])
def test_minutes_of_what_is_more_than_a_load_are_not_known_where_they_were_not_simulated(pieces, unknown):
    judged = judge_day(day(), loads(), [window(3, 3 + 22 / 60, [[None] * pieces] * 2, stale=True)])
    assert judged.unknown_minutes == pytest.approx(unknown) and judged.minutes().value == 0.0
    assert judged.met is (None if unknown else True)
    by = [part.by for part in judged.parts(3 * HOUR, 3 * HOUR + 22 * MINUTE)]
    assert by == [VerdictBasis.SIMULATED, *([VerdictBasis.NOTHING] if unknown else [])]


def test_a_crowd_beside_it_that_was_simulated_does_not_make_them_known():
    both = [window(3, 3.1, [[None]] * 2, stale=True), window(3, 3.1, [[None] * 6] * 2)]
    assert judge_day(day(), loads(), both).unknown_minutes == pytest.approx(5.0)


def test_a_piece_of_it_with_too_few_responses_is_not_known():
    one = [[True] * 6, [True] * 5 + [False]]
    judged = judge_day(day(), loads(), [window(9, 9.1, [[None] * 6] * 2, judged=one, stale=True)])
    assert judged.unknown_minutes == pytest.approx(1.0) and judged.met is None


def test_a_load_that_is_too_much_by_itself_is_outside_whatever_happens_beside():
    judged = judge_day(day((3, 3.1)), loads(), [window(3, 3.1, [[SLOW]] * 2, stale=True)])
    assert judged.unknown_minutes == 0.0 and judged.minutes().value == pytest.approx(6.0) and judged.met is False


def test_a_time_outside_decides_beside_minutes_that_are_not_known():
    judged = judge_day(day((20, 20.5)), loads(), [window(3, 3.1, [[None]] * 2, stale=True)])
    assert judged.met is False and judged.minutes().value == 30.0 and judged.unknown_minutes == pytest.approx(5.0)


def test_with_spares_down_every_moment_is_judged_by_its_larger_load_alone():
    """A crowd that was simulated with all servers up says nothing of it; half as much again is outside for an hour."""
    crowd = window(20, 20.5, [[None] * 30] * 2)
    judged = judge_day(np.where(day((20, 21)) > 20.0, 60.0, 30.0), loads(), [crowd], by_load_alone=True)
    (spell,) = judged.spells()
    assert spell.by is VerdictBasis.LOAD and spell.minutes.value == judged.known_minutes.value == 60.0


def test_minutes_that_were_not_simulated_are_no_minutes_within_the_targets():
    stale = window(3, 3 + 22 / 60, [[None] * 22] * 2, stale=True)
    assert judge_day(day(), loads(), [stale]).known_minutes.value == 0.0
    judged = judge_day(day(), loads(), [stale], by_load_alone=True)
    assert isinstance(judged.known_minutes, Unavailable) and judged.met is None
    assert judged.unknown_minutes == pytest.approx(22.0)
    outside = judge_day(day((9, 9.1)), loads(), [stale], by_load_alone=True)
    assert outside.known_minutes.value == pytest.approx(6.0) and outside.unknown_minutes == pytest.approx(22.0)


@pytest.mark.parametrize(("pieces", "known"), [(22, True), (2, False)])
def test_a_window_that_was_not_simulated_to_its_end_has_no_count_of_minutes(pieces, known):
    found = window(3, 3 + 22 / 60, [[None] * pieces] * 2, stale=True).known_outside
    assert isinstance(found, Unavailable) is not known


def test_loads_beyond_those_of_the_day_are_joined_behind_them():
    beyond = SteadyLoads(np.array([50.0, 60.0]), {}, np.array([[2.0, 2.0], [4.0, 4.0]]), (SLOW, LOST), "disks", 0.95)
    joined = loads().joined(beyond)
    assert joined.rates.tolist() == [10.0, 20.0, 30.0, 40.0, 50.0, 60.0] and joined.fullest == "disks"
    assert joined.missed(np.array([41.0, 60.0])) == (SLOW, LOST)
    assert not joined.outside(np.array([30.0])).any() and joined.outside(np.array([55.0])).all()
