"""Clients that are at no node for a while, the next one first: a binary heap by time."""

import numpy as np

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.state import OUTSIDE


def nobody(room: int) -> np.ndarray:
    """Room for so many clients: OUTSIDE (room,)."""
    return np.zeros(room, dtype=OUTSIDE)


@seldom
def wait_outside(heap, size, client):
    """Adds a client to the heap of `size`, which becomes one larger. Changes `heap` in place."""
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if _goes_first(heap[parent], client):
            break
        copy_client(heap[parent], heap[i])
        i = parent
    copy_client(client, heap[i])


@seldom
def take_first(heap, size, first):
    """Moves the first client of the heap of `size`, which becomes one smaller, to `first`. Changes both in place."""
    copy_client(heap[0], first)
    last = heap[size - 1]
    i = 0
    child = 1
    while child < size - 1:
        if child + 1 < size - 1 and _goes_first(heap[child + 1], heap[child]):
            child += 1
        if _goes_first(last, heap[child]):
            break
        copy_client(heap[child], heap[i])
        i = child
        child = 2 * i + 1
    copy_client(last, heap[i])


@compiled
def _goes_first(one, other):
    """Whether one client comes before another: sooner, or the lower session of equals."""
    if one.time != other.time:
        return one.time < other.time
    return one.session < other.session


@compiled
def copy_client(source, target):
    """Copies a record. Changes `target` in place."""
    target.time = source.time
    target.session = source.session
    target.request = source.request
    target.left = source.left
    target.attempts = source.attempts
    target.placed = source.placed
    target.node = source.node
    target.returns = source.returns
    target.tries = source.tries
    target.asked = source.asked
    target.start = source.start
