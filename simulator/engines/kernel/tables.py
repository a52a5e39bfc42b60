"""Compiles the programs of a network into one table of steps with jumps."""

from dataclasses import dataclass, field

import numpy as np

from simulator.engines.kernel import verbs
from simulator.engines.kernel.state import KIND, NOWHERE, SOURCE, STEP
from simulator.network.distribution import Distribution
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import Admit, Allocate, Free, Give, Lookup, Serve, Step, Take


@dataclass(frozen=True)
class Tables:
    """steps: STEP (steps,); kinds: KIND (classes,); source: SOURCE (1,)."""

    steps: np.ndarray
    kinds: np.ndarray
    source: np.ndarray


# A step that can be refused: its position, the cause, and what a job that comes so far holds.
Exit = tuple[int, str, list[Step]]


@dataclass
class _Writer:
    """Writes steps one by one and remembers, on the way, what a job that has come so far holds."""

    network: Network
    rows: list[tuple] = field(default_factory=list)
    held: list[Step] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)

    def write(self, verb: int, at: int = 0, law: int = 0, stream: int = 0, amount: float = 0.0, extra: float = 0.0):
        """Appends a step and returns its position."""
        self.rows.append((verb, at, 0, law, stream, amount, extra))
        return len(self.rows) - 1

    def jump(self, position: int, target: int) -> None:
        """Sets where the step at `position` jumps to."""
        row = self.rows[position]
        self.rows[position] = (*row[:2], target, *row[3:])

    def may_fail(self, position: int, cause: str) -> None:
        """Notes that the step at `position` can be refused, and what is to be given back then."""
        if cause in self.network.causes:
            self.exits.append((position, cause, list(self.held)))

    def take_exits(self) -> list[Exit]:
        """The steps noted since the last call."""
        exits, self.exits = self.exits, []
        return exits

    def program(self, steps: tuple[Step, ...]) -> None:
        """Appends the steps of a program."""
        for step in steps:
            self.step(step)

    def step(self, step: Step) -> None:
        """Appends one step of the network."""
        match step:
            case Serve(at=at):
                self.serve(step, at)
            case Take(pool=name, amount=amount, reserve=reserve):
                position = self.write(verbs.TAKE, self.index("pools", name), amount=amount, extra=reserve)
                self.may_fail(position, name)
                self.held.append(Give(name, amount))
            case Give(pool=name, amount=amount):
                self.write(verbs.GIVE, self.index("pools", name), amount=amount)
                self.release(step)
            case Lookup(cache=name, on_miss=on_miss):
                position = self.write(verbs.LOOKUP, self.index("caches", name))
                self.program(on_miss)
                self.jump(position, len(self.rows))
            case Admit(cache=name):
                self.write(verbs.ADMIT, self.index("caches", name))
            case Allocate(region=name, amount=amount):
                self.may_fail(self.write(verbs.ALLOCATE, self.index("regions", name), amount=amount), name)
                self.held.append(Free(name, amount))
            case Free(region=name, amount=amount):
                self.write(verbs.FREE, self.index("regions", name), amount=amount)
                self.release(step)

    def serve(self, step: Serve, name: str) -> None:
        """Appends a service, at whichever kind of station it is."""
        is_shared = any(r.name == name and isinstance(r, SharedCapacity) for r in self.network.resources)
        verb, group = (verbs.SHARE, "shared") if is_shared else (verbs.QUEUE, "queues")
        demand = step.demand
        if isinstance(demand, Distribution):
            law, mean, shape = int(demand.kind), demand.mean, demand.shape
        else:
            law, mean, shape = verbs.RESPONSE, 0.0, 0.0
        position = self.write(verb, self.index(group, name), law, step.stream, mean, shape)
        self.may_fail(position, name)

    def release(self, step: Step) -> None:
        """Forgets what `step` gives back."""
        if step in self.held:
            self.held.remove(step)

    def index(self, group: str, name: str) -> int:
        """The number of a resource among those of its kind."""
        return [resource.name for resource in getattr(self.network, group)].index(name)

    def cause(self, name: str) -> int:
        return self.network.causes.index(name)


def compile_programs(network: Network, node: int) -> Tables:
    """The tables that the kernel runs for one node.

    Each way to be refused ends in steps that give back all that the job holds.
    """
    writer = _Writer(network)
    writer.program(network.source.connect)
    refusals = writer.take_exits()
    connected = list(writer.held)
    writer.write(verbs.ENTER)
    begin = writer.write(verbs.BEGIN)
    firsts = []
    for request_class in network.classes:
        firsts.append(len(writer.rows))
        writer.program(request_class.steps)
        writer.write(verbs.END)
        writer.held = list(connected)
    failures = writer.take_exits()
    close = len(writer.rows)
    writer.program(network.source.close)
    writer.write(verbs.LEAVE)
    departures = writer.take_exits()
    _write_exits(writer, refusals, (), (verbs.REFUSE,))
    _write_exits(writer, failures, (verbs.FAIL,), (verbs.LEAVE,))
    _write_exits(writer, departures, (), (verbs.LEAVE,))
    steps = np.array(writer.rows, dtype=STEP)
    return Tables(steps, _kinds(network, firsts), _source(network, node, begin, close))


def _write_exits(writer: _Writer, exits: list[Exit], first: tuple[int, ...], last: tuple[int, ...]) -> None:
    """Appends what follows when a step is refused: the verbs of `first`, all that is held given back, `last`."""
    for position, cause, held in exits:
        writer.jump(position, len(writer.rows))
        for verb in first:
            writer.write(verb, writer.cause(cause))
        for step in reversed(held):
            writer.step(step)
        for verb in last:
            writer.write(verb, writer.cause(cause))


def _kinds(network: Network, firsts: list[int]) -> np.ndarray:
    """The records of the request classes."""
    until = np.cumsum([request_class.share for request_class in network.classes])
    until[-1] = 1.0
    catalogues = network.catalogues
    offsets = np.cumsum([0] + [catalogue.objects for catalogue in catalogues])
    rows = []
    for last, c, first in zip(until, network.classes, firsts, strict=True):
        table = NOWHERE if c.catalogue is None else catalogues.index(c.catalogue)
        offset = 0 if c.catalogue is None else offsets[table]
        rows.append((last, int(c.payload.kind), c.payload.mean, c.payload.shape, c.header, first, table, offset))
    return np.array(rows, dtype=KIND)


def _source(network: Network, node: int, begin: int, close: int) -> np.ndarray:
    """The record of the session source."""
    source = network.source
    length, think = source.requests, source.think_time
    laws = (int(length.kind), length.mean, length.shape, int(think.kind), think.mean, think.shape)
    retry = (source.attempts, source.back_off)
    steps = (0, begin, close)
    place = (network.nodes, node, source.open_at_start, len(network.causes))
    return np.array([(source.rate, *laws, *retry, *steps, *place)], dtype=SOURCE)
