"""A watch of very many requests is shortened where nothing happens, and tells the same."""

import numpy as np
import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.estimate import exact
from simulator.experiment.results import WarmUp
from simulator.failover import skipped_windows as shortening
from simulator.failover.failure_run import failure_run, run_tallies
from simulator.failover.load import ServerLoad
from simulator.failover.skipped_windows import session_length
from simulator.failover.survive import study_failover
from simulator.messages.survive.failover import notes
from simulator.network.cluster import NODE_DOWN
from simulator.targets import target_values

LONG = {"unit.failures.timetable": [{"at": "5 min", "lasts": "10 min"}], "unit.failures.watch": "5 min",
        "run.replications": 2}  # fmt: skip
LOAD = "30 /s"


@pytest.fixture(scope="module")
def both(unit):
    """The same watch in full, and shortened to a fraction of its requests."""
    scenario, engine = load(unit, LONG), load_engine("kernel")
    full = study_failover(scenario, engine, LOAD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortening, "BUDGET", 0.25 * 1200.0 * 150.0 * 2)
        short = study_failover(scenario, engine, LOAD)
        told = run_tallies(short.watch, engine), short.watch.shortened, list(notes(short))
    return full, short, told


def test_a_watch_that_fits_is_run_whole(both):
    assert both[0].watch.shortened is None


def test_a_part_is_simulated_and_said_so(both):
    _, _, (_, short, said) = both
    assert 0.1 < short.share < 0.5
    assert any("% of the time is simulated" in line for line in said)


def test_the_tally_has_all_windows_and_what_happens_is_where_it_was(both):
    _, found, (known, short, _) = both
    for tally in known:
        assert tally.edges.shape[0] == found.watch.plan.windows + 1 == tally.by_window.shape[0]
        refused = np.diff(tally.column("cause", NODE_DOWN, "refusals"))
        met = np.flatnonzero(refused) * found.watch.plan.window - found.watch.plan.warm_up
        assert met.min() >= 295.0 and met.max() <= 315.0
    assert short.whole.windows == found.watch.plan.windows


def test_as_much_is_simulated_as_it_takes_long_sessions_to_fill_a_node(unit):
    """Sessions of 11 pauses of 2 s last 22 s: four times that are 88 s of each stretch, in place of ten."""
    session = {"requests": 12, "think_time": "2 s"}
    scenario = load(unit, LONG | {"workload.session": session})
    watch = failure_run(
        scenario, ServerLoad(30.0, exact(50.0, "/s"), "", WarmUp(20.0)), target_values(scenario.targets)
    )
    assert session_length(watch.network) == pytest.approx(22.0)
    # Three times 80 s, less 20 s of warm-up, are 55 s of each of four stretches, in windows of 10 s.
    for seconds, kept in ((300.0, 90.0), (80.0, 60.0)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shortening, "seconds_within", lambda rate, count, within=seconds: within)
            assert watch.shortened.kept == kept


def test_sessions_still_add_up_to_the_last_one(both):
    assert all(each.adds_up for each in both[1].session_outcomes)


def test_areas_are_what_they_were_by_littles_law(both):
    """Requests in progress on average, from the areas, are rate times response time."""
    _, found, (known, *_) = both
    for tally in known:
        window = tally.plan.window
        time = np.arange(tally.plan.windows + 1) * window
        issued, completed = tally.column("requests", "issued"), tally.column("requests", "completed")
        ended = sum(tally.column("cause", cause, what) for cause in found.watch.network.causes
                    for what in ("failed", "tried again"))  # fmt: skip
        area = (issued - completed - ended) * time - tally.column("requests", "active moment")
        first = found.watch.first
        assert (np.diff(area) > -1e-6).all()
        grown = area[-1] - area[first]
        assert grown == pytest.approx(float(np.diff(tally.column("requests", "response time"))[first:].sum()), rel=0.1)


def test_it_tells_what_the_whole_watch_tells(both):
    full, short, _ = both
    assert short.worst.times.value == pytest.approx(full.worst.times.value, rel=0.1)
    assert short.worst.response.value == pytest.approx(full.worst.response.value, rel=0.25)
    assert abs(short.recovery.outside.value - full.recovery.outside.value) < 1.0
    # Its windows are shorter, so that phases of seconds are told too.
    for one, other in ((short.phases[0], full.phases[0]), (short.phases[-1], full.phases[-1])):
        assert one.away == other.away == 0
        assert (one.begins, one.ends) == pytest.approx((other.begins, other.ends), abs=12.0)
        assert one.node_requests.value == pytest.approx(other.node_requests.value, rel=0.1)


def test_fewer_replications_come_first():
    assert shortening.replications_within(1e6, 4) == 4
    assert shortening.replications_within(4e6, 4) == 3
    assert shortening.replications_within(1e9, 4) == shortening.FEWEST
