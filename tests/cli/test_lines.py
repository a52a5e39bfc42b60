"""The lines that stand on a terminal before the answer are broken between words, and stay whole in a pipe."""

import io
import sys

import pytest

from simulator.cli.outputs import print_line

LINE = "In theory: Buy 15 servers (3 units of 5, 1 spare in each; 2 racks) for 13,900 USD/month in all (11,000-19,000)."


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_terminal_gets_lines_that_fit_and_break_no_word(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdout", stream := Terminal())
    print_line(LINE, "")
    lines = stream.getvalue().splitlines()
    assert len(lines) > 1 and max(map(len, lines)) <= columns
    assert " ".join(lines) == LINE


def test_a_pipe_gets_the_line_in_one_piece(monkeypatch):
    monkeypatch.setattr(sys, "stdout", stream := io.StringIO())
    print_line(LINE, "")
    assert stream.getvalue() == f"{LINE}\n"
