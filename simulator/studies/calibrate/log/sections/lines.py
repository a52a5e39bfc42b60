"""What was read: the answer in a line, what may not be what it seems, and an account of every line."""

from collections.abc import Iterator
from datetime import UTC, datetime

from models.quantities.formatting import count_text
from simulator.experiment.estimate import exact
from simulator.messages.numbers import figure_text
from simulator.output.blocks import Block, Text
from simulator.studies.calibrate.log.addresses import shared_address_evidence
from simulator.studies.calibrate.log.summary import LogSummary
from simulator.traffic.reading.options import UNITS
from simulator.traffic.reading.time_units import TimeUnit


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The blocks of this section."""
    yield Text(_lead(log_summary), lead=True)
    yield from (Text(line) for line in _shared(log_summary))
    yield from (Text(line) for line in _account(log_summary))
    yield from _skipped(log_summary)


def _lead(log_summary: LogSummary) -> str:
    begins = datetime.fromtimestamp(log_summary.first + log_summary.clock.offset, UTC)
    return (
        f"{log_summary.requests:,} requests in {_duration(log_summary.span)} from {begins:%Y-%m-%d %H:%M:%S},"
        f" {figure_text(log_summary.arrivals.mean)}"
        + ("." if log_summary.bytes is None else f", {figure_text(exact(log_summary.bytes, 'B'))} in all.")
    )


def _duration(seconds: float) -> str:
    for size, unit in ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2.0 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:g} s"


def _shared(log_summary: LogSummary) -> Iterator[str]:
    """What addresses that may be no clients mean for all that is said of clients, and what to do."""
    clients = log_summary.clients
    if not clients.addresses.shared:
        return
    yield f"Sessions and pauses may not be those of clients: {shared_address_evidence(clients.addresses)}."
    requests = f"sessions come out too long ({figure_text(exact(clients.requests.value, ''))} requests on average)"
    pauses = f" and pauses too short ({figure_text(exact(clients.pause.mean.value, 's'))})" if clients.pause else ""
    yield (
        "Many clients may stand behind one address: a NAT, a proxy, a balancer, a load tool. They are taken for one,"
        f" whose pauses go from a request of one of them to that of another; then {requests}{pauses}."
    )
    yield (
        "Log the client's own address: set_real_ip_from and real_ip_header X-Forwarded-For of nginx, RemoteIPHeader of"
        " Apache. Where no field has it, as behind a NAT, say what you know when you plan: --set"
        " workload.session.requests=5 --set 'workload.session.think_time=10 s'."
    )


def _account(log_summary: LogSummary) -> Iterator[str]:
    account, clock = log_summary.account, log_summary.clock
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
            f"Several whole numbers stand behind the user agent in {count_text(account.unclear, 'line')}, such as"
            f" {unclear.text} in {unclear.file}:{unclear.line}. None is read as the time taken, for any may be bytes:"
            " log $request_time of nginx, which has a point, or state the unit of the last one, as --time-unit us."
        )
    yield from filter(None, map(_time_unit, account.time_units))
    if account.unsized and log_summary.bytes is not None:
        yield (
            f"{count_text(account.unsized, 'request')} without a size: taken to be as large as the object otherwise is."
        )
    if account.carried_sample is not None:
        carried = account.carried_sample
        yield (
            f"Something unknown stands before the client in {count_text(account.carried, 'line')},"
            f" such as {carried.text}"
            f" in {carried.file}:{carried.line}: it is not read."
        )
    if account.misdated:
        shown = "; ".join(f"{each.file}:{each.line} is of {each.text}" for each in account.misdated_samples)
        yield f"{count_text(account.misdated, 'request')} dated far from all others, left out: {shown}."
    if account.silence:
        yield f"No request for {account.silence:,.0f} days within it: rates and sessions are those of all of the time."
    if clock.back:
        yield (f"The time goes back {_times(clock.back)}, by up to {clock.furthest:g} s: requests are put in order.")
    if clock.hours:
        yield f"It goes back by about an hour {_times(clock.hours)}, as where a clock without a zone is put back."
    if clock.offsets > 1:
        yield f"The log has {clock.offsets} time zones, as where summer time begins or ends: times are compared in UTC."
    if clock.whole:
        yield "The log knows whole seconds only: requests of the same second are spread evenly over it."


def _time_unit(unit: TimeUnit) -> str:
    """What times taken are in, where that was guessed, or is not known."""
    if unit.how == "guessed":
        return f"Times taken, {unit.where}: read in {unit.unit}, which is a guess. --time-unit states another unit."
    if unit.how == "stated" or not unit.lines:
        return ""
    if unit.why_none:
        return f"Not read as times taken: {unit.where}, for {unit.why_none}. If they are times: --time-unit ms."
    if len(unit.fits) == 1 or unit.where.startswith("several"):
        return ""
    fits = unit.fits or tuple(UNITS)
    units = " or ".join(fits)
    return f"Not read as times taken: {unit.where}, which may be in {units}: --time-unit {fits[0]} states it."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _skipped(log_summary: LogSummary) -> Iterator[Text]:
    for reason, count in log_summary.account.skipped.most_common():
        yield Text(f"{count:,} skipped: {reason}, such as:")
        for sample in log_summary.account.samples.get(reason, ()):
            yield Text(f"{sample.file}:{sample.line}: {sample.text}", aside=True)
