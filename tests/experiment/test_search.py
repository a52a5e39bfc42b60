"""The search for the largest load: on strains that are known, so that the crossing is."""

import math

import pytest

from simulator.errors import NoLoad, NotConverged
from simulator.experiment.search import LEAST, MOST, STEP, TENTH, Trial, geometric_between, search_largest_load
from simulator.targets import NearestTarget, Target


def trying(strain, tried=None):
    """What a server with this strain over its load says; every load asks for ten requests a second and two Mbps."""

    def attempt(load):
        if tried is not None:
            tried.append(load)
        return Trial(load, strain(load), NearestTarget(Target.P95, strain(load), 1.0, "disks"), 10.0 * load, 2.0 * load)

    return attempt


NEAREST = NearestTarget(Target.P95, 1.0, 1.0, "disks")
STRAINS = {
    "in proportion": lambda load: load / 1.7,
    "steep": lambda load: (load / 1.7) ** 40.0,
    "bent": lambda load: 0.3 * load if load < 1.6 else 0.3 * load + 10.0 * (load - 1.6) ** 2 * 4.9,
    "a queue": lambda load: 0.15 / (1.0 - load / 2.0) if load < 2.0 else math.inf,
}


@pytest.mark.parametrize("start", [0.05, 1.0, 1.69, 1.7, 1.71, 30.0])
@pytest.mark.parametrize("strain", STRAINS.values(), ids=STRAINS)
def test_the_crossing_is_found_from_wherever_the_search_starts(strain, start):
    found = search_largest_load(trying(strain), start)
    assert math.isclose(found.load, 1.7, rel_tol=STEP)
    assert strain(found.load * (1.0 - STEP)) <= 1.0 <= strain(found.load * (1.0 + STEP))
    assert found.asked_for == pytest.approx(10.0 * found.load, rel=1e-3)
    assert found.mbps == pytest.approx(2.0 * found.load, rel=1e-3)


def test_a_jump_is_found_as_well():
    found = search_largest_load(trying(lambda load: 0.0 if load <= 1.7 else math.inf), 1.0)
    assert math.isclose(found.load, 1.7, rel_tol=STEP)


def test_an_expectation_that_is_right_needs_few_trials():
    tried = []
    found = search_largest_load(trying(STRAINS["steep"], tried), 1.7)
    assert found.trials == len(tried) == len(set(tried)) <= 3


def test_one_trial_tells_how_far_off_the_clients_are_of_a_replication_and_the_next_goes_there():
    """Here they ask for 2 % less than is meant, and what is carried is what they ask for."""
    tried = []

    def attempt(load):
        tried.append(load)
        return Trial(load, (0.98 * load / 1.7) ** 40.0, NEAREST, 9.8 * load, 2.0 * load)

    found = search_largest_load(attempt, 1.7, expected=17.0)
    assert tried[1] == pytest.approx(1.7 / 0.98, rel=STEP)
    assert found.trials <= 3 and found.asked_for == pytest.approx(17.0, rel=1e-3)


def test_loads_at_which_clients_ask_for_the_same_need_not_be_told_apart():
    """A full server is asked for no more at a higher load, whose users wait."""
    trials = []

    def attempt(load):
        trials.append(load)
        return Trial(load, 0.7 if load < 1.76 else 5.0, NEAREST, min(17.0, 10.0 * load), min(3.4, 2.0 * load))

    found = search_largest_load(attempt, 1.7, step=0.01)
    assert found.asked_for == 17.0 and found.mbps == 3.4
    assert found.trials == len(trials) == 5
    assert found.beyond.load / found.within.load > 1.03


@pytest.mark.parametrize("step", [0.05, 0.006, 0.0005])
def test_loads_are_told_apart_as_finely_as_asked(step):
    found = search_largest_load(trying(STRAINS["a queue"]), 1.0, step=step)
    assert 0.0 < found.beyond.load / found.within.load - 1.0 <= step
    assert math.isclose(found.load, 1.7, rel_tol=step)


@pytest.mark.parametrize("start", [0.5, 1.7, 4.0])
def test_the_nearest_trials_within_and_beyond_are_kept(start):
    tried = []
    found = search_largest_load(trying(STRAINS["steep"], tried), start)
    assert found.within.load == max(load for load in tried if STRAINS["steep"](load) <= 1.0)
    assert found.beyond.load == min(load for load in tried if STRAINS["steep"](load) > 1.0)
    assert found.within.strain <= 1.0 < found.beyond.strain
    assert found.within.load <= found.load <= found.beyond.load


@pytest.mark.parametrize("start", [0.5, 1.7, 4.0])
def test_what_grows_as_the_strain_does_is_at_the_crossing_where_the_strain_is_one(start):
    found = search_largest_load(trying(STRAINS["steep"]), start)
    ends = (found.within.strain, found.beyond.strain)
    assert geometric_between(*ends, found.part) == pytest.approx(1.0, abs=1e-12)
    assert geometric_between(found.within.load, found.beyond.load, found.part) == found.load


