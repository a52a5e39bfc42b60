"""The search for the largest load: on strains that are known, so that the crossing is."""

import math

import pytest

from simulator.errors import NoCapacity
from simulator.measure.search import MOST, STEP, Trial, largest_load


def trying(strain, tried=None):
    """What a server with this strain over its load says; every load asks for ten requests a second and two Mbps."""

    def attempt(load):
        if tried is not None:
            tried.append(load)
        return Trial(load, strain(load), "target", 10.0 * load, 2.0 * load)

    return attempt


STRAINS = {
    "in proportion": lambda load: load / 1.7,
    "steep": lambda load: (load / 1.7) ** 40.0,
    "bent": lambda load: 0.3 * load if load < 1.6 else 0.3 * load + 10.0 * (load - 1.6) ** 2 * 4.9,
    "a queue": lambda load: 0.15 / (1.0 - load / 2.0) if load < 2.0 else math.inf,
}


@pytest.mark.parametrize("start", [0.05, 1.0, 1.69, 1.7, 1.71, 30.0])
@pytest.mark.parametrize("strain", STRAINS.values(), ids=STRAINS)
def test_the_crossing_is_found_from_wherever_the_search_starts(strain, start):
    found = largest_load(trying(strain), start)
    assert math.isclose(found.load, 1.7, rel_tol=STEP)
    assert strain(found.load * (1.0 - STEP)) <= 1.0 <= strain(found.load * (1.0 + STEP))
    assert found.asked_for == pytest.approx(10.0 * found.load, rel=1e-3)
    assert found.mbps == pytest.approx(2.0 * found.load, rel=1e-3)


def test_a_jump_is_found_as_well():
    found = largest_load(trying(lambda load: 0.0 if load <= 1.7 else math.inf), 1.0)
    assert math.isclose(found.load, 1.7, rel_tol=STEP)


def test_an_expectation_that_is_right_needs_few_trials():
    tried = []
    found = largest_load(trying(STRAINS["steep"], tried), 1.7)
    assert found.trials == len(tried) == len(set(tried)) <= 3


def test_what_no_load_strains_is_only_bounded():
    assert largest_load(trying(lambda load: 0.0), 1.0).load >= MOST / 2.0


def test_a_target_that_is_missed_at_any_load_is_named_with_how_far_off_it_is():
    with pytest.raises(NoCapacity, match='no load meets the targets: .* 3 times what is allowed of "target"'):
        largest_load(trying(lambda load: 3.0), 1.0)
