"""Two reviews of the same farm say the same, though noise makes each week another: what was found right stays right
until the peak passes the edge by the tolerance. What changes with the farm is told at once."""

from collections import Counter
from functools import cache
from itertools import product
from math import exp, sqrt

import numpy as np
import pytest

import headroom
from simulator.store.kept_reviews import KeptReview, keep_review, last_review
from tests.printed import printed
from tests.telemetry.conftest import FARM
from tests.telemetry.weeks import CORES, FarmOfWeeks

PAIRS, AGREE = 100, 0.99
SIZES = ((10, 0.9e-3), (15, 2.1e-3), (20, 0.7e-3))  # Servers, of five a unit, and the CPU time of a request.
EDGES = ("too large", "enough", "")  # The verdict below an edge; "" is a farm that is near none.
LEAST, MOST = 0.05, 0.75  # Shares of the CPUs of a server at its peak.
NEAR = 0.03  # How far from its edge a farm is, in logarithms.
_HALVED = 7


@pytest.fixture
def review(tmp_path, monkeypatch):
    """Reviews a week of a farm, with the memory of a store unless there is none."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000000")

    def review(farm, week=0, random=None, store="kept.sqlite", scenario=FARM, **others):
        file = tmp_path / f"week{week}.csv"
        file.write_text(farm.week(week, random), encoding="utf-8")
        memory = {"keep": True, "store": str(tmp_path / store)} if store else {}
        return headroom.review(scenario, str(file), engine="theory", **memory, **others)

    return review


@pytest.fixture
def edge(review):
    """The peak of a farm up to which a verdict, or one of a smaller farm, is that of a typical week."""

    @cache
    def edge(servers, work, below):
        order = ("too large", "enough", "short")
        low, high = (share * servers * CORES / work for share in (LEAST, MOST))
        for _ in range(_HALVED):
            middle = sqrt(low * high)
            found = review(FarmOfWeeks(servers, middle, work), 0, np.random.default_rng(1), store="")
            low, high = (middle, high) if order.index(found.verdict) <= order.index(below) else (low, middle)
        return sqrt(low * high)

    return edge


def pair(review, farm, number, random):
    """The verdicts of two weeks of a farm, and that of the second by itself."""
    first, second = (review(farm, week, random, f"{number}.sqlite") for week in (0, 1))
    return first.verdict, second.verdict, second.to_dict()["last"]["verdict_alone"]


def agreed(pairs, review, edge):
    """How many of so many pairs of weeks have the same verdict, by edge; with the memory and without."""
    found = Counter()
    kinds = list(product(EDGES, SIZES))
    for number in range(pairs):
        below, (servers, work) = kinds[number % len(kinds)]
        random = np.random.default_rng([39, number])
        peak = random.uniform(LEAST, MOST) * servers * CORES / work
        if below:
            peak = edge(servers, work, below) * exp(random.uniform(-NEAR, NEAR))
        first, second, alone = pair(review, FarmOfWeeks(servers, peak, work), number, random)
        found.update([f"same {below}"] * (first == second))
        found.update([f"alone {below}"] * (first == alone))
    return found


def total(found, kind):
    return sum(count for name, count in found.items() if name.startswith(kind))


@pytest.mark.proof
def test_pairs_of_weeks_have_the_same_verdict_in_99_of_100(review, edge):
    found = agreed(PAIRS, review, edge)
    assert total(found, "same") >= AGREE * PAIRS, found
    # Without a memory they would not: farms are near an edge on purpose.
    assert total(found, "alone") < AGREE * PAIRS, found


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """The peak that ten servers carry exactly, with its reserve."""
    reference = 16_000.0
    file = tmp_path_factory.mktemp("reference") / "week.csv"
    file.write_text(FarmOfWeeks(10, reference, 0.7e-3).week(0, None), encoding="utf-8")
    return reference * headroom.review(FARM, str(file), engine="theory").review.running.carries


def weeks(review, full, *shares, **others):
    """The reviews of a week after the other, with so many times the full peak."""
    return [review(FarmOfWeeks(10, share * full, 0.7e-3), week, **others) for week, share in enumerate(shares)]


@pytest.mark.parametrize("shares, verdicts", [
    ((1.04, 1.07, 1.09, 1.12), ("enough", "enough", "enough", "short")),
    ((1.07, 1.01, 0.99, 1.04), ("short", "short", "enough", "enough")),
])  # fmt: skip
def test_a_verdict_changes_where_the_peak_passes_the_edge_by_the_tolerance(review, full, shares, verdicts):
    """Short begins where the farm carries 5 % less than it must: at 1.053 times the full peak."""
    assert tuple(each.verdict for each in weeks(review, full, *shares)) == verdicts


def test_it_says_so_when_it_holds_on_and_why(review, full):
    _, found = weeks(review, full, 1.04, 1.07)
    last = found.to_dict()["last"]
    assert found.held and found.met and last["held"] and last["verdict_alone"] == "short"
    assert (last["verdict"], last["counters_until"]) == ("enough", "2026-09-29 00:00")
    told = " ".join(printed(found.blocks()).split())
    assert "Held on to from the review of 2026-09-29 00:00 UTC: 10 servers (2 units) are right." in told
    assert "By this record alone 15 servers (3 units) would be, but a peak less than 5 % lower" in told
    assert "Last review, of counters until 2026-09-29 00:00 UTC: enough with 10 servers." in told


def test_nothing_is_said_of_a_memory_that_changes_nothing(review, full):
    first, found = weeks(review, full, 0.9, 0.91)
    assert first.to_dict()["last"] is None and not found.held and "Held on" not in printed(found.blocks())


def test_how_many_servers_are_to_be_added_holds_too(review, full):
    first, second = weeks(review, full, 1.49, 1.52)
    assert first.missing == second.missing == 5 and second.held
    assert second.to_dict()["last"]["right_servers_alone"] == 20


def test_servers_that_were_added_as_told_are_enough(review, full):
    first = review(FarmOfWeeks(10, 1.49 * full, 0.7e-3), 0)
    then = review(FarmOfWeeks(10 + first.missing, 1.56 * full, 0.7e-3), 1)
    assert (first.missing, then.servers, then.verdict) == (5, 15, "enough")


def test_a_tolerance_of_nothing_holds_nothing(review, full):
    assert [each.verdict for each in weeks(review, full, 0.99, 1.01, tolerance=0.0)] == ["enough", "short"]


def test_without_keep_nothing_is_remembered(review, full):
    assert [each.verdict for each in weeks(review, full, 1.04, 1.07, store="")] == ["enough", "short"]


def test_the_same_counters_are_answered_in_the_same_way_again(review, full):
    farm = FarmOfWeeks(10, 1.07 * full, 0.7e-3)
    assert [review(farm, week).verdict for week in (1, 0, 1)] == ["short"] * 3
    assert review(FarmOfWeeks(10, 1.04 * full, 0.7e-3), 0).verdict == "enough"
    assert [review(farm, 1).verdict for _ in range(2)] == ["enough"] * 2


def test_other_servers_and_another_scenario_are_another_farm(tmp_path):
    store = tmp_path / "kept.sqlite"
    kept = KeptReview("Ours", "one", 5, "2026-09-29 00:00", "enough", 10, 10, "2026-09-29", "1.0")
    keep_review(store, kept)
    assert last_review(store, "Ours", "one", 5, "2026-10-06 00:00") == kept
    others = (("Theirs", "one", 5), ("Ours", "two", 5), ("Ours", "one", 4))
    assert [last_review(store, *each, "2026-10-06 00:00") for each in others] == [None] * 3
    assert last_review(store, "Ours", "one", 5, kept.ended) is None
