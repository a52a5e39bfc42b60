"""Each error leaves the program by its own exit code, with a message and without a traceback."""

import errno

import pytest

from models.errors import Problem, ScenarioError
from simulator.errors import InternalError, NoCapacity, NoLoad, NotConverged, ReportError, Unstable, UnsupportedByEngine
from simulator.exits import exit_code
from simulator.signals import INTERRUPTED
from simulator.targets import NearestTarget, Target

ERRORS = [
    (ScenarioError((Problem("a.yaml", 3, "server.ram", "4", "which unit?", "write 4 GiB"),)), 2, "a.yaml:3"),
    (UnsupportedByEngine("the kernel engine cannot"), 2, "cannot"),
    (Unstable("the disks are full"), 2, "disks"),
    (NoCapacity("demand = 1 Tbps"), 2, "demand"),
    (NoLoad(NearestTarget(Target.ERRORS, 0.2, 0.01, "disks"), 35.0), 1, "even at 35 requests/s 20 % of"),
    (NotConverged("the interval is 30 % wide"), 2, "30 %"),
    (ReportError("reports", "is a file", "name a folder"), 2, "name a folder"),
    (KeyboardInterrupt(), 130, "Interrupted"),
    (BrokenPipeError(), 0, ""),
    (SystemExit(1), 0, ""),
    (OSError(errno.ENOSPC, "No space left on device"), 2, "No space left on device"),
    (MemoryError(), 2, "memory"),
    (InternalError("negative tokens"), 3, "report it"),
    (ZeroDivisionError("division by zero"), 3, "report it"),
]


@pytest.mark.parametrize(("error", "code", "fragment"), ERRORS, ids=lambda value: type(value).__name__)
def test_an_error_has_its_exit_code_and_says_what_to_do(error, code, fragment):
    found, message = exit_code(error)
    assert found == code and fragment in message


def test_what_comes_of_ctrl_c_is_an_interruption_whatever_it_is_called():
    try:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as interrupt:
            raise ImportError("half a library") from interrupt
    except ImportError as error:
        assert exit_code(error)[0] == INTERRUPTED
    assert exit_code(ImportError("half a library"))[0] != INTERRUPTED
