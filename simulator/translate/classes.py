"""The request classes: what each asks for, and its program."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from models.content_share import node_content, requested_content
from models.parts.request import Request
from models.scenario import Scenario
from models.tier_flows import ONE_KIND
from simulator.errors import require
from simulator.network.distribution import Distribution, constant
from simulator.network.equal_ways import EqualWay
from simulator.network.network import RequestClass
from simulator.network.resources import Catalogue
from simulator.network.steps import Allocate, BySize, Delay, EachSlice, Free, Leak, Lookup, Release, Seize, Serve, Step
from simulator.translate.call_programs import CallPrograms
from simulator.translate.connections import file_steps, memory_of_connections, response_buffer, upstream_steps
from simulator.translate.data_path import class_catalogue, fetch_steps, revalidation_steps, send_steps
from simulator.translate.flooded_packets import request_drop_steps
from simulator.translate.laws import named_distribution, network_distribution
from simulator.translate.page_faults import (
    FREE_LISTS,
    block_catalogue,
    caching_allocator,
    has_page_faults,
    page_fault_steps,
)
from simulator.translate.pieces import piece_framing, piece_steps
from simulator.translate.processes import ServingProcess, file_cache_name, pages_are_cached
from simulator.translate.replay import replayed_trace
from simulator.translate.resources import CPU, QUEUE, SHEDDING
from simulator.translate.runtime import HEAP, garbage_steps, work_factor
from simulator.translate.tiers import TierCalls, tier_call_variants
from simulator.translate.tls import crossing_work, encryption_work
from simulator.translate.transport import sending_work

# The random streams of a program. A read of the disks has the first as well, as long as nothing else draws from it.
WORK, WAIT, READ, CHANGED, PLACE = 0, 1, 2, 3, 4


@dataclass(frozen=True)
class EnteringRequest:
    """A request as one process gets it, or the kernel (None), and its share of all requests; `asked_as` is what clients
    call it, whichever process gets it; calls: those of other tiers that it makes."""

    name: str
    asked_as: str
    share: float
    request: Request
    process: ServingProcess | None
    calls: TierCalls = TierCalls()


def request_classes(scenario: Scenario, entering: Iterable[EnteringRequest]) -> tuple[RequestClass, ...]:
    """The classes of a scenario, one for each kind of request that enters."""
    return tuple(_request_class(scenario, each) for each in entering)


def _request_class(scenario: Scenario, each: EnteringRequest) -> RequestClass:
    return RequestClass(
        each.name + each.calls.told,
        each.share,
        _payload(each.request),
        scenario.workload.session.transport.sent_header(each.request.header),
        _steps(scenario, each),
        _catalogue(scenario, each),
        each.asked_as,
        piece_framing(scenario, each.request),
        alike=each.name if each.calls.ways else "",
        ways=tuple(EqualWay(each.name + way.name, way.places) for way in each.calls.ways),
    )


def _payload(request: Request) -> Distribution:
    """The payload of a response: where it comes in pieces, that of all of them."""
    return network_distribution(request.size) if request.pieces is None else constant(request.pieces.payload)


def entering_requests(
    scenario: Scenario, everywhere: tuple[ServingProcess, ...], programs: CallPrograms
) -> Iterator[EnteringRequest]:
    """Every kind of request for every process that gets it and every way in which it picks servers of other tiers,
    each with its share; everywhere: all processes, as `processes` has them."""
    for each in _entering(scenario, everywhere):
        for calls in tier_call_variants(programs, each.request.calls, each.asked_as):
            yield replace(each, share=each.share * calls.share, calls=calls)


def _entering(scenario: Scenario, everywhere: tuple[ServingProcess, ...]) -> Iterator[EnteringRequest]:
    """Every kind of request for every process that gets it: the processes of a pool share its requests evenly."""
    workload = scenario.workload
    if workload.request is not None:
        name = "request" if workload.content is None else ONE_KIND
        yield EnteringRequest(name, name, 1.0, workload.request, everywhere[0])
    total = sum(each.rate for each in workload.classes)
    for each in workload.classes:
        inside = [process for process in everywhere if scenario.one_process_serves_all or _is_of(process, each.pool)]
        if not inside:
            yield EnteringRequest(each.name, each.name, each.rate / total, each, None)
        for process in inside:
            of = f" (process {process.number} of {len(inside)})" if len(inside) > 1 else ""
            yield EnteringRequest(each.name + of, each.name, each.rate / total / len(inside), each, process)


def _is_of(process: ServingProcess, pool: str | None) -> bool:
    """Whether a process is one of the application pool of that name."""
    return process.pool is not None and process.pool.name == pool


def _catalogue(scenario: Scenario, each: EnteringRequest) -> Catalogue | None:
    """What a request draws: an object of the content, or the kind of block that it allocates."""
    content = node_content(scenario)
    if each.process is None:
        return None
    if content is not None and (trace := replayed_trace(scenario)) is not None:
        # How fast sessions come is none of the objects'.
        return Catalogue(
            trace.objects, content.zipf, network_distribution(content.object_size), trace.faster(1.0 / trace.rate)
        )
    if content is not None:
        return class_catalogue(scenario, each.asked_as)
    allocator = caching_allocator(scenario)
    return block_catalogue(allocator) if allocator is not None and has_page_faults(scenario, each.request) else None


def _steps(scenario: Scenario, each: EnteringRequest) -> tuple[Step, ...]:
    send = _sending(scenario, each)
    if each.process is None:
        steps = (_cpu(scenario, each), *_wait(scenario, each.request), *each.calls.always, *send)
    elif each.process.pool is None:
        steps = file_steps(scenario, _in_single(each.process, (*_inside(scenario, each), *send)))
    else:
        # What comes in pieces keeps its thread until the last one.
        inside, after = (send, ()) if each.request.pieces is not None else ((), send)
        steps = file_steps(scenario, (*_in_pool(scenario, each, each.process, inside), *after))
    steps = steps if scenario.web_server.queue_limit is None else _holding(QUEUE, steps)
    steps = steps if scenario.web_server.shed_at is None else _holding(SHEDDING, steps)
    return (*request_drop_steps(scenario), *steps)


def _sending(scenario: Scenario, each: EnteringRequest) -> tuple[Step, ...]:
    """The response on its way out; where the memory of a socket is given back with the last byte, it is taken here."""
    send = send_steps(scenario) if each.request.pieces is None else _in_pieces(scenario, each)
    buffer = response_buffer(scenario, each.request)
    if buffer <= 0.0:
        return send
    pool = memory_of_connections(scenario)
    return (Seize(pool, buffer), *send, Release(pool, buffer))


def _in_pieces(scenario: Scenario, each: EnteringRequest) -> tuple[Step, ...]:
    """The response in pieces, with the work of each and of its bytes."""
    process = each.process
    factor, region = (1.0, None) if process is None else (work_factor(scenario), process.recycled)
    return piece_steps(scenario, each.request, _byte_work(scenario, each), factor, region)


def _in_pool(
    scenario: Scenario, each: EnteringRequest, process: ServingProcess, send: tuple[Step, ...]
) -> tuple[Step, ...]:
    """A request in a process of a pool: it holds a place in the queue, a thread and some memory until it is done. send:
    what the process sends meanwhile."""
    pool, memory = require(process.pool, "pool"), process.memory
    retain = pool.growth.per_request > 0.0 or process.recycling is not None
    steps = (
        Allocate(memory, pool.request_memory),
        *_inside(scenario, each),
        *send,
        *((Leak(memory, pool.growth.per_request),) if retain else ()),
        Free(memory, pool.request_memory),
    )
    if pool.threads is not None:
        steps = _holding(process.own("threads"), steps)
    return steps if pool.queue_limit is None else _holding(process.queue, steps)


def _holding(pool: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return (Seize(pool, 1.0), *steps, Release(pool, 1.0))


def _inside(scenario: Scenario, each: EnteringRequest) -> tuple[Step, ...]:
    """What a worker process does for a request: work, wait for others, fault in memory, fetch what is asked for."""
    request, process = each.request, require(each.process, "process")
    return (
        _cpu(scenario, each),
        *garbage_steps(scenario, process.own(HEAP)),
        *_wait(scenario, request),
        *each.calls.always,
        *page_fault_steps(scenario, request, process.own(FREE_LISTS)),
        *_lookup(scenario, each, process),
    )


def _cpu(scenario: Scenario, each: EnteringRequest) -> Serve:
    """The work of a request; pointers and cold processes matter in processes only. Encrypting and sending are in it."""
    request, process = each.request, each.process
    seconds = scenario.work_asked(request.cpu) * (1.0 if process is None else work_factor(scenario))
    demand = named_distribution(request.cpu_distribution, seconds + _encryption(scenario), request.cpu_cv)
    byte = _byte_work(scenario, each) if request.pieces is None else 0.0
    by_size = BySize(demand, byte) if byte > 0.0 else demand
    return Serve(CPU, by_size, WORK, None if process is None else process.recycled)


def _byte_work(scenario: Scenario, each: EnteringRequest) -> float:
    """Seconds of work of a byte of the payload."""
    factor = 1.0 if each.process is None else work_factor(scenario)
    byte = scenario.work_asked(each.request.cpu_per_byte) * factor
    return byte + encryption_work(scenario) + sending_work(scenario)


def _encryption(scenario: Scenario) -> float:
    tls = scenario.workload.session.tls
    return 0.0 if tls is None else crossing_work(scenario, tls.request_round_trips)


def _wait(scenario: Scenario, request: Request) -> tuple[Step, ...]:
    return (
        ()
        if request.wait is None
        else upstream_steps(scenario, request, (Delay(network_distribution(request.wait), WAIT),))
    )


def _lookup(scenario: Scenario, each: EnteringRequest, process: ServingProcess) -> tuple[Step, ...]:
    """The object asked for: from a cache, or else from the disks or the origin. What is read lies in a page cache at
    once, and needs no buffer beside it."""
    request = each.request
    if scenario.workload.content is None:
        return ()
    buffer, cache = scenario.web_server.read_buffer, file_cache_name(scenario, process)
    # A read of its own stream where the work is drawn too: else long work would always come with a long read.
    stream = WORK if request.cpu_distribution == "constant" else READ
    memory = process.memory
    on_miss: tuple[Step, ...] = fetch_steps(
        scenario, each.asked_as, _payload(request), cache, stream, each.calls.on_a_miss
    )
    if not pages_are_cached(scenario):
        on_miss = (Allocate(memory, buffer), *on_miss, Free(memory, buffer))
    looked_up = (*revalidation_steps(scenario, each.asked_as, cache, CHANGED), Lookup(cache, on_miss))
    catalogue = _catalogue(scenario, each)
    content = requested_content(scenario, each.asked_as)
    if catalogue is None or content is None or content.slice is None:
        return looked_up
    return (EachSlice(catalogue.slices, catalogue.size.mean, _payload(request), looked_up, PLACE),)


def _in_single(process: ServingProcess, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A request in the only process: where that is recycled the request is inside it from beginning to end, though it
    holds no memory of its own there and leaves none behind."""
    if process.recycling is None:
        return steps
    memory = process.memory
    return (Allocate(memory, 0.0), *steps, Leak(memory, 0.0), Free(memory, 0.0))
