"""Compiles the programs of a network into one table of steps with jumps, written one after the other."""

from dataclasses import dataclass, field, replace

import numpy as np

from simulator.engines.columns import FIRST_PIECES, first_column
from simulator.engines.draws import CONSTANT
from simulator.engines.kernel import verbs
from simulator.engines.kernel.programs.tables import STEP, Tables, class_reaches, class_records, source_record
from simulator.engines.kernel.state import NOWHERE
from simulator.engines.quantiles import Numbering
from simulator.engines.sized_cache import WeakMemo
from simulator.network.backend import backend_runs
from simulator.network.client_timeouts import BREAKER_OPEN
from simulator.network.cluster import TIER_DOWN
from simulator.network.distribution import Distribution, constant
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.steps import (
    Admit,
    Allocate,
    BySize,
    Call,
    Delay,
    EachSlice,
    Free,
    JoinFetch,
    KeyLookup,
    Leak,
    Lookup,
    Post,
    ProbeCache,
    Release,
    ResponseBytes,
    Revalidate,
    Seize,
    Serve,
    Step,
    sends_first_piece,
)

# Of a demand that does not grow with the response: of those that do, pieces have bytes.
NO_SIZE = (0.0, 0.0, 0.0, 0.0)

# Among what a job holds: it is at the backend, and has come from its node after all that is before.
AWAY = None
# A step that can be refused: its position, the cause, and what a job that comes so far holds.
Exit = tuple[int, str, list[Step | None]]


