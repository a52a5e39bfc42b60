"""Asks the program as the command line does, and says what is wrong with how it answers."""

import io
import re
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from models.variations.portfolio import load_portfolio
from simulator.cli.main import main
from simulator.exits import DONE, MISSED, WRONG_INPUT, exit_code
from simulator.studies.sweep.variants import expand_portfolio

# Seconds of a processor after which a command hangs, and bytes that it may take beyond what the tests have.
LONGEST, MEMORY = 20.0, 4 * 2**30
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Hang(BaseException):
    """A command has taken longer than it may."""


@dataclass(frozen=True)
class Answer:
    """The exit code of a command, what it printed, and what is wrong with that: "" for nothing."""

    code: int
    out: str
    err: str
    fault: str = ""


def ask(*words: object) -> Answer:
    """Gives a command and judges how it ends."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["headroom", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err), limited():
            code = main()
    finally:
        sys.argv = before
    return _judged(code, out.getvalue(), err.getvalue())


def ask_portfolio(file: Path) -> Answer:
    """Reads a portfolio and judges its variants as `sweep` does before it runs any."""
    try:
        with limited():
            expand_portfolio(load_portfolio(str(file)))
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is judged like that of a command
        code, said = exit_code(error)
        return _judged(code, "", said)
    return _judged(DONE, "judged", "")


def _judged(code: int, out: str, err: str) -> Answer:
    faults = [
        fault for fault, wrong in (
            (f"exit code {code}", code not in (DONE, MISSED, WRONG_INPUT)),
            ("a traceback", "Traceback" in err or "Please report" in err),
            ("out of memory", "Not enough memory" in err),
            ("refused without a word", code == WRONG_INPUT and not (out + err).strip()),
            ("no answer without a word", code != WRONG_INPUT and not (out + err).strip()),
            ("characters that cannot be seen", bool(HIDDEN.search(out + err))),
        ) if wrong
    ]  # fmt: skip
    return Answer(code, out, err, f"{', '.join(faults)}: {err[-2_000:]}" if faults else "")


@contextmanager
def limited() -> Iterator[None]:
    """Ends what hangs with Hang, and what takes too much memory with MemoryError."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = signal.signal(signal.SIGPROF, _hangs)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, before)


def _hangs(*_: object) -> None:
    raise Hang(f"longer than {LONGEST:g} s")


def commands(file: Path, number: int) -> Sequence[Sequence[object]]:
    """What is asked of a file: the network in words, and theory in one of the ways that a person asks for it."""
    ways = (("plan",), ("run",), ("check",), ("plan", "--json", "-"))
    verb, *options = ways[number % len(ways)]
    return ("describe", file), (verb, file, *options, "--engine", "theory")
