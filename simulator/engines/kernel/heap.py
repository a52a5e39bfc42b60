"""Heaps of (key, job) with four children a node; equal keys leave in the order in which their jobs took their step.

Four children fill one cache line and halve the depth, and the smallest of them is found without branches that a
processor would have to guess.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import compiled
from simulator.engines.kernel.state import copy_records
from simulator.network.network import Network

LINE = 64  # Bytes of a processor's cache line.
FAMILY = 4  # Children of an entry of a heap.
ENTRY = np.dtype([("key", "f8"), ("job", "i8")], align=True)


class Heaps(NamedTuple):
    """entry: ENTRY (heaps, capacity); size: int64 (heaps,)."""

    entry: np.ndarray
    size: np.ndarray


def first_heaps(network: Network) -> tuple[list[int], list[int], int]:
    """The first heap of each shared station and of each queue, and the number of heaps: one for each rate class of a
    shared station, one a queue, and the timer last."""
    classes = [len(station.caps) for station in network.shared]
    of_shared = [sum(classes[:i]) for i in range(len(classes))]
    of_queues = [sum(classes) + i for i in range(len(network.queues))]
    return of_shared, of_queues, sum(classes) + len(network.queues) + 1


def build_heaps(network: Network, room: int) -> Heaps:
    """Empty heaps, each with room for as many jobs."""
    count = first_heaps(network)[2]
    return Heaps(_entries(count, room), np.zeros(count, dtype=np.int64))


def one_heap(room: int) -> Heaps:
    """An empty heap by itself."""
    return Heaps(_entries(1, room), np.zeros(1, dtype=np.int64))


def double_heaps(heaps: Heaps) -> Heaps:
    """The same heaps with twice the room."""
    count, room = heaps.entry.shape
    entry = _entries(count, 2 * room)
    # Only what is in a heap is copied: the rest of the new room takes no memory until it is used.
    for new, old, size in zip(entry, heaps.entry, heaps.size, strict=True):
        copy_records(old[:size], new[:size])
    return heaps._replace(entry=entry)


def join_heaps(parts: Sequence[Heaps]) -> Heaps:
    """The heaps of several nodes as one, copied: entry of shape (nodes, heaps, capacity), size (nodes, heaps)."""
    nodes, (heaps, rows) = len(parts), parts[0].entry.shape
    # Rows of whole families follow one another, so that all of them fill cache lines.
    entry = _entries(nodes * heaps, rows).reshape(nodes, heaps, rows)
    for node, part in enumerate(parts):
        for new, old, size in zip(entry[node], part.entry, part.size, strict=True):
            copy_records(old[:size], new[:size])
    return Heaps(entry, np.stack([part.size for part in parts]))


def _entries(heaps: int, room: int) -> np.ndarray:
    """Empty heaps whose families of four children, which begin with entry 1, each fill one cache line."""
    rows = -(-room // FAMILY) * FAMILY
    raw = np.zeros(heaps * rows * ENTRY.itemsize + 2 * LINE, dtype=np.uint8)
    skip = (LINE - ENTRY.itemsize - raw.ctypes.data) % LINE
    return raw[skip : skip + heaps * rows * ENTRY.itemsize].view(ENTRY).reshape(heaps, rows)


@compiled
def push(heaps, jobs, h, key, job):
    """Adds a job to heap `h`. O(1) on average. Changes `heaps` in place."""
    heaps.size[h] += 1
    _rise(heaps.entry[h], jobs, heaps.size[h] - 1, key, job)


@compiled
def pop(heaps, jobs, h):
    """Takes the first job of heap `h`. O(log n). Changes `heaps` in place.

    The hole sinks to the bottom along the smallest children, then the last entry rises from there: it came from the
    bottom, so it rarely rises far, which saves a comparison on every level.
    """
    entries = heaps.entry[h]
    first = entries[0].job
    heaps.size[h] -= 1
    n = heaps.size[h]
    key = entries[n].key
    job = entries[n].job
    i = 0
    child = 1
    while child + 4 <= n:
        child = _first_of_four(entries, jobs, child)
        entries[i].key = entries[child].key
        entries[i].job = entries[child].job
        i = child
        child = 4 * i + 1
    if child < n:
        for other in range(child + 1, n):
            child = _smaller(entries, jobs, child, other)
        entries[i].key = entries[child].key
        entries[i].job = entries[child].job
        i = child
    _rise(entries, jobs, i, key, job)
    return first


@compiled
def _first_of_four(entries, jobs, a):
    """The index, of four from `a` on, whose entry goes first: a tournament of keys, in registers, if none are equal."""
    key_a, key_b = entries[a].key, entries[a + 1].key
    key_c, key_d = entries[a + 2].key, entries[a + 3].key
    left, right = min(key_a, key_b), min(key_c, key_d)
    if (key_a == key_b) | (key_c == key_d) | (left == right):
        return _smaller(entries, jobs, _smaller(entries, jobs, a, a + 1), _smaller(entries, jobs, a + 2, a + 3))
    return a + (2 + (key_d < key_c) if right < left else int(key_b < key_a))


@compiled
def _smaller(entries, jobs, a, b):
    """The index, of two, whose entry goes first."""
    key_a = entries[a].key
    key_b = entries[b].key
    if key_a == key_b:
        return b if jobs[entries[b].job].order < jobs[entries[a].job].order else a
    return b if key_b < key_a else a


@compiled
def _rise(entries, jobs, i, key, job):
    """Moves an entry from the hole at `i` up to its place."""
    while i > 0:
        parent = (i - 1) >> 2
        above = entries[parent].key
        if above < key or (above == key and jobs[entries[parent].job].order < jobs[job].order):
            break
        entries[i].key = above
        entries[i].job = entries[parent].job
        i = parent
    entries[i].key = key
    entries[i].job = job
