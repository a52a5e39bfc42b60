"""What commands write: figures to a file or standard output, never half of one; how far they are to standard error."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from models.reading.read_file import path_fault
from models.visible import shortened, visible
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED
from simulator.messages import command_usage
from simulator.output.line import READS_WELL
from simulator.output.whole_file import is_special_file, replace_file

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from simulator.cli.reports import Write
    from simulator.output.blocks import Block
    from simulator.studies.result import Result

# Seconds without a word until a pipe or a log is told how far work is; from line to line then, and that as a share of
# the time so far, if it is more: an hour is not worth sixty lines.
QUIET, EACH, SELDOM = 20.0, 60.0, 0.1
_MINUTES = 99.5  # Seconds from which on minutes are told.


class StepBar:
    """Steps of work on a bar: called as each is done, from any thread; `grow` says that more have come to it."""

    def __init__(self, shown: "Progress", task: "TaskID", total: int) -> None:
        self._shown, self._task, self._total = shown, task, total
        self._lock = Lock()

    def __call__(self) -> None:
        self._shown.advance(self._task)

    def grow(self, steps: int) -> None:
        with self._lock:
            self._total += steps
            self._shown.update(self._task, total=self._total)


class StepLines:
    """The same in lines for a pipe or a log: the first once nothing was said for QUIET seconds, then one a minute, and
    more seldom the longer it takes. `task` is what is done, `told` where that is written."""

    def __init__(self, task: str, total: int, told: TextIO) -> None:
        self._task, self._total, self._told = task, total, told
        self._done, self._began = 0, monotonic()
        self._lock, self._ended = Lock(), Event()
        self._thread = Thread(target=self._tell, daemon=True)

    def __call__(self) -> None:
        with self._lock:
            self._done += 1

    def grow(self, steps: int) -> None:
        with self._lock:
            self._total += steps

    def line(self, seconds: float) -> str:
        """What is said after so many seconds: how much is done, and how long the rest takes if it goes on like that."""
        done, total = self._done, self._total
        if done >= total:  # More came than were expected, and nobody knows how many still will.
            return command_usage.still_at_work(self._task, done, _lasts(seconds))
        left = seconds / done * (total - done) if done else 0.0
        rest = f", about {_lasts(left)} left" if left >= 1.0 else ""
        return f"{self._task}: {done} of {total} done after {_lasts(seconds)}{rest}"

    def __enter__(self) -> "StepLines":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(1.0)  # A reader that has stopped reading keeps nobody waiting.

    def _tell(self) -> None:
        wait = QUIET
        while not self._ended.wait(wait):
            seconds = monotonic() - self._began
            try:
                print(self.line(seconds), file=self._told, flush=True)
            except (OSError, ValueError):  # Nobody reads it any more.
                return
            wait = max(EACH, SELDOM * seconds)


def _lasts(seconds: float) -> str:
    """So long, for people: "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < _MINUTES else f"{seconds / 60.0:.0f} min"


def check_writable(path: str) -> None:
    """Whether the file at `path` could be written; asked before long work. Raises ReportError."""
    if path in ("", "-"):
        return
    if reason := path_fault(path):
        raise ReportError(shortened(path), reason, "name another file")
    target = Path(path)
    if os.path.isdir(target):
        raise ReportError(path, *command_usage.IS_DIRECTORY)
    if not os.path.isdir(target.parent):
        raise ReportError(path, *command_usage.no_folder(target.parent))
    if is_special_file(target) and os.access(target, os.W_OK):
        return
    if not os.access(target.parent, os.W_OK):
        raise ReportError(path, *command_usage.FOLDER_READ_ONLY)


def write_text(path: str, text: str) -> None:
    """Writes to a temporary name beside `path` and renames; `-` is standard output. Raises ReportError."""
    if path == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    try:
        replace_file(target, text.encode())
    except OSError as error:
        raise ReportError(path, error.strerror or str(error), command_usage.NAME_ANOTHER) from error


@contextmanager
def show_progress(total: int, what: str) -> "Iterator[StepBar | StepLines]":
    """How far work is, on standard error: a bar on a terminal, else a line now and then if it takes long. Call what it
    yields at each step."""
    if not sys.stderr.isatty():
        with StepLines(what, total, sys.stderr) as lines:
            yield lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    clocks = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *clocks, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield StepBar(bar, bar.add_task(what, total=total), total)


def deliver(
    result: "Result",
    json: str,
    write_report: "Write | None" = None,
    width: int = READS_WELL,
    blocks: "Sequence[Block] | None" = None,
) -> int:
    """Writes the report and the figures of an answer where they are asked for, and shows it, or these blocks of it; the
    exit code says whether its targets are met."""
    from simulator.output.renderers.terminal import show

    written = write_report(result.report) if write_report is not None else []
    if json:
        write_text(json, result.to_json())
    show(result.blocks() if blocks is None else blocks, json, written, width)
    return DONE if result.met else MISSED


def print_line(line: str, json: str) -> None:
    """A line for people: on standard output, or on standard error when figures go to standard output.

    A terminal gets it broken between words, as the blocks that follow are; a pipe gets it in one piece. Nothing that
    takes long to import is needed for that, because the first lines stand there before anything else is loaded.
    """
    stream, shown = sys.stderr if json == "-" else sys.stdout, visible(line)
    if stream.isatty():
        columns = min(READS_WELL, shutil.get_terminal_size().columns)
        shown = textwrap.fill(shown, columns, break_long_words=False, break_on_hyphens=False)
    print(shown, file=stream, flush=True)
