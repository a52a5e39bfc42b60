"""The programs of a network in words: what requests ask for, the jobs in the background, and the steps of each."""

from collections.abc import Callable, Iterator, Sequence

from models.quantities.formatting import duration, listed, memory, number, size_text
from simulator.messages.description.readable import (
    CORES,
    INDENT,
    OF_BYTES,
    amount,
    profile,
    random_quantity,
    share,
)
from simulator.network.network import Background, Network, RequestClass
from simulator.network.steps import (
    LOOKUPS,
    Admit,
    Allocate,
    BySize,
    Call,
    Chance,
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
)

# What is done in place of a call by a key.
DEAD = "where that server is dead:"
NANO = 1e9  # Nanoseconds in a second, in which the work of a byte is told.


def request_class(network: Network, request_class: RequestClass, every: bool = False) -> Iterator[str]:
    """Who asks for how much, and the steps of each request."""
    yield f"{share(request_class.share)} of the requests"
    payload = random_quantity(request_class.payload, size_text)
    yield f"response: {payload}, after a header of {size_text(request_class.header)}"
    sent = network.transport
    framing = f"{size_text(sent.framing)} for every {number(sent.segment)} bytes or part of them"
    in_pieces = f", and {size_text(request_class.piece_framing)} in its pieces" if request_class.piece_framing else ""
    yield f"wire bytes: header and response, and {framing}{in_pieces}"
    if request_class.catalogue is not None:
        asked = request_class.catalogue
        sliced = f" {asked.slices:,} slices of" if asked.slices > 1 else ""
        objects = f"{number(asked.objects // asked.slices)} objects of{sliced} {random_quantity(asked.size, size_text)}"
        yield (f"asks for one of {objects}; the i-th most popular in proportion to 1 / i^{asked.zipf:g}")
    yield from program(network, request_class.steps, every=every)


def background(network: Network, jobs: Background, every: bool = False) -> Iterator[str]:
    """How jobs of one kind arrive, and their steps."""
    together = "" if network.nodes == 1 else " for all nodes together"
    if jobs.posted:
        yield f"posted by others: {number(jobs.rate)} a second{together}{profile(jobs.profile)}"
        yield f"nobody waits for them; one that is refused a step begins again after {duration(jobs.again)}"
    else:
        yield f"arrivals: {number(jobs.rate)} a second{together}, at random (Poisson){profile(jobs.profile)}"
        yield "no sessions and no requests; one that is refused a step leaves"
    yield from program(network, jobs.steps, every=every)


def program(network: Network, steps: tuple[Step, ...], number_before: str = "", every: bool = False) -> Iterator[str]:
    """The steps, numbered; those of a miss are indented under their lookup, those of a call under it. Steps that are
    taken again are told once, unless `every` one is asked for."""
    if not steps:
        yield "nothing to do"
    told = [] if every else [tuple(_numbered(network, step, "", every)) for step in steps]
    position = 0
    while position < len(steps):
        length, times = (1, 1) if every else _again(told, position)
        for place in range(position, position + length):
            yield from _numbered(network, steps[place], f"{number_before}{place + 1}.", every)
        first, last = position + 1, position + length
        position += length * times
        if times > 1:
            again = f"{number_before}{last + 1} to {number_before}{position}"
            once = f"{number_before}{first} to {number_before}{last}" if length > 1 else f"{number_before}{first}"
            more = "once more" if times == 2 else f"{times - 1} more times"
            yield f"{again}: {once} {more}"