@dataclass
class Writer:
    """Writes steps one by one and remembers, on the way, what a job that has come so far holds."""

    network: Network
    rows: list[tuple] = field(default_factory=list)
    held: list[Step | None] = field(default_factory=list)
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
        size = (s.per_byte, s.piece, s.again, s.of or 0.0) if step and isinstance(s := step.demand, BySize) else NO_SIZE
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
        """Appends the steps of a program, with the ways to the backend and from there."""
        for is_at_backend, run in backend_runs(steps, self.network.backend_apart):
            if is_at_backend:
                self.write(verbs.CROSS)
                self.held.append(AWAY)
            for step in run:
                self.step(step)
            if is_at_backend:
                self.write(verbs.CROSS)
                self.held.remove(AWAY)

    def step(self, step: Step) -> None:
        """Appends one step of the network."""
        match step:
            case Serve(at=at):
                self.serve(step, at)
            case Seize(pool=name, amount=amount, reserve=reserve):
                position = self.write(verbs.TAKE, self.index("pools", name), amount, reserve)
                self.may_fail(position, name)
                self.held.append(Release(name, amount))
            case Release(pool=name, amount=amount):
                self.write(verbs.GIVE, self.index("pools", name), amount)
                self.release(step)
            case Lookup(cache=name, on_miss=on_miss):
                position = self.write(verbs.LOOKUP, self.index("caches", name))
                self.program(on_miss)
                self.jump(position, len(self.rows))
            case JoinFetch() | Revalidate() | ProbeCache() | KeyLookup() | Call() | EachSlice():
                self.ask(step)
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
            case Leak(region=name, amount=amount):
                self.retain(name, amount)
            case Delay(time=time, stream=stream):
                self.draw(verbs.THINK, 0, time, stream)
            case Post():
                self.post(step)

    def ask(self, step: JoinFetch | Revalidate | ProbeCache | KeyLookup | Call | EachSlice) -> None:
        """Appends a step whose answer says what is taken next."""
        match step:
            case EachSlice():
                self.each_slice(step)
            case JoinFetch(cache=name, on_miss=on_miss):
                position = self.write(verbs.FETCH, self.index("caches", name), step.every, step.age)
                self.program(on_miss)
                self.jump(position, len(self.rows))
            case Revalidate():
                self.revalidate(step)
            case ProbeCache():
                self.peek(step)
            case KeyLookup():
                self.find(step)
            case Call():
                self.call(step)

    def each_slice(self, step: EachSlice) -> None:
        """Appends the steps that are taken for each slice, and how the job comes back to the first of them."""
        self.rows.append((verbs.SLICES, step.slices, 0, CONSTANT, step.stream, NOWHERE, step.size, 0.0, *NO_SIZE))
        first = len(self.rows)
        self.program(step.on_miss)
        self.jump(self.write(verbs.NEXT_SLICE, step.slices), first)

    def revalidate(self, step: Revalidate) -> None:
        """Appends a look whether a copy is too old, in the first and the last of its caches by their numbers."""
        position, (first, last) = len(self.rows), (self.index("caches", step.caches[at]) for at in (0, -1))
        rest = (step.max_age, step.unchanged, *NO_SIZE)
        self.rows.append((verbs.REVALIDATE, first, 0, CONSTANT, step.stream, last, *rest))
        self.program(step.on_miss)
        self.jump(position, len(self.rows))

    def peek(self, step: ProbeCache) -> None:
        """Appends a look whether a request would find an object, drawn from a catalogue by its number and the number of
        its first object."""
        catalogues = self.network.catalogues
        table, position = catalogues.index(step.catalogue), len(self.rows)
        first = sum(catalogue.objects for catalogue in catalogues[:table])
        cache = self.index("caches", step.cache)
        self.rows.append((verbs.PEEK, cache, 0, CONSTANT, step.stream, table, float(first), 0.0, *NO_SIZE))
        self.program(step.on_miss)
        self.jump(position, len(self.rows))

    def find(self, step: KeyLookup) -> None:
        """Appends a lookup of a key: the server that its store lies in, the number of the store, how often it is found
        there when it is warm, and how many corners it has. A miss at the backend stays there."""
        store, position = step.store, len(self.rows)
        server = [each.name for each in self.network.servers].index(store.server) if store.server else NOWHERE
        number = self.network.key_stores.index(store)
        corners = float(len(store.warming))
        self.rows.append((verbs.FIND, server, 0, CONSTANT, step.stream, number, store.hit_ratio, corners, *NO_SIZE))
        ((is_at_backend, _),) = backend_runs((step,), self.network.backend_apart)
        if is_at_backend:
            for inner in step.on_miss:
                self.step(inner)
        else:
            self.program(step.on_miss)
        self.jump(position, len(self.rows))

    def call(self, step: Call) -> None:
        """Appends a call: how many ways it may go, each with its server and its first step, then the steps of each,
        which end in a reply or in none, and what is done otherwise. The call knows where to go on, its ways know the
        call. Who is refused there, by what is no dead server, goes on where a step behind the ways leads, one a cause.
        """
        call = self.draw(verbs.CALL, len(step.ways), constant(0.0), step.stream)
        if step.otherwise is None:
            self.may_fail(call, TIER_DOWN)
        servers = [server.name for server in self.network.servers]
        ways = [self.write(verbs.WAY, servers.index(way.server)) for way in step.ways]
        caller, self.held, exits = self.held, [], self.take_exits()
        refusals: list[tuple[int, str]] = []
        for row, way in zip(ways, step.ways, strict=True):
            self.rows[row] = (*self.rows[row][:2], len(self.rows), *self.rows[row][3:5], call, *self.rows[row][6:])
            for inner in way.steps:
                self.step(inner)
            self.write(verbs.REPLY)
            for position, cause, held in self.take_exits():
                self.jump(position, len(self.rows))
                self.give_back(held)
                if cause == TIER_DOWN or step.otherwise is not None:
                    self.write(verbs.NO_REPLY)
                else:
                    refusals.append((self.write(verbs.REFUSED_THERE), cause))
        self.held, self.exits = caller, exits
        for cause in dict.fromkeys(cause for _, cause in refusals):
            self.may_fail(leads := self.write(verbs.WAY), cause)
            for position in (position for position, own in refusals if own == cause):
                self.jump(position, leads)
        if step.otherwise is not None:
            self.jump(call, len(self.rows))
            for inner in step.otherwise:
                self.step(inner)
        by_key = float(step.otherwise is not None)
        self.rows[call] = (*self.rows[call][:6], float(len(self.rows)), by_key, *self.rows[call][8:])

    def give_back(self, held: list[Step | None]) -> None:
        """Appends how a job that is refused gives back what it holds, and goes back to its node in between."""
        for taken in reversed(held):
            if taken is AWAY:
                self.write(verbs.CROSS)
            else:
                self.step(taken)

    def post(self, step: Post) -> None:
        """Appends the post of a job: the kinds that it may be of follow, each with where its share ends."""
        position = self.draw(verbs.POST, 0, constant(0.0), step.stream)
        names = [jobs.name for jobs in self.network.background]
        for (name, _), until in zip(step.kinds, step.until, strict=True):
            self.write(verbs.POST, names.index(name) + 1, until)
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
        drawn = step.demand.each if isinstance(step.demand, BySize) else step.demand
        drawn = constant(step.demand.share) if isinstance(step.demand, ResponseBytes) else drawn
        position = self.draw(verb, self.index(group, name), drawn, step.stream, step)
        if sends:
            self.rows[position] = (*self.rows[position][:3], verbs.RESPONSE, *self.rows[position][4:])
        self.may_fail(position, name)
        if sends_first_piece(step):
            self.write(verbs.FIRST_PIECE, first_column(self.network, *FIRST_PIECES))

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

    Each way to be refused ends in steps that give back all that the job holds. Nodes differ in who they are, and in how
    requests are shared out among them: the rest is made once.
    """
    tables = _OF_FIRST(network)
    kinds, source = tables.kinds.copy(), tables.source.copy()
    kinds["until"] = class_reaches(network, node)
    source["node"] = node
    return replace(tables, kinds=kinds, source=source)


def _of_first(network: Network) -> Tables:
    """The tables of the first node."""
    writer = Writer(network)
    if network.source.patience is not None:
        writer.write(verbs.KNOCK)
    writer.program(network.source.connect)
    refusals = writer.take_exits()
    connected = list(writer.held)
    writer.write(verbs.ENTER)
    begin, end = (verbs.BEGIN, verbs.END) if network.source.trace is None else (verbs.BEGIN_LOGGED, verbs.END_LOGGED)
    begin = writer.write(begin)
    writer.may_fail(begin, BREAKER_OPEN)
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
    abandon = _write_abandon(writer, connected)
    opened = _write_opened(writer)
    of_sessions = len(writer.rows)
    background = tuple(_write_background(writer, kind) for kind in range(len(network.background)))
    of_background = len(writer.rows)
    starts = {m: _write_start(writer, m) for m, r in enumerate(network.regions) if r.recycle is not None}
    resume = {s: writer.write(verbs.RESUME, s) for s in range(len(network.shared))}
    return Tables(
        steps=np.array(writer.rows, dtype=STEP),
        kinds=class_records(network, writer.numbering, firsts),
        source=source_record(network, writer.numbering, (0, opened, begin, close, abandon), returns),
        background=background,
        of_sessions=of_sessions,
        of_background=of_background,
        initialise={m: first for m, (first, _) in starts.items()},
        start_up={m: first for m, (_, first) in starts.items()},
        resume=resume,
        quantiles=writer.numbering.quantiles(),
    )


# Replications of a network have the same programs, and so have its nodes.
_OF_FIRST = WeakMemo(_of_first)


def _write_abandon(writer: Writer, connected: list[Step]) -> int:
    """Appends what a job does at its end whose client has left: it gives back its connection. Its first step."""
    first = len(writer.rows)
    for step in reversed(connected):
        writer.step(step)
    writer.write(verbs.LEAVE)
    return first


def _write_opened(writer: Writer) -> int:
    """Appends how those are connected that are open at the start. Its first step, or that of all who connect."""
    if writer.network.source.opened is None:
        return 0
    first = len(writer.rows)
    writer.held = []
    if writer.network.source.patience is not None:
        writer.write(verbs.KNOCK)
    writer.program(writer.network.source.opened)
    writer.write(verbs.ENTER)
    _write_exits(writer, writer.take_exits(), (), (verbs.REFUSE,))
    return first


def _write_background(writer: Writer, kind: int) -> int:
    """Appends the program of a kind of background job, and its exits; its first step. Kind 0 is sessions."""
    first = len(writer.rows)
    writer.held = []
    jobs = writer.network.background[kind]
    if jobs.posted:  # Where there is a backend it begins there.
        for step in jobs.steps:
            writer.step(step)
    else:
        writer.program(jobs.steps)
    writer.write(verbs.DONE if jobs.posted else verbs.FINISH, kind + 1)
    for position, _, held in writer.take_exits():
        writer.jump(position, len(writer.rows))
        writer.give_back(held)
        if jobs.posted:
            writer.step(Delay(constant(jobs.again)))
        writer.write(verbs.AGAIN if jobs.posted else verbs.DROP, kind + 1)
    return first


def _write_start(writer: Writer, m: int) -> tuple[int, int]:
    """Appends the two programs of a process that starts: it initialises, then several jobs start it up."""
    terms = writer.network.regions[m].recycle
    initialise = len(writer.rows)
    writer.step(Serve(terms.cpu, constant(terms.initialise)))
    writer.write(verbs.TAKE_OVER, m)
    start_up = len(writer.rows)
    writer.step(Serve(terms.cpu, constant(terms.start_up_work / terms.start_up_jobs)))
    writer.write(verbs.STARTED, m)
    return initialise, start_up


def _write_exits(writer: Writer, exits: list[Exit], first: tuple[int, ...], last: tuple[int, ...]) -> None:
    """Appends what follows when a step is refused: what is held at the backend given back, the verbs of `first`, all
    else that is held given back, `last`."""
    for position, cause, held in exits:
        writer.jump(position, len(writer.rows))
        away = held.index(AWAY) if AWAY in held else len(held)
        writer.give_back(held[away:])
        for verb in first:
            writer.write(verb, writer.cause(cause))
        writer.give_back(held[:away])
        for verb in last:
            writer.write(verb, writer.cause(cause))
