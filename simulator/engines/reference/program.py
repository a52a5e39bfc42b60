"""The steps of a job's program."""

from bisect import bisect_left
from collections.abc import Generator
from dataclasses import replace
from math import inf

from simpy import Interrupt
from simpy.events import Event

from simulator.engines.draws import by_size
from simulator.engines.reference.job import Job
from simulator.engines.reference.tokens import StepRefused
from simulator.engines.reference.workload import SessionDraws
from simulator.engines.reference.world import Backend, CalledServer, Node, Stations
from simulator.network.backend import backend_runs
from simulator.network.cluster import TIER_DOWN
from simulator.network.key_store import KeyStore
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


def run_steps(node: Node, workload: SessionDraws, job: Job, steps: tuple[Step, ...]) -> Generator[Event, None, None]:
    """Takes the steps one after the other. Raises StepRefused at the step that is refused."""
    for is_at_backend, run in backend_runs(steps, node.apart):
        if is_at_backend:
            # A process of its own, which goes on where the node dies that the job came from.
            refused = yield node.clock.process(_visit(node.backend, node.backend, workload, replace(job, held=[]), run))
            if refused:
                raise StepRefused(refused)
        else:
            yield from _take_in_node(node, workload, job, run)


def _take_behind(
    place: Stations, backend: Backend, workload: SessionDraws, job: Job, steps: tuple[Step, ...]
) -> Generator[Event, None, None]:
    """Takes steps at the backend, or in a server there. Raises StepRefused where a call is refused, and for who waits
    too long for tokens."""
    for step in steps:
        match step:
            case Serve(at=name):
                yield place.stations[name].enter(job.client, _demand(workload, job, step))
            case Delay(time=time, stream=stream):
                yield place.sleep(workload.demand(job, time, stream))
            case Seize(pool=name, amount=amount, reserve=reserve):
                if not place.pools[name].take(amount, reserve):
                    yield place.pools[name].wait(amount, reserve)
                job.held.append(Release(name, amount))
            case Release(pool=name, amount=amount):
                place.pools[name].give(amount)
                job.held.remove(step)
            case Post():
                yield from _post(backend, workload, job, step)
            case KeyLookup() | Call():
                further = yield from _ask(backend, workload, job, step)
                yield from _take_behind(place, backend, workload, job, further)


def _visit(
    place: Stations, backend: Backend, workload: SessionDraws, job: Job, steps: tuple[Step, ...]
) -> Generator[Event, None, str]:
    """Takes steps as `_take_behind` does. Returns why one was refused, once all that was held there is given back, or
    ""."""
    try:
        yield from _take_behind(place, backend, workload, job, steps)
    except StepRefused as refusal:
        _give_back(place, job)
        return refusal.cause
    return ""


def _give_back(place: Stations, job: Job) -> None:
    """A job that was refused gives back the tokens that it holds at a place, the latest first."""
    for given in reversed(job.held):
        if isinstance(given, Release):
            place.pools[given.pool].give(given.amount)
    job.held.clear()


def _post(backend: Backend, workload: SessionDraws, job: Job, step: Post) -> Generator[Event, None, None]:
    """Begins a job that nobody waits for: who posts it goes on once it has been held up, at the same moment."""
    number, u = workload.posted(job, step.stream)
    name, _ = step.kinds[bisect_left(step.until, u)]
    backend.begins[name](number, job.node)
    yield backend.clock.event().succeed()


def work_on_posted(
    node: Node, workload: SessionDraws, job: Job, steps: tuple[Step, ...]
) -> Generator[Event, None, None]:
    """Takes the steps of a job that was posted: at the backend where there is one, else in a node. Raises StepRefused
    at the step that is refused, and nothing is held then."""
    place: Stations = node.backend if node.apart else node
    try:
        if node.apart:
            yield from _take_behind(place, node.backend, workload, job, steps)
        else:
            yield from run_steps(node, workload, job, steps)
    except StepRefused:
        _give_back(place, job)
        raise


def _ask(
    backend: Backend, workload: SessionDraws, job: Job, step: KeyLookup | Call
) -> Generator[Event, None, tuple[Step, ...]]:
    """Looks a key up, or calls a server. Returns the steps that are taken then; raises StepRefused as `_call` does."""
    if isinstance(step, KeyLookup):
        return () if _finds(backend, workload.key_uniform(job, step.stream), step.store) else step.on_miss
    try:
        yield from _call(backend, workload, job, step)
    except StepRefused:
        if step.otherwise is None:
            raise
        return step.otherwise
    return ()


def _finds(backend: Backend, u: float, store: KeyStore) -> bool:
    """Whether a store has a key, of which a uniform is drawn."""
    return backend.servers[store.server].finds(store, u) if store.server else u < store.hit_ratio


def _call(backend: Backend, workload: SessionDraws, job: Job, call: Call) -> Generator[Event, None, None]:
    """Has a server of the backend take steps. Raises StepRefused where none does, where it dies meanwhile, and where it
    is refused one."""
    if call.otherwise is None:
        ways = [way for way in call.ways if backend.servers[way.server].is_believed]
        u = workload.call_uniform(job, call.stream)
    else:
        ways, u = list(call.ways), workload.key_uniform(job, call.stream)
    if not ways:
        raise StepRefused(TIER_DOWN)
    way = ways[int(len(ways) * u)]
    server = backend.servers[way.server]
    if not server.stands:
        raise StepRefused(TIER_DOWN)
    # A process of its own, which goes on where whoever made the call dies.
    turn = backend.clock.turn()
    answer = _answer(server, backend, workload, replace(job, held=[]), way.steps, turn)
    server.calls[turn] = backend.clock.process(answer)
    refused = yield server.calls[turn]
    if refused:
        raise StepRefused(refused)


