"""What a log says, as blocks: what was read, when requests come, how large, how popular, from whom, and what a cache
would hold of it."""

from collections.abc import Iterator
from datetime import UTC, datetime

from models.quantities.units import SIZE, format_quantity
from models.quantities.writing import counted, significant
from simulator.measure.estimate import Estimate, given
from simulator.measure.results import Refused
from simulator.questions.calibrate.log.addresses import Addresses, why_shared
from simulator.questions.calibrate.log.day_tables import day_blocks
from simulator.questions.calibrate.log.summary import LogSummary, too_few_large
from simulator.questions.calibrate.log.values import Fit, LoggedValues
from simulator.report.blocks import Block, Chart, Column, Heading, Report, Table, Text
from simulator.report.language.numbers import plain, text
from simulator.report.pictures import Line, Lines

NUMBER = Column("value", numeric=True)


def log_report(found: LogSummary, day: str) -> Report:
    """The same as a report."""
    return Report((Heading("What the log says", 1), Heading("The answer", 2), *log_blocks(found)), day,
                  ", ".join(found.files))  # fmt: skip


def log_blocks(found: LogSummary) -> list[Block]:
    """Everything, the account of the lines first."""
    return [
        Text(_lead(found), lead=True),
        *(Text(line) for line in _shared(found)),
        *(Text(line) for line in _account(found)),
        *_skipped(found),
        _arrivals(found),
        *day_blocks(found),
        _sizes(found),
        *_fits(found),
        _popularity(found),
        _clients(found),
        _statuses(found),
        _response_times(found),
        *_working_set(found),
    ]


def _lead(found: LogSummary) -> str:
    begins = datetime.fromtimestamp(found.first + found.clock.offset, UTC)
    return (
        f"{found.requests:,} requests in {_duration(found.span)} from {begins:%Y-%m-%d %H:%M:%S},"
        f" {text(found.arrivals.mean)}, {text(given(found.bytes, 'B'))} in all."
    )


def _shared(found: LogSummary) -> Iterator[str]:
    """What addresses that may be no clients mean for all that is said of clients, and what to do."""
    clients = found.clients
    if not clients.addresses.shared:
        return
    yield f"Sessions and pauses may not be those of clients: {why_shared(clients.addresses)}."
    requests = f"sessions come out too long ({text(given(clients.requests.value, ''))} requests on average)"
    pauses = f" and pauses too short ({text(given(clients.pause.mean.value, 's'))})" if clients.pause else ""
    yield (
        "Many clients may stand behind one address: a NAT, a proxy, a balancer, a load tool. They are taken for one,"
        f" whose pauses go from a request of one of them to that of another; then {requests}{pauses}."
    )
    yield (
        "Log the client's own address: set_real_ip_from and real_ip_header X-Forwarded-For of nginx, RemoteIPHeader of"
        " Apache. Where no field has it, as behind a NAT, say what you know when you plan: --set"
        " workload.session.requests=5 --set 'workload.session.think_time=10 s'."
    )


def _duration(seconds: float) -> str:
    for size, unit in ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2.0 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:g} s"


def _account(found: LogSummary) -> Iterator[str]:
    account, clock = found.account, found.clock
    directives = "directive" if account.directives == 1 else "directives"
    told = [*account.read.most_common(), ("blank", account.blank), (directives, account.directives)]
    formats = ", ".join(f"{count:,} {name}" for name, count in told if count)
    skipped = account.skipped.total()
    yield f"{account.lines:,} lines: {formats}; {f'{skipped:,} were skipped' if skipped else 'none was skipped'}."
    for each in account.damaged:
        yield f"{each.file}: {each.reason} after {each.after:,} bytes of what it holds; all before is read."
    if account.foreign:
        yield f"{account.foreign:,} lines have bytes that are not UTF-8; they are kept apart as escapes."
    if account.unclear_sample is not None:
        unclear = account.unclear_sample
        yield (
            f"Several whole numbers stand behind the user agent in {counted(account.unclear, 'line')}, such as"
            f" {unclear.text} in {unclear.file}:{unclear.line}. None is read as the time taken, for any may be bytes:"
            " log $request_time of nginx, which has a point, or %D of Apache and no other number there."
        )
    if clock.back:
        yield (f"The time goes back {_times(clock.back)}, by up to {clock.furthest:g} s: requests are put in order.")
    if clock.hours:
        yield f"It goes back by about an hour {_times(clock.hours)}, as where a clock without a zone is put back."
    if clock.offsets > 1:
        yield f"The log has {clock.offsets} time zones, as where summer time begins or ends: times are compared in UTC."
    if clock.whole:
        yield "The log knows whole seconds only: requests of the same second are spread evenly over it."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _skipped(found: LogSummary) -> Iterator[Text]:
    for reason, count in found.account.skipped.most_common():
        yield Text(f"{count:,} skipped: {reason}, such as:")
        for sample in found.account.samples.get(reason, ()):
            yield Text(f"{sample.file}:{sample.line}: {sample.text}", aside=True)


