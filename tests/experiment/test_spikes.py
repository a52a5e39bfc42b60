"""Spells in which the CPU is full."""

import numpy as np
import pytest

from simulator.experiment.measures.events import run_lengths, spike_measures
from simulator.experiment.subjects import measure_label
from tests.experiment.tallies import CPU, network, steady

WORK = ("shared", "CPU", "work")
FULL, NEARLY, BUSY = 40.0, 39.7, 39.0  # Of 4 cores in 10 s.


@pytest.mark.parametrize(
    ("marks", "lengths"), [([], []), ([0, 0], []), ([1, 1, 0, 1], [2, 1]), ([0, 1, 1, 1], [3]), ([1], [1])]
)
def test_runs(marks, lengths):
    assert run_lengths(np.array(marks, dtype=bool)).tolist() == lengths


def test_windows_with_at_least_99_percent_use_are_full():
    found = spike_measures(steady(network(CPU), {WORK: [FULL, NEARLY, BUSY, 0]}, {WORK: [0, 0, 0, FULL]}))
    assert found["full_cpu"].value == pytest.approx((50.0 + 25.0) / 2)


def test_a_run_has_at_least_two_windows_and_lasts_as_long_as_they_do():
    one = {WORK: [FULL, FULL, 0, FULL, 0, FULL, FULL, FULL]}
    assert spike_measures(steady(network(CPU), one, one))["full_cpu_run"].value == pytest.approx((20 + 30) / 2)


def test_no_run_is_of_length_0():
    one = {WORK: [FULL, 0, FULL, 0]}
    assert spike_measures(steady(network(CPU), one, one))["full_cpu_run"].value == 0.0


def test_the_warm_up_does_not_count():
    one = {WORK: [FULL, FULL, FULL, 0]}
    found = spike_measures(steady(network(CPU), one, one, warm_up=2))
    assert found["full_cpu"].value == pytest.approx(50.0)
    assert found["full_cpu_run"].value == 0.0


def test_each_node_has_its_own_spells():
    """One full node of two is half of the windows, not a CPU at half its use."""
    of = network(CPU, nodes=2)
    one = {WORK: [FULL, FULL], (1, *WORK): [0, 0]}
    found = spike_measures(steady(of, one, one))
    assert found["full_cpu"].value == pytest.approx(50.0)
    assert found["full_cpu_run"].value == pytest.approx(20.0)


def test_without_a_cpu_there_is_nothing_to_say():
    assert spike_measures(steady(network(), {("sessions", "offered"): [1]}, {("sessions", "offered"): [1]})) == {}


def test_labels_say_that_whole_windows_are_counted():
    """A CPU at 97.5 % all the time is never full for a window, though Erlang C has all of its cores busy for most of
    the time."""
    one = {WORK: [BUSY, BUSY]}
    assert spike_measures(steady(network(CPU), one, one))["full_cpu"].value == 0.0
    assert measure_label("full_cpu") == "windows with all cores busy throughout"
    assert measure_label("full_cpu_run") == "all cores busy for windows on end, mean length"