def _answer(
    server: CalledServer, backend: Backend, workload: SessionDraws, job: Job, steps: tuple[Step, ...], turn: int
) -> Generator[Event, None, str]:
    """Takes the steps of a call in a server. Returns why there is no answer: it dies, or a step is refused; else ""."""
    try:
        return (yield from _visit(server.at_work, backend, workload, job, steps))
    except Interrupt:
        return TIER_DOWN
    finally:
        server.calls.pop(turn)


def _take_in_node(
    node: Node, workload: SessionDraws, job: Job, steps: tuple[Step, ...]
) -> Generator[Event, None, None]:
    for step in steps:
        match step:
            case Serve():
                yield from _serve_in_node(node, workload, job, step)
            case Delay(time=time, stream=stream):
                yield node.sleep(workload.demand(job, time, stream))
            case Seize(pool=name, amount=amount, reserve=reserve):
                if not node.pools[name].take(amount, reserve):
                    yield node.pools[name].wait(amount, reserve)
                job.held.append(Release(name, amount))
            case Lookup() | JoinFetch() | Revalidate() | ProbeCache():
                if not (yield from _cache_finds(node, workload, job, step)):
                    yield from run_steps(node, workload, job, step.on_miss)
            case EachSlice(on_miss=inner):
                for number, slice_ in enumerate(list(workload.slices(job, step))):
                    job.object, job.slice = slice_, number
                    yield from run_steps(node, workload, job, inner)
                job.slice = 0
            case Post():
                yield from _post(node.backend, workload, job, step)
            case KeyLookup() | Call():
                further = yield from _ask(node.backend, workload, job, step)
                yield from run_steps(node, workload, job, further)
            case _:
                _at_once(node, job, step)


def _serve_in_node(node: Node, workload: SessionDraws, job: Job, step: Serve) -> Generator[Event, None, None]:
    """Is served at a station, which may be the end of sending the first piece of a response."""
    factor = 1.0 if step.process is None else node.regions[step.process].cold_factor(job)
    yield node.stations[step.at].enter(job.client, factor * _demand(workload, job, step))
    if sends_first_piece(step):
        node.sent(job, node.clock.now)


def _cache_finds(
    node: Node, workload: SessionDraws, job: Job, step: Lookup | JoinFetch | Revalidate | ProbeCache
) -> Generator[Event, None, bool]:
    """Whether a cache holds what is asked for; who joins a fetch waits while another request makes it."""
    if isinstance(step, Revalidate):
        return not _is_unchanged(node, workload, job, step)
    cache = node.caches[step.cache]
    match step:
        case Lookup(cache=name):
            job.wanted[name] = cache.wanted(job.object)
            return cache.lookup(job.object, job.start)
        case ProbeCache(catalogue=catalogue, stream=stream):
            return cache.holds(workload.some_object(job, catalogue, stream))
    while not cache.joins(job.object, job.start):
        if not cache.fetches(job.object, step.age):
            return False
        yield node.sleep(step.every)
    return True


def _is_unchanged(node: Node, workload: SessionDraws, job: Job, step: Revalidate) -> bool:
    """Whether a copy is asked for again that has not changed; one that has is dropped."""
    caches = [node.caches[name] for name in step.caches]
    renewed = caches[-1].renewed
    held = [cache.keeps(job.object) for cache in caches]
    if not any(held) or node.clock.now - renewed.get(job.object, -inf) <= step.max_age:
        return False
    if workload.key_uniform(job, step.stream) < step.unchanged:
        renewed[job.object] = node.clock.now
        return True
    for cache in caches:
        cache.drop(job.object)
    return False


def _at_once(node: Node, job: Job, step: Release | Free | Admit | Allocate | Leak) -> None:
    """Takes a step that never holds a job up."""
    match step:
        case Release() | Free():
            release(node, job, step)
            if step in job.held:
                job.held.remove(step)
        case Admit(cache=name):
            node.caches[name].admit(job.object, job.wanted[name], job.start)
        case Allocate(region=name, amount=amount):
            node.regions[name].allocate(job, amount)
            job.held.append(Free(name, amount))
        case Leak(region=name, amount=amount):
            node.regions[name].retain(job, amount)


def release_all(node: Node, job: Job) -> None:
    """A job that was refused gives back all that it holds, the latest first."""
    while job.held:
        release(node, job, job.held.pop())


def release(node: Node, job: Job, step: Release | Free) -> None:
    """Gives back what `step` says."""
    if isinstance(step, Release):
        node.pools[step.pool].give(step.amount)
    else:
        node.regions[step.region].free(job, step.amount)


def _demand(workload: SessionDraws, job: Job, step: Serve) -> float:
    """The demand of a Serve step, at a process that is warm."""
    match step.demand:
        case ResponseBytes(share=share):
            return share * job.wire
        case BySize(each=each, per_byte=per_byte, piece=piece, again=again, of=of):
            drawn = workload.demand(job, each, step.stream)
            return float(by_size(drawn, job.payload if of is None else of, per_byte, piece, again))
        case drawn_alone:
            return workload.demand(job, drawn_alone, step.stream)
