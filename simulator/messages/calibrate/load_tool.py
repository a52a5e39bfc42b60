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
    RowFault.ERRORS: "more than 1 % errors left out: what is turned away costs less than what is served",
    RowFault.CLIENT_FULL: "a load generator at the limit of its CPU left out: it measured itself. Use more of them",
    RowFault.SENT_LESS: "less sent than was asked for left out: no steady state, at the limit of the server or of the"
    " load generator, whose CPU tells which",
    RowFault.COLD: "a first run clearly slower than its repeats left out: it was cold. Warm up before each run",
    RowFault.IN_TOOL: "users who waited in the load generator left out: more users got no more, and no longer"
    " responses; so its limit, or the rate that it was told to keep, ended the test, and not the server",
    RowFault.LITTLE: "fewer or more users than Little's law finds left out, while all others keep it: were other users,"
    " errors or a warm-up counted?",
}
closed_percentiles = sentence(
    "The rows are of users who wait for each answer: what would have come meanwhile is not in their percentiles"
    " (coordinated omission). Of an open load they are longer near the limit: ask with `--at '{rate} /s'`."
)
client_busy = sentence(
    "The load generator used {busy} or more of its CPU in {rows}: it then adds waits of its own to responses."
)
rate_ends = sentence(
    "From {users} users on the rate stays near {rate} requests/s, with the server's CPU at {cpu} at the most: {why}."
)
_MAYBE_CLIENT = (
    "the load generator, the network or a limit such as worker threads ends it. Send the same load from two machines:"
    " if that is more, it was the generator, and the server carries more than is told here"
)
not_client = sentence(
    "the load generator, with its CPU at {client}, does not end it; a limit such as worker threads or the network does"
)
quicker = sentence(
    "{more} did {more_each} requests/s a user, and {fewer} with fewer users only {fewer_each}: no queue does that."
    " Costs fell with the load (wake-ups, clocks, batches), or {fewer} was cold: measure it again after a warm-up."
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
    return f"{count} with {_WHY[rows[0].why]} ({_names([each.row for each in rows], calibration)})."


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
