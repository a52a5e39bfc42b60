"""What a log says, a section each: what was read, and what it tells of the load."""

import math
from collections.abc import Iterator

from models.parts.daily.day import WEEKDAYS
from models.quantities.formatting import count_text, significant
from models.quantities.units import SIZE, format_quantity
from simulator.calibration.log.addresses import Addresses
from simulator.calibration.log.summary import LogSummary
from simulator.calibration.log.values import Fit
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.messages.calibrate import log
from simulator.messages.calibrate.log import account, lead, shared
from simulator.messages.numbers import bare, figure_text
from simulator.output.blocks import Block, Chart, Column, Table, Text
from simulator.output.pictures import Line, Lines
from simulator.studies.calibrate.log.tables import log_table, quantile_rows


def answers_section(log_summary: LogSummary) -> Iterator[Block]:
    """What became of requests, and their response times."""
    yield _statuses(log_summary)
    yield _response_times(log_summary)


def _statuses(log_summary: LogSummary) -> Table:
    answers = log_summary.answers
    rows: list[tuple[str, object]] = [(f"status {status}", f"{count:,}") for status, count in answers.statuses]
    rows += [(log.PARTS, answers.ranges)]
    if answers.range_size is not None:
        rows.append((log.PART_SIZE, answers.range_size))
    rows += [("refused (400 to 499)", answers.refused), ("errors (500 and above)", answers.errors)]
    return log_table("Answers", rows)


def _response_times(log_summary: LogSummary) -> Table:
    """How long responses took; a percentile that too few tell says how many it needs."""
    times = log_summary.answers.times
    if times is None or times.zero == 1.0:
        # A mean of 0 s would be no time that anything took.
        why = log.why_no_time(log_summary) if times is None else log.all_times_zero(times.count)
        return log_table("Response times", [("response time", f"not told: {why}")])
    rows: list[tuple[str, object]] = [
        ("requests with a time", f"{times.count:,}, {times.told * 100:.3g} % of all"),
        ("told as 0 s", f"{times.zero * 100:.3g} % of them"),
        ("mean", times.mean),
    ]
    for share, value in times.percentiles:
        name = "median" if share == 0.5 else f"{share * 100:g}th percentile"
        rows.append((name, f"not told: {value.reason}" if isinstance(value, Unavailable) else value))
    return log_table("Response times", rows)


def arrivals_section(log_summary: LogSummary) -> Iterator[Block]:
    """The mean, the busiest times, and how irregular they come."""
    arrivals = log_summary.arrivals
    names = {1: "second", 60: "minute", 3_600: "hour"}
    rows: list[tuple[str, object]] = [("requests/s, mean", arrivals.mean)]
    for peak in arrivals.peaks:
        rows.append((f"busiest {names[peak.seconds]}", log.peak_text(peak)))
    for width, estimate in arrivals.dispersion:
        rows.append((log.dispersion_name(width), estimate))
    yield log_table("Arrivals", rows)


def clients_section(log_summary: LogSummary) -> Iterator[Block]:
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


def day_section(log_summary: LogSummary) -> Iterator[Block]:
    """The shape of a day where the log has one, else the mean of each hour that it has."""
    day, means = log_summary.day, dict(log_summary.arrivals.by_hour)
    if day is None:
        if len(means) > 1:
            rows = tuple((f"{hour:02d}:00", significant(rate, 4)) for hour, rate in means.items())
            told = (Column("hour"), Column("requests/s", numeric=True))
            yield Table(log.BY_HOUR, told, rows)
        yield Text(log.NO_DAY, aside=True)
        return
    yield Text(log.day_count_text(day) + ".")
    hours = tuple(
        (f"{hour:02d}:00", _factor_text(value), significant(means[hour], 4)) for hour, value in enumerate(day.hours)
    )
    columns = (Column("hour"), Column("requests/s then", numeric=True), Column(log.HOUR_MEAN, numeric=True))
    yield Table(log.MEAN_DAY, columns, hours)
    yield Text(log.BETWEEN_HOURS, aside=True)
    if day.weekdays:
        rows = tuple(
            (name.capitalize(), _factor_text(value)) for name, value in zip(WEEKDAYS, day.weekdays, strict=True)
        )
        yield Table(log.WEEK_DAYS, (Column("day"), Column(log.TIMES_MEAN_DAY, numeric=True)), rows)


def _factor_text(value: Estimate) -> str:
    """A figure without an interval where a single day or week stands behind it, which is told once for all."""
    return bare(value) if math.isfinite(value.half_width) else significant(value.value, 4)


