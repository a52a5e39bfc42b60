"""Checks of targets against each other and against the lines of the clients: what can never be met is told at once.

Only what is impossible for sure is refused. A response is on its client's line for at least (header + payload) / rate
seconds: the rate of a client is one of payload, so that framing makes it no faster.
"""

import math
from collections.abc import Callable, Iterator

from models.parts.request import Request, RequestClass
from models.parts.session import ClientRate
from models.quantities.units import DATA_RATE, DURATION, QuantityKind, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts

_PERCENTILES = {"p95_response": 0.95, "p99_response": 0.99}


def _percentiles_rise(farm: FarmParts) -> Iterator[Finding]:
    lower, higher = farm.targets.p95_response, farm.targets.p99_response
    if lower is not None and higher is not None and higher < lower:
        yield Finding(
            ("targets", "p99_response"),
            f"shorter than p95_response, {format_quantity(lower, DURATION)}: if 99 % of the responses are within it, so"
            " are 95 % of them",
            f"write at least {format_quantity(lower, DURATION)}, or a shorter p95_response",
        )


def _clients_can_receive_so_fast(farm: FarmParts) -> Iterator[Finding]:
    """Payload over time, for all clients together: the harmonic mean of their rates is the most there can be."""
    asked = farm.targets.client_speed
    if asked is None:
        return
    clients, kinds = farm.workload.clients, _kinds(farm)
    payload = sum(share * kind.size.mean for share, kind in kinds)
    header = sum(share * kind.header for share, kind in kinds)
    most = payload / (payload + header) / sum(client.share / client.rate for client in clients)
    if asked > most:
        slowest = min(range(len(clients)), key=lambda position: clients[position].rate)
        line = f"workload.clients[{slowest}] receives at {_rate(clients[slowest].rate)}"
        group = line if len(clients) == 1 else f"the slowest group, {line}"
        yield Finding(
            ("targets", "client_speed"),
            f"can never be met: {group}, so that with headers clients receive at most {_rate(most)} on average",
            f"write at most {_rate(most)}, or plan for faster clients",
        )


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
            yield Finding(
                ("targets", name),
                f"can never be met: on the lines of the clients alone, {100.0 * share:.0f} % of the responses take"
                f" {_at_least(least, DURATION)}",
                f"write at least {_at_least(least, DURATION)}, or plan for faster clients or smaller responses",
            )


def _kinds(farm: FarmParts) -> list[tuple[float, Request | RequestClass]]:
    """The kinds of requests, each with its share of all."""
    workload = farm.workload
    if workload.request is not None:
        return [(1.0, workload.request)]
    total = sum(kind.rate for kind in workload.classes)
    return [(kind.rate / total, kind) for kind in workload.classes]


def _least_time(kind: Request | RequestClass, client: ClientRate) -> float:
    """The seconds that every response of a kind is on a client's line at least; 0 for sizes that vary."""
    return (kind.size.mean + kind.header) / client.rate if kind.size.distribution == "constant" else 0.0


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
    _clients_can_receive_so_fast,
    _responses_can_be_so_fast,
)
