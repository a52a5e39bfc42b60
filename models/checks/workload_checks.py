"""Checks of what clients ask for and are promised: the demand and what a farm is sized by, the content, how long they
wait, and targets, against each other and against the lines of the clients.

What can never be met is told at once. Only what is impossible for sure is refused. A response is on its client's line
for at least (header + payload) / rate seconds: the rate of a client is one of payload, so that framing makes it no
faster.
"""

import math
from collections.abc import Callable, Iterator

from models.messages import workloads
from models.parts.clients.patience import ClientPatience
from models.parts.request import Request, RequestClass
from models.parts.session import ClientRate
from models.quantities.units import DATA_RATE, DURATION, SIZE, QuantityKind, format_quantity
from models.reading.finding import Finding
from models.scenario import LARGEST_LOAD, STATED_LOAD, FarmParts

_PERCENTILES = {"p95_response": 0.95, "p99_response": 0.99}
_PATIENCE = ("workload", "patience")


def _somebody_reads_the_content(farm: FarmParts) -> Iterator[Finding]:
    """What a class without a pool asks for beside those of pools, the kernel answers, and nobody looks for a file."""
    classes = farm.workload.classes
    if farm.workload.content is not None and classes and not any(map(farm.enters_a_process, classes)):
        yield Finding(("workload", "content"), *workloads.NOBODY_READS, ("none",))


def _users_think(farm: FarmParts) -> Iterator[Finding]:
    """Without a pause between requests, a number of users says nothing of how much they ask for."""
    if farm.demand is None or farm.demand.users is None:
        return
    session = farm.workload.session
    if session.requests == 1.0:
        yield Finding(("demand", "users"), *workloads.USERS_OF_SINGLE_REQUESTS)
    elif session.think_time.mean == 0.0:
        ways = ({"workload.session.think_time": "10 s"},)
        yield Finding(("demand", "users"), *workloads.USERS_WITHOUT_THINK_TIME, ways)


def _a_population_sizes_by_itself(farm: FarmParts) -> Iterator[Finding]:
    """A population is the load of a server, which no search can raise: as a stated load it sizes a farm, else not."""
    if farm.demand is not None and farm.workload.population is not None and farm.sized_by != STATED_LOAD:
        yield Finding(
            ("workload", "population"),
            *workloads.population_has_no_largest_load(STATED_LOAD),
            ("none", {"sized_by": STATED_LOAD}, {"demand": "none"}),
        )


def _a_load_is_stated(farm: FarmParts) -> Iterator[Finding]:
    if farm.sized_by == STATED_LOAD and not farm.workload.states_a_load:
        yield Finding(("sized_by",), *workloads.NO_LOAD_STATED, (LARGEST_LOAD, {"workload.offered": "3400 /s"}))


