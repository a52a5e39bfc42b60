"""A farm that the kernel simulates, its counters written in every format in turn, is reviewed: its demand, the CPU time
of a request, what it can carry and the month in which it is too small lie in their intervals as often as these say.

What is true of a farm is drawn as the review says that it may be: how it grows, and how far off its model is of what a
server carries beyond the loads that were measured. Its demand and the work of its requests are found again from
counters alone; their truth is another record of the same farm, and the CPU time that it was simulated with.
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

TRIALS, SHORT = 200, 8
GROWTH = {"start": "2026-10", "a_year": "50 %", "low": "20 %", "high": "80 %", "horizon": "60 months"}
# Of nominal 95 %. What is measured has an interval that is no wider than that; of the others a month is whole, and both
# ends belong to its interval, so that they may hold more.
LEAST, MOST = 0.93, 0.97
MEASURED = ("demand", "CPU time")


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


def inside(farm: Farm, folder) -> dict[str, bool]:
    """Which figures of a review lie in their intervals."""
    review = farm.review(0, folder).review
    peak, work = farm.another_peak(review), farm.work / STATED
    demand, low, high = getattr(review.peak, review.peak.way), *review.peak_between
    now, later = truly_needed(farm, review, peak * work / review.fit.work)
    carries, when = review.running.units / now / review.running.must, review.ahead.reserve_gone
    early, late = (len(later) if each is None else each for each in (when.early, when.late))
    short = np.flatnonzero(later > review.running.carries)
    return {
        "demand": low <= peak * demand <= high,
        "CPU time": review.fit.work_between.low <= work <= review.fit.work_between.high,
        "carries": review.carries_between.low <= carries <= review.carries_between.high,
        "month": early <= (int(short[0]) if len(short) else len(later)) <= late,
    }


def truly_needed(farm: Farm, review, times: float) -> tuple[float, np.ndarray]:
    """Units that the peak takes, and the demand of the months ahead as it is felt: in one way in which the model may be
    off and the demand may grow, and with what was really measured."""
    fitted = review.running.farm
    seeded = fitted.scenario.run.model_copy(update={"seed": 1_000 + farm.number})
    scenario = fitted.scenario.model_copy(update={"run": seeded})
    certainty = FarmCertainty(replace(fitted, scenario=scenario), review.fit.most, 0.0, 0.0)
    pace = [math.log1p(each) for each in review.ahead.scenario.growth.monthly]
    draw = farm.random.standard_normal() / 1.96
    grown = pace[1] + draw * (pace[1] - pace[0] if draw < 0.0 else pace[2] - pace[1])
    months = np.arange(review.ahead.ahead.months)
    demands = np.exp(np.array([[0.0, *grown * months]]))
    felt = times * certainty.demand_felt(demands, review.running.units)[0]
    exact = fitted.sizing.units.exact.value / (1.0 + fitted.sizing.reserve)
    return felt[0] * exact, felt[1:]


def counted(trials: int, folder) -> Counter[str]:
    """How many of so many trials have each figure in its interval."""
    found: Counter[str] = Counter()
    for number in range(trials):
        found.update(name for name, there in inside(Farm(number), folder).items() if there)
    return found


def test_figures_lie_in_their_intervals(tmp_path):
    found = counted(SHORT, tmp_path)
    assert min(found[name] for name in ("demand", "CPU time", "carries", "month")) >= SHORT - 2


@pytest.mark.proof
def test_figures_lie_in_their_intervals_in_95_of_100_trials(tmp_path):
    found = counted(TRIALS, tmp_path)
    assert all(found[name] / TRIALS >= LEAST for name in (*MEASURED, "carries", "month")), found
    assert all(found[name] / TRIALS <= MOST for name in MEASURED), found
