"""What a load tool did to the rows of a test, in sentences: one a fact."""

from collections.abc import Iterator

from models.messages.template import sentence
from models.quantities.formatting import count_text, number, significant
from simulator.calibration.calibrate import Calibration
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.load_tool import (
    CLIENT_BUSY,
    EndOfRate,
    LeftOutRow,
    RowFault,
    busy_clients,
    end_of_rate,
    quicker_at_more_load,
)
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_names import row_name

# So many rows are named, and how many more there are is told.
_NAMED = 5
_WHY = {
    RowFault.ERRORS: "more than 1 % of the requests failed, and a failed request costs less than one that is served.",
    RowFault.CLIENT_FULL: "the load generator had no CPU left and measured itself. Use several generators.",
    RowFault.SENT_LESS: "the test sent less than it was asked to: the server or the load generator was at its limit."
    " The CPU of the generator tells which.",
    RowFault.COLD: "the first run was clearly slower than its repeats: the server was cold. Warm up before each run.",
    RowFault.IN_TOOL: "with more users, neither requests/s nor response times grew, so these users waited in the load"
    " generator. Its own limit, or the rate it was told to keep, ended the test.",
    RowFault.LITTLE: "its users do not match Little's law, and all other rows do. Other users, errors or a warm-up may"
    " have been counted.",
}
closed_percentiles = sentence(
    "The users of these rows wait for each answer, so requests that would have come meanwhile are missing from the"
    " percentiles (coordinated omission). Near the limit, percentiles of an open load are longer: ask with `--at"
    " '{rate} /s'`."
)
client_busy = sentence(
    "The load generator used {busy} or more of its CPU in {rows}. A generator that busy adds waits of its own."
)
rate_ends = sentence(
    "From {users} users on, throughput stays near {rate} requests/s, and the server's CPU reaches only {cpu}: {why}."
)
_MAYBE_CLIENT = (
    "the bottleneck is the load generator, the network or a limit such as worker threads. Send the same load from two"
    " machines: if throughput rises, it was the generator, and the server can do more than this fit says"
)
not_client = sentence(
    "the load generator used {client} of its CPU and does not end it. A limit such as worker threads or the network"
    " does"
)
quicker = sentence(
    "Each user of {more} got {more_each} requests/s, and each of the fewer users of {fewer} only {fewer_each}. No queue"
    " does that. Either costs fell with the load (wake-ups, clocks, batches), or {fewer} was cold: measure it again"
    " after a warm-up."
)


def load_tool_sentences(calibration: Calibration) -> Iterator[str]:
    """Rows that are left out, rows to doubt, and what a closed test does to percentiles."""
    loaded = calibration.loaded
    for why in RowFault:
        rows = [each for each in loaded.left_out if each.why is why]
        if rows:
            yield _left_out(rows, calibration)
    busy = list(busy_clients(loaded.points))
    if busy:
        yield client_busy(f"{100.0 * CLIENT_BUSY:.0f} %", _names(busy, calibration))
    ends = end_of_rate(loaded.points)
    if ends is not None:
        yield _end_of_rate(ends)
    pair = quicker_at_more_load(loaded.points)
    if pair is not None:
        (fewer, few), (more, many) = ((_names([row], calibration), _each(row)) for row in pair)
        yield quicker(more=more, more_each=many, fewer=fewer, fewer_each=few)
    if loaded.kind is LoadKind.CLOSED and any(point.percentiles for point in loaded.points):
        yield closed_percentiles(number(float(f"{0.7 * calibration.open_load.most:.2g}")))


def _left_out(rows: list[LeftOutRow], calibration: Calibration) -> str:
    count = count_text(len(rows), "row")
    return f"{count} left out ({_names([each.row for each in rows], calibration)}): {_WHY[rows[0].why]}"


def _names(rows: list[LoadTestRow], calibration: Calibration) -> str:
    loaded = calibration.loaded
    everyone = (*loaded.points, *(each.row for each in loaded.left_out))
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return ", ".join(row_name(row, everyone) for row in rows[:_NAMED]) + more


def _each(row: LoadTestRow) -> str:
    return significant(row[Metric.RATE] / row[Metric.USERS], 3)


def _end_of_rate(ends: EndOfRate) -> str:
    known = ends.client is not None and ends.client < CLIENT_BUSY
    why = not_client(_percent(ends.client or 0.0)) if known else _MAYBE_CLIENT
    users, rate = significant(ends.row[Metric.USERS], 3), significant(ends.row[Metric.RATE], 3)
    return rate_ends(users, rate, _percent(ends.cpu), why)


def _percent(share: float) -> str:
    return f"{significant(100.0 * share, 2)} %"
