"""A day of a server: by its loads in steady state, with windows in full that say how far off that is."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.daily.figures import PERCENTILE, REQUESTS, RESPONSE, USED
from simulator.daily.load_curve import POINTS
from simulator.daily.windows import BUDGET
from simulator.errors import ScenarioError
from simulator.network.resources import Cache
from simulator.network.roles import Role
from simulator.studies.daily.sections import charts
from simulator.targets import Target

CROWD = [{"at": "9 h", "lasts": "20 min", "times": 2.5}]


def test_what_a_day_says_is_what_windows_in_full_say(followed):
    """Where the load rises and falls most steeply and where it is largest, all figures lie within their intervals of
    the full simulation, or within a few per cent."""
    found = followed()
    assert {each.asked.name for each in found.windows} == {"steepest rise", "largest load", "steepest fall"}
    for each in found.windows:
        for name, most in ((REQUESTS, 2.0), (RESPONSE, 4.0), (PERCENTILE, 5.0), (USED, 4.0)):
            off = each.off(name)
            assert abs(off.value) <= most + off.half_width, (each.asked.name, name, off)


def test_the_use_of_the_processor_follows_the_utilisation_law(followed):
    found = followed()
    used = next(each for each in found.courses if each.name == USED)
    law = 100.0 * found.rates(found.time) * 0.020
    assert used.value == pytest.approx(law, rel=0.05)


def test_a_day_within_its_targets_has_no_minute_outside(followed):
    found = followed("25 /s")
    assert found.met and found.outside.value == 0.0


def test_more_load_at_the_peak_is_more_minutes_outside(followed):
    some, more = followed("44 /s"), followed("60 /s")
    assert 0.0 < some.outside.value < more.outside.value
    hours = more.outside.value / 60.0
    # All hours in which more comes than the processor does, and those shortly below.
    above = (more.rates(np.arange(0.0, 86_400.0, 60.0)) > 50.0).mean() * 24.0
    assert above < hours < above + 5.0


def test_where_more_comes_than_is_done_nothing_is_told_but_that_it_is_outside(followed):
    found = followed("60 /s")
    response = next(each for each in found.courses if each.name == RESPONSE)
    over = found.rates(found.time) > 50.0
    assert over.any() and np.isnan(response.value[over]).all()
    assert np.isfinite(response.value[found.rates(found.time) < 45.0]).all()


def test_a_crowd_is_simulated_until_it_is_over(followed):
    found = followed(workload__day__crowds=CROWD)
    (crowd,) = [each for each in found.windows if each.asked.happens]
    assert crowd.missed[0] is Target.P95 and crowd.missed[1] == "CPU"
    # 52 come a second where 50 are done: it is outside while it is there, and until what piled up is served.
    assert 10.0 < crowd.outside.value < 40.0
    assert not crowd.still_outside
    assert found.outside.value >= crowd.outside.value > crowd.by_curve_outside


def test_days_of_the_week_have_their_own_minutes(followed):
    found = followed("44 /s", workload__day__weekdays=[50, 50, 50, 50, 50, 100, 90])
    outside = [each.outside.value for each in found.week]
    assert outside[:5] == [0.0] * 5 and outside[5] >= outside[6]
    assert found.week[5].requests == pytest.approx(2.0 * found.week[1].requests, rel=0.02)


def test_content_that_turns_stale_begins_with_empty_caches(followed):
    content = {"catalogue": "20 GB", "popularity": {"zipf": 0.8}}
    found = followed(fewer=9.0, workload__day__stale=["12 h"], workload__content=content)
    (stale,) = [each for each in found.windows if each.asked.happens]
    usual = next(each for each in found.windows if not each.asked.happens)
    caches = [each for each in found.served.at(10.0).network.resources if isinstance(each, Cache)]
    assert caches and all(cache.warm for cache in caches)
    # More is read from disks until the caches hold what is asked for.
    assert stale.off(RESPONSE).value < usual.off(RESPONSE).value


def test_a_flood_comes_and_goes(followed):
    found = followed(fewer=9.0, workload__day__flood={"at": "3 h", "lasts": "60 s", "rate": "200 /s"})
    (flood,) = [each for each in found.windows if each.asked.happens]
    assert flood.asked.ends - flood.asked.begins == 180.0
    assert not any(jobs.role is Role.HALF_OPEN for jobs in found.served.at(10.0).network.background)


def test_a_unit_whose_nodes_look_at_each_other_is_followed_together(followed):
    found = followed(unit={"nodes": 2, "balancer": "least-connections"})
    assert found.served.nodes == 2
    for each in found.windows:
        assert abs(each.off(REQUESTS).value) < 2.0 + each.off(REQUESTS).half_width


def test_a_day_takes_a_bounded_number_of_requests(followed):
    """A billion requests a day are told by no more than the loads and the windows take."""
    served = followed().served
    assert served.replications * (POINTS * 2e5 + 4 * BUDGET) < 2e7


def test_a_scenario_that_says_nothing_of_a_day_is_refused(followed):
    with pytest.raises(ScenarioError, match="nothing is said of a day"):
        followed(workload__day="none")


def test_a_figure_of_which_nothing_is_known_has_no_chart(followed):
    """Of a load at which there is no steady state the response time is known at no hour of the day."""
    day = followed()
    first, *others = day.courses
    unknown = replace(first, value=np.full_like(first.value, np.nan))
    drawn = charts(replace(day, courses=(unknown, *others))).charts
    assert len(drawn) == len(others) and first.name.capitalize() not in " ".join(each.title for each in drawn)