def _again(told: Sequence[tuple[str, ...]], at: int) -> tuple[int, int]:
    """How many of the steps from a place on are taken again at once, and how often they are taken: those of which most
    steps need not be told; 1, 1 where it saves no line."""
    best, saved = (1, 1), 1
    for length in range(1, (len(told) - at) // 2 + 1):
        block, times = told[at : at + length], 1
        while told[at + times * length : at + (times + 1) * length] == block:
            times += 1
        if length * (times - 1) > saved:
            best, saved = (length, times), length * (times - 1)
    return best


def _numbered(network: Network, step: Step, number_of_step: str, every: bool) -> Iterator[str]:
    """A step behind its number, and what is taken under it."""
    yield f"{number_of_step} {_step(network, step)}"
    if isinstance(step, LOOKUPS):
        yield from (INDENT + line for line in program(network, step.on_miss, number_of_step, every))
    if isinstance(step, Call):
        # All are equal: what one of them does is what each would.
        yield from (INDENT + line for line in program(network, step.ways[0].steps, number_of_step, every))
        if step.otherwise:
            yield f"{INDENT}{DEAD}"
            yield from (INDENT + line for line in program(network, step.otherwise, number_of_step, every))


def _step(network: Network, step: Step) -> str:
    match step:
        case Serve():
            cold = "" if step.process is None else f", more while the process of {step.process} is cold"
            return f"{step.at}: {_demand(network, step)}{cold}"
        case Delay(time=time):
            return f"wait {random_quantity(time, duration)}, with nothing to do here"
        case Seize(pool=pool, amount=wanted, reserve=reserve):
            unit, when_short = next((p.unit, p.when_short) for p in network.pools if p.name == pool)
            left = f", leaving {amount(reserve, unit)} free" if reserve else ""
            return f"take {amount(wanted, unit)} of {pool}{left}, or {'wait' if when_short == 'wait' else 'be refused'}"
        case Release(pool=pool, amount=given):
            return f"give {amount(given, next(p.unit for p in network.pools if p.name == pool))} back to {pool}"
        case EachSlice(slices=slices, size=size):
            return f"for each slice of {size_text(size)} that it asks for, of {slices:,} of the object:"
        case Lookup() | JoinFetch() | Revalidate() | ProbeCache() | KeyLookup() | Call():
            return _question(step)
        case Post(kinds=kinds):
            return f"post one of the {listed([name for name, _ in kinds], ' or ')}, and go on"
        case Admit(cache=cache):
            return f"offer the object to {cache}"
        case Allocate(region=region, amount=wanted):
            return f"allocate {memory(wanted)} of {region}, or fail"
        case Free(region=region, amount=freed):
            return f"free {memory(freed)} of {region}"
        case Leak(region=region, amount=left):
            behind = f"leave {memory(left)} behind in {region}, or fail"
            return behind if left else f"count a request served by {region}"


def _question(step: Lookup | JoinFetch | Revalidate | ProbeCache | KeyLookup | Call) -> str:
    """A step whose answer says what is taken next."""
    match step:
        case Lookup(cache=cache):
            return f"look up in {cache}; on a miss:"
        case JoinFetch(cache=cache, every=every):
            return f"wait, looking every {duration(every)}, while another fetches the object into {cache}; else:"
        case Revalidate(max_age=age, unchanged=unchanged):
            return f"if its copy is older than {duration(age)}, ask again; if not changed ({share(unchanged)}):"
        case ProbeCache(cache=cache):
            return f"draw an object and see whether {cache} holds it, as that of another server would; on a miss:"
        case Chance(store=store):
            return f"{share(1.0 - store.hit_ratio)} of the jobs, by chance:"
        case KeyLookup(store=store):
            return f"look a key up, which is found by {share(store.hit_ratio)} of the jobs; on a miss:"
        case Call(ways=ways, otherwise=steps) if steps is not None:
            servers = listed([way.server for way in ways])
            return f"call the server that a key lies in ({servers}); there, at {ways[0].server}:"
        case Call(ways=ways):
            servers = listed([way.server for way in ways])
            return f"call a server that is up ({servers}), or fail; there, at {ways[0].server}:"


def _demand(network: Network, step: Serve) -> str:
    unit = next((s.unit for s in network.shared if s.name == step.at), None)
    match step.demand:
        case ResponseBytes(share=sent):
            return "send the response's wire bytes" if sent == 1.0 else f"send {share(sent)} of the wire bytes"
        case BySize():
            return _by_size(step.demand, unit)
        case drawn if unit is None or unit == CORES:
            return random_quantity(drawn, duration, "service" if unit is None else "work")
        case drawn:
            return random_quantity(drawn, _saying(unit))


def _saying(unit: str | None) -> Callable[[float], str]:
    """How an amount of what a station does is written: seconds of a queue's servers and of cores."""
    if unit is None or unit == CORES:
        return duration
    return size_text if unit == OF_BYTES else lambda value: amount(value, unit)


def _by_size(demand: BySize, unit: str | None) -> str:
    """A demand that grows with the response, its parts that are nothing left out; of bytes, how often each counts."""
    say = _saying(unit)
    parts = [random_quantity(demand.each, say)] if demand.each.mean > 0.0 else []
    of = "the response" if demand.of is None else size_text(demand.of)
    if unit == OF_BYTES and demand.per_byte > 0.0:
        often = "" if demand.per_byte == 1.0 else f"{number(demand.per_byte)} times "
        parts.append(f"{often}every byte of {of}")
    elif demand.per_byte > 0.0:
        parts.append(f"{number(demand.per_byte * NANO)} ns for every byte of {of}")
    whole = "it" if demand.of is None else of
    parts += [f"{say(demand.again)} for every further {memory(demand.piece)} of {whole}"] if demand.again else []
    return listed(parts) or say(0.0)
