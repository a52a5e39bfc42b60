"""How SIGINT (Ctrl-C) and SIGTERM end the program, from its first line to its last: by exit code 130 or 143, with one
sentence, and within two seconds whatever it is busy with.

Nothing is imported here that takes long: `end_at_once` runs before all else is loaded.
"""

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from simulator.messages.stages import program

INTERRUPTED, TERMINATED = 130, 143
CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
GRACE = 1.5  # Seconds after a signal in which what is under way may end by itself, and say what is kept.
# The signals that have come, and whether all has been said.
_received: list[int] = []
_leaves: list[bool] = []


def end_at_once() -> None:
    """From now on a signal ends the program where it stands: nothing has been begun yet."""
    _handle(_end)


def heed_signals() -> None:
    """From now on a signal raises KeyboardInterrupt in the main thread. Where the program is still there after GRACE
    seconds, it ends as an interrupted one, and says so on standard error unless `ignore_signals` has been called.

    Compiled code lets no handler of Python run until it returns: so a thread reads from a pipe to which the system's
    own handler writes. Files are written beside their place and renamed, so that none is there by half.
    """
    import threading

    usual = threading.excepthook
    # Whoever sends a signal to all processes of a program breaks off what threads are waiting for.
    threading.excepthook = lambda failed: None if _received else usual(failed)
    read, write = os.pipe()
    os.set_blocking(write, False)
    _handle(_interrupt)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    # A child that is forked would write of its own signals to the same pipe.
    os.register_at_fork(after_in_child=_heed_no_longer)
    threading.Thread(target=_watch, args=(read,), daemon=True, name="signals").start()


def ignore_signals() -> None:
    """All has been said and written: a signal ends what is left without a word."""
    _leaves.append(True)
    _handle(_end)


def exit_if_interrupted(code: int) -> None:
    """Ends a program that a signal has reached by its exit code, once all has been said and written.

    Left to itself Python would end by the signal instead wherever the interrupt has passed through code that it makes
    of a text, as dataclasses do while they are loaded, although it was caught (CPython, `run_eval_code_obj`).
    """
    if _received:
        _exit(code)


def signal_code() -> int:
    """The exit code of the signal that has come; that of Ctrl-C where none has."""
    return CODES[signal.Signals(_received[0])] if _received else INTERRUPTED


def _handle(handler: Callable[[int, FrameType | None], None]) -> None:
    for number in CODES:
        # Whoever starts a command in the background may tell it to ignore Ctrl-C.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    if not _leaves:
        _tell()
    os._exit(CODES[signal.Signals(number)])


def _interrupt(number: int, frame: FrameType | None) -> None:
    """A second signal interrupts nothing of what the first one ends."""
    _received.append(number)
    if len(_received) == 1:
        raise KeyboardInterrupt


def _heed_no_longer() -> None:
    signal.set_wakeup_fd(-1)
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, usual)


def _watch(read: int) -> None:
    from time import sleep

    while not (came := [number for number in os.read(read, 64) if number in CODES]):
        pass
    sleep(GRACE)
    if not _leaves:
        _tell()
    _exit(CODES[signal.Signals(came[0])])


def _exit(code: int) -> NoReturn:
    """Ends the program and its children where it stands, and gives back the semaphores that they shared."""
    if (processes := sys.modules.get("multiprocessing")) is not None:
        for child in processes.active_children():
            child.terminate()
        processes.util._run_finalizers(0)
    os._exit(code)


def _tell() -> None:
    from contextlib import suppress

    with suppress(OSError):  # Nobody may read it.
        os.write(2, f"{program.NO_ANSWER}\n".encode())
