"""Compiles the programs of a network into one table of steps with jumps."""

from dataclasses import dataclass, field

import numpy as np

from simulator.engines.draws import CONSTANT
from simulator.engines.kernel import verbs
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.quantiles import Numbering, Quantiles
from simulator.network.cluster import POLICIES
from simulator.network.distribution import Distribution, constant
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Free,
    Give,
    Lookup,
    ResponseBytes,
    Retain,
    Serve,
    Step,
    Take,
    Think,
)

STEP = np.dtype(
    [("verb", "i4"), ("at", "i4"), ("jump", "i4"), ("law", "i4"), ("stream", "i4"), ("process", "i4"), ("amount", "f8")]
    + [("extra", "f8"), ("per_byte", "f8"), ("piece", "f8"), ("again", "f8")],
    align=True,
)
KIND = np.dtype(
    [("until", "f8"), ("law", "i8"), ("mean", "f8"), ("shape", "f8"), ("header", "f8"), ("first", "i8")]
    + [("table", "i8"), ("offset", "i8")],
    align=True,
)
SOURCE = np.dtype(
    [("length_law", "i8"), ("length", "f8"), ("length_shape", "f8"), ("think_law", "i8")]
    + [("think", "f8"), ("think_shape", "f8"), ("attempts", "i8"), ("back_off", "f8"), ("first", "i8"), ("begin", "i8")]
    + [("close", "i8"), ("nodes", "i8"), ("node", "i8"), ("open_at_start", "i8"), ("causes", "i8"), ("returns", "i8")]
    + [("spread", "f8"), ("coupled", "i8"), ("policy", "i8"), ("sources", "i8")],
    align=True,
)
# Of a demand that does not grow with the response: of those that do, pieces have bytes.
NO_SIZE = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Tables:
    """steps: STEP (steps,); kinds: KIND (classes,); source: SOURCE (1,). background: the first step of each kind of
    background job; of_sessions, of_background: how many steps, from the first on, are those of sessions, and of these
    and background jobs; initialise, start_up: of the two programs of each region that is recycled, by its number;
    resume: of the end of a halt, by the number of the shared station; quantiles: the distributions that are drawn from
    tables."""

    steps: np.ndarray
    kinds: np.ndarray
    source: np.ndarray
    background: tuple[int, ...]
    of_sessions: int
    of_background: int
    initialise: dict[int, int]
    start_up: dict[int, int]
    resume: dict[int, int]
    quantiles: Quantiles


# A step that can be refused: its position, the cause, and what a job that comes so far holds.
Exit = tuple[int, str, list[Step]]


