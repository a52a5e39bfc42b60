"""Checks of clients that do not wait for ever: what they wait for can come in time."""

import math
from collections.abc import Callable, Iterator

from models.parts.request import Request, RequestClass
from models.quantities.units import DURATION, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts

_AT = ("workload", "patience")


def _a_connection_can_come_in_time(farm: FarmParts) -> Iterator[Finding]:
    patience, session = farm.workload.patience, farm.workload.session
    if patience is None or patience.connect is None:
        return
    handshake = 0.0 if session.tls is None else session.tls.handshake_cpu * (1.0 - session.tls.resumed)
    least = (session.connect_cpu + handshake) * farm.workload.cpu_measured_on / farm.server.core_speed
    if patience.connect <= least:
        yield Finding(
            (*_AT, "connect"),
            f"no connection can come in time: setting one up is {_at_least(least)} of work on an idle core",
            f"write more than {_at_least(least)}",
        )


def _an_answer_can_come_in_time(farm: FarmParts) -> Iterator[Finding]:
    patience = farm.workload.patience
    if patience is None or patience.response is None:
        return
    fastest = max(client.rate for client in farm.workload.clients)
    kinds: tuple[Request | RequestClass, ...] = farm.workload.classes
    if farm.workload.request is not None:
        kinds = (farm.workload.request,)
    sure = [(kind.size.mean + kind.header) / fastest for kind in kinds if kind.size.distribution == "constant"]
    if len(sure) == len(kinds) and patience.response <= min(sure):
        yield Finding(
            (*_AT, "response"),
            f"no answer can come in time: on the line of the fastest clients alone it takes {_at_least(min(sure))}",
            f"write more than {_at_least(min(sure))}",
        )


def _at_least(seconds: float) -> str:
    step = 10.0 ** (math.floor(math.log10(seconds)) - 2)
    return format_quantity(math.ceil(round(seconds / step, 6)) * step, DURATION, digits=3)


PATIENCE_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _a_connection_can_come_in_time,
    _an_answer_can_come_in_time,
)
