"""Writes the steps of a program one after the other, with their jumps: what tables.py puts together."""

from dataclasses import dataclass, field

from simulator.engines.draws import CONSTANT
from simulator.engines.kernel import verbs
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.quantiles import Numbering
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
    Peek,
    ResponseBytes,
    Retain,
    Serve,
    Step,
    Take,
    Think,
)

# Of a demand that does not grow with the response: of those that do, pieces have bytes.
NO_SIZE = (0.0, 0.0, 0.0)

# A step that can be refused: its position, the cause, and what a job that comes so far holds.
Exit = tuple[int, str, list[Step]]


@dataclass
class Writer:
    """Writes steps one by one and remembers, on the way, what a job that has come so far holds."""

    network: Network
    rows: list[tuple] = field(default_factory=list)
    held: list[Step] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    numbering: Numbering = field(default_factory=Numbering)

    def write(self, verb: int, at: int = 0, amount: float = 0.0, extra: float = 0.0) -> int:
        """Appends a step and returns its position; clients who do not wait for ever have verbs of their own."""
        if self.network.source.patience is not None:
            verb = verbs.PATIENTLY.get(verb, verb)
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
            case Peek():
                self.peek(step)
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

    def peek(self, step: Peek) -> None:
        """Appends a look whether a request would find an object, drawn from a catalogue by its number and the number of
        its first object."""
        catalogues = self.network.catalogues
        table, position = catalogues.index(step.catalogue), len(self.rows)
        first = sum(catalogue.objects for catalogue in catalogues[:table])
        cache = self.index("caches", step.cache)
        self.rows.append((verbs.PEEK, cache, 0, CONSTANT, step.stream, table, float(first), 0.0, *NO_SIZE))
        self.program(step.on_miss)
        self.jump(position, len(self.rows))

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
