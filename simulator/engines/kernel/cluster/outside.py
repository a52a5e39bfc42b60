"""Clients that are at no node for a while, the next one first.

What is put in order is small: when somebody comes, and in which place their record stands. The records stay where they
are until then.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.heap import Heaps, one_heap, pop, push
from simulator.engines.kernel.state import OUTSIDE
from simulator.engines.prefetch import prefetch


class Outside(NamedTuple):
    """clients: OUTSIDE (room,), each at a place of its own; heap: one heap of who comes when, whose jobs are places.
    Behind those who wait, its entries name the places that are free."""

    clients: np.ndarray
    heap: Heaps


def outside_with(clients: np.ndarray, room: int) -> Outside:
    """Clients, OUTSIDE (clients,), outside with room for so many."""
    places = np.zeros(room, dtype=OUTSIDE)
    places[: clients.size] = np.sort(clients, order=["time", "session"])
    places["order"] = places["session"]
    heap = one_heap(room)
    # What is in order is a heap too.
    heap.entry["key"][0, : clients.size] = places["time"][: clients.size]
    heap.entry["job"][0, :room] = np.arange(room)
    heap.size[0] = clients.size
    return Outside(places, heap)


def who_waits(outside: Outside) -> np.ndarray:
    """The clients that are outside, in no order: OUTSIDE (clients,)."""
    return outside.clients[outside.heap.entry["job"][0, : outside.heap.size[0]]]


@seldom
def wait_outside(gate, client):
    """Adds a client to those who are outside; among equals, lower sessions come first. Changes `gate` in place."""
    outside = gate.outside
    place = outside.heap.entry[0, outside.heap.size[0]].job
    kept = outside.clients[place]
    copy_client(client, kept)
    kept.order = client.session
    push(outside.heap, outside.clients, 0, client.time, place)


@seldom
def take_first(gate):
    """Takes the client in hand that comes first of those outside. Changes `gate` in place."""
    outside = gate.outside
    place = pop(outside.heap, outside.clients, 0)
    outside.heap.entry[0, outside.heap.size[0]].job = place
    prefetch(outside.clients, outside.heap.entry[0, 0].job)
    copy_client(outside.clients[place], gate.hand[0])


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
    target.client = source.client
