"""How far long work is, for who reads a pipe or a log: lines on standard error, seldom, and none where it is short."""

import io
import re
import time

import pytest

from simulator.cli import outputs
from simulator.cli.outputs import StepLines, show_progress
from tests.cli.conftest import QUICK, SMALL

TOLD = re.compile(r"^simulating: \d+ (of \d+ )?done after \d+ s", re.MULTILINE)


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(outputs, "QUIET", 0.01)
    monkeypatch.setattr(outputs, "EACH", 0.01)


def done(steps, total):
    lines = StepLines("simulating", total, io.StringIO())
    for _ in range(steps):
        lines()
    return lines


@pytest.mark.parametrize(("steps", "total", "seconds", "told"), [
    (0, 40, 20.0, "simulating: 0 of 40 done after 20 s"),
    (12, 40, 80.0, "simulating: 12 of 40 done after 80 s, about 3 min left"),
    (30, 40, 600.0, "simulating: 30 of 40 done after 10 min, about 3 min left"),
    (39, 40, 390.0, "simulating: 39 of 40 done after 6 min, about 10 s left"),
    (47, 48, 20.0, "simulating: 47 of 48 done after 20 s"),
    (41, 40, 120.0, "simulating: 41 done after 2 min, still at work"),
])  # fmt: skip
def test_a_line_says_how_much_is_done_and_how_long_the_rest_may_take(steps, total, seconds, told):
    assert done(steps, total).line(seconds) == told


def test_steps_that_come_to_it_are_counted():
    lines = done(5, 5)
    lines.grow(5)
    assert lines.line(50.0) == "simulating: 5 of 10 done after 50 s, about 50 s left"


def test_long_work_tells_a_pipe_how_far_it_is_and_its_answer_alone_is_on_standard_output(headroom, hurried):
    said = headroom("run", SMALL, *QUICK, "--replications", "40")
    assert said.code == 0 and TOLD.search(said.err) and not TOLD.search(said.out)


def test_short_work_tells_nothing(headroom, capsys):
    assert headroom("run", SMALL, *QUICK).err == ""
    with show_progress(3, "simulating") as step:
        step()
    assert capsys.readouterr().err == ""


def test_the_first_line_takes_twenty_seconds_and_the_next_a_minute_or_a_tenth_of_the_time():
    assert (outputs.QUIET, outputs.EACH, outputs.SELDOM) == (20.0, 60.0, 0.1)


def test_nothing_is_told_once_the_work_has_ended(hurried, capsys):
    with show_progress(3, "simulating"):
        time.sleep(0.1)
    assert TOLD.search(capsys.readouterr().err)
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_a_reader_who_has_gone_ends_the_lines_and_not_the_work(hurried, monkeypatch):
    gone = io.StringIO()
    gone.close()
    with StepLines("simulating", 3, gone) as lines:
        time.sleep(0.05)
        lines()


def test_a_terminal_has_its_bar_and_no_lines(hurried, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with show_progress(3, "simulating") as step:
        time.sleep(0.05)
        step()
    assert isinstance(step, outputs.StepBar) and not TOLD.search(capsys.readouterr().err)
