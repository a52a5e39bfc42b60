"""How far a rising load gets."""

import numpy as np
import pytest

from models.parts.run import Run
from simulator.engines.engine import load_engine
from simulator.experiment.measures.events import first_crossing, ramp_measures
from simulator.experiment.replications import summarise
from simulator.experiment.results import Unavailable
from simulator.translate.resources import Origin
from simulator.translate.translate import Translation
from tests.experiment.tallies import CPU, POOL, network, steady

SERVER = network(CPU, POOL)
OFFERED, OPEN = ("sessions", "offered"), ("sessions", "open")
REFUSED, BROKEN = ("cause", "kernel pool", "gave up"), ("cause", "kernel pool", "failed")
NAMES = {"ramp_seconds", "ramp_sessions", "ramp_rate", "ramp_open"}
# A hundred sessions a window; in the fourth, 9 are refused and 3 break: 1 % of 300 + 100 f fail at 12 f, f = 3 / 11.
RISING = {OFFERED: [100] * 5, REFUSED: [0, 0, 0, 9, 50], BROKEN: [0, 0, 0, 3, 0], OPEN: [50, 50, 50, 50, 0]}
PART = 3 / 11


@pytest.mark.parametrize(
    ("excess", "at"), [([0, -1, -1], None), ([0, -1, 1], 1.5), ([0, -2, -3, 1, 5], 2.75), ([0, 1, -1], 1.0)]
)
def test_where_an_excess_rises_above_0(excess, at):
    assert first_crossing(np.array(excess, dtype=float)) == at


def test_the_end_is_interpolated_within_its_window():
    found = ramp_measures(steady(SERVER, RISING, RISING), 0.01)
    assert set(found) == NAMES
    assert found["ramp_seconds"].value == pytest.approx(10 * (3 + PART))
    assert found["ramp_open"].value == pytest.approx(150 + 50 * PART)


def test_sessions_count_without_those_refused_or_broken():
    assert ramp_measures(steady(SERVER, RISING, RISING), 0.01)["ramp_sessions"].value == pytest.approx(
        300 + (100 - 12) * PART
    )


def test_the_rate_is_that_of_the_last_windows_without_those_refused():
    """Over all the time there was, where that is less than five windows."""
    accepted, seconds = 300 + (100 - 9) * PART, 10 * (3 + PART)
    assert ramp_measures(steady(SERVER, RISING, RISING), 0.01)["ramp_rate"].value == pytest.approx(accepted / seconds)


def test_the_rate_forgets_what_was_long_ago():
    one = {OFFERED: [1000] * 4 + [100] * 6, REFUSED: [0] * 9 + [90]}
    found = ramp_measures(steady(SERVER, one, one), 0.01)
    assert found["ramp_seconds"].value == pytest.approx(90 + 10 * 45 / 89)  # 1 % of 4,500 + 100 f = 90 f.
    part = 45 / 89
    assert found["ramp_rate"].value == pytest.approx((400 + 100 * (1 - part) + 10 * part) / 50)


def test_the_warm_up_counts():
    assert ramp_measures(steady(SERVER, RISING, RISING, warm_up=2), 0.01)["ramp_seconds"].value == pytest.approx(
        32.727, abs=1e-3
    )


def test_a_load_that_the_server_carries_in_one_replication_has_no_end():
    found = ramp_measures(steady(SERVER, RISING, {OFFERED: [100] * 5}), 0.01)
    assert set(found) == NAMES
    assert all(isinstance(figure, Unavailable) and "1 %" in figure.reason for figure in found.values())


@pytest.mark.parametrize(("until_failed", "found"), [(None, set()), (0.01, NAMES)])
def test_only_a_ramp_has_an_end(until_failed, found):
    origins = {each.name: Origin(each.name, "", each.name) for each in SERVER.resources}
    tallies = steady(SERVER, RISING, RISING).tallies
    results = summarise(load_engine("reference"), Translation(SERVER, origins), Run(), tallies, until_failed)
    assert NAMES & set(results.measures) == found
