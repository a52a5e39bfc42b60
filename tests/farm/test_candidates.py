"""Farms of which one is chosen: the cheapest that carries the demand, and why another one is not chosen."""

from dataclasses import replace

import pytest

from models.errors import Problem, Remedy, ScenarioError
from simulator.errors import NoCapacity, NoLoad
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.farm.candidates import (
    Candidate,
    CostsMore,
    FullTooSoon,
    MissesAsBought,
    MissesTarget,
    OtherReason,
    TooSmall,
    farm_candidate,
    weigh,
    why_no_farm,
)
from simulator.farm.farm import buy_farm
from simulator.messages.candidates import verdict_text, why_not_text
from simulator.targets import NearestTarget, Target
from tests.fabricated import carried, scenario

LATE = NearestTarget(Target.P95, 9.0, 8.0, "CPU")


def candidate(name, total, headroom=1.5, **more):
    return Candidate(
        name, "40 Gbps", exact(total, "USD/month"), headroom=exact(headroom, "x"), bottleneck="network cards", **more
    )


def test_the_cheapest_comes_first_and_the_others_say_how_much_more_they_cost():
    found = weigh([candidate("a", 940.0), candidate("b", 700.0), candidate("c", 1_000.0)])
    assert [each.name for each in found] == ["b", "a", "c"] and [each.is_cheapest for each in found] == [True, 0, 0]
    assert [verdict_text(each) for each in found] == [
        "cheapest",
        "carries it, 240 USD a month more",
        "carries it, 300 USD a month more",
    ]


def test_at_the_same_cost_more_headroom_is_chosen():
    found = weigh([candidate("a", 700.0, 1.2), candidate("b", 700.001, 2.0)])
    assert found[0].name == "b" and found[1].why_not.more.value == pytest.approx(-0.001)


def test_a_cost_that_intervals_do_not_tell_apart_is_said_to_be_none():
    wide = Estimate(940.0, 400.0, 0.95, 5, "USD/month")
    _, other = weigh([candidate("a", 700.0), replace(candidate("b", 0.0), total=wide)])
    assert verdict_text(other) == "carries it; the difference in cost is not significant"


def test_a_farm_that_costs_as_much_is_said_to():
    _, other = weigh([candidate("a", 700.0), candidate("b", 700.0)])
    assert verdict_text(other) == "carries it at the same cost"


def test_one_that_is_full_too_soon_is_not_chosen_however_cheap_it_is():
    found = weigh([candidate("a", 700.0), candidate("b", 300.0, 0.7), candidate("c", 800.0)])
    assert [each.name for each in found] == ["a", "c", "b"] and found[0].is_cheapest
    assert found[2].why_not == FullTooSoon("network cards", 0.7)
    assert verdict_text(found[2]) == "network cards full at 0.7 times the demand"


def test_farms_for_other_demands_are_not_held_against_each_other():
    other = replace(candidate("b", 300.0), demand="20 Gbps")
    found = weigh([candidate("a", 700.0), other])
    assert not any(each.is_cheapest or each.why_not for each in found)
    euros = replace(candidate("c", 1.0), total=exact(1.0, "EUR/month"))
    assert not any(each.is_cheapest for each in weigh([candidate("a", 700.0), euros]))


def test_what_keeps_something_from_being_a_farm_is_told_in_figures():
    less_ram = Problem("a.yaml", 3, "server.ram", '"256 GiB"', "too small", "buy", (Remedy({"server.ram": "412 GiB"}),))
    cases = {
        NoLoad(LATE, 4.0): (MissesTarget(LATE), "95 % of the responses take up to 9 s, where at most 8 s is asked"),
        ScenarioError((less_ram,)): (
            TooSmall("server.ram", "412 GiB", "256 GiB"),
            "needs 412 GiB of RAM, has 256 GiB",
        ),
        ScenarioError((replace(less_ram, path="unit.nodes"),)): (OtherReason("too small"), "too small"),
        NoCapacity("too many units"): (OtherReason("too many units"), "too many units"),
    }
    for error, (found, told) in cases.items():
        assert why_no_farm(error) == found and why_not_text(found) == told


def test_targets_that_are_missed_as_bought_are_named():
    assert why_not_text(MissesAsBought(("errors",))) == "misses its targets as bought: requests not completed"


def test_those_that_are_no_farm_come_last():
    found = weigh([Candidate("a", why_not=OtherReason("states no demand")), candidate("b", 9.0)])
    assert [each.name for each in found] == ["b", "a"] and not found[0].is_cheapest, "nothing to choose from"


def test_a_farm_has_all_that_it_costs_and_how_many_times_the_demand_it_carries():
    farm = buy_farm(scenario({"baseline": "none"}), carried(976.0))
    found = farm_candidate("a", farm)
    assert found.total == farm.cost.with_bandwidth.whole and found.headroom == farm.sizing.supports
    assert found.servers == farm.sizing.servers.whole.value and found.enough is None
    assert found.between is None, "a farm has the interval of its prediction, which nobody has asked for"
    low, high = farm_candidate("a", replace(farm, prediction=Unavailable("no theory"))).between
    assert low < found.total.value < high
    dearer = replace(found, name="b", total=found.total.times(2.0, found.total.unit))
    more = weigh([dearer, found])[1].why_not
    assert isinstance(more, CostsMore) and more.more.value == pytest.approx(found.total.value)
