"""Who asks: clients, sessions, pauses and the speed of lines."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.calibration.log.addresses import Addresses
from simulator.calibration.log.summary import LogSummary
from simulator.messages.calibrate import log
from simulator.output.blocks import Block
from simulator.studies.calibrate.log.tables import log_table, quantile_rows


def section(log_summary: LogSummary) -> Iterator[Block]:
    """Clients, their sessions, their pauses and their speed."""
    clients = log_summary.clients
    rows: list[tuple[str, object]] = [
        ("clients", f"{clients.clients:,}"),
        *_addresses(clients.addresses),
        (log.sessions_name(clients.gap), f"{clients.sessions:,}"),
        ("requests a session, mean", clients.requests),
    ]
    if clients.pause is not None:
        rows += [(f"pause, {name}", value) for name, value in quantile_rows(clients.pause, "s")]
    if clients.speed is not None:
        rows += [(log.speed_name(name), value) for name, value in quantile_rows(clients.speed, "B/s")]
    else:
        rows.append(("speed of clients", f"not told: {log.too_few_large(log_summary)}"))
    yield log_table("Clients", rows)


def _addresses(addresses: Addresses) -> Iterator[tuple[str, object]]:
    yield (
        f"sent by {count_text(addresses.senders, 'of them', 'of them')}",
        f"{addresses.sent * 100:.3g} % of the requests",
    )
    if addresses.side_by_side is not None:
        told = f"{addresses.side_by_side * 100:.2g} % of the requests"
        yield log.SIDE_BY_SIDE, told
