"""How near a replication is to its targets: from columns made up by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from simulator.engines.histogram import BINS, bin_of
from simulator.errors import NoLoad, NotConverged
from simulator.experiment.target_strain import (
    BACKLOG,
    OF_A_SPEED,
    TargetValues,
    backlog,
    measure_strain,
    missed_target,
    responses_needed,
)
from simulator.network.resources import SharedCapacity
from simulator.network.steps import ResponseBytes, Serve
from simulator.network.transport import TCP
from simulator.targets import NearestTarget, Target, TimeSpent, remedy
from tests.experiment.tallies import CPU, POOL, heap, network, steady

ISSUED, COMPLETED = ("requests", "issued"), ("requests", "completed")
CAME, LOST = ("sessions", "offered"), ("requests", "lost")
# Nobody in progress, 1,000 sessions of one request.
IDLE = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [500, 500]}


def of(columns, asked, *resources, histogram=None):
    found = steady(network(*resources), columns)
    tally = found.tallies[0]
    if histogram is not None:
        counts = np.zeros((1, BINS), dtype=np.int64)
        for seconds, count in histogram.items():
            counts[0, bin_of(seconds)] = count
        tally = type(tally)(tally.plan, tally.columns, tally.edges, counts, tally.log, tally.events)
    return measure_strain(found, tally, asked)


def test_lost_requests_strain_by_their_share_of_what_is_allowed():
    found = of(IDLE | {ISSUED: [500, 490], COMPLETED: [500, 490], LOST: [0, 10]}, TargetValues(errors=0.02))
    assert (found.value, found.nearest.target) == (pytest.approx(0.5), Target.ERRORS)


def test_what_turns_most_away_stands_behind_lost_requests():
    gone, few = ("cause", "kernel pool", "gave up"), ("cause", "heap", "failed")
    columns = IDLE | {ISSUED: [491, 491], COMPLETED: [490, 490], LOST: [10, 10], gone: [9, 9], few: [1, 1]}
    found = of(columns, TargetValues(0.01), CPU, POOL, heap("heap"))
    assert found.nearest == NearestTarget(Target.ERRORS, pytest.approx(0.02), 0.01, "kernel pool")


def test_a_target_is_missed_with_what_is_behind_it_and_none_where_all_are_met():
    gone = ("cause", "kernel pool", "gave up")
    lost = IDLE | {COMPLETED: [500, 490], ISSUED: [500, 490], LOST: [0, 10], gone: [0, 10]}
    found = steady(network(CPU, POOL), lost)
    assert (
        missed_target(found, found.tallies[0], TargetValues(0.005)) == of(lost, TargetValues(0.005), CPU, POOL).nearest
    )
    assert missed_target(found, found.tallies[0], TargetValues(0.02)) is None
    with pytest.raises(NotConverged, match="no response"):
        idle = steady(network(), {CAME: [0, 0]})
        missed_target(idle, idle.tallies[0], TargetValues(0.5, client_speed=1.0))


def test_where_nothing_may_be_lost_one_request_is_too_many():
    assert (
        of(IDLE | {ISSUED: [500, 499], COMPLETED: [500, 499], LOST: [0, 1]}, TargetValues(errors=0.0)).value == math.inf
    )
    assert of(IDLE, TargetValues(errors=0.0)).value == 0.0


def test_requests_that_pile_up_strain_although_none_is_lost_yet():
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [450, 350]}
    found = steady(network(), columns)
    assert backlog(found, found.tallies[0]) == pytest.approx(200 / 1000)
    piled = measure_strain(found, found.tallies[0], TargetValues(errors=0.9))
    assert (piled.value, piled.nearest.target) == (pytest.approx(0.2 / BACKLOG), Target.PILING_UP)


@pytest.mark.parametrize(("lost", "target"), [(0, Target.PILING_UP), (1, Target.ERRORS)])
def test_where_nothing_may_be_lost_sessions_that_pile_up_are_told_as_that_while_none_is(lost, target):
    columns = {
        CAME: [500, 500],
        ISSUED: [500, 500],
        COMPLETED: [450, 350],
        LOST: [0, lost],
        ("sessions", "open"): [50, 150],
    }
    found = of(columns, TargetValues(errors=0.0), CPU)
    assert (found.value, found.nearest.target) == (math.inf, target)


def test_what_sessions_that_are_open_at_the_start_ask_for_in_the_first_window_does_not_pile_up():
    """They all think at time 0: 50 requests in progress from the first window on are as many as there always are."""
    columns = {CAME: [500, 500], ISSUED: [550, 500], COMPLETED: [500, 500]}
    begun = network()
    begun = replace(begun, source=replace(begun.source, open_at_start=60))
    found = steady(begun, columns)
    assert backlog(found, found.tallies[0]) == 0.0
    growing = steady(begun, columns | {COMPLETED: [500, 400]})
    assert backlog(growing, growing.tallies[0]) == pytest.approx(100 / 500)


def test_a_growth_that_chance_explains_is_no_backlog():
    # Two Poisson numbers of mean 5 differ by 3 standard deviations, 3 x the root of 10 = 9.5, once in 700 times.
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [496, 496]}
    found = steady(network(), columns)
    assert backlog(found, found.tallies[0]) == 0.0


def test_requests_that_failed_are_not_in_progress():
    failed = ("cause", "kernel pool", "failed")
    columns = {CAME: [500, 500], ISSUED: [500, 500], COMPLETED: [400, 400], failed: [100, 100]}
    found = steady(network(POOL), columns)
    assert backlog(found, found.tallies[0]) == 0.0


def test_the_most_used_limit_strains_by_its_share_of_the_target():
    columns = IDLE | {("shared", "CPU", "work"): [30.0, 34.0], ("pool", "kernel pool", "used"): [400.0, 400.0]}
    found = of(columns, TargetValues(0.01, utilisation=0.9), CPU, POOL)
    assert found.value == pytest.approx(0.8 / 0.9)
    assert found.nearest == NearestTarget(Target.UTILISATION, pytest.approx(0.8), 0.9, "CPU")


def test_memory_that_turns_nothing_away_is_no_subject_of_a_target_of_ceilings():
    columns = IDLE | {("region", "heap", "used"): [990.0, 990.0], ("shared", "CPU", "work"): [8.0, 8.0]}
    asked = TargetValues(0.5, utilisation=0.5, ceilings=0.5)
    assert of(columns, asked, CPU, heap("heap")).nearest.limit == "CPU"
    failing = columns | {COMPLETED: [495, 495], LOST: [5, 5], ("cause", "heap", "failed"): [5, 5]}
    assert of(failing, asked, CPU, heap("heap")).nearest.limit == "heap"


def test_a_target_of_utilisation_without_anything_it_is_about_strains_nothing():
    assert of(IDLE, TargetValues(0.01, utilisation=0.5)).value == 0.0


def test_open_sessions_strain_by_their_mean_number():
    # 60 of them come at time 0: the moment at which they came adds nothing, so that they are open all the time.
    found = of(IDLE | {("sessions", "open"): [60, 0]}, TargetValues(0.2, connections=50.0))
    assert found.nearest.target is Target.CONNECTIONS
    assert found.value == pytest.approx(60.0 / 50.0)


def test_a_percentile_strains_by_its_share_of_the_target():
    for asked, target in (
        (TargetValues(0.01, p95_response=2.0), Target.P95),
        (TargetValues(0.01, p99_response=2.0), Target.P99),
    ):
        found = of(IDLE, asked, histogram={0.1: 900, 1.5: 100})
        assert found.nearest.target is target and found.value == pytest.approx(0.75, rel=0.01)


def test_the_nearer_of_two_percentiles_is_named():
    asked = TargetValues(0.01, p95_response=2.0, p99_response=2.5)
    assert of(IDLE, asked, histogram={0.1: 970, 5.0: 30}).nearest.target is Target.P99
    assert of(IDLE, asked, histogram={0.1: 900, 5.0: 100}).nearest.target is Target.P95


@pytest.mark.parametrize(("asked", "needed"), [
    ("p95_response", "95th percentile needs 200"), ("p99_response", "99th percentile needs 1,000"),
])  # fmt: skip
def test_too_few_responses_say_nothing_of_a_percentile(asked, needed):
    # 20 s brought 71: a fifth more than what would bring enough.
    longer = "to at least (69|340) s"
    with pytest.raises(NotConverged, match=f"71 responses a replication, .* {needed}; raise run.duration {longer}"):
        of(IDLE, TargetValues(0.01, **{asked: 2.0}), histogram={0.1: 71})


RECEIVED = IDLE | {("requests", "payload"): [4e7, 4e7], ("requests", "response time"): [500.0, 500.0]}


def test_the_speed_of_clients_strains_by_what_is_asked_over_what_is_measured():
    found = of(RECEIVED, TargetValues(0.01, client_speed=6e4))
    assert found.value == pytest.approx(0.75)
    assert found.nearest == NearestTarget(Target.SPEED, pytest.approx(8e4), 6e4)


def test_no_responses_say_nothing_of_the_speed_of_clients():
    with pytest.raises(NotConverged, match="no response in a replication, .*; raise run.duration"):
        of(IDLE, TargetValues(0.01, client_speed=6e4))


def test_where_responses_spend_most_of_their_time_stands_behind_their_speed():
    columns = RECEIVED | {("shared", "CPU", "jobs"): [100.0, 100.0], ("shared", "cards", "jobs"): [390.0, 390.0]}
    cards = SharedCapacity("cards", 1.25e8, (TCP.wire_rate(8e4),), "bytes")
    sending = replace(network(CPU, cards).classes[0], steps=(Serve("cards", ResponseBytes()),))
    found = steady(replace(network(CPU, cards), classes=(sending,)), columns)
    nearest = measure_strain(found, found.tallies[0], TargetValues(0.01, client_speed=1e5)).nearest
    assert nearest.spent == TimeSpent("cards", pytest.approx(1.0), pytest.approx(0.78), pytest.approx((8e4, 8e4)))
    told = str(NoLoad(nearest, 35.0, "Shop"))
    assert told == (
        "Shop: no load meets the targets: even at 35 requests/s clients receive at 80 kB/s on average, where at least"
        " 100 kB/s is asked; a response takes 1 s on average, 78 % of it at the cards and on the clients' lines"
        " (80 kB/s); write targets.client_speed of at most 72 kB/s, or plan for clients with faster lines"
    )


# So many job-seconds at the cards, and bytes sent there, of 1.25e9 in a window; half of the clients receive at 80 kB/s,
# so that a tenth of it takes them 745 s on their lines alone, and nine tenths 6,710.
@pytest.mark.parametrize(("jobs", "work", "behind"), [
    (750.0, 1.25e8, "clients' lines"),
    (7_000.0, 1.125e9, "clients' lines"),
    (20_000.0, 1.125e9, "cards"),
    (2_500.0, 1.25e8, "clients' lines"),  # More of the slow ones came, for nobody waits at cards that are idle.
])  # fmt: skip
def test_cards_are_behind_a_speed_only_where_responses_wait_there_for_others(jobs, work, behind):
    columns = RECEIVED | {("requests", "response time"): [jobs, jobs], ("shared", "cards", "jobs"): [jobs, jobs],
                          ("shared", "cards", "work"): [work, work]}  # fmt: skip
    cards = SharedCapacity("cards", 1.25e8, (TCP.wire_rate(8e4), TCP.wire_rate(8e6)), "bytes")
    of_both = network(CPU, cards)
    sending = replace(of_both.classes[0], steps=(Serve("cards", ResponseBytes()),))
    source = replace(of_both.source, client_shares=(0.5, 0.5))
    found = steady(replace(of_both, classes=(sending,), source=source), columns)
    nearest = measure_strain(found, found.tallies[0], TargetValues(0.01, client_speed=1e9)).nearest
    assert nearest.limit == "cards" and nearest.behind == behind
    told = remedy(nearest)
    assert ("faster lines" in told) == (behind != "cards") and ("enlarge the cards" in told) == (behind == "cards")


def test_a_wait_that_is_longer_than_all_stations_take_is_not_held_against_one_of_them():
    columns = RECEIVED | {("shared", "CPU", "jobs"): [10.0, 10.0]}
    nearest = of(columns, TargetValues(0.01, client_speed=1e5), CPU).nearest
    assert nearest.limit == "" and nearest.spent == TimeSpent("", pytest.approx(1.0), pytest.approx(0.98))
    told = str(NoLoad(nearest, 35.0))
    assert "1 s on average, 98 % of it waiting for other machines or for a place; write targets" in told
    assert "enlarge" not in told


def test_few_responses_keep_nobody_from_saying_that_another_target_is_missed():
    lost = IDLE | {ISSUED: [500, 490], COMPLETED: [500, 490], LOST: [0, 10]}
    found = of(lost, TargetValues(errors=0.001, p95_response=1.0))
    assert (found.value, found.nearest.target) == (pytest.approx(10.0), Target.ERRORS)
    with pytest.raises(NotConverged, match=r"raise run\.duration"):
        of(IDLE, TargetValues(errors=0.001, p95_response=1.0))


def test_a_window_is_judged_by_as_many_responses_as_its_targets_need():
    """Ten beyond a percentile, and a thousand of a mean speed, which the files of five seconds tell by chance."""
    assert responses_needed(TargetValues(errors=0.01)) == 1.0
    assert responses_needed(TargetValues(errors=0.01, p95_response=1.0)) == pytest.approx(200.0)
    assert responses_needed(TargetValues(errors=0.01, p95_response=1.0, client_speed=1e6)) == OF_A_SPEED
