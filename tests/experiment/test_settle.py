"""The warm-up that pilot runs show, and stated ones that are too short."""

import math
from dataclasses import replace

import numpy as np
import pytest

from models.parts.run import Run
from simulator.engines.run_plan import RunPlan
from simulator.errors import NotConverged, Overloaded
from simulator.experiment.estimate import Estimate
from simulator.experiment.progress import announce_steps
from simulator.experiment.results import LONGEST_RESPONSES, WarmUp
from simulator.experiment.warm_up import SettlingTime, _too_short, find_warm_up, longest_responses, require_settled
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import RequestClass
from simulator.network.resources import SharedCapacity
from simulator.network.steps import ResponseBytes, Serve
from tests.experiment.cold_start import MEASURES, biases, shows_the_cut
from tests.experiment.tallies import CPU, WINDOW, network, steady

SERVER = network(CPU)
# 20 windows of ten seconds.
RUN = Run(window=WINDOW, duration=200.0)
WIRE, WORK = ("requests", "wire"), ("shared", "CPU", "work")
LINE = 1e6  # Bytes a second.
COMPLETED, RESPONSE = ("requests", "completed"), ("requests", "response time")
COLUMNS = {
    "wire": WIRE, "work": WORK, "completed": COMPLETED,
    "issued": ("requests", "issued"), "came": ("sessions", "offered"),
}  # fmt: skip


class Scripted:
    """An engine whose columns grow as they are told to, by window; it keeps the plans that it was given."""

    name = "scripted"

    def __init__(self, **grown):
        self.grown = {COLUMNS[name]: growth for name, growth in grown.items()}
        self.plans = []

    def run(self, of, plan, seed):
        self.plans.append(plan)
        windows = np.arange(plan.windows)
        return steady(of, {column: growth(windows) for column, growth in self.grown.items()}).tallies[0]


def rising_until(end):
    """More in each window up to number `end`, and then the same."""
    return lambda windows: np.minimum(windows, end) + 1.0


def every(window):
    """As much in every window."""
    return lambda windows: np.full(windows.shape, window)


# A CPU that is always busy, and traffic that never settles.
FULL = {"wire": lambda windows: windows + 1.0, "work": every(4.0 * WINDOW)}


def test_a_stated_warm_up_stays_and_nothing_runs_for_it():
    engine, run = Scripted(), RUN.model_copy(update={"warm_up": 40.0})
    assert find_warm_up(engine, SERVER, run) == (run, WarmUp(40.0))
    assert not engine.plans


def test_the_warm_up_is_that_of_the_series_that_settles_last():
    engine = Scripted(wire=rising_until(4), work=rising_until(7))
    run, settled = find_warm_up(engine, SERVER, RUN)
    assert settled == WarmUp(70.0, "CPU", 200.0)
    assert run == RUN.model_copy(update={"warm_up": 70.0})
    assert engine.plans == [RunPlan(20, WINDOW, 0.0, replication=0)]


def test_where_all_is_the_same_from_the_start_there_is_no_warm_up():
    assert find_warm_up(Scripted(wire=rising_until(0)), SERVER, RUN)[1] == WarmUp(0.0, "", 200.0)


@pytest.mark.parametrize(("end", "pilots"), [(9, 1), (10, 2), (19, 2), (20, 3), (25, 3), (159, 5)])
def test_pilot_runs_double_until_the_cut_is_before_the_latest_that_is_allowed(end, pilots):
    engine = Scripted(wire=rising_until(end))
    assert find_warm_up(engine, SERVER, RUN)[1] == WarmUp(end * WINDOW, "traffic", 200.0 * 2 ** (pilots - 1))
    assert [plan.windows for plan in engine.plans] == [20 * 2**pilot for pilot in range(pilots)]


def test_a_server_that_does_not_settle_is_not_converged_and_is_told_what_to_write():
    with pytest.raises(NotConverged) as raised:
        find_warm_up(Scripted(wire=lambda windows: windows + 1.0), SERVER, RUN)
    said = str(raised.value)
    assert said.startswith("run.warm_up = auto: not settled after 1600 s: traffic; the pilot run took 3200 s, 16 times")
    assert said.endswith("must take 6400 s at least: --set 'run.duration=400 s', or state run.warm_up")


