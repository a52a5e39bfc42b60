"""A first run says that it compiles; SIGTERM ends a run whatever it is busy with, and leaves nothing half written."""

import os
import signal
import subprocess
import sys
import time

import pytest
from numba.core import event

from simulator import compile_notice
from simulator.compile_notice import on_first_compile
from simulator.engines.compiling import compiled
from simulator.engines.kernel.clock import advance
from simulator.messages.stages.program import COMPILING, NO_ANSWER
from simulator.signals import GRACE, INTERRUPTED, TERMINATED
from tests.cli.conftest import QUICK, SMALL

# The program with something else in place of its commands.
PROGRAM = """
import time
import numba
from simulator.cli import main as cli

@numba.njit(nogil=True)
def busy(turns):
    left = turns
    while left > 0:
        left -= 1 + left % 2
    return left

def compiled_code():
    busy(1)
    print("there", flush=True)
    return busy(10**14)

def sleep(**given):
    print("there", flush=True)
    time.sleep(60)

def code_of_a_text(**given):
    exec("import os, signal; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)")

cli.{place} = {instead}
cli.start()
"""
DAILY = ("daily", "scenarios/release_day.yaml", "--load", "4 /s", "--set", "run.warm_up=20 s")
COMMANDS = [
    pytest.param(DAILY, marks=pytest.mark.proof),
    pytest.param(
        ("survive", "scenarios/failing_unit.yaml", "--load", "40 /s", "--set", "run.warm_up=5 s"),
        marks=pytest.mark.proof,
    ),
    ("check", "scenarios/single_server.yaml"),
    pytest.param(("plan", "scenarios/single_server.yaml", "--set", "demand=1 Gbps"), marks=pytest.mark.proof),
]


def begun(*words, **environment):
    """A process of its own: what it says on standard error is read as it comes."""
    return subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=os.environ | environment)  # fmt: skip


def ended(process):
    """Seconds that a process takes to end after SIGTERM, its code, and what it says."""
    sent = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()  # Nothing goes on behind a test that fails.
    return time.monotonic() - sent, process.returncode, out, err


@pytest.mark.parametrize("words", COMMANDS, ids=("daily", "survive", "check", "plan"))
def test_a_command_says_that_it_compiles_and_ends_on_sigterm_while_it_does(words, tmp_path):
    """With an empty cache. What says so, and that the process ends, is the same of all commands."""
    target = tmp_path / "answer.json"
    process = begun("-m", "simulator", *words, "--json", str(target), XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    said = ""
    while COMPILING not in said:
        line = process.stderr.readline()
        assert line, f"ended without a word of it: {said}"
        said += line
    seconds, code, _, err = ended(process)
    assert code == TERMINATED and NO_ANSWER in err and "Traceback" not in err
    assert seconds < GRACE + 2.0  # Where others use the machine, it takes longer than a second to end.
    assert not target.exists() and not list(tmp_path.glob(".headroom-*"))


def test_who_is_told_of_compiling_is_told_once_and_of_the_kernel_only():
    told = []
    on_first_compile(told.append)
    for function in (compiled(lambda: None), advance, advance):
        with event.trigger_event("numba:compile", data={"dispatcher": function}):
            pass
        assert told == ([] if function is not advance else [COMPILING])
    assert compile_notice._waiting == []


def test_a_run_that_needs_no_compiling_says_nothing_of_it(headroom):
    advance_is_there, again = (headroom("run", SMALL, *QUICK) for _ in range(2))
    assert advance_is_there.code == again.code == 0 and COMPILING not in again.err


def test_sigterm_ends_what_lets_no_handler_of_python_run():
    """Compiled code in the main thread, for hours."""
    process = begun("-c", PROGRAM.format(place="main", instead="compiled_code"))
    assert process.stdout.readline() == "there\n"
    time.sleep(0.3)
    seconds, code, _, err = ended(process)
    assert code == TERMINATED and err.count(NO_ANSWER) == 1
    assert GRACE * 0.9 < seconds < GRACE + 2.0


def test_sigterm_that_is_heeded_at_once_needs_no_grace():
    process = begun("-c", PROGRAM.format(place="app", instead="sleep"))
    assert process.stdout.readline() == "there\n"
    seconds, code, _, err = ended(process)
    assert (code, err) == (TERMINATED, f"{NO_ANSWER}\n") and seconds < GRACE


def test_ctrl_c_in_code_that_python_makes_of_a_text_has_the_code_of_others(tmp_path):
    """As dataclasses do while they are loaded: what `-m` starts ended by the signal, though it was caught."""
    (tmp_path / "program.py").write_text(PROGRAM.format(place="app", instead="code_of_a_text"))
    process = subprocess.Popen(
        [sys.executable, "-m", "program"], stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (INTERRUPTED, f"{NO_ANSWER}\n")


def test_a_program_that_is_not_stopped_keeps_its_exit_code():
    assert begun("-c", PROGRAM.format(place="main", instead="lambda: 1")).wait(60) == 1