def _arrivals(found: LogSummary) -> Table:
    arrivals = found.arrivals
    names = {1: "second", 60: "minute", 3_600: "hour"}
    rows: list[tuple[str, object]] = [("requests/s, mean", arrivals.mean)]
    for peak in arrivals.peaks:
        told = f"{peak.requests:,} requests, {text(given(peak.bytes, 'B'))}, {peak.to_mean:.3g} times the mean"
        rows.append((f"busiest {names[peak.seconds]}", told))
    for width, estimate in arrivals.dispersion:
        rows.append((f"index of dispersion, counts of {width} s (1: at random)", estimate))
    return _table("Arrivals", rows)


def _sizes(found: LogSummary) -> Table:
    rows = [(f"response, {name}", value) for name, value in _quantiles(found.size, "B")]
    rows += [(f"object, {name}", value) for name, value in _quantiles(found.object_size, "B")]
    return _table("Sizes", rows)


def _quantiles(values: LoggedValues, unit: str) -> Iterator[tuple[str, object]]:
    yield "mean", values.mean
    yield "coefficient of variation", f"{values.cv:.3g}"
    for share, value in values.quantiles:
        yield f"{plain(share * 100.0)} %", given(value, unit)


def _fits(found: LogSummary) -> Iterator[Block]:
    fitted = (
        ("responses", found.size, "B"),
        ("objects", found.object_size, "B"),
        ("pauses", found.clients.pause, "s"),
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
        yield Table("Fits to values above 0, the likeliest first", columns, rows)
        yield Text(
            "Fits are ordered by likelihood: its logarithm for a value, less that of the best. The distance is the"
            " largest between fitted and logged shares of the values up to some value; it may order otherwise.",
            aside=True,
        )


def _behind(fit: Fit, best: Fit) -> str:
    """What the fits of some values are ordered by."""
    return "the best" if fit is best else significant(fit.likelihood - best.likelihood, 3)


def _parameters(fit: Fit, unit: str) -> str:
    """Parameters with their units: the mean is of what is fitted, all others are numbers alone."""
    return ", ".join(
        f"{name} {text(given(value, unit)) if name == 'mean' else significant(value, 4)}"
        for name, value in fit.parameters
    )


def _popularity(found: LogSummary) -> Table:
    fitted = found.popularity
    rows: list[tuple[str, object]] = [
        ("different objects", f"{fitted.objects:,}, {text(given(fitted.bytes, 'B'))}"),
        ("asked for once", f"{fitted.once * 100:.3g} % of them"),
    ]
    if fitted.zipf is None:
        rows.append(("Zipf's law", "not fitted: fewer than 20 objects are asked for 10 times"))
    else:
        rows.append(("exponent of Zipf's law", fitted.zipf))
        rows.append(("fitted to", f"the {fitted.fitted:,} most popular, {fitted.share * 100:.3g} % of the requests"))
        told = f"{fitted.distance * 100:.2g} %; {fitted.usual * 100:.0f} of 100 samples from the law are as far from it"
        rows.append(("largest distance", told))
    return _table("Popularity", rows)


def _clients(found: LogSummary) -> Table:
    clients = found.clients
    rows: list[tuple[str, object]] = [
        ("clients", f"{clients.clients:,}"),
        *_addresses(clients.addresses),
        (f"sessions, over after {clients.gap:g} s of silence", f"{clients.sessions:,}"),
        ("requests a session, mean", clients.requests),
    ]
    if clients.pause is not None:
        rows += [(f"pause, {name}", value) for name, value in _quantiles(clients.pause, "s")]
    if clients.speed is not None:
        rows += [(f"speed of large responses, {name}", value) for name, value in _quantiles(clients.speed, "B/s")]
    else:
        rows.append(("speed of clients", f"not told: {too_few_large(found)}"))
    return _table("Clients", rows)


def _addresses(addresses: Addresses) -> Iterator[tuple[str, object]]:
    yield f"sent by {counted(addresses.senders, 'of them', 'of them')}", f"{addresses.sent * 100:.3g} % of the requests"
    if addresses.side_by_side is not None:
        told = f"{addresses.side_by_side * 100:.2g} % of the requests"
        yield "begun while another of their client went on", told


def _statuses(found: LogSummary) -> Table:
    answers = found.answers
    rows: list[tuple[str, object]] = [(f"status {status}", f"{count:,}") for status, count in answers.statuses]
    rows += [("parts of an object (206)", answers.ranges)]
    if answers.range_size is not None:
        rows.append(("size of a part, mean", answers.range_size))
    rows += [("refused (400 to 499)", answers.refused), ("errors (500 and above)", answers.errors)]
    return _table("Answers", rows)


def _response_times(found: LogSummary) -> Table:
    """How long responses took; a percentile that too few tell says how many it needs."""
    times = found.answers.times
    if times is None or times.zero == 1.0:
        # A mean of 0 s would be no time that anything took.
        why = "the log has none" if times is None else f"all {times.count:,} are 0 s, less than its clock tells apart"
        return _table("Response times", [("response time", f"not told: {why}")])
    rows: list[tuple[str, object]] = [
        ("requests with a time", f"{times.count:,}, {times.told * 100:.3g} % of all"),
        ("told as 0 s", f"{times.zero * 100:.3g} % of them"),
        ("mean", times.mean),
    ]
    for share, value in times.percentiles:
        name = "median" if share == 0.5 else f"{share * 100:g}th percentile"
        rows.append((name, f"not told: {value.reason}" if isinstance(value, Refused) else value))
    return _table("Response times", rows)


def _working_set(found: LogSummary) -> Iterator[Block]:
    curve = found.working_set
    points = list(zip(curve.capacity.tolist(), curve.misses.tolist(), curve.missed_bytes.tolist(), strict=True))
    picture = Lines(
        tuple(capacity / 1e9 for capacity, _, _ in points), "capacity in GB",
        (Line("requests", tuple(100.0 * misses for _, misses, _ in points), (0.0,) * len(points)),
         Line("bytes", tuple(100.0 * missed for _, _, missed in points), (0.0,) * len(points))), "misses in %",
    )  # fmt: skip
    alt = "The share of requests and of bytes that miss in an LRU cache, over its capacity; the table has the figures."
    yield Chart("Working set", picture, alt)
    columns = (Column("capacity", numeric=True), Column("requests that miss", "%", numeric=True),
               Column("bytes that miss", "%", numeric=True))  # fmt: skip
    step = max(1, len(points) // 10)
    rows = tuple(
        (format_quantity(capacity, SIZE, digits=3), f"{misses * 100:.2f}", f"{missed * 100:.2f}")
        for capacity, misses, missed in points[::-step][::-1]
    )
    yield Table("Working set: misses of an LRU cache that starts empty", columns, rows)
    cold = f"{curve.cold * 100:.3g} % of the requests are the first for their object, and miss in every cache."
    yield Text(cold, aside=True)


def _table(title: str, rows: list[tuple[str, object]]) -> Table:
    shown = tuple((name, text(value) if isinstance(value, Estimate) else str(value)) for name, value in rows)
    return Table(title, (Column("what"), NUMBER), shown)