def test_what_is_not_there_at_one_end_grows_in_a_straight_line():
    assert geometric_between(0.0, 8.0, 0.25) == 2.0 and geometric_between(8.0, 0.0, 0.25) == 6.0


def test_what_no_load_strains_is_only_bounded():
    assert search_largest_load(trying(lambda load: 0.0), 1.0).load >= MOST / 2.0


def test_a_target_that_is_missed_at_any_load_is_told_with_what_was_measured_there():
    told = "no load meets the targets: even .* 95 % of the responses take up to 3 s, where at most 1 s is asked; write"
    with pytest.raises(NoLoad, match=told) as caught:
        search_largest_load(trying(lambda load: 3.0), 1.0)
    assert caught.value.nearest == NearestTarget(Target.P95, 3.0, 1.0, "disks")
    assert caught.value.rate <= 0.01 * 10.0


def test_a_target_that_is_missed_at_any_load_takes_two_trials_where_it_is_missed_by_far():
    tried = []
    with pytest.raises(NoLoad):
        search_largest_load(trying(lambda load: 3.0, tried), 1.0)
    assert tried == [1.0, LEAST]


def missed_at_least_by(strain, tried, elsewhere):
    """A server of which the few responses of the lowest load say something else than those of any other."""
    return trying(lambda load: strain if load <= LEAST else elsewhere(load), tried)


def test_the_few_responses_of_the_lowest_load_refuse_nothing_that_a_tenth_of_the_load_meets():
    tried = []
    found = search_largest_load(missed_at_least_by(1.1, tried, lambda load: 0.9 * (load / 0.5) ** 2), 1.0)
    assert tried[:3] == [1.0, LEAST, TENTH] and min(tried) == LEAST
    assert found.load == pytest.approx(0.5 / 0.9**0.5, rel=STEP)


def test_where_a_tenth_of_the_load_misses_a_target_too_it_is_what_is_told():
    tried = []
    with pytest.raises(NoLoad) as caught:
        search_largest_load(missed_at_least_by(1.1, tried, lambda load: 1.05 + 2.0 * load), 1.0)
    assert tried == [1.0, LEAST, TENTH]
    assert caught.value.nearest.measured == pytest.approx(1.25) and caught.value.rate == pytest.approx(1.0)


def piling_up_at_least(tried, elsewhere):
    """A server whose few sessions of the lowest load seem to pile up."""

    def attempt(load):
        tried.append(load)
        if load > LEAST:
            return trying(elsewhere)(load)
        return Trial(load, 4.0, NearestTarget(Target.PILING_UP, 0.02, 0.005, "disks"), 10.0 * load, 2.0 * load)

    return attempt


def test_the_few_sessions_of_the_lowest_load_that_seem_to_pile_up_refuse_nothing_that_a_tenth_of_the_load_meets():
    tried = []
    found = search_largest_load(piling_up_at_least(tried, lambda load: 0.9 * (load / 0.5) ** 2), 1.0)
    assert tried[:3] == [1.0, LEAST, TENTH]
    assert found.load == pytest.approx(0.5 / 0.9**0.5, rel=STEP)


@pytest.mark.parametrize("start", [0.5, 1.0])
def test_a_time_that_every_other_load_misses_is_told_and_not_what_seems_to_pile_up_at_the_lowest(start):
    with pytest.raises(NoLoad) as caught:
        search_largest_load(piling_up_at_least([], lambda load: 1.05 + 2.0 * load), start)
    assert caught.value.target is Target.P95


def test_no_load_below_a_tenth_is_tried_where_that_meets_the_targets():
    tried = []
    found = search_largest_load(missed_at_least_by(1.5, tried, lambda load: 0.5 if load <= TENTH else 3.0), 1.0)
    assert sorted(tried)[:2] == [LEAST, TENTH] and found.load == pytest.approx(TENTH, rel=STEP)


def too_few_below(least, strain):
    """A server of which a load below `least` brings too few responses to judge it."""

    def attempt(load):
        if load < least:
            raise NotConverged("71 responses a replication; raise run.duration")
        return trying(strain)(load)

    return attempt


def test_a_time_that_falls_no_further_needs_no_responses_at_the_least_load_to_be_missed():
    with pytest.raises(NoLoad, match="no load meets the targets"):
        search_largest_load(too_few_below(0.1, lambda load: 3.0 + 0.2 * load), 1.0)


def test_a_target_that_a_lower_load_may_meet_is_not_given_up_for_want_of_responses():
    with pytest.raises(NotConverged, match="raise run.duration"):
        search_largest_load(too_few_below(0.1, lambda load: 0.5 + 20.0 * load), 1.0)