@dataclass
class _Writer:
    """Writes steps one by one and remembers, on the way, what a job that has come so far holds."""

    network: Network
    rows: list[tuple] = field(default_factory=list)
    held: list[Step] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    numbering: Numbering = field(default_factory=Numbering)

    def write(self, verb: int, at: int = 0, amount: float = 0.0, extra: float = 0.0) -> int:
        """Appends a step and returns its position."""
        self.rows.append((verb, at, 0, CONSTANT, 0, NOWHERE, amount, extra, *NO_SIZE))
        return len(self.rows) - 1

    def draw(self, verb: int, at: int, law: Distribution, stream: int, step: Serve | None = None) -> int:
        """Appends a step whose demand is drawn and returns its position; that of a `step` may be more."""
        process = None if step is None else step.process
        region = NOWHERE if process is None else self.index("regions", process)
        size = (s.per_byte, s.piece, s.again) if step and isinstance(s := step.demand, BySize) else NO_SIZE
        kind, mean, shape = self.numbering.coded(law)
        self.rows.append((verb, at, 0, kind, stream, region, mean, shape, *size))
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
                position = self.write(verbs.TAKE, self.index("pools", name), amount, reserve)
                self.may_fail(position, name)
                self.held.append(Give(name, amount))
            case Give(pool=name, amount=amount):
                self.write(verbs.GIVE, self.index("pools", name), amount)
                self.release(step)
            case Lookup(cache=name, on_miss=on_miss):
                position = self.write(verbs.LOOKUP, self.index("caches", name))
                self.program(on_miss)
                self.jump(position, len(self.rows))
            case Admit(cache=name):
                self.write(verbs.ADMIT, self.index("caches", name))
            case Allocate(region=name, amount=amount):
                verb = verbs.JOIN if self.has_processes(name) else verbs.ALLOCATE
                self.may_fail(self.write(verb, self.index("regions", name), amount), name)
                self.held.append(Free(name, amount))
            case Free(region=name, amount=amount):
                verb = verbs.PART if self.has_processes(name) else verbs.FREE
                self.write(verb, self.index("regions", name), amount)
                self.release(step)
            case Retain(region=name, amount=amount):
                self.retain(name, amount)
            case Think(time=time, stream=stream):
                self.draw(verbs.THINK, 0, time, stream)

    def retain(self, name: str, amount: float) -> None:
        """Appends what a request leaves behind; where processes can be killed, it finds that out first."""
        number = self.index("regions", name)
        verb = verbs.RETAIN
        if self.has_processes(name):
            self.may_fail(self.write(verbs.ALIVE, number), self.network.regions[number].stop_cause)
            verb = verbs.SERVED
        self.may_fail(self.write(verb, number, amount), name)

    def has_processes(self, name: str) -> bool:
        """Whether a memory region is one of processes that are recycled."""
        return self.network.regions[self.index("regions", name)].recycle is not None

    def serve(self, step: Serve, name: str) -> None:
        """Appends a service, at whichever kind of station it is."""
        is_shared = any(r.name == name and isinstance(r, SharedCapacity) for r in self.network.resources)
        verb, group = (verbs.SHARE, "shared") if is_shared else (verbs.QUEUE, "queues")
        if step.process is not None:
            verb = verbs.COLD
        sends = isinstance(step.demand, ResponseBytes)
        drawn = constant(0.0) if sends else step.demand.each if isinstance(step.demand, BySize) else step.demand
        position = self.draw(verb, self.index(group, name), drawn, step.stream, step)
        if sends:
            self.rows[position] = (*self.rows[position][:3], verbs.RESPONSE, *self.rows[position][4:])
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
    begin, end = (verbs.BEGIN, verbs.END) if network.source.trace is None else (verbs.BEGIN_LOGGED, verbs.END_LOGGED)
    begin = writer.write(begin)
    firsts = []
    for request_class in network.classes:
        firsts.append(len(writer.rows))
        writer.program(request_class.steps)
        writer.write(end)
        writer.held = list(connected)
    failures = writer.take_exits()
    close = len(writer.rows)
    writer.program(network.source.close)
    writer.write(verbs.LEAVE)
    departures = writer.take_exits()
    returns = writer.write(verbs.RETURN) if network.source.returns else NOWHERE
    _write_exits(writer, refusals, (), (verbs.REFUSE,))
    _write_exits(writer, failures, (verbs.FAIL,), (verbs.LEAVE,))
    _write_exits(writer, departures, (), (verbs.LEAVE,))
    of_sessions = len(writer.rows)
    background = tuple(_write_background(writer, kind) for kind in range(len(network.background)))
    of_background = len(writer.rows)
    starts = {m: _write_start(writer, m) for m, r in enumerate(network.regions) if r.recycle is not None}
    resume = {s: writer.write(verbs.RESUME, s) for s in range(len(network.shared))}
    return Tables(
        steps=np.array(writer.rows, dtype=STEP),
        kinds=_kinds(writer, firsts),
        source=_source(writer, node, (0, begin, close), returns),
        background=background,
        of_sessions=of_sessions,
        of_background=of_background,
        initialise={m: first for m, (first, _) in starts.items()},
        start_up={m: first for m, (_, first) in starts.items()},
        resume=resume,
        quantiles=writer.numbering.quantiles(),
    )


def _write_background(writer: _Writer, kind: int) -> int:
    """Appends the program of a kind of background job, and its exits; its first step. Kind 0 is sessions."""
    first = len(writer.rows)
    writer.held = []
    writer.program(writer.network.background[kind].steps)
    writer.write(verbs.FINISH, kind + 1)
    for position, _, held in writer.take_exits():
        writer.jump(position, len(writer.rows))
        for step in reversed(held):
            writer.step(step)
        writer.write(verbs.DROP, kind + 1)
    return first


def _write_start(writer: _Writer, m: int) -> tuple[int, int]:
    """Appends the two programs of a process that starts: it initialises, then several jobs start it up."""
    terms = writer.network.regions[m].recycle
    initialise = len(writer.rows)
    writer.step(Serve(terms.cpu, constant(terms.initialise)))
    writer.write(verbs.TAKE_OVER, m)
    start_up = len(writer.rows)
    writer.step(Serve(terms.cpu, constant(terms.start_up_work / terms.start_up_jobs)))
    writer.write(verbs.STARTED, m)
    return initialise, start_up


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


def _kinds(writer: _Writer, firsts: list[int]) -> np.ndarray:
    """The records of the request classes."""
    network = writer.network
    until = np.cumsum([request_class.share for request_class in network.classes])
    until[-1] = 1.0
    catalogues = network.catalogues
    offsets = np.cumsum([0] + [catalogue.objects for catalogue in catalogues])
    rows = []
    for last, c, first in zip(until, network.classes, firsts, strict=True):
        table = NOWHERE if c.catalogue is None else catalogues.index(c.catalogue)
        offset = 0 if c.catalogue is None else offsets[table]
        rows.append((last, *writer.numbering.coded(c.payload), c.header, first, table, offset))
    return np.array(rows, dtype=KIND)


def _source(writer: _Writer, node: int, steps: tuple[int, int, int], returns: int) -> np.ndarray:
    """The record of the session source; `steps` are the first, that of a request, and the first of closing."""
    network = writer.network
    source = network.source
    laws = (*writer.numbering.coded(source.requests), *writer.numbering.coded(source.think_time))
    retry = (source.attempts, source.back_off)
    place = (network.nodes, node, source.open_at_start, len(network.causes), returns, source.spread)
    balancer = (network.coupled, POLICIES.index(network.balancer.policy), network.balancer.sources or 0)
    return np.array([(*laws, *retry, *steps, *place, *balancer)], dtype=SOURCE)
