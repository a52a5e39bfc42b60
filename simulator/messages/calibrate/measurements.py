"""What rows of a load test say of a server, in sentences: one a fact."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from models.capacity_curve import SHARED, TO_COMPLETION
from models.messages.template import sentence
from models.quantities.formatting import count_text, number, significant
from models.quantities.units import DURATION, SHARE, SIZE, format_quantity
from simulator.calibration.calibrate import Calibration
from simulator.calibration.cross_validation import HeldOutError, median_error, worst_error
from simulator.calibration.diagnostics import Covariate
from simulator.calibration.extrapolation import SURE
from simulator.calibration.few_rows import CONTENTION, CONTENTION_SPREAD, SCATTER
from simulator.calibration.fit import Interval
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.load_tool import OFF
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_contradictions import low_percentiles, unlike_rows
from simulator.calibration.row_names import row_name
from simulator.calibration.second_thread import HIGH, LOW
from simulator.calibration.server import Parameter, is_card_bound, largest_rate
from simulator.calibration.work_spread import WorkSpread

# Headings of tables and of one column.
ROWS, PARAMETERS = "The rows as measured and as fitted", "What was fitted, with 95 % intervals"
PREDICTED = "Predicted, with 90 % intervals"
PREDICTED_OPEN = "Predicted for requests that come at random, with 90 % intervals"
ROWS_HELD_BACK = "Rows held back, predicted from the rows of less load"
DRIVERS, ERROR_LEFT_OUT = "What drives the counters, the best first", "error on rows left out"
SHARES = (
    Parameter.CONTENTION,
    Parameter.COHERENCE,
    Parameter.IDLE_COST,
    Parameter.BESIDE,
    Parameter.SECOND_THREAD,
)
_TELLS = {
    Metric.RATE: "requests/s",
    Metric.MEAN: "mean response",
    Metric.CPU: "CPU",
    Metric.THINK: "think time",
    Metric.MISSES: "misses",
}
# What would explain a pattern of residuals: of what, along what, and whether what was measured rises over what was
# fitted.
EXPLAINS = {
    (Metric.CPU, Covariate.LOAD, True): "work that grows with the load, such as locks, garbage collection or caches"
    " that hold less for each of more requests",
    (Metric.CPU, Covariate.LOAD, False): "work beside the requests, such as monitoring, or batches that cost less for"
    " each request the more there are",
    (Metric.CPU, Covariate.SIZE, True): "a cost of each byte (copying, encryption): bring rows of several sizes",
    (Metric.CPU, Covariate.SIZE, False): "a cost of each request that large ones have in common",
    (Metric.MEAN, Covariate.LOAD, True): "a second limit behind the CPU, such as worker threads, a database, a disk or"
    " the network, or work that varies more than was taken",
    (Metric.MEAN, Covariate.LOAD, False): "arrivals that are steadier than at random, as some load tools send them, or"
    " connections that are made at small loads",
    (Metric.MEAN, Covariate.SIZE, True): "the way over the network: a time for each byte that no CPU spends",
    (Metric.MEAN, Covariate.SIZE, False): "a wait for each request that does not depend on its size",
    (Metric.RATE, Covariate.LOAD, True): "a cache or batches that help more the more users there are",
    (Metric.RATE, Covariate.LOAD, False): "contention, coherence or a limit such as worker threads that begins late:"
    " bring rows of more load",
    (Metric.RATE, Covariate.SIZE, True): "a cost of each request that large ones have in common",
    (Metric.RATE, Covariate.SIZE, False): "a limit in bytes, such as a network card or disks",
    (Metric.THINK, Covariate.LOAD, True): "users that start late, or errors that are retried after a pause",
    (Metric.THINK, Covariate.LOAD, False): "users that give up waiting and ask again",
    (Metric.MISSES, Covariate.LOAD, True): "connections and buffers that take memory from the cache, or other content"
    " that is asked for at busy times",
    (Metric.MISSES, Covariate.LOAD, False): "a cache that was still filling at the first loads: measure when it is"
    " warm",
}  # fmt: skip
not_predicted_open = sentence(
    "{rate} requests/s that come at random: not predicted; the closed rows tell an open load of up to {most} requests/s"
)
# So many rows with errors are named.
_NAMED = 5
# A rate above the largest one by less is what is rounded.
_ROUNDED = 1.005
# Seconds that no clock of a test tells from none, of what is done for each byte and of all else.
_NO_TIME_A_BYTE, _NO_TIME = 1e-15, 1e-9
_A_BYTE = (Parameter.WORK_PER_BYTE, Parameter.WORK_PER_BYTE_BEYOND)


def amount(parameter: Parameter, value: float, digits: int = 3) -> str:
    """A parameter as people write it."""
    if not math.isfinite(value):
        return "not known"
    if parameter is Parameter.SKEW:
        return significant(value, digits)
    kind = SIZE if parameter in (Parameter.WORKING_SET, Parameter.BEND) else SHARE if parameter in SHARES else DURATION
    if kind is DURATION and abs(value) < (_NO_TIME_A_BYTE if parameter in _A_BYTE else _NO_TIME):
        return "0 s"
    return format_quantity(value, kind, digits=digits)


def digits_of(interval: Interval) -> int:
    """How many digits of a parameter its interval supports, 2 to 4."""
    if not (math.isfinite(interval.half_width) and interval.value > 0.0 and interval.half_width > 0.0):
        return 2
    return min(4, max(2, 2 + math.floor(-math.log10(interval.half_width / interval.value))))


def answer(calibration: Calibration) -> str:
    """What the server was found to be, and whether rows held back speak against it."""
    return f"{_server_sentence(calibration)}{_against(calibration)}"


def _server_sentence(calibration: Calibration) -> str:
    """What the server was found to be, in one sentence."""
    fit, machine = calibration.fit, calibration.fit.machine
    work = fit.intervals[Parameter.WORK]
    costs, low, high = (amount(Parameter.WORK, each, digits_of(work)) for each in (work.value, work.low, work.high))
    told = f"A request costs {costs} of CPU ({low} to {high})"
    a_byte = fit.intervals.get(Parameter.WORK_PER_BYTE)
    if a_byte is not None:
        told += f", each of its bytes {amount(Parameter.WORK_PER_BYTE, a_byte.value, digits_of(a_byte))}"
    beyond, bend = (fit.intervals.get(each) for each in (Parameter.WORK_PER_BYTE_BEYOND, Parameter.BEND))
    if beyond is not None and bend is not None:
        cost = amount(Parameter.WORK_PER_BYTE_BEYOND, beyond.value, digits_of(beyond))
        told += f" ({cost} beyond the first {amount(Parameter.BEND, bend.value, 2)})"
    wait = fit.intervals.get(Parameter.WAIT)
    if wait is not None and wait.low > _NO_TIME:
        told += f" and waits {amount(Parameter.WAIT, wait.value, digits_of(wait))} elsewhere"
    top = largest_rate(fit.parameters, calibration.loaded.points[-1], machine)
    if not calibration.chosen.saturates:
        return f"{told}. No row shows the server near its limit."
    most_of_all = (
        f"{told}: the server does {significant(top, 3)}{_to_the_fastest(calibration, top)} requests/s at the most"
    )
    if is_card_bound(fit.parameters, calibration.loaded.points[-1], machine):
        return f"{most_of_all}, which fill its cards.{_contradicted(calibration, top)}"
    return f"{most_of_all}, and so {threads(calibration)}.{_contradicted(calibration, top)}"


def _to_the_fastest(calibration: Calibration, top: float) -> str:
    """A row a little faster than what the fit says is possible shows how well that is known."""
    row = fastest_row(calibration)
    fast = 0.0 if row is None else row[Metric.RATE]
    return f" to {significant(fast, 3)}" if top * _ROUNDED < fast <= top * (1.0 + OFF) else ""


def _contradicted(calibration: Calibration, top: float) -> str:
    """Says that a row was faster than the fit says is possible, by more than rows scatter; "" where none was."""
    row = _too_fast(calibration, top)
    if row is None:
        return ""
    name = row_name(row, calibration.loaded.points)
    return (
        f" But {name} measured {significant(row[Metric.RATE], 3)}, {percent(row[Metric.RATE] / top - 1.0)} more: the"
        " fit contradicts its rows, and this is not what the server can do."
    )


def _too_fast(calibration: Calibration, top: float) -> LoadTestRow | None:
    """The fastest row, where its rate is above what the fit says is possible by more than rows scatter."""
    row = fastest_row(calibration)
    return row if row is not None and row[Metric.RATE] > top * (1.0 + OFF) else None


def fastest_row(calibration: Calibration) -> LoadTestRow | None:
    """The row of the largest rate, None where no row has one."""
    rows = [point for point in calibration.loaded.points if point.has(Metric.RATE)]
    return max(rows, key=lambda point: point[Metric.RATE], default=None)


def _against(calibration: Calibration) -> str:
    """What rows held back say against the fit; "" where they do not."""
    worst = worst_error(calibration.held_back)
    if worst is None or worst <= SURE:
        return ""
    return f" Rows held back were up to {percent(worst)} off: do not plan by this before the reason is found."


def doubt(calibration: Calibration) -> str:
    """Why nobody should plan by a fit yet, as a remark beside the name of what is written; "" where nothing speaks
    against it."""
    worst, top = (
        worst_error(calibration.held_back),
        largest_rate(calibration.fit.parameters, calibration.loaded.points[-1], calibration.fit.machine),
    )
    reasons = [] if worst is None or worst <= SURE else [f"rows held back {percent(worst)} off"]
    row = _too_fast(calibration, top)
    if calibration.chosen.saturates and row is not None:
        reasons.append(f"a row did {percent(row[Metric.RATE] / top - 1.0)} more than it can")
    return f"not to plan by: {', '.join(reasons)}" if reasons else ""


def threads(calibration: Calibration) -> str:
    """Which machine that is of."""
    machine = calibration.fit.machine
    limit = "" if machine.workers is None else f", with {count_text(machine.workers, 'request')} in work at a time"
    alike = calibration.chosen.threads
    if len(alike) > 1:
        return f"with any of {alike[0]} to {alike[-1]} threads, which the rows do not tell apart{limit}"
    return f"with {count_text(machine.threads, 'thread')}{limit}"


def load_kind(calibration: Calibration) -> str:
    """Whether the load was open or closed, and how well the rows keep Little's law."""
    loaded = calibration.loaded
    if loaded.kind is LoadKind.OPEN:
        return (
            "The load is open: no row has users, so that requests are taken to come at random at the rate of the row."
        )
    if loaded.off is None:
        return "The load is closed, by its users; without a mean response Little's law cannot be checked."
    think = (
        "no think time" if not loaded.think else f"a think time of {format_quantity(loaded.think, DURATION, digits=3)}"
    )
    return (
        f"The load is closed, with {think}: N = X (Z + R) holds within {percent(loaded.off)} of the users in all"
        f" {len(loaded.points)} rows."
    )


