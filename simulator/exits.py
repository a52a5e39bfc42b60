"""How the program ends: the exit code of each error, and what is said on the way out.

0 done, 1 the plan misses its targets, 2 the input is wrong or the answer cannot be written, 3 the program is at fault,
130 interrupted by Ctrl-C, 143 by SIGTERM (see `signals`).
"""

import errno

import typer
from typer.exceptions import TyperException

from models.errors import ScenarioError
from models.visible import visible
from simulator.engines.memory import OutOfMemory
from simulator.errors import InternalError, NoLoad, NotConverged, ReportError, Unstable, UnsupportedByEngine
from simulator.extras import MissingExtra
from simulator.messages.stages import program
from simulator.signals import signal_code

DONE, MISSED, WRONG_INPUT, FAULT = 0, 1, 2, 3
INPUT_ERRORS = (ScenarioError, UnsupportedByEngine, Unstable, NotConverged, ReportError, OutOfMemory, MissingExtra)
# What a full disk, a full quota or a broken device says.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def exit_code(error: BaseException) -> tuple[int, str]:
    """The exit code for an error, and the message for its reader ("" where all has been said)."""
    if _was_interrupted(error):
        return signal_code(), program.NO_ANSWER
    # A line for each problem of a scenario, in which everything can be seen; any other error is one line.
    said = str(error) if isinstance(error, ScenarioError) else visible(str(error))
    match error:
        case typer.Exit():
            return error.exit_code, ""
        case TyperException():
            return WRONG_INPUT, f"{visible(error.format_message())}\nSee `headroom --help`."
        case BrokenPipeError() | SystemExit():  # Whoever read the output has gone.
            return DONE, ""
        case OSError() if error.errno in _FULL:
            return WRONG_INPUT, program.not_written(error.strerror)
        case MemoryError():
            return WRONG_INPUT, program.OUT_OF_MEMORY
        case NoLoad():
            return MISSED, said
        case _ if isinstance(error, INPUT_ERRORS):
            return WRONG_INPUT, said
        case InternalError():
            return FAULT, program.contradiction(said)
        case _:
            return FAULT, program.failure(type(error).__name__, said)


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
