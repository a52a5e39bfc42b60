"""SIGTERM ends the program as Ctrl-C does: cleanly, and within two seconds whatever it is busy with."""

import os
import signal
import sys
import time
from threading import Event, Thread
from types import FrameType
from typing import NoReturn

# Seconds in which what is under way may end by itself, and say what is kept.
GRACE = 1.5
_left = Event()


def heed_sigterm(code: int, last_words: str) -> None:
    """From now on SIGTERM raises KeyboardInterrupt in the main thread. Where the program is still there after GRACE
    seconds, it ends with that exit code, and with those words on standard error unless `leaving` has been called.

    Compiled code lets no handler of Python run until it returns: so a thread reads from a pipe to which the system's
    own handler writes. Files are written beside their place and renamed, so that none is there by half.
    """
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    # A child that is forked would write of its own signals to the same pipe.
    os.register_at_fork(after_in_child=_heed_no_longer)
    Thread(target=_watch, args=(read, code, last_words), daemon=True, name="SIGTERM").start()


def leaving() -> None:
    """All has been said: nothing more is, if the program has to be ended."""
    _left.set()


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _heed_no_longer() -> None:
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _watch(read: int, code: int, last_words: str) -> None:
    while signal.SIGTERM not in os.read(read, 64):
        pass
    time.sleep(GRACE)
    if not _left.is_set():
        os.write(2, f"{last_words}\n".encode())
    if (processes := sys.modules.get("multiprocessing")) is not None:
        for child in processes.active_children():
            child.terminate()
    os._exit(code)
