"""The demand ahead is what was stated: its likely course by hand, its intervals by drawing from the same process."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from simulator.growth.demand_paths import stated_growth
from simulator.growth.limit_dates import MonthRange

REACH = NormalDist().inv_cdf(0.975)


def test_a_growth_a_year_is_reached_after_a_year(farm):
    ahead = stated_growth(farm())
    assert ahead.likely[0] == 1.0
    assert ahead.likely[12] == pytest.approx(1.6)
    assert ahead.likely[6] == pytest.approx(math.sqrt(1.6))
    assert not ahead.spreads and np.array_equal(ahead.low, ahead.high)


def test_a_range_holds_the_stated_share_and_has_the_likely_growth_in_its_middle(farm):
    growth = {"start": "2026-12", "horizon": "13 months", "a_year": "60 %", "low": "50 %", "high": "100 %"}
    ahead = stated_growth(farm(growth))
    year = ahead.drawn[:, 12]
    assert ahead.low[12] == pytest.approx(1.5, rel=0.01) and ahead.high[12] == pytest.approx(2.0, rel=0.01)
    assert np.median(year) == pytest.approx(1.6, rel=0.01)
    assert np.mean((year >= 1.5) & (year <= 2.0)) == pytest.approx(0.95, abs=0.01)


def test_the_scatter_of_months_is_a_random_walk(farm):
    ahead = stated_growth(farm({"start": "2026-12", "horizon": "26 months", "a_month": "0 %", "scatter": "3 %"}))
    spread = np.log(ahead.drawn).std(axis=0)
    assert spread[0] == 0.0
    assert spread[1:] == pytest.approx(0.03 * np.sqrt(np.arange(1, 26)), rel=0.03)


def test_season_events_and_week_shape_the_months(farm):
    season = [1.0] * 11 + [2.0]
    events = [{"month": "2027-03", "times": 1.5}, {"month": "2027-06", "times": 3, "lasting": True}]
    week = [1, 1, 1, 1, 1, 1, 8]
    growth = {"start": "2026-12", "horizon": "13 months", "a_month": "0 %", "season": season, "events": events}
    likely = stated_growth(farm(growth)).likely
    assert likely == pytest.approx([1, 0.5, 0.5, 0.75, 0.5, 0.5, *[1.5] * 6, 3])
    assert stated_growth(farm(growth | {"week": week})).likely == pytest.approx(4.0 * likely)


def test_a_table_is_met_and_grows_evenly_between_its_months(farm):
    table = [{"month": "2027-02", "demand": "16 Gbps"}, {"month": "2027-04", "demand": "8 Gbps", "low": "4 Gbps"}]
    growth = {"start": "2026-12", "horizon": "7 months", "table": table, "a_month": "100 %"}
    ahead = stated_growth(farm(growth))
    assert ahead.likely == pytest.approx([1, 2, 4, math.sqrt(8), 2, 4, 8])
    assert ahead.low[4] == pytest.approx(1.0, rel=0.03) and ahead.high[4] == pytest.approx(2.0, rel=1e-9)


def test_streams_add_up(farm):
    europe = {"name": "Europe", "share": "75 %", "a_month": "0 %"}
    streams = [europe, {"name": "Asia", "share": "25 %", "a_month": "100 %"}]
    ahead = stated_growth(farm({"start": "2026-12", "horizon": "4 months", "streams": streams}))
    assert ahead.likely == pytest.approx([1.0, 1.25, 1.75, 2.75])


@pytest.mark.parametrize(("correlation", "spread"), [(0.0, math.sqrt(0.5)), (1.0, 1.0)])
def test_streams_that_have_one_chance_spread_further(farm, correlation, spread):
    pace = {"a_month": "0 %", "low": "-0.1 %", "high": "0.1001 %", "share": "50 %"}
    streams = [{"name": name, **pace} for name in ("Europe", "Asia")]
    ahead = stated_growth(
        farm({"start": "2026-12", "horizon": "4 months", "streams": streams, "correlation": correlation})
    )
    assert ahead.drawn[:, 1].std() == pytest.approx(spread * 0.001 / REACH, rel=0.03)


def test_the_same_seed_draws_the_same(farm):
    growth = {"start": "2026-12", "a_year": "60 %", "low": "40 %", "high": "80 %"}
    first, again, other = (stated_growth(farm(growth, run={"seed": seed})).drawn for seed in (3, 3, 4))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_a_limit_of_units_that_have_gone_is_not_reached(grown):
    """After 18 months what stood has reached its end of life; a limit at many times its load never was near."""
    supply = {"today": [{"units": 3, "bought": "2023-06"}], "life": "60 months"}
    found = grown({"start": "2026-12", "horizon": "36 months", "a_year": "30 %"}, supply)
    far = [each for each in found.reached if each.level > 5.0]
    assert far and all(each.when == MonthRange(None, None, None, 0.0) for each in far)
    assert found.full.likely is not None  # All of them together are too small in the end, for they are gone.
