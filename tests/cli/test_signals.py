"""Ctrl-C and SIGTERM end every command by 130 and 143, wherever it is; an answer that cannot be written is an error."""

import json
import os
import signal
import subprocess
import sys
from itertools import cycle, product
from pathlib import Path
from threading import Thread

import pytest

from simulator.cli.main import QUESTIONS
from simulator.messages.stages.program import NO_ANSWER
from tests.cli.conftest import SMALL
from tests.proven import mostly_proof

FULL = Path("/dev/full")
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
# What is loaded one after the other: before the command line is there, by it, and by a command that simulates.
LOADED = (
    "simulator.cli.main",
    "typer",
    "simulator.exits",
    "models.errors",
    "pydantic",
    "yaml",
    "simulator.farm.study",
    "numpy",
    "scipy",
    "simulator.output.renderers.terminal",
    "numba",
    "simulator.engines.kernel.clock",
)


def in_turn(names):
    """Each with one of the signals."""
    return list(zip(names, cycle(CODES), strict=False))


EACH_COMMAND = in_turn(QUESTIONS)
# Python imports it when it starts. It sends the process a signal once a module is looked for.
AT_START = """
import os, signal, sys

class Sends:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["SENT_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), int(os.environ["SENT"]))

sys.meta_path.insert(0, Sends())
"""


@pytest.fixture(scope="module")
def at_start(tmp_path_factory):
    """A folder with what Python imports when it starts."""
    folder = tmp_path_factory.mktemp("at start")
    (folder / "sitecustomize.py").write_text(AT_START)
    return folder


def ran(*words, **options):
    """A command as a process of its own, which heeds Ctrl-C whoever started the tests."""
    return subprocess.run(
        [sys.executable, "-m", "simulator", *words], stderr=subprocess.PIPE, text=True, timeout=120,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler), **options,
    )  # fmt: skip


def stopped(at_start, module, number, *words):
    """How a command ends that is sent a signal when it loads a module."""
    sends = {"PYTHONPATH": str(at_start), "SENT_AT": module, "SENT": str(int(number))}
    return ran(*words, env=os.environ | sends, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(("module", "number"), mostly_proof(product(LOADED, CODES), in_turn(LOADED)[::4]))
def test_a_signal_while_something_is_loaded_ends_with_its_code_and_one_sentence(at_start, module, number):
    end = stopped(at_start, module, number, "run", SMALL)
    assert (end.returncode, end.stderr) == (CODES[number], f"{NO_ANSWER}\n")


@pytest.mark.parametrize(("command", "number"), mostly_proof(EACH_COMMAND, EACH_COMMAND[::4]))
def test_so_it_does_while_a_command_is_loaded(at_start, command, number):
    end = stopped(at_start, f"simulator.studies.{command}.command", number, command, "--help")
    assert (end.returncode, end.stderr) == (CODES[number], f"{NO_ANSWER}\n")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        pytest.param(("--help",), marks=pytest.mark.proof),
        pytest.param(("plan", "--help"), marks=pytest.mark.proof),
        pytest.param(("describe", SMALL), marks=pytest.mark.proof),
        pytest.param(("describe", SMALL, "--json", "-"), marks=pytest.mark.proof),
        pytest.param(("check", SMALL, "--engine", "theory", "--junit", "-"), marks=pytest.mark.proof),
        ("plan", "scenarios/first_farm.yaml", "--engine", "theory"),
        ("schema",),
    ],
    ids=" ".join,
)
def test_an_answer_that_cannot_be_written_is_an_error_of_one_line(words):
    with FULL.open("w") as full:
        end = ran(*words, stdout=full)
    *others, line = end.stderr.splitlines()
    assert end.returncode == 2 and "No space left on device" in line
    # Where figures go to standard output, people are told on standard error.
    assert not others or "-" in words and "Traceback" not in end.stderr and "Exception" not in end.stderr


def test_a_place_that_takes_what_is_written_stays_what_it_is(tmp_path, headroom):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    said = headroom("describe", SMALL, "--json", pipe)
    reader.join(60)
    assert said.code == 0 and json.loads(read[0])["network"]["nodes"] == 1
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


IN_PROCESSES = """
import time
from simulator.machine.processes import map_in_processes
from simulator.signals import exit_if_interrupted, heed_signals, signal_code

if __name__ == "__main__":
    heed_signals()
    try:
        for _ in map_in_processes(time.sleep, [0.0, *[30.0] * 9], 2):
            print("at work", flush=True)
    except KeyboardInterrupt:
        exit_if_interrupted(signal_code())
"""


def test_a_signal_to_all_processes_of_a_command_leaves_no_traceback(tmp_path):
    """As `timeout` sends it: those that work for the command end by it before it has ended them."""
    script = tmp_path / "work.py"
    script.write_text(IN_PROCESSES)
    work = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    assert work.stdout.readline() == "at work\n"
    os.kill(work.pid, signal.SIGTERM)
    os.killpg(work.pid, signal.SIGTERM)
    _, told = work.communicate(timeout=60)
    assert (work.returncode, told) == (143, "")
