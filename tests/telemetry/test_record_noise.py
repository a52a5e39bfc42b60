"""How far another record of the same load would be off: what is smooth has no noise, and noise is found as it is."""

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from simulator.telemetry.record_noise import peak_range, ratio_range, work_always
from tests.proven import mostly_proof

DAY = 288


def course(days=2):
    """The load of a day, in steps of five minutes."""
    return 1e4 * (1.0 - 0.5 * np.cos(2.0 * math.pi * np.arange(days * DAY) / DAY))


def found(amounts, step=300.0):
    return peak_range(step * np.arange(len(amounts)), amounts, step, np.random.default_rng(1))


@pytest.mark.parametrize("every, step", [(1, 300.0), (12, 3_600.0)])
def test_the_course_of_a_day_is_no_noise(every, step):
    peaks = found(course()[::every], step)
    assert peaks.low == pytest.approx(1.5e4, rel=2e-3) and peaks.high == pytest.approx(1.5e4, rel=2e-3)


def test_a_gap_and_a_deployment_make_no_noise():
    amounts = course()
    amounts[100:110], amounts[200] = np.nan, 0.0
    assert found(amounts).high < 1.51e4


def test_the_sides_of_a_gap_are_no_neighbours():
    """One hour of every three is measured: what the load does between is no noise."""
    amounts = course(days=4)
    measured = np.arange(len(amounts)) % 36 < 12
    alone = 300.0 * np.flatnonzero(measured), amounts[measured]
    peaks = [found(np.where(measured, amounts, np.nan)), peak_range(*alone, 300.0, np.random.default_rng(1))]
    for each in peaks:
        assert each == pytest.approx((1.5e4, 1.5e4), rel=2e-3)


@pytest.mark.parametrize("records", mostly_proof([25, 100], [25]))
def test_noise_of_the_load_is_found_again(records):
    random = np.random.default_rng(7)
    peaks = [random.poisson(course()).max() for _ in range(300)]
    there = [found(random.poisson(course()).astype(float)) for _ in range(records)]
    inside = np.mean([[each.low <= peak <= each.high for peak in peaks] for each in there])
    assert 0.92 <= inside <= 0.98


def test_hardly_any_steps_tell_nothing():
    assert found(course()[:8]) is None and found(np.full(DAY, np.nan)) is None
    assert ratio_range(np.ones(1), np.ones(1)) is None


def test_a_ratio_without_noise_has_no_interval():
    loads = course()
    assert ratio_range(1.3 * loads, loads) == pytest.approx((1.3, 1.3))


def test_a_backup_at_night_moves_no_interval_of_a_ratio():
    loads = course()
    busy = 1.3 * loads + np.where(np.arange(len(loads)) % DAY < 24, 1e4, 0.0)
    assert ratio_range(busy, loads) == pytest.approx((1.3, 1.3))


def test_the_interval_of_a_ratio_holds_it_95_times_in_a_hundred():
    random, loads = np.random.default_rng(3), course()
    hits = 0
    for _ in range(400):
        between = ratio_range(loads * (1.3 + 0.1 * random.standard_normal(len(loads))), loads)
        hits += between.low <= 1.3 <= between.high
    assert 0.92 <= hits / 400 <= 0.98


@pytest.mark.parametrize("held", mostly_proof([0.0, 0.6, 0.9], [0.6]))
def test_what_is_worked_without_any_load_lies_in_its_interval_95_times_in_a_hundred_and_a_backup_moves_nothing(held):
    """Of 400 records of a week by the hour: 5 points of CPU all the time, and twelve more in two hours of a night. The
    noise of each hour keeps a share of that of the hour before."""
    random, hours, trials = np.random.default_rng(5), np.arange(168), 400
    loads = 0.1 + 0.05 * np.cos(2.0 * np.pi * hours / 24.0)
    inside = inside_beyond = 0
    for _ in range(trials):
        noise = lfilter([math.sqrt(1.0 - held**2)], [1.0, -held], random.standard_normal(268))[100:]
        measured = 0.05 + 2.0 * loads + 0.003 * noise + 0.12 * np.isin(hours % 24, (2, 3))
        found = work_always(measured, loads, 1.2)
        inside += found.between.low <= 0.05 <= found.between.high
        inside_beyond += found.beyond.low <= 0.05 + 2.0 * 1.2 * 0.15 <= found.beyond.high
        # Noise that hangs together moves the line as a load does.
        assert found.factor == pytest.approx(2.0, rel=0.15 if held else 0.05)
    # Three standard deviations of a binomial share of 95 % of so many.
    off = 3.0 * math.sqrt(0.95 * 0.05 / trials)
    assert abs(inside / trials - 0.95) <= off and abs(inside_beyond / trials - 0.95) <= off


def test_hardly_any_steps_and_loads_that_are_alike_tell_no_line():
    assert work_always(np.ones(5), np.ones(5)) is None and work_always(np.arange(9.0), np.arange(9.0)) is None
    assert work_always(np.arange(90.0), np.ones(90)) is None
