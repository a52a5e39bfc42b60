"""Checks of clients that do not wait for ever: they wait as long as what they wait for takes at the least."""

from collections.abc import Callable, Iterator

from models.parts.clients.patience import ClientPatience
from models.quantities.units import DURATION, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts

_AT = ("workload", "patience")


def _a_connection_can_be_set_up_in_time(farm: FarmParts) -> Iterator[Finding]:
    least, longest = _connecting(farm), _patience(farm).connect
    if longest is not None and longest < least:
        yield Finding(
            (*_AT, "connect"),
            f"a connection takes {_text(least)} on an idle server, so that none would ever be set up in time",
            f"write more than {_text(least)}, or none to wait for ever",
        )


def _a_response_can_arrive_in_time(farm: FarmParts) -> Iterator[Finding]:
    least, longest = _answering(farm), _patience(farm).response
    if longest is not None and longest < least:
        yield Finding(
            (*_AT, "response"),
            f"a response of mean size takes {_text(least)} to the fastest clients, so that few would arrive in time",
            f"write more than {_text(least)}, or none to wait for ever",
        )


def _pauses_grow_up_to_the_longest(farm: FarmParts) -> Iterator[Finding]:
    retries = _patience(farm).retries
    if retries.back_off > retries.longest:
        yield Finding(
            (*_AT, "retries", "longest"),
            f"shorter than the first pause, {_text(retries.back_off)}",
            f"write at least {_text(retries.back_off)}, or a shorter back_off",
        )


def _a_budget_is_for_retries(farm: FarmParts) -> Iterator[Finding]:
    retries = _patience(farm).retries
    if retries.budget is not None and retries.count == 0:
        yield Finding(
            (*_AT, "retries", "budget"),
            "nothing is ever tried again that it could limit",
            "write how often in retries.count, e.g. 3, or `budget: none`",
        )


def _patience(farm: FarmParts) -> ClientPatience:
    return farm.workload.patience or ClientPatience()


def _connecting(farm: FarmParts) -> float:
    """Seconds of work of a connection on a core of this server."""
    session = farm.workload.session
    handshake = 0.0 if session.tls is None else session.tls.handshake_cpu * (1.0 - session.tls.resumed)
    asked = (session.connect_cpu + handshake) * farm.workload.cpu_measured_on
    return asked * farm.operating_system.cpu_factor / farm.server.core_speed


def _answering(farm: FarmParts) -> float:
    """Seconds that the fastest clients need for a mean response, of the kind that is the soonest read."""
    workload = farm.workload
    kinds = (*workload.classes, *((workload.request,) if workload.request is not None else ()))
    fastest = max(client.rate for client in workload.clients)
    waits = [0.0 if kind.wait is None else kind.wait.mean for kind in kinds]
    return float(min(kind.size.mean / fastest + wait for kind, wait in zip(kinds, waits, strict=True)))


def _text(seconds: float) -> str:
    return format_quantity(seconds, DURATION, digits=3)


PATIENCE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _a_connection_can_be_set_up_in_time,
    _a_response_can_arrive_in_time,
    _pauses_grow_up_to_the_longest,
    _a_budget_is_for_retries,
)