def lines_section(log_summary: LogSummary, controls: log.Controls) -> Iterator[Block]:
    """What was read, and what was guessed; `controls` state what the log does not tell."""
    yield Text(lead(log_summary), lead=True)
    yield from (Text(line) for line in shared(log_summary, controls))
    yield from (Text(line) for line in account(log_summary, controls))
    yield from _skipped(log_summary)


def _skipped(log_summary: LogSummary) -> Iterator[Text]:
    for reason, count in log_summary.account.skipped.most_common():
        yield Text(f"{count:,} skipped: {reason}, such as:")
        for sample in log_summary.account.samples.get(reason, ()):
            yield Text(f"{sample.file}:{sample.line}: {sample.text}", aside=True)


def popularity_section(log_summary: LogSummary) -> Iterator[Block]:
    """How many objects there are, and by which law they are asked for."""
    fitted = log_summary.popularity
    sized = "" if fitted.bytes is None else f", {figure_text(exact(fitted.bytes, 'B'))}"
    rows: list[tuple[str, object]] = [
        ("different objects", f"{fitted.objects:,}{sized}"),
        ("asked for once", f"{fitted.once * 100:.3g} % of them"),
    ]
    if fitted.zipf is None:
        rows.append(("Zipf's law", log.NOT_FITTED))
    else:
        rows.append((log.ZIPF_EXPONENT, fitted.zipf))
        rows.append(("fitted to", log.fitted_objects(fitted)))
        rows.append(("largest distance", log.distance_text(fitted)))
    yield log_table("Popularity", rows)


def sizes_section(log_summary: LogSummary) -> Iterator[Block]:
    """The sizes of responses and objects, and the distributions that fit what was logged."""
    if log_summary.size is None or log_summary.object_size is None:
        yield log_table("Sizes", [("response, object", f"not measured: {log.why_no_size(log_summary)}")])
        yield from _fits(log_summary)
        return
    rows = [(f"response, {name}", value) for name, value in quantile_rows(log_summary.size, "B")]
    rows += [(f"object, {name}", value) for name, value in quantile_rows(log_summary.object_size, "B")]
    yield log_table("Sizes", rows)
    yield from _fits(log_summary)


def _fits(log_summary: LogSummary) -> Iterator[Block]:
    fitted = (
        ("responses", log_summary.size, "B"),
        ("objects", log_summary.object_size, "B"),
        ("pauses", log_summary.clients.pause, "s"),
    )
    rows = tuple(
        (of, fit.name, _parameters(fit, unit), _behind(fit, values.fits[0]), f"{fit.distance * 100:.2g} %")
        for of, values, unit in fitted
        if values is not None
        for fit in values.fits
    )
    if rows:
        columns = (Column("of"), Column("distribution"), Column("fitted"), Column("likelihood", numeric=True),
                   Column("distance", numeric=True))  # fmt: skip
        yield Table(log.FITS, columns, rows)
        yield Text(log.FITS_ORDER, aside=True)


def _behind(fit: Fit, best: Fit) -> str:
    """What the fits of some values are ordered by."""
    return "the best" if fit is best else significant(fit.likelihood - best.likelihood, 3)


def _parameters(fit: Fit, unit: str) -> str:
    """Parameters with their units: the mean is of what is fitted, all others are numbers alone."""
    return ", ".join(
        f"{name} {figure_text(exact(value, unit)) if name == 'mean' else significant(value, 4)}"
        for name, value in fit.parameters
    )


def working_set_section(log_summary: LogSummary) -> Iterator[Block]:
    """Misses over the capacity of a cache, as a picture and a table."""
    curve = log_summary.working_set
    if curve is None:
        return
    points = list(zip(curve.capacity.tolist(), curve.misses.tolist(), curve.missed_bytes.tolist(), strict=True))
    picture = Lines(
        tuple(capacity / 1e9 for capacity, _, _ in points), "capacity in GB",
        (Line("requests", tuple(100.0 * misses for _, misses, _ in points), (0.0,) * len(points)),
         Line("bytes", tuple(100.0 * missed for _, _, missed in points), (0.0,) * len(points))), "misses in %",
    )  # fmt: skip
    yield Chart("Working set", picture, log.WORKING_SET_PICTURE)
    columns = (Column("capacity", numeric=True), Column("requests that miss", "%", numeric=True),
               Column("bytes that miss", "%", numeric=True))  # fmt: skip
    step = max(1, len(points) // 10)
    rows = tuple(
        (format_quantity(capacity, SIZE, digits=3), f"{misses * 100:.2f}", f"{missed * 100:.2f}")
        for capacity, misses, missed in points[::-step][::-1]
    )
    yield Table(log.WORKING_SET, columns, rows)
    yield Text(log.first_requests(curve.cold), aside=True)
