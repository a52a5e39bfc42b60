"""Every parameter at both ends of its range, alone and in pairs: `run` and theory answer or refuse, and nothing else.

`HEADROOM_SEED` is the seed of the long proof's sample of pairs, which it prints.
"""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random

import pytest

from tests.ends.answering import Changes, ends, limit_memory, loaded, trouble
from tests.ends.bases import BASES

PAIRS = 3000
SOME = 16  # Of so many ends one is tried in the ordinary tests.
BOUGHT = {"reserve", "spare_units", *(f"server.{key}" for key in ("price", "rack_units", "year", "clock"))}
HANGS = 1200.0  # s: nothing that is asked takes so long unless it waits for ever; what works for ever is told sooner.
Case = tuple[str, Changes]


@cache
def alone() -> list[Case]:
    """Each parameter that a run reads at each of its ends, in the first scenario that has it."""
    found: dict[tuple[str, str], str] = {}
    for text in BASES.values():
        for path, end in ends(server(text)):
            if path not in BOUGHT and any(digit.isdigit() for digit in end):
                found.setdefault((path, end), text)
    return [(text, {path: end}) for (path, end), text in found.items()]


def pairs(seed: int) -> Iterator[Case]:
    """A sample of two parameters at their ends, in any of the scenarios."""
    random = Random(seed)
    choices = {text: list(ends(server(text))) for text in BASES.values()}
    for _ in range(PAIRS):
        text = random.choice(list(choices))
        yield text, dict(random.sample(choices[text], 2))


def server(text: str):
    """What `run` asks of a scenario: prices and the demand are none of it."""
    return loaded(text).model_copy(update={"datacenter": loaded(text).targets, "demand": None})


def troubles(cases: list[Case], told: bool) -> list[str]:
    """All that should not be, in a process of its own: what takes too much memory or never ends harms no other test."""
    found: list[str] = []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), limit_memory) as pool:
        for text, changes in cases:
            try:
                found += pool.submit(trouble, text, changes, told).result(HANGS)
            except TimeoutError:
                for process in pool._processes.values():
                    process.kill()
                pytest.fail(f"{changes}: never ends")
    return found


def test_the_scenarios_have_every_parameter_that_a_run_has():
    assert len({path for _, changes in alone() for path in changes}) > 140


def test_a_parameter_at_an_end_of_its_range_is_answered_or_refused():
    assert not troubles(alone()[::SOME], told=False)


@pytest.mark.proof
def test_every_parameter_at_each_end_of_its_range_is_answered_or_refused():
    assert not troubles(alone(), told=False)


@pytest.mark.proof
def test_two_parameters_at_their_ends_are_answered_or_refused(capsys):
    seed = int(os.environ.get("HEADROOM_SEED", "1"))
    with capsys.disabled():
        print(f"\n{PAIRS} pairs of HEADROOM_SEED={seed}")
    assert not troubles(list(pairs(seed)), told=True)