def test_a_server_that_is_offered_more_than_it_carries_is_overloaded_by_name_and_rate():
    with pytest.raises(Overloaded) as raised:
        find_warm_up(Scripted(**FULL, completed=every(70.0), issued=every(100.0), came=every(100.0)), SERVER, RUN)
    found = raised.value
    assert (found.limit, found.carried, found.offered) == ("CPU", pytest.approx(7.0), pytest.approx(10.0))


def test_a_station_that_is_always_busy_and_keeps_up_is_not_overloaded():
    keeps_up = Scripted(**FULL, completed=every(100.0), issued=every(100.0), came=every(100.0))
    with pytest.raises(NotConverged, match="not settled") as raised:
        find_warm_up(keeps_up, SERVER, RUN)
    assert not isinstance(raised.value, Overloaded)


def test_a_jump_late_in_a_pilot_run_is_not_seen():
    """A known limit of MSER: a few values at the end may be others by chance. What rises towards them is seen."""
    late = Scripted(wire=lambda windows: np.where(windows < 15, 1.0, 3.0))
    assert find_warm_up(late, SERVER, RUN)[1] == WarmUp(0.0, "", 200.0)


def test_a_load_test_is_not_settled():
    engine = Scripted(wire=lambda windows: windows + 1.0)
    run, settled = find_warm_up(engine, SERVER, RUN, ramped=True)
    assert (run.warm_up, settled, engine.plans) == (0.0, WarmUp(0.0), [])


@pytest.mark.parametrize("noise", [1e-12, 1e-3])
def test_what_moves_the_mean_by_less_than_a_tenth_of_the_precision_is_no_warm_up(noise):
    """Such as the rounding of a station that is always busy. 1 in a thousand is half a tenth of 2 %."""
    random = np.random.default_rng(1)
    drift = Scripted(work=lambda windows: 30.0 * (1.0 + noise * np.where(windows < windows.size / 2, 0.0, 1.0)
                                                  + 1e-15 * random.normal(size=windows.size)))  # fmt: skip
    assert find_warm_up(drift, SERVER, RUN)[1] == WarmUp(0.0, "", 200.0)


def test_windows_without_responses_are_left_out():
    def run(self, of, plan, seed):
        every_other = np.arange(plan.windows) % 2
        slow = np.where(np.arange(plan.windows) < 7, 9.0, 1.0)
        return steady(of, {COMPLETED: every_other, RESPONSE: every_other * slow}).tallies[0]

    engine = type("Idle", (), {"run": run})()
    # Windows 1, 3 and 5 are slow, and 7 is the next that says anything.
    assert find_warm_up(engine, SERVER, RUN)[1] == WarmUp(70.0, "response time", 200.0)


class Counted:
    """Progress that can grow."""

    def __init__(self):
        self.done, self.total = 0, 0

    def __call__(self):
        self.done += 1

    def grow(self, steps):
        self.total += steps


def test_each_pilot_run_is_a_step_of_progress():
    counted = Counted()
    find_warm_up(Scripted(wire=rising_until(25)), SERVER, RUN, counted)
    assert (counted.done, counted.total) == (3, 3)


def test_progress_that_cannot_grow_is_left_alone():
    announce_steps(lambda: None, 3)


def replicated(end, spread=0.0, high=3.0, windows=40):
    """Three replications whose traffic rises from 1 to `high` in window `end`; noise is a share of it."""
    random = np.random.default_rng(2)
    growth = 1.0 + (high - 1.0) * np.minimum(np.arange(windows) / end, 1.0)
    return steady(SERVER, *({WIRE: growth * (1.0 + spread * random.normal(size=windows))} for _ in range(3))).tallies


def stated(windows, **changes):
    """A run of 20 measured windows after so many of warm-up."""
    return RUN.model_copy(update={"warm_up": windows * WINDOW, **changes})


SHORT = {"warm_up": 0.4, "window": 0.4}


def two(*values):
    return [Estimate(value, 0.1, 0.95, 3, "Mbps") for value in values]


def checked(tallies, warm_up, run):
    """The check, of tallies that were made up without a warm-up."""
    for tally in tallies:
        object.__setattr__(tally.plan, "warm_up", warm_up * WINDOW)
    require_settled(SERVER, tallies, run)


def test_a_stated_warm_up_that_is_too_short_is_not_converged_and_is_told_what_to_write():
    with pytest.raises(NotConverged) as raised:
        checked(replicated(8), 2, stated(2))
    assert str(raised.value) == (
        'run.warm_up = 20 s is too short: last to settle is traffic, after 80 s, so that "traffic on the wire" comes'
        " out 4.6 % too low; write run.warm_up: auto or 80 s"
    )


