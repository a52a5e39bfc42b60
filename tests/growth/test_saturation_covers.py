"""The stated interval of the month in which a farm is too small holds that month as often as it says."""

import math
from statistics import NormalDist

import numpy as np
import pytest

RATES = {"a_year": "40 %", "low": "25 %", "high": "60 %", "scatter": "4 %"}
GROWTH = {"start": "2026-12", "horizon": "120 months", **RATES}
UNITS = {"today": [{"units": 5}], "life": "20 years"}
TRIALS = 200


def months_of_trials(level, trials, seed):
    """The month in which a demand that grows as GROWTH says passes a level first, drawn by nothing of the program.

    The trials have one growth of each of as many equally likely classes (stratified sampling), so that 200 of them say
    how often an interval covers to about 1 %, and not to the 3 % of trials that are drawn alone.
    """
    random = np.random.default_rng(seed)
    low, likely, high = (math.log(1.0 + share) / 12.0 for share in (0.25, 0.40, 0.60))
    normal, found = NormalDist(), []
    reach = normal.inv_cdf(0.975)
    for place in random.permutation(trials):
        chance = normal.inv_cdf((place + random.uniform()) / trials)
        rate = likely + chance * ((likely - low) if chance < 0 else (high - likely)) / reach
        steps = rate + 0.04 * random.normal(size=119)
        demand = np.exp(np.concatenate([[0.0], np.cumsum(steps)]))
        found.append(next((month for month, each in enumerate(demand) if each > level), 120))
    return np.array(found)


@pytest.fixture(scope="module")
def found(grown):
    return grown(GROWTH, UNITS)


@pytest.mark.parametrize("seed", range(5))
def test_in_93_to_97_per_cent_of_200_trials(found, seed):
    when = found.full
    assert when.early is not None and when.late is not None and when.early < when.likely < when.late
    months = months_of_trials(found.carries_now[0], TRIALS, seed)
    assert 0.93 <= np.mean((months >= when.early) & (months <= when.late)) <= 0.97


def test_and_of_20000_within_a_month_at_either_end(found):
    """Months are whole, so that an interval of them holds a little more than 95 %."""
    when = found.full
    months = months_of_trials(found.carries_now[0], 20_000, seed=20)
    assert 0.945 <= np.mean((months >= when.early) & (months <= when.late)) <= 0.965
    assert np.mean(months < when.early) <= 0.028 and np.mean(months > when.late) <= 0.028
    assert np.median(months) == pytest.approx(when.likely, abs=1)


def test_what_a_unit_carries_is_uncertain_too(found, grown, monkeypatch):
    """A server that is known to 20 % only makes the month less sure."""
    from dataclasses import replace

    from simulator.growth import grow as module

    sure = found.full
    known = module.scenario_generation
    monkeypatch.setattr(module, "scenario_generation", lambda *asked: replace(known(*asked), error=0.2))
    unsure = grown(GROWTH, UNITS).full
    assert unsure.late - unsure.early > sure.late - sure.early