def _content_has_an_object(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    if content is not None and content.catalogue < content.object_size.mean:
        yield Finding(
            ("workload", "content", "catalogue"),
            *workloads.smaller_than_an_object(format_quantity(content.object_size.mean, SIZE, digits=3)),
            (format_quantity(content.object_size.mean, SIZE),),
        )


def _a_trace_is_all_that_comes(farm: FarmParts) -> Iterator[Finding]:
    workload = farm.workload
    if workload.trace is None:
        return
    others = {
        "classes": workloads.LOG_HAS_NO_CLASSES if workload.classes else "",
        "request.pieces": workloads.LOG_HAS_ITS_SIZES if any(k.streaming_time for _, k in _kinds(farm)) else "",
        "population": workloads.LOG_HAS_ITS_CLIENTS if workload.population is not None else "",
        "ramp": workloads.LOG_HAS_ITS_LOAD if workload.ramp is not None else "",
        "offered": workloads.LOG_HAS_ITS_LOAD if workload.offered is not None else "",
        "patience": workloads.LOG_HAS_ITS_TIMES if workload.patience is not None else "",
    }
    for key, why in others.items():
        if why:
            yield Finding(("workload", "trace"), *workloads.beside_a_log(key, why), ("none",))


def _a_connection_can_be_set_up_in_time(farm: FarmParts) -> Iterator[Finding]:
    least, longest = _connecting(farm), _patience(farm).connect
    if longest is not None and longest < least:
        yield Finding(
            (*_PATIENCE, "connect"),
            *workloads.never_set_up_in_time(_text(least), _at_least(least, DURATION)),
            ("none",),
        )


def _encrypted_packets_have_tls(farm: FarmParts) -> Iterator[Finding]:
    session, transport = farm.workload.session, farm.workload.session.transport
    if not transport.encrypted_packets:
        return
    if session.tls is None:
        yield Finding(
            ("workload", "session", "transport"),
            *workloads.packets_without_tls(transport.name),
            ("tcp", {"workload.session.tls": "{key: ecdsa-p256}"}),
        )
    if farm.web_server.encryption == "card":
        yield Finding(
            ("web_server", "encryption"),
            *workloads.cards_encrypt_no_packets(transport.name),
            ("user", {"workload.session.transport": "tcp"}),
        )


def _a_response_can_arrive_in_time(farm: FarmParts) -> Iterator[Finding]:
    least, longest = _answering(farm), _patience(farm).response
    if longest is not None and longest < least:
        yield Finding(
            (*_PATIENCE, "response"),
            *workloads.never_answered_in_time(_text(least), _at_least(least, DURATION)),
            ("none",),
        )


def _pauses_grow_up_to_the_longest(farm: FarmParts) -> Iterator[Finding]:
    retries = _patience(farm).retries
    if retries.back_off > retries.longest:
        first = format_quantity(retries.back_off, DURATION)
        yield Finding((*_PATIENCE, "retries", "longest"), *workloads.longest_below_first_pause(first), (first,))


def _a_budget_is_for_retries(farm: FarmParts) -> Iterator[Finding]:
    retries = _patience(farm).retries
    if retries.budget is not None and retries.count == 0:
        yield Finding(
            (*_PATIENCE, "retries", "budget"),
            *workloads.NOTHING_TRIED_AGAIN,
            ("none", {"workload.patience.retries.count": "3"}),
        )


def _patience(farm: FarmParts) -> ClientPatience:
    return farm.workload.patience or ClientPatience()


def _connecting(farm: FarmParts) -> float:
    """Seconds that a connection takes on an idle server: its round trips, and the work of a core."""
    session = farm.workload.session
    handshake = 0.0 if session.tls is None else session.tls.mean_handshake
    return session.handshake_time + farm.work_asked(session.connect_cpu + handshake)


def _answering(farm: FarmParts) -> float:
    """Seconds that the fastest clients need for a mean response, of the kind that is the soonest read."""
    workload = farm.workload
    kinds = (*workload.classes, *((workload.request,) if workload.request is not None else ()))
    fastest = max(client.rate for client in workload.clients)
    waits = [(0.0 if kind.wait is None else kind.wait.mean) + kind.streaming_time for kind in kinds]
    return float(min(kind.size.mean / fastest + wait for kind, wait in zip(kinds, waits, strict=True)))


def _text(seconds: float) -> str:
    return format_quantity(seconds, DURATION, digits=3)


WORKLOAD_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _users_think,
    _a_population_sizes_by_itself,
    _a_load_is_stated,
    _content_has_an_object,
    _somebody_reads_the_content,
    _a_trace_is_all_that_comes,
    _a_connection_can_be_set_up_in_time,
    _encrypted_packets_have_tls,
    _a_response_can_arrive_in_time,
    _pauses_grow_up_to_the_longest,
    _a_budget_is_for_retries,
)


def _percentiles_rise(farm: FarmParts) -> Iterator[Finding]:
    lower, higher = farm.targets.p95_response, farm.targets.p99_response
    if lower is not None and higher is not None and higher < lower:
        yield Finding(
            ("targets", "p99_response"),
            *workloads.higher_percentile_below_lower(format_quantity(lower, DURATION)),
            (format_quantity(lower, DURATION),),
        )


