"""Clients that are at no node for a while, the next one first.

Who is away for one of the lengths that are always the same comes back in the order of going, and so stands in a line:
nothing need be put in order. All others are in a heap, and so is who would come before the last of their line. What is
put in order is small: when somebody comes, and in which place their record stands. The records stay where they are
until then.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import compiled, seldom
from simulator.engines.kernel.heap import Heaps, one_heap, pop, push
from simulator.engines.kernel.state import NEVER, NO_LINE, OUTSIDE
from simulator.engines.prefetch import prefetch

# A line of clients in a ring of places: when its first one comes, NEVER if nobody stands in it; that one's place in the
# ring, how many stand in the line, and when and with which session its last one comes.
LINE = np.dtype([("key", "f8"), ("first", "i8"), ("size", "i8"), ("final", "f8"), ("session", "i8")], align=True)
LINES = 2
# When the first of all comes, NEVER if nobody is outside, and from which line (NO_LINE: the heap); how many places are
# free.
SOONEST = np.dtype([("key", "f8"), ("line", "i8"), ("free", "i8")], align=True)
# How far ahead in a line the record of who comes is asked for.
AHEAD = 2


class WaitingClients(NamedTuple):
    """clients: OUTSIDE (room,), each at a place of its own; soonest: SOONEST (1,); heap: one heap of who comes when,
    whose jobs are places; lines: LINE (LINES,); rings: int32 (LINES, room), the places of who stands in each line;
    free: int32 (room,), the places that are free, then those that are not."""

    clients: np.ndarray
    soonest: np.ndarray
    heap: Heaps
    lines: np.ndarray
    rings: np.ndarray
    free: np.ndarray


def build_waiting_clients(clients: np.ndarray, room: int) -> WaitingClients:
    """Clients, OUTSIDE (clients,), outside with room for so many."""
    places = np.zeros(room, dtype=OUTSIDE)
    places[: clients.size] = np.sort(clients, order=["time", "session"])
    places["order"] = places["session"]
    soonest = np.zeros(1, dtype=SOONEST)
    soonest["key"] = places[0]["time"] if clients.size else NEVER
    soonest["line"], soonest["free"] = NO_LINE, room - clients.size
    heap = one_heap(room)
    # What is in order is a heap too.
    heap.entry["key"][0, : clients.size] = places["time"][: clients.size]
    heap.entry["job"][0, : clients.size] = np.arange(clients.size)
    heap.size[0] = clients.size
    lines = np.zeros(LINES, dtype=LINE)
    lines["key"] = NEVER
    free = np.arange(room, dtype=np.int32)[::-1].copy()
    return WaitingClients(places, soonest, heap, lines, np.zeros((LINES, room), dtype=np.int32), free)


def waiting_clients(outside: WaitingClients) -> np.ndarray:
    """The clients that are outside, in no order: OUTSIDE (clients,)."""
    places = [outside.heap.entry["job"][0, : outside.heap.size[0]]]
    for line, ring in zip(outside.lines, outside.rings, strict=True):
        places.append(ring[(line["first"] + np.arange(line["size"])) % ring.size])
    return outside.clients[np.concatenate(places)]


@compiled
def note_next_event(gate, node, world):
    """Notes when something happens next in a node. Changes `gate` in place."""
    clock = world.clock[0]
    gate.next[node] = min(clock.due, clock.arrival)


@seldom
def add_waiting(gate, client):
    """Adds a client to those who are outside; among equals, lower sessions come first. Changes `gate` in place."""
    outside = gate.outside
    soonest = outside.soonest[0]
    soonest.free -= 1
    place = outside.free[soonest.free]
    _copy_client(client, outside.clients[place])
    number = client.line
    if number == NO_LINE or not _stands_in_line(outside, number - 1, client, place):
        number = NO_LINE
        push(outside.heap, outside.clients, 0, client.time, place)
    if client.time < soonest.key or (client.time == soonest.key and client.session < _session(outside, soonest.line)):
        soonest.key = client.time
        soonest.line = number


@seldom
def release_to_waiting(gate, world):
    """Whoever has left a node is outside from now on. Changes `gate` in place."""
    clock = world.clock[0]
    for left in range(clock.gone):
        add_waiting(gate, world.outbox[left])
    clock.gone = 0


@compiled
def _stands_in_line(outside, number, client, place):
    """A client goes to the end of a line. False, and nothing is done, if it comes before the last one who stands there.
    Changes `outside` in place."""
    line, ring = outside.lines[number], outside.rings[number]
    if line.size == 0:
        line.key = client.time
    elif client.time < line.final or (client.time == line.final and client.session < line.session):
        return False
    end = line.first + line.size
    ring[end - (ring.size if end >= ring.size else 0)] = place
    line.size += 1
    line.final = client.time
    line.session = client.session
    return True


@seldom
def take_first_waiting(gate):
    """Takes the client in hand that comes first of those outside. Changes `gate` in place."""
    outside = gate.outside
    soonest = outside.soonest[0]
    if soonest.line == NO_LINE:
        place = pop(outside.heap, outside.clients, 0)
        prefetch(outside.clients, outside.heap.entry[0, 0].job)
    else:
        place = _leaves_line(outside, soonest.line - 1)
    outside.free[soonest.free] = place
    soonest.free += 1
    gate.hand[0] = outside.clients[place]
    _find_soonest(outside)


@compiled
def _leaves_line(outside, number):
    """The first of a line leaves it: its place. Changes `outside` in place."""
    line, ring = outside.lines[number], outside.rings[number]
    place = ring[line.first]
    line.first += 1
    line.first -= ring.size if line.first >= ring.size else 0
    line.size -= 1
    line.key = outside.clients[ring[line.first]].time if line.size > 0 else NEVER
    ahead = line.first + AHEAD
    prefetch(outside.clients, ring[ahead - (ring.size if ahead >= ring.size else 0)])
    return place


@compiled
def _find_soonest(outside):
    """Finds who comes first now. Changes `outside` in place."""
    soonest = outside.soonest[0]
    soonest.key = outside.heap.entry[0, 0].key if outside.heap.size[0] > 0 else NEVER
    soonest.line = NO_LINE
    for number in range(LINES):
        key = outside.lines[number].key
        equal = key == soonest.key and key < NEVER
        if key < soonest.key or (equal and _session(outside, number + 1) < _session(outside, soonest.line)):
            soonest.key = key
            soonest.line = number + 1


@compiled
def _session(outside, line):
    """The session of who comes first from a line, or from the heap. Read only where times are equal, for the record may
    be far away. Reads `outside`."""
    if line == NO_LINE:
        return outside.clients[outside.heap.entry[0, 0].job].session
    return outside.clients[outside.rings[line - 1, outside.lines[line - 1].first]].session


@compiled
def _copy_client(source, target):
    """Copies a record, number by number: it has just been written so, and is not to be read in wider pieces. Changes
    `target` in place."""
    target.time = source.time
    target.session = target.order = source.session
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
    target.line = source.line
