"""Clients outside come in the order of their times, and none is lost or told twice."""

from typing import NamedTuple

import numpy as np

from simulator.engines.address import handed
from simulator.engines.compiling import entry
from simulator.engines.kernel.cluster.outside import Outside, outside_with, take_first, wait_outside, who_waits
from simulator.engines.kernel.state import OUTSIDE


class Gate(NamedTuple):
    """What of a gate has to do with those outside."""

    outside: Outside
    hand: np.ndarray


@entry
def come_and_go(gate, clients, take, told):
    """Each client begins to wait; after every one, as many are taken as `take` says. Changes `told`: whom, in order."""
    here = handed(gate)
    n = 0
    for i in range(clients.size):
        wait_outside(here, clients[i])
        for _ in range(take[i]):
            take_first(here)
            told[n] = here.hand[0]
            n += 1


def drawn(count: int, seed: int) -> np.ndarray:
    """Clients at whole times, so that many are equal, each with a start that tells which one it is."""
    random = np.random.default_rng(seed)
    clients = np.zeros(count, dtype=OUTSIDE)
    clients["time"] = random.integers(0, count // 4, count)
    clients["session"] = random.permutation(count)
    clients["start"] = np.arange(count)
    return clients


def test_who_waits_outside_comes_by_time_then_by_session_and_places_are_used_again():
    before, clients = drawn(20, 1), drawn(200, 2)
    before["session"] += 1000
    take = np.random.default_rng(3).integers(0, 3, 200)
    take[-1] = 0
    waiting, expected = list(before), []
    for client, taken in zip(clients, take, strict=True):
        waiting.append(client)
        waiting.sort(key=lambda each: (each["time"], each["session"]))
        expected += waiting[:taken]
        waiting = waiting[taken:]
    assert len(expected) == take.sum() > 130, "places are used again, and nobody is asked for who is not there"
    told = np.zeros(int(take.sum()), dtype=OUTSIDE)
    gate = Gate(outside_with(before, 130), np.zeros(1, dtype=OUTSIDE))
    come_and_go(gate, clients, take, told)
    for name in ("time", "session", "start"):
        assert told[name].tolist() == [each[name] for each in expected]
    assert sorted(who_waits(gate.outside)["session"]) == sorted(each["session"] for each in waiting)