def test_the_time_is_told_without_the_rounding_of_windows_that_add_up():
    """Three windows of 0.4 s are 1.2000000000000002 s."""
    found = _too_short(SettlingTime("traffic", 3, False), "payload", *two(1.2, 1.0), RUN.model_copy(update=SHORT))
    assert str(found) == (
        'run.warm_up = 400 ms is too short: last to settle is traffic, after 1.2 s, so that "payload" comes out 20 %'
        " too high; write run.warm_up: auto or 1.2 s"
    )


def test_what_comes_to_nothing_is_not_told_as_a_share_of_it():
    found = _too_short(SettlingTime("traffic", 3, True), "payload", *two(1.234, 0.0), RUN.model_copy(update=SHORT))
    told = str(found)
    assert [dict(each.changes) for each in found.remedies] == [{"run.warm_up": "auto", "run.duration": "2.4 s"}]
    assert 'after 1.2 s or more, so that "payload" comes out at 1.2 in place of 0; write' in told


def test_one_that_is_too_short_by_more_than_can_be_seen_asks_for_a_longer_duration_too():
    with pytest.raises(NotConverged, match=r"after 200 s or more.*auto or 200 s, and a longer run.duration"):
        checked(replicated(25), 2, stated(2))


@pytest.mark.parametrize("warm_up", [8, 12])
def test_one_that_is_long_enough_passes(warm_up):
    checked(replicated(8), warm_up, stated(warm_up))


def test_what_is_off_by_less_than_the_precision_passes():
    checked(replicated(8, high=1.1), 2, stated(2))  # 6 of 38 windows are 4 % lower on average: 0.6 %.


def test_what_differs_by_chance_passes():
    """The cut is later than the warm-up, and traffic 0.7 % off: more than asked, but no more than the interval."""
    checked(replicated(8, spread=0.1, high=1.1), 2, stated(2, precision=0.001))


@pytest.fixture(scope="module")
def cold_start():
    return biases(4)


@pytest.mark.parametrize("measure", MEASURES)
def test_behind_the_cut_a_cold_server_is_a_warm_one(cold_start, measure):
    """The long proof, `test_settle_proof`, takes ten times as many seeds."""
    shows_the_cut(cold_start[measure])


def test_the_warm_up_is_no_shorter_than_the_longest_responses_take():
    """Of exponential responses of 10 s, 0.7 % of the bytes come in one of over 70 s, of constant ones none after 10."""
    line = SharedCapacity("line", 1e9, (LINE,), "bytes")

    def sending(payload):
        sent = RequestClass("request", 1.0, payload, 0.0, (Serve("line", ResponseBytes()),))
        return replace(SERVER, resources=(line,), classes=(sent,))

    slow, endless = sending(exponential(10.0 * LINE)), sending(Distribution(Family.PARETO, LINE, 1.5))
    share = 1.0 - 8.0 * math.exp(-7.0)  # Of the bytes, in those of up to 7 times the mean.
    assert longest_responses(slow) == pytest.approx(70.0, rel=0.1) and 0.99 < share < 0.995
    assert longest_responses(sending(constant(10.0 * LINE))) == pytest.approx(10.0, rel=0.1)
    run, settled = find_warm_up(Scripted(wire=rising_until(0)), slow, RUN)
    assert settled.series == LONGEST_RESPONSES and run.warm_up == pytest.approx(70.0, rel=0.15)
    assert longest_responses(endless) == pytest.approx(4e6)  # Requests, of which one comes a second.


def test_slow_lines_lengthen_what_the_longest_responses_take():
    """Half of the lines at a third of the speed read for 3 s and 1 s, of a mean square of 5/4 of 2 s squared."""
    line = SharedCapacity("line", 1e9, (LINE / 3.0, LINE), "bytes")
    sent = RequestClass("request", 1.0, constant(LINE), 0.0, (Serve("line", ResponseBytes()),))
    source = replace(SERVER.source, client_shares=(0.5, 0.5))
    found = longest_responses(replace(SERVER, resources=(line,), classes=(sent,), source=source))
    assert found == pytest.approx(3.0, rel=0.1)  # For longer than the slow ones nobody reads.
    varying = replace(sent, payload=exponential(LINE))
    found = longest_responses(replace(SERVER, resources=(line,), classes=(varying,), source=source))
    assert found == pytest.approx(2.0 * (1.0 + 6.0 * (2.0 * 1.25 - 1.0)), rel=0.1)
