"""How the program ends: the exit code of each error, what is said on the way out, and SIGTERM, which ends it as Ctrl-C
does: cleanly, and within two seconds whatever it is busy with.

0 done, 1 the plan misses its targets, 2 the input is wrong, 3 the program is at fault, 130 interrupted, by
Ctrl-C or SIGTERM.
"""

import os
import signal
import sys
import time
from threading import Event, Thread
from types import FrameType
from typing import NoReturn

import typer
from typer.exceptions import TyperException

from models.errors import ScenarioError
from models.visible import visible
from simulator.engines.memory import NoRoom
from simulator.errors import InternalError, NoLoad, NotConverged, ReportError, Unstable, UnsupportedByEngine

DONE, MISSED, WRONG_INPUT, FAULT, INTERRUPTED = 0, 1, 2, 3, 130
NO_ANSWER = "Interrupted: no answer was written."
INPUT_ERRORS = (ScenarioError, UnsupportedByEngine, Unstable, NotConverged, ReportError, NoRoom)
GRACE = 1.5  # Seconds after SIGTERM in which what is under way may end by itself, and say what is kept.
_left = Event()


def exit_code(error: BaseException) -> tuple[int, str]:
    """The exit code for an error, and the message for its reader ("" where all has been said)."""
    if _was_interrupted(error):
        return INTERRUPTED, NO_ANSWER
    # A line for each problem of a scenario, in which everything can be seen; any other error is one line.
    said = str(error) if isinstance(error, ScenarioError) else visible(str(error))
    match error:
        case typer.Exit():
            return error.exit_code, ""
        case TyperException():
            return WRONG_INPUT, f"{visible(error.format_message())}\nSee `python -m simulator --help`."
        case BrokenPipeError() | SystemExit():  # Whoever read the output has gone.
            return DONE, ""
        case MemoryError():
            return WRONG_INPUT, "Not enough memory for this scenario: simulate fewer nodes or a smaller catalogue."
        case NoLoad():
            return MISSED, said
        case _ if isinstance(error, INPUT_ERRORS):
            return WRONG_INPUT, said
        case InternalError():
            return FAULT, f"Headroom contradicts itself: {said}. Please report it, with the command and the scenario."
        case _:
            name = type(error).__name__
            return FAULT, f"Headroom failed ({name}: {said}). Please report it; HEADROOM_DEBUG=1 shows where."


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is what an error comes from: where it falls into the loading of a library, that may say something
    else about it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, typer.Abort | KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def heed_sigterm() -> None:
    """From now on SIGTERM raises KeyboardInterrupt in the main thread. Where the program is still there after GRACE
    seconds, it ends as an interrupted one, and says so on standard error unless `leaving` has been called.

    Compiled code lets no handler of Python run until it returns: so a thread reads from a pipe to which the system's
    own handler writes. Files are written beside their place and renamed, so that none is there by half.
    """
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    # A child that is forked would write of its own signals to the same pipe.
    os.register_at_fork(after_in_child=_heed_no_longer)
    Thread(target=_watch, args=(read,), daemon=True, name="SIGTERM").start()


def leaving() -> None:
    """All has been said: nothing more is, if the program has to be ended."""
    _left.set()


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _heed_no_longer() -> None:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _watch(read: int) -> None:
    while signal.SIGTERM not in os.read(read, 64):
        pass
    time.sleep(GRACE)
    if not _left.is_set():
        os.write(2, f"{NO_ANSWER}\n".encode())
    if (processes := sys.modules.get("multiprocessing")) is not None:
        for child in processes.active_children():
            child.terminate()
    os._exit(INTERRUPTED)
