"""Clients outside come in the order of their times, and none is lost or told twice."""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import entry
from simulator.engines.kernel.cluster.between_nodes import (
    WaitingClients,
    add_waiting,
    build_waiting_clients,
    take_first_waiting,
    waiting_clients,
)
from simulator.engines.kernel.state import BACK_OFFS, NO_LINE, OUTSIDE, THINKS
from simulator.engines.pointers import pointer_to


class Gate(NamedTuple):
    """What of a gate has to do with those outside."""

    outside: WaitingClients
    hand: np.ndarray


@entry
def come_and_go(gate, clients, take, told):
    """Each client begins to wait; after every one, as many are taken as `take` says. Changes `told`: whom, in order."""
    here = pointer_to(gate)
    n = 0
    for i in range(clients.size):
        add_waiting(here, clients[i])
        for _ in range(take[i]):
            take_first_waiting(here)
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


def assert_all_come_in_order(clients: np.ndarray, take: np.ndarray) -> None:
    """Clients come by time, then by session, after some who have waited before."""
    before = drawn(20, 1)
    before["session"] += 1000
    waiting, expected = list(before), []
    for client, taken in zip(clients, take, strict=True):
        waiting.append(client)
        waiting.sort(key=lambda each: (each["time"], each["session"]))
        expected += waiting[:taken]
        waiting = waiting[taken:]
    assert len(expected) == take.sum() > 130, "places are used again, and nobody is asked for who is not there"
    told = np.zeros(int(take.sum()), dtype=OUTSIDE)
    gate = Gate(build_waiting_clients(before, 130), np.zeros(1, dtype=OUTSIDE))
    come_and_go(gate, clients, take, told)
    for name in ("time", "session", "start", "line"):
        assert told[name].tolist() == [each[name] for each in expected]
    assert sorted(waiting_clients(gate.outside)["session"]) == sorted(each["session"] for each in waiting)
    assert gate.outside.soonest["free"] == 130 - len(waiting)


def drawn_takes() -> np.ndarray:
    take = np.random.default_rng(3).integers(0, 3, 200)
    take[-1] = 0
    return take


def test_who_waits_outside_comes_by_time_then_by_session_and_places_are_used_again():
    assert_all_come_in_order(drawn(200, 2), drawn_takes())


def test_whoever_stands_in_a_line_comes_when_they_would_come_from_the_heap():
    """Lines whose clients mostly come in order, at times that others have too, so that lines and the heap meet."""
    clients = drawn(200, 2)
    clients["line"] = np.random.default_rng(4).integers(NO_LINE, THINKS + 1, 200)
    for line, length in ((BACK_OFFS, 3.0), (THINKS, 20.0)):
        stand = clients["line"] == line
        clients["time"][stand] = np.sort(clients["time"][stand]) // 2.0 + length
    early = np.arange(200) % 17 == 0
    clients["time"][early] -= 5.0
    take = drawn_takes()
    assert (clients["line"] == BACK_OFFS).sum() > 50 < (clients["line"] == THINKS).sum()
    assert_all_come_in_order(clients, take)
