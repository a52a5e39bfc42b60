"""A response in pieces: the steps that send them one after the other, and what they put on the wire.

The first piece goes by itself, for clients wait for it. Of the others no more than `TOGETHER` groups are made, which
differ from single pieces in nothing but that the work of a group comes at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from models.parts.pieces import TLS_RECORD, ResponsePieces
from models.parts.request import Request
from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.steps import Delay, ResponseBytes, Serve, Step
from simulator.translate.data_path import send_steps
from simulator.translate.resources import CPU
from simulator.translate.transport import transport

# A response takes six events of an engine for each group: 200 pieces one by one would take 25 times as long.
TOGETHER = 8


class _PieceBytes(NamedTuple):
    """Bytes on the wire of the first piece, which comes with the header, of each in between, and of the last, which
    ends the response."""

    first: float
    each: float
    last: float


def piece_steps(
    scenario: Scenario, request: Request, byte: float, factor: float, process: str | None
) -> tuple[Step, ...]:
    """The pieces of a response with the pauses between them. byte: seconds of work of a byte; factor: of the work of a
    piece in this process; process: a region that is recycled, in whose cold processes work takes longer."""
    pieces = request.pieces
    if pieces is None:
        return ()
    each = scenario.work_asked(pieces.cpu) * factor + byte * pieces.size
    sent = list(_groups(pieces, _piece_bytes(scenario, request, pieces)))
    total = sum(wire for _, wire in sent)
    steps: list[Step] = []
    for position, (number, wire) in enumerate(sent):
        steps += [Delay(constant(number * pieces.pause))] if position else []
        steps += [Serve(CPU, constant(number * each), process=process)] if each > 0.0 else []
        steps += send_steps(scenario, number * pieces.size, ResponseBytes(wire / total, not position))
    return tuple(steps)


def piece_framing(scenario: Scenario, request: Request) -> float:
    """Bytes that the pieces of a response put on the wire beyond those of one message of the same payload."""
    pieces = request.pieces
    if pieces is None:
        return 0.0
    sent = sum(wire for _, wire in _groups(pieces, _piece_bytes(scenario, request, pieces)))
    return sent - transport(scenario).wire_bytes(pieces.payload + _header(scenario, request))


def _piece_bytes(scenario: Scenario, request: Request, pieces: ResponsePieces) -> _PieceBytes:
    session, over = scenario.workload.session, transport(scenario)
    record = TLS_RECORD if session.tls is not None and not session.transport.encrypted_packets else 0
    message = pieces.framed + record
    beside = _header(scenario, request), 0.0, pieces.last_bytes
    return _PieceBytes(*(over.wire_bytes(message + more) for more in beside))


def _header(scenario: Scenario, request: Request) -> float:
    return scenario.workload.session.transport.sent_header(request.header)


def _groups(pieces: ResponsePieces, sent: _PieceBytes) -> Iterator[tuple[int, float]]:
    """How many pieces each group has, and their bytes on the wire: the first alone, the others as even as they can."""
    yield 1, sent.first
    rest = pieces.count - 1
    groups = min(rest, TOGETHER)
    for group in range(groups):
        number = (group + 1) * rest // groups - group * rest // groups
        ends = sent.last - sent.each if group == groups - 1 else 0.0
        yield number, number * sent.each + ends
