"""A farm that the kernel simulates, its counters written in every format in turn, is reviewed: its demand, the CPU time
of a request, what it can carry and the month in which it is too small lie in their intervals as often as these say.

What is true of a farm is drawn as the review says that it may be, in many ways for each record: how it grows, and how
far off its model is of what a server carries beyond the loads that were measured. Its demand and the work of its
requests are found again from counters alone; their truth is another record of the same farm, and the CPU time that it
was simulated with.
"""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import headroom
from simulator.studies.review.certainty import FarmCertainty
from tests.telemetry.conftest import FARM
from tests.telemetry.formats import FORMATS
from tests.telemetry.trials import SCENARIO, STATED, simulate_farm

TRIALS = 200
# Ways in which each farm may truly be. With one of each, from 2 to 20 of 200 lie outside of their intervals by chance:
# no more than that told 95 % from 99 %.
WAYS = 100
GROWTH = {"start": "2026-10", "a_year": "50 %", "low": "20 %", "high": "80 %", "horizon": "60 months"}
# Of nominal 95 %. A month is whole, and both ends belong to its interval, so that it may hold more: less than 2.5 % lie
# to either side, on average half of that.
LEAST, MOST = 0.93, 0.97
CONTINUOUS = ("demand", "CPU time", "carries")


class Farm:
    """A farm as it is drawn: its work, how busy its servers may be, and how it grows."""

    def __init__(self, number: int) -> None:
        self.number, self.random = number, np.random.default_rng([5, number])
        self.work = STATED * math.exp(self.random.uniform(math.log(0.7), math.log(1.5)))
        self.target = f"{self.random.uniform(45.0, 90.0):.3f} %"
        self.form = list(FORMATS)[number % len(FORMATS)]

    def review(self, record: int, folder):
        """One of several records of it, reviewed."""
        farm = simulate_farm(self.work, 2 * self.number + record)

        def write(text: str, name: str) -> str:
            (folder / name).write_text(text, encoding="utf-8")
            return str(folder / name)

        targets = {"errors": "1 %", "utilisation": self.target}
        changes = SCENARIO | {"targets": targets, "growth": GROWTH}
        return headroom.review(FARM, FORMATS[self.form](farm, write), engine="theory", overrides=changes)

    def another_peak(self, review) -> float:
        """The peak of another record, in times that of the review."""
        farm, in_bytes = simulate_farm(self.work, 2 * self.number + 1), review.peak.wire is not None
        return float((farm.sent if in_bytes else farm.rate).sum(axis=0).max()) / getattr(review.peak, review.peak.way)


def inside(farm: Farm, folder) -> dict[str, float]:
    """Which share of the ways in which it may truly be has the figures of a review in their intervals, and the month
    to either side."""
    review = farm.review(0, folder).review
    peak, work = farm.another_peak(review), farm.work / STATED
    demand, low, high = getattr(review.peak, review.peak.way), *review.peak_between
    now, later = truly_needed(farm, review, peak * work / review.fit.work)
    carries, when = review.running.units / now / review.running.must, review.ahead.reserve_gone
    months = later.shape[1]
    early, late = (months if each is None else each for each in (when.early, when.late))
    short = later > review.running.carries
    month = np.where(short.any(axis=1), short.argmax(axis=1), months)
    ends = review.carries_between
    return {
        "demand": low <= peak * demand <= high,
        "CPU time": review.fit.work_between.low <= work <= review.fit.work_between.high,
        "carries": np.mean((ends.low <= carries) & (carries <= ends.high)),
        "month": np.mean((early <= month) & (month <= late)),
        "earlier": np.mean(month < early),
        "later": np.mean(month > late),
    }


def truly_needed(farm: Farm, review, times: float) -> tuple[np.ndarray, np.ndarray]:
    """Units that the peak takes, and the demand of the months ahead as it is felt: in the ways in which the model may
    be off and the demand may grow, and with what was really measured."""
    fitted = review.running.farm
    seeded = fitted.scenario.run.model_copy(update={"seed": 1_000 + farm.number})
    scenario = fitted.scenario.model_copy(update={"run": seeded})
    certainty = FarmCertainty(replace(fitted, scenario=scenario), review.fit.most, 0.0, 0.0)
    pace = [math.log1p(each) for each in review.ahead.scenario.growth.monthly]
    draws = farm.random.standard_normal(WAYS) / 1.96
    grown = pace[1] + draws * np.where(draws < 0.0, pace[1] - pace[0], pace[2] - pace[1])
    paths = np.outer(grown, np.arange(review.ahead.ahead.months))
    demands = np.exp(np.hstack([np.zeros((WAYS, 1)), paths]))
    felt = times * certainty.demand_felt(demands, review.running.units)
    exact = fitted.sizing.units.exact.value / (1.0 + fitted.sizing.reserve)
    return felt[:, 0] * exact, felt[:, 1:]


def counted(trials: int, folder) -> dict[str, float]:
    """Which share of so many trials has each figure in its interval."""
    found: Counter[str] = Counter()
    for number in range(trials):
        found.update(inside(Farm(number), folder))
    return {name: count / trials for name, count in found.items()}


@pytest.mark.proof
def test_figures_lie_in_their_intervals_in_95_of_100_trials(tmp_path):
    found = counted(TRIALS, tmp_path)
    assert all(found[name] >= LEAST for name in (*CONTINUOUS, "month")), found
    assert all(found[name] <= MOST for name in CONTINUOUS), found
    assert all(0.0 < found[name] <= 0.025 for name in ("earlier", "later")), found