def held_out_errors(calibration: Calibration) -> Iterator[str]:
    """How far off the fit was on rows that it had not seen."""
    for rows, how in ((calibration.held_back, "held back"), (calibration.left_out, "left out in turn")):
        told = [
            f"{_TELLS[what]} {percent(error)}" for what in _TELLS if (error := median_error(rows, what)) is not None
        ]
        if told:
            yield f"Median error of rows {how}: {', '.join(told)}."
    if not calibration.held_back:
        yield "Too few rows to hold some back: nothing shows how far off a prediction is."
    law = [each for each in calibration.held_back if each.scaling_law is not None]
    if law:
        worst = max(abs((each.scaling_law or 0.0) / each.measured - 1.0) for each in law)
        yield (
            f"The universal scalability law alone, fitted to the same rows, is up to {percent(worst)} off there, and"
            f" this fit up to {percent(max(abs(each.error) for each in law))}."
        )


def unidentified(calibration: Calibration) -> Iterator[str]:
    """What the rows cannot tell."""
    for pair in calibration.alike:
        sign = "more of one and less of the other" if pair.correlation < 0.0 else "more or less of both"
        yield f"The rows cannot tell {pair.first.value} and {pair.second.value} apart: {sign} fits as well."
    for each in calibration.chosen.together:
        yield (
            f"The rows cannot tell {each.value} from {Parameter.WORK.value}, for they are of requests too much alike:"
            " all of it is told as one cost of requests like these."
        )
    for each in calibration.chosen.dropped:
        yield f"Too few rows to tell {each.value}: it is taken as none."
    if calibration.fit.assumed:
        low, high = (percent(CONTENTION * math.exp(side * CONTENTION_SPREAD)) for side in (-1, 1))
        yield (
            f"{count_text(len(calibration.loaded.points), 'row')} of users who do not pause, and no CPU: contention is"
            f" sought around {low} to {high}, as published systems have it, and the rates are taken to repeat within"
            f" {percent(SCATTER)}. Measure three loads or more to tell both."
        )
    has_mean = any(point.has(Metric.MEAN) for point in calibration.loaded.points)
    if calibration.loaded.kind is LoadKind.CLOSED and not has_mean and calibration.loaded.think is None:
        yield "Without a mean response, think time and waits elsewhere are not told apart: both are in the think time."
    if not calibration.chosen.saturates:
        yield (
            "The test saturates nowhere: it cannot tell contention, coherence, worker threads, nor which limit comes"
            " first."
        )
    elif Parameter.CONTENTION not in calibration.fit.free and calibration.fit.machine.threads > 1:
        yield "The rows show no contention between threads."
    if Parameter.SECOND_THREAD in calibration.fit.free and not calibration.fit.tells_second_thread:
        yield second_thread_untold(percent(LOW), percent(HIGH))
    if len(calibration.chosen.threads) > 1:
        fitting = _listed(calibration.chosen.threads)
        yield f"Nobody said how many threads there are: any of {fitting} fit; state --cores or --server."
    yield from _errors(calibration)
    yield from _contradictions(calibration)


