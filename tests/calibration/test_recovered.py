"""Parameters of known servers are found again, within intervals that hold as often as they say."""

import numpy as np
import pytest
from scipy.stats import binom

from simulator.calibration.calibrate import calibrate
from simulator.calibration.fit import fit
from simulator.calibration.load_kind import check_rows
from simulator.calibration.mechanisms import initial_parameters, select_mechanisms
from simulator.calibration.server import Parameter
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, closed_rows, machine, open_rows

USED = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
USERS = (4, 12, 20, 30, 40, 50, 60, 70)
TRIALS = 200
# 93 to 97 % of 200 trials. Of a right interval, 95 % are expected and 3.1 of the 200 are the standard deviation.
AS_OFTEN = (0.93, 0.97)


def covered(found, truth):
    return [found.intervals[each].low <= value <= found.intervals[each].high for each, value in truth.items()]


def test_exact_rows_give_the_parameters_back():
    found = calibrate(open_rows(OPEN_SERVER, machine(), USED), machine()).fit
    assert found.parameters == pytest.approx(OPEN_SERVER, rel=1e-6)
    found = calibrate(closed_rows(CLOSED_SERVER, machine(4), USERS), machine(4)).fit
    assert found.parameters == pytest.approx(CLOSED_SERVER, rel=1e-6)


def test_intervals_hold_as_often_as_they_say():
    """The cheapest system of all, 200 times: CPU a request from rows of CPU, in closed form."""
    truth = {Parameter.WORK: 0.004}
    hits = []
    for trial in range(TRIALS):
        rows = [point for point in open_rows(truth, machine(1), USED[::2], 0.03, trial)]
        loaded = check_rows(rows)
        start = initial_parameters(loaded, machine(1), [Parameter.WORK], {})
        hits.append(covered(fit(loaded, machine(1), [Parameter.WORK], {}, start), truth))
    assert AS_OFTEN[0] <= np.mean(hits) <= AS_OFTEN[1]


def test_contention_is_found_where_it_is_and_nowhere_else():
    truth = {**OPEN_SERVER, Parameter.CONTENTION: 0.04}
    used = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7)
    found = select_mechanisms(check_rows(open_rows(truth, machine(), used, 0.005, 3)), machine()).fit
    assert all(covered(found, truth))
    without = select_mechanisms(check_rows(open_rows(OPEN_SERVER, machine(), USED, 0.005, 3)), machine()).fit
    assert Parameter.CONTENTION not in without.free


def test_the_cost_of_a_byte_is_told_from_that_of_a_request_by_rows_of_several_sizes():
    truth = {**OPEN_SERVER, Parameter.WORK_PER_BYTE: 2e-8}
    sizes = (1e3, 1e5, 1e3, 1e5, 1e4, 1e5, 1e3, 1e4)
    found = select_mechanisms(check_rows(open_rows(truth, machine(), USED, 0.01, 1, sizes)), machine()).fit
    assert all(covered(found, truth))


def test_worker_threads_are_found_where_the_rate_ends_before_the_cpu():
    rows = closed_rows(CLOSED_SERVER, machine(8, 12), (5, 20, 40, 60, 80, 100, 140), 0.01, 5)
    found = calibrate(rows, machine(8))
    assert found.fit.machine.workers == pytest.approx(12, abs=1)


def test_cores_that_nobody_states_are_said_to_be_unknown():
    rows = closed_rows(CLOSED_SERVER, machine(1), (1, 2, 70, 100, 140), 0.02, 2, cpu=False)
    found = select_mechanisms(check_rows(rows), None)
    assert 1 in found.threads and len(found.threads) > 1


SYSTEMS = [
    (OPEN_SERVER, lambda seed: (open_rows(OPEN_SERVER, machine(), USED, 0.02, seed), machine())),
    (CLOSED_SERVER, lambda seed: (closed_rows(CLOSED_SERVER, machine(4), USERS, 0.02, seed), machine(4))),
]


@pytest.mark.proof
@pytest.mark.parametrize(("truth", "rows"), SYSTEMS)
def test_the_interval_of_each_parameter_is_as_wide_as_it_should_be(truth, rows):
    """With the mechanisms known, and five times as many rows, none of which the next test has: 93 to 97 % is then
    within three standard deviations of 95 %."""
    hits = []
    for trial in range(TRIALS, 6 * TRIALS):
        measured, on = rows(trial)
        hits.append(covered(fit(check_rows(measured), on, tuple(truth), {}, truth), truth))
    each = dict(zip(truth, np.mean(hits, axis=0), strict=True))
    print("intervals that hold, by parameter, mechanisms known:", each)
    assert all(AS_OFTEN[0] <= share <= AS_OFTEN[1] for share in each.values()), each


def can_be(count, trials=TRIALS):
    """Whether intervals that hold as often as they should would hold so many times, but for 1 in 100 on each side."""
    return binom.cdf(count, trials, AS_OFTEN[0]) > 0.01 and binom.sf(count - 1, trials, AS_OFTEN[1]) > 0.01


def test_too_narrow_and_too_wide_intervals_are_told_by_their_number():
    assert can_be(190) and not can_be(TRIALS) and not can_be(170)


@pytest.mark.proof
@pytest.mark.parametrize(("truth", "rows"), SYSTEMS)
def test_whole_calibrations_hold_as_often_as_they_say(truth, rows):
    """With everything that is chosen on the way: which mechanisms there are, how far each measurement scatters."""
    hits = []
    for trial in range(TRIALS):
        measured, on = rows(trial)
        found = select_mechanisms(check_rows(measured), on).fit
        hits.append(covered(found, truth))
    print("intervals that hold, by parameter:", dict(zip(truth, np.mean(hits, axis=0), strict=True)))
    assert AS_OFTEN[0] <= np.mean(hits) <= AS_OFTEN[1]
    assert all(can_be(int(count)) for count in np.sum(hits, axis=0))


def test_rows_of_one_mix_tell_one_cost_of_a_request_however_their_mean_sizes_scatter():
    """A cost of each byte that fits the sizes by chance would leave a request nothing, with certainty."""
    sizes = (26.9e3, 22.6e3, 24.9e3, 24.5e3, 22.3e3, 23.2e3, 24.9e3, 23.6e3)
    truth = {**OPEN_SERVER, Parameter.WORK_PER_BYTE: 0.0}
    for seed in range(5):
        found = select_mechanisms(check_rows(open_rows(truth, machine(), USED, 0.03, seed, sizes)), machine())
        assert found.together == (Parameter.WORK_PER_BYTE,)
        interval = found.fit.intervals[Parameter.WORK]
        assert 0.0 < interval.low < interval.value < interval.high < 2.0 * interval.value


def test_a_request_that_costs_nothing_beside_its_bytes_may_cost_what_the_rows_do_not_deny():
    sizes = (1e3, 1e5, 1e3, 1e5, 1e4, 1e5, 1e3, 1e4)
    truth = {Parameter.WORK: 1e-9, Parameter.WORK_PER_BYTE: 2e-8, Parameter.WAIT: 0.02}
    found = select_mechanisms(check_rows(open_rows(truth, machine(), (0.01, 0.1) * 4, 0.02, 1, sizes)), machine())
    interval = found.fit.intervals[Parameter.WORK]
    assert not found.together and interval.low == 0.0 < interval.high < 1e-4
