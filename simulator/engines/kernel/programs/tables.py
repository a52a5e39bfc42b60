"""Compiles the programs of a network into one table of steps with jumps."""

from dataclasses import dataclass, replace

import numpy as np

from simulator.engines.kept import Once
from simulator.engines.kernel import verbs
from simulator.engines.kernel.programs.writer import Exit, Writer
from simulator.engines.kernel.state import EVEN, KIND, NOWHERE, PAUSES, SOURCE, WHOLE
from simulator.network.cluster import POLICIES
from simulator.network.distribution import constant
from simulator.network.groups import classes_at
from simulator.network.network import Network
from simulator.network.patience import BREAKER_OPEN
from simulator.network.steps import Serve, Step

STEP = np.dtype(
    [("verb", "i4"), ("at", "i4"), ("jump", "i4"), ("law", "i4"), ("stream", "i4"), ("process", "i4"), ("amount", "f8")]
    + [("extra", "f8"), ("per_byte", "f8"), ("piece", "f8"), ("again", "f8")],
    align=True,
)


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
    quantiles: np.ndarray


def compile_programs(network: Network, node: int) -> Tables:
    """The tables that the kernel runs for one node.

    Each way to be refused ends in steps that give back all that the job holds. Nodes differ in who they are, and in how
    requests are shared out among them: the rest is made once.
    """
    tables = _OF_FIRST(network)
    kinds, source = tables.kinds.copy(), tables.source.copy()
    kinds["until"] = _until(network, node)
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
        kinds=_kinds(writer, firsts),
        source=_source(writer, (0, opened, begin, close, abandon), returns),
        background=background,
        of_sessions=of_sessions,
        of_background=of_background,
        initialise={m: first for m, (first, _) in starts.items()},
        start_up={m: first for m, (_, first) in starts.items()},
        resume=resume,
        quantiles=writer.numbering.quantiles(),
    )


# Replications of a network have the same programs, and so have its nodes.
_OF_FIRST = Once(_of_first)


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
    writer.program(writer.network.background[kind].steps)
    writer.write(verbs.FINISH, kind + 1)
    for position, _, held in writer.take_exits():
        writer.jump(position, len(writer.rows))
        for step in reversed(held):
            writer.step(step)
        writer.write(verbs.DROP, kind + 1)
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
    """Appends what follows when a step is refused: the verbs of `first`, all that is held given back, `last`."""
    for position, cause, held in exits:
        writer.jump(position, len(writer.rows))
        for verb in first:
            writer.write(verb, writer.cause(cause))
        for step in reversed(held):
            writer.step(step)
        for verb in last:
            writer.write(verb, writer.cause(cause))


def _until(network: Network, node: int) -> np.ndarray:
    """Up to where the share of each request class reaches in a node: that of another group ends where the one before it
    does."""
    until = np.cumsum([request_class.share for request_class in classes_at(network, node)])
    until[-1] = 1.0
    return until


def _kinds(writer: Writer, firsts: list[int]) -> np.ndarray:
    """The records of the request classes, in the first node."""
    network = writer.network
    until = _until(network, 0)
    catalogues = network.catalogues
    offsets = np.cumsum([0] + [catalogue.objects for catalogue in catalogues])
    rows = []
    for last, c, first in zip(until, network.classes, firsts, strict=True):
        table = NOWHERE if c.catalogue is None else catalogues.index(c.catalogue)
        offset = 0 if c.catalogue is None else offsets[table]
        rows.append((last, *writer.numbering.coded(c.payload), c.header, first, table, offset))
    return np.array(rows, dtype=KIND)


def _source(writer: Writer, steps: tuple[int, ...], returns: int) -> np.ndarray:
    """The record of the session source in the first node; `steps` are the first, that of who is open at the start, that
    of a request, and the first of closing and of what a client leaves behind."""
    network = writer.network
    source = network.source
    laws = (*writer.numbering.coded(source.requests), *writer.numbering.coded(source.think_time))
    retry = (source.attempts, source.back_off)
    place = (network.nodes, 0, source.open_at_start, len(network.causes), returns, source.spread)
    balancer = (network.coupled, POLICIES.index(network.balancer.policy), network.balancer.sources or 0)
    found = (WHOLE, 0, 0.0, 0.0)
    if source.midway is not None:
        found = (EVEN if source.midway.even else PAUSES, *writer.numbering.coded(source.midway.left))
    return np.array([(*laws, *retry, *steps, *place, *balancer, source.patience is not None, *found)], dtype=SOURCE)