def _a_first_piece_is_sent(farm: FarmParts) -> Iterator[Finding]:
    if farm.targets.first_piece is not None and all(kind.pieces is None for _, kind in _kinds(farm)):
        yield Finding(("targets", "first_piece"), *workloads.NO_PIECES, ("none",))


def _clients_can_receive_so_fast(farm: FarmParts) -> Iterator[Finding]:
    """Payload over time, for all clients together: the harmonic mean of their rates is the most there can be."""
    asked = farm.targets.client_speed
    if asked is None:
        return
    clients, kinds = farm.workload.clients, _kinds(farm)
    payload = sum(share * kind.size.mean for share, kind in kinds)
    header = sum(share * kind.header for share, kind in kinds)
    pauses = sum(share * kind.streaming_time for share, kind in kinds)
    most = payload / ((payload + header) * sum(client.share / client.rate for client in clients) + pauses)
    if asked > most:
        slowest = min(range(len(clients)), key=lambda position: clients[position].rate)
        line = f"workload.clients[{slowest}] receives at {_rate(clients[slowest].rate)}"
        group = line if len(clients) == 1 else f"the slowest group, {line}"
        yield Finding(("targets", "client_speed"), *workloads.clients_too_slow(group, _rate(most)))


def _responses_can_be_so_fast(farm: FarmParts) -> Iterator[Finding]:
    """A percentile is impossible where more responses than may lie beyond it are longer on the line alone. Of a size
    that varies nothing is known for sure, and what is lost is no response."""
    for name, share in _PERCENTILES.items():
        asked = getattr(farm.targets, name)
        if asked is None:
            continue
        clients, kinds = farm.workload.clients, _kinds(farm)
        times = [(weight * c.share, _least_time(kind, c)) for weight, kind in kinds for c in clients]
        needed = share * (1.0 - farm.targets.errors)
        within = sum(weight for weight, seconds in times if seconds <= asked)
        if within < needed - 1e-9:
            least = _quantile(times, needed)
            slow = workloads.pauses_too_long if any(k.streaming_time > asked for _, k in kinds) else None
            yield Finding(
                ("targets", name),
                *(slow or workloads.lines_too_slow)(100.0 * share, _at_least(least, DURATION)),
                (_at_least(least, DURATION),),
            )


def _kinds(farm: FarmParts) -> list[tuple[float, Request | RequestClass]]:
    """The kinds of requests, each with its share of all."""
    workload = farm.workload
    if workload.request is not None:
        return [(1.0, workload.request)]
    total = sum(kind.rate for kind in workload.classes)
    return [(kind.rate / total, kind) for kind in workload.classes]


def _least_time(kind: Request | RequestClass, client: ClientRate) -> float:
    """The seconds that every response of a kind is on a client's line at least, with the pauses between its pieces; 0
    for sizes that vary."""
    read = (kind.size.mean + kind.header) / client.rate if kind.size.distribution == "constant" else 0.0
    return read + kind.streaming_time


def _quantile(times: list[tuple[float, float]], needed: float) -> float:
    """The time within which the share `needed` of the responses can be."""
    within = 0.0
    for weight, seconds in sorted(times, key=lambda each: each[1]):
        within += weight
        if within >= needed - 1e-9:
            return seconds
    return math.inf


def _at_least(value: float, kind: QuantityKind) -> str:
    return format_quantity(_to_three_digits(value, math.ceil), kind, digits=3)


def _rate(value: float) -> str:
    """Bytes a second, of which so many can be asked for."""
    rounded = _to_three_digits(value, math.floor)
    fitting = [unit for unit in ("B/s", "kB/s", "MB/s", "GB/s") if rounded >= float(DATA_RATE.units[unit])]
    unit = (fitting or ["B/s"])[-1]
    return format_quantity(rounded, DATA_RATE, digits=3, unit=unit)


def _to_three_digits(value: float, whole: Callable[[float], int]) -> float:
    step = 10.0 ** (math.floor(math.log10(value)) - 2)
    return whole(round(value / step, 6)) * step


TARGET_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _percentiles_rise,
    _a_first_piece_is_sent,
    _clients_can_receive_so_fast,
    _responses_can_be_so_fast,
)
