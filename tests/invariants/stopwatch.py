"""Watches the jobs of the reference engine as they come and go, beside what the engine itself counts.

Whoever enters a station, holds a part of a pool, or is under way as a session, request or background job is noted with
the time at which that begins and the time at which it ends. Nothing of the engine's own columns is read.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import numpy as np

from simulator.engines.reference import cluster
from simulator.engines.reference import engine as reference
from simulator.engines.reference.clock import Clock
from simulator.engines.reference.engine import BackgroundJobs
from simulator.engines.reference.job import Job
from simulator.engines.reference.sessions import Attempt, Process, Sessions
from simulator.engines.reference.world import Node
from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network

# Who is watched: a node, and the group and the name of its columns.
Place = tuple[int, str, str]


class Stopwatch:
    """What was seen: for every place, who came (+) and went (-), when, how much of it, and from which rate class."""

    def __init__(self) -> None:
        self._moves: dict[Place, list[tuple[float, float, int]]] = defaultdict(list)

    def note(self, place: Place, time: float, amount: float, client: int = 0) -> None:
        """Notes that somebody comes, or goes if the amount is negative."""
        self._moves[place].append((time, amount, client))

    def spent(self, place: Place, edges: np.ndarray) -> np.ndarray:
        """The sum of the times that everybody had spent at a place at each edge, times their amounts: (edges,)."""
        time, amount, _ = self._of(place)
        return np.array([(amount * np.maximum(0.0, edge - time)).sum() for edge in edges])

    def counted(self, place: Place, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How many came and how many went before each edge: (edges,) each."""
        time, amount, _ = self._of(place)
        return tuple(np.array([(time[way] < edge).sum() for edge in edges]) for way in (amount > 0.0, amount < 0.0))

    def busy(self, place: Place, edges: np.ndarray, limits: tuple[float, ...], speeds: tuple[float, ...]) -> np.ndarray:
        """The work that a station had done at each edge if it never idled: at any time, it works at the speed of all
        who are there together, each at that of its rate class, or at its limit for 1, 2, ... of them: (edges,)."""
        time, amount, client = self._of(place)
        asked = np.cumsum(amount * np.take(speeds, client if len(speeds) > 1 else np.zeros_like(client)))
        present = np.cumsum(amount).round().astype(int)
        rate = np.minimum(np.take(limits, np.clip(present, 1, len(limits)) - 1), asked)
        until = np.append(time[1:], np.inf)
        return np.array([(rate * np.maximum(0.0, np.minimum(until, edge) - time)).sum() for edge in edges])

    def _of(self, place: Place) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        moves = self._moves.get(place, [])
        time, amount, client = (np.array(column) for column in zip(*moves, strict=True)) if moves else np.zeros((3, 0))
        return time, amount, client.astype(int)


def watched(network: Network, plan: RunPlan, seed: int) -> Stopwatch:
    """A run of the reference engine under a stopwatch."""
    watch = Stopwatch()
    with _watching(watch):
        reference.Reference().run(network, plan, seed)
    return watch


@contextmanager
def _watching(watch: Stopwatch) -> Iterator[None]:
    """While it lasts, nodes, sessions and background jobs are made that tell the stopwatch."""
    nodes: list[Node] = []
    makers = {
        "Sessions": partial(_Sessions, watch),
        "BackgroundJobs": partial(_BackgroundJobs, watch),
    }
    made = patch.object(cluster, "Node", partial(_node, watch, nodes))
    with made, patch.multiple(reference, **makers):
        yield


def _node(watch: Stopwatch, nodes: list[Node], clock: Clock, network: Network, *where: object) -> Node:
    """A node with a stopwatch at each of its stations and pools."""
    node, number = Node(clock, network, *where), len(nodes)
    nodes.append(node)
    groups = {station.name: "shared" for station in network.shared} | {queue.name: "queue" for queue in network.queues}
    for name, station in node.stations.items():
        station.enter = partial(_enter, watch, clock, (number, groups[name], name), station.enter)
    for name, pool in node.pools.items():
        # Whoever it is that takes or gives back, the pool is told how much: who waits takes it when that is granted.
        pool._change = partial(_change, watch, clock, (number, "pool", name), pool._change)
        lingers = pool._resource.lingers
        if lingers > 0.0:
            pool.give = partial(_give, watch, clock, (number, "pool", name), pool.give, lingers)
    return node


def _enter(watch: Stopwatch, clock: Clock, place: Place, enter, client: int, demand: float):
    done = enter(client, demand)
    watch.note(place, clock.now, 1.0, client)
    done.callbacks.append(lambda _: watch.note(place, clock.now, -1.0, client))
    return done


def _change(watch: Stopwatch, clock: Clock, place: Place, change, amount: float) -> None:
    watch.note(place, clock.now, amount)
    change(amount)


def _give(watch: Stopwatch, clock: Clock, place: Place, give, lingers: float, amount: float) -> None:
    """What lingers is spent for so much longer."""
    watch.note(place, clock.now + lingers, -amount)
    give(amount)


class _Sessions(Sessions):
    """Sessions and their requests, under a stopwatch."""

    def __init__(self, watch: Stopwatch, *parts) -> None:
        super().__init__(*parts)
        self._watch = watch

    def _visit(self, job: Job, sent: bool) -> Process:
        self._watch.note((job.node, "sessions", ""), self._clock.now, 1.0)
        yield from super()._visit(job, sent)
        self._watch.note((job.node, "sessions", ""), self._clock.now, -1.0)

    def _request(self, job: Job) -> Attempt:
        self._watch.note((job.node, "requests", ""), self._clock.now, 1.0)
        done = yield from super()._request(job)
        self._watch.note((job.node, "requests", ""), self._clock.now, -1.0)
        return done


class _BackgroundJobs(BackgroundJobs):
    """Background jobs, under a stopwatch."""

    def __init__(self, watch: Stopwatch, *parts) -> None:
        super().__init__(*parts)
        self._watch = watch

    def _life(self, job: Job) -> Process:
        place = (job.node, "background", self._jobs.name)
        self._watch.note(place, self._clock.now, 1.0)
        yield from super()._life(job)
        self._watch.note(place, self._clock.now, -1.0)