second_thread_untold = sentence(
    "The rows do not tell what a second hardware thread of a core adds: {low} to {high} of a core, as published systems"
    " have it, is in the intervals. Measure a load at which most threads are busy."
)


def _contradictions(calibration: Calibration) -> Iterator[str]:
    """Rows that contradict one another, and percentiles that contradict the mean beside them."""
    points = calibration.loaded.points
    for pair in unlike_rows(calibration.loaded)[:_NAMED]:
        times = max(pair.first[pair.what], pair.second[pair.what]) / min(pair.first[pair.what], pair.second[pair.what])
        yield (
            f"{row_name(pair.first, points)} and {row_name(pair.second, points)} are of the same load, and their"
            f" {pair.what.value} is {significant(times, 2)} times apart: one of them is not of this server in this"
            " state."
        )
    low = low_percentiles(points)[:_NAMED]
    if low:
        told = ", ".join(f"{row_name(each.row, points)} (p{100.0 * each.share:g})" for each in low)
        yield (
            f"A percentile is shorter than the mean beside it in {told}: a few responses took very long, or the two are"
            " not of the same requests."
        )


def _errors(calibration: Calibration) -> Iterator[str]:
    """Rows with a few errors, which are fitted as if there were none."""
    points = calibration.loaded.points
    rows = [point for point in points if point.measured.get(Metric.ERRORS, 0.0) > 0.0]
    if rows:
        told = ", ".join(f"{row_name(row, points)} ({percent(row[Metric.ERRORS])})" for row in rows[:_NAMED])
        more = f" and {count_text(len(rows) - _NAMED, 'more row', 'more rows')}" if len(rows) > _NAMED else ""
        yield (
            f"Requests failed or ran into a timeout in {told}{more}: they are fitted as if they had been answered, and"
            " a time that a tool gave up on is not in its responses."
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(number(each) for each in numbers)


def spread_sentences(calibration: Calibration) -> Iterator[str]:
    """What the percentiles tell."""
    spread = calibration.spread
    if spread is None:
        yield "No row has percentiles above the median: how work varies, and in which order it is done, is not known."
    elif isinstance(spread, str):
        yield f"Percentiles tell nothing here: {spread}."
    else:
        yield _spread(spread)


# Percentiles that are further off are not said to fit: the bound that a percentile has in the cases that are written.
_WELL = 0.2
_SERVES = {SHARED: "that all requests share evenly", TO_COMPLETION: "that runs each request to completion"}


def _spread(spread: WorkSpread) -> str:
    cv = spread.cv
    known = f"{cv.low:.2g} to {cv.high:.2g}" if math.isfinite(cv.high) else f"{cv.low:.2g} or more"
    rival = f" (one {_SERVES[spread.rivals[0]]} fits as well)" if spread.rivals else ""
    waits = ", waits elsewhere that vary" if spread.way.varies else ""
    sizes = "" if spread.way.sizes is None else f", sizes that {'vary' if spread.way.sizes else 'do not vary'}"
    found = (
        f"a CPU {_SERVES[spread.way.discipline]}{rival}{waits}{sizes}, and work of a request with a coefficient of"
        f" variation of {cv.value:.2g} ({known})"
    )
    if spread.error > _WELL:
        return (
            f"None of the ways that were tried fits the {spread.percentiles} percentiles well. The nearest is {found};"
            f" simulated so, they are {percent(spread.error)} off."
        )
    return f"{spread.percentiles} percentiles fit {found}. Simulated so, they are {percent(spread.error)} off."


def pattern_sentences(calibration: Calibration) -> Iterator[str]:
    """Residuals that go with something, and the mechanism that would explain it."""
    for each in calibration.patterns:
        rises = "rises" if each.rises else "falls"
        yield (
            f"A pattern remains: {_TELLS[each.what]}, measured over fitted, {rises} with the {each.along.value}."
            f" It could come from {EXPLAINS[each]}."
        )


def reach_sentence(calibration: Calibration) -> str:
    """How far the fit may be trusted."""
    reach, unit = calibration.reach, "requests/s" if calibration.loaded.kind is LoadKind.OPEN else "users"
    trusted, measured = significant(reach.load, 3), significant(reach.measured, 3)
    return f"It may be trusted to {trusted} {unit}, and was measured to {measured}: {reach.why}."


def refusal(calibration: Calibration, load: float) -> str:
    """Why a load is not predicted."""
    unit = "requests/s" if calibration.loaded.kind is LoadKind.OPEN else "users"
    reached = significant(calibration.reach.load, 3)
    return f"{number(load)} {unit}: not predicted; the fit may be trusted to {reached}: {calibration.reach.why}"


def open_refusal(calibration: Calibration, rate: float) -> str:
    """Why requests/s that come at random are not predicted of a closed test."""
    most = significant(calibration.open_load.most, 3)
    return not_predicted_open(number(rate), most)


def source_of(calibration: Calibration, files: Sequence[str]) -> str:
    """What measured values rest on, as a source."""
    names = ", ".join(Path(each.rpartition("=")[2]).name for each in files[:4]) + (", ..." if len(files) > 4 else "")
    worst = worst_error(calibration.held_back)
    error = "no rows held back" if worst is None else f"rows held back at most {percent(worst)} off"
    return f"calibrate measurements {names}, {count_text(len(calibration.loaded.points), 'row')}, {error}"


picture_text = sentence("{quantity} over {load}, as measured and as fitted.")


def signed_error(each: HeldOutError) -> str:
    """An error with its sign."""
    return f"{100.0 * each.error:+.1f} %"


def percent(share: float) -> str:
    """A share as people write it."""
    return f"{significant(100.0 * share, 2)} %"
