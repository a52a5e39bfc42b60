"""Checkpoints that a timer has begin, and the whole pages that the log has after each, by hand."""

from dataclasses import replace
from math import exp
from random import Random

import pytest

from models.checkpoints import commits_between, first_changes, log_factor, written_share
from models.load import load
from models.tier_flows import TierFlow, tier_flows
from simulator.farm.checkpoints import checkpoints
from simulator.messages.plan.checkpoints import TIMER, checkpoint_sentences
from simulator.translate.databases import log_bytes
from simulator.translate.translate import translate
from simulator.uncertainty.resolution import resolve
from tests.farm.test_checkpoints import outcome
from tests.laws.test_checkpoints import PAGE, PAGES, database
from tests.models.test_database_problems import CALL, DATABASE, FARM, TIER

# Pages that a request of the unit changes: three calls, of which each does.
CHANGES = 3.0
MINUTE = 60.0


def timed(seconds: float, rate: float, **software) -> TierFlow:
    """A database that keeps all of its pages in RAM, asked for alike, of a unit with so many requests a second: of each
    call a commit of 1 kB changes one page, and the log asks for a checkpoint after 400,000 of them."""
    flow = database(0.0, PAGES, 400_000, 1.0)
    assert flow.tier.software is not None
    changed = flow.tier.software.model_copy(update={"checkpoint_timeout": seconds, **software})
    return replace(flow, tier=flow.tier.model_copy(update={"software": changed}), rate=rate)


@pytest.mark.parametrize("rate", [10.0, 100.0, 1_000.0])
def test_pages_written_are_those_of_which_some_change_fell_between_two_timers(rate):
    """10,000 (1 - exp(-T / 10,000)) of T changes: 10 requests/s change 30 pages/s, 1,800 a minute, and so on."""
    found, changes = timed(MINUTE, rate), MINUTE * CHANGES * rate
    assert commits_between(found) == pytest.approx(changes)
    assert written_share(found) * changes == pytest.approx(PAGES * (1.0 - exp(-changes / PAGES)), rel=1e-6)


def test_ten_times_the_load_writes_far_fewer_than_ten_times_the_pages():
    """At 100 requests/s 8,347 pages a minute, at 1,000 all 10,000."""
    few, many = (timed(MINUTE, rate) for rate in (100.0, 1_000.0))
    assert written_share(few) * 100.0 * CHANGES * MINUTE == pytest.approx(8_347.0, rel=1e-4)
    assert written_share(many) * 1_000.0 * CHANGES * MINUTE == pytest.approx(10_000.0, rel=1e-4)


def test_a_shorter_timer_writes_more_pages_and_the_log_comes_first_where_it_is_faster():
    shares = [written_share(timed(seconds, 100.0)) for seconds in (1.0, 10.0, 100.0, 1_000.0)]
    assert shares == sorted(shares, reverse=True)
    # 300 commits/s are 400,000 in 1,333 s.
    assert commits_between(timed(10_000.0, 100.0)) == pytest.approx(400_000)
    assert commits_between(timed(1_000.0, 100.0)) == pytest.approx(300_000)


def test_without_a_load_only_the_log_brings_checkpoints_on():
    assert commits_between(timed(MINUTE, 0.0)) == pytest.approx(400_000)


def test_the_log_has_a_whole_page_for_the_first_change_of_each():
    """A minute of 300 changes/s: 18,000 of which 8,347 are the first of their page, 16 KiB each, beside 18 MB."""
    found = timed(MINUTE, 100.0, full_page_writes=True)
    whole = PAGES * (1.0 - exp(-1.8)) * PAGE
    assert log_factor(found) == pytest.approx(1.0 + whole / 18_000e3, rel=1e-6)
    assert log_bytes(found) == pytest.approx(1_000.0 + whole / 18_000.0, rel=1e-6)


def test_whole_pages_fill_the_log_too_so_that_it_asks_for_checkpoints_sooner():
    """T commits log T kB and all 10,000 pages where T is many times that: 400 MB less 164 MB are of 236,160 commits."""
    found = timed(MINUTE, 0.0, full_page_writes=True, checkpoint_timeout=None)
    assert commits_between(found) == pytest.approx((400e6 - PAGES * PAGE) / 1e3, rel=1e-6)
    assert commits_between(found) * log_factor(found) == pytest.approx(400_000, rel=1e-6)


@pytest.mark.parametrize("zipf", [0.0, 0.9])
def test_first_changes_are_those_of_a_list_that_is_kept(zipf):
    random, between, rounds = Random(3), 20_000, 20
    weights = [rank**-zipf for rank in range(1, PAGES + 1)]
    drawn = sum(len(set(random.choices(range(PAGES), weights, k=between))) for _ in range(rounds))
    assert first_changes(PAGES, zipf, between) == pytest.approx(drawn / (rounds * between), rel=5e-3)


KEPT_WHOLE = {
    **DATABASE,
    f"{TIER}.data": {"size": f"{PAGE * PAGES} B", "popularity": {"zipf": 0}},
    f"{TIER}.software.buffer_pool": f"{PAGE * PAGES} B",
    f"{TIER}.software.checkpoint_log": "none",
    f"{TIER}.software.checkpoint_timeout": "60 s",
    f"{TIER}.servers": 1,
    f"{CALL}.pages": 1,
    f"{CALL}.writes": {"commits": 1, "pages": 1, "log": "1 kB"},
    "unit.nodes": 2,
    "unit.spare_nodes": 0,
}


def test_the_disks_of_the_network_have_the_writes_of_the_load_that_is_offered():
    """Two servers with 50 requests/s each: 8,347 pages a minute are 139 a second, in the world of each of them."""
    network = translate(load(FARM, {**KEPT_WHOLE, "demand": "none", "workload.offered": "50 /s"})).network
    (pages,) = (jobs for jobs in network.background if "pages" in jobs.name)
    assert pages.rate == pytest.approx(8_347.0 / MINUTE * network.nodes, rel=1e-4)


def test_a_plan_looks_at_them_at_its_demand_and_says_that_a_timer_has_them_begin():
    """100 requests/s of a unit are 18,000 changes a minute, 46.4 % of which are written: 2.28 MB/s, and 1.08 GB of log
    an hour."""
    stated = {**KEPT_WHOLE, "demand": "100 requests/s"}
    scenario = resolve(load(FARM, stated))
    assert scenario.asked_rate == pytest.approx(50.0)
    assert tier_flows(scenario)["database"].rate == pytest.approx(100.0)
    found = outcome(**stated)
    (each,) = checkpoints(found.farm)
    assert (each.seconds, each.changed, each.timed) == (pytest.approx(MINUTE), pytest.approx(18_000.0), True)
    assert each.written == pytest.approx(8_347.0, rel=1e-4)
    assert each.disks == pytest.approx(8_347.0 * PAGE / MINUTE, rel=1e-4)
    assert (each.log, each.whole) == (pytest.approx(300e3), 0.0)
    told = " ".join(checkpoint_sentences([each]))
    assert "2.28 MB/s" in told and "1.08 GB an hour" in told and TIMER in told
