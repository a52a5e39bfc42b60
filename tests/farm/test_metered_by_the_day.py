"""What is billed by the GB, of a demand whose day is stated: the bill is that of the mean."""

import numpy as np
import pytest

from models.parts.daily.day import Daily
from simulator.daily.day_course import day_course
from simulator.farm.costs.cost import EGRESS
from simulator.farm.farm import buy_farm
from simulator.messages.decision import ALL_MONTH, payment_sentence
from tests.fabricated import carried, scenario
from tests.farm.test_rented import RENTED

HOURS = [30, 22, 16, 13, 12, 13, 18, 30, 45, 55, 60, 64, 68, 66, 64, 62, 62, 66, 74, 86, 97, 100, 80, 50]
WEEKDAYS = [1, 1, 1.2, 1, 1, 0.6, 0.6]


def farm(day):
    return buy_farm(
        scenario({**RENTED, **{f"workload.day.{key}": value for key, value in day.items()}}), carried(976.0)
    )


def egress(found):
    return found.cost.item(EGRESS).amount.whole.value


@pytest.mark.parametrize("day", [{"hours": HOURS}, {"hours": HOURS, "weekdays": WEEKDAYS}], ids=["hours", "weekdays"])
def test_the_ratio_is_that_of_the_week_that_daily_follows(day):
    stated = Daily.model_validate({key: [{"times": each} for each in factors] for key, factors in day.items()})
    means = [day_course(stated, weekday).mean for weekday in range(7)]
    assert 1.0 / stated.peak_to_mean == pytest.approx(np.mean(means), rel=1e-12)


def test_egress_is_billed_by_the_mean_of_the_day():
    found = farm({"hours": HOURS})
    assert egress(found) == pytest.approx(12_000 * 328.5 * 0.05 * np.mean(HOURS) / 100.0)
    assert "the demand / 1.915, its peak to mean" in found.cost.item(EGRESS).basis


def test_the_days_of_the_week_count_too():
    by_week = egress(farm({"hours": HOURS, "weekdays": WEEKDAYS}))
    assert by_week == pytest.approx(egress(farm({"hours": HOURS})) * np.mean(WEEKDAYS) / 1.2)


def test_what_happens_on_one_day_is_not_billed_all_month():
    crowd = {"hours": HOURS, "crowds": [{"at": "12 h", "lasts": "1 h"}]}
    assert egress(farm(crowd)) == egress(farm({"hours": HOURS}))


def test_the_output_says_by_which_share_of_the_peak():
    told = payment_sentence(farm({"hours": HOURS}))
    assert "billed by the mean of the stated day, 52.2 % of the peak" in told and ALL_MONTH not in told
    assert "the stated day, 100 % of the peak" in payment_sentence(farm({"hours": [1] * 24}))
    free = scenario({**RENTED, "workload.day.hours": HOURS, "datacenter.prices.egress": "0 USD/GB"})
    assert "stated day" not in payment_sentence(buy_farm(free, carried(976.0)))
