"""What was read: the answer in a line, what may not be what it seems, and an account of every line."""

from collections.abc import Iterator
from datetime import UTC, datetime

from models.quantities.writing import counted
from simulator.measure.estimate import given
from simulator.questions.calibrate.log.addresses import why_shared
from simulator.questions.calibrate.log.summary import LogSummary
from simulator.report.blocks import Block, Text
from simulator.report.language.numbers import text
from simulator.traffic.reading.stated import UNITS
from simulator.traffic.reading.time_units import TimeUnit


def section(found: LogSummary) -> Iterator[Block]:
    """The blocks of this section."""
    yield Text(_lead(found), lead=True)
    yield from (Text(line) for line in _shared(found))
    yield from (Text(line) for line in _account(found))
    yield from _skipped(found)


def _lead(found: LogSummary) -> str:
    begins = datetime.fromtimestamp(found.first + found.clock.offset, UTC)
    return (
        f"{found.requests:,} requests in {_duration(found.span)} from {begins:%Y-%m-%d %H:%M:%S},"
        f" {text(found.arrivals.mean)}" + ("." if found.bytes is None else f", {text(given(found.bytes, 'B'))} in all.")
    )


def _duration(seconds: float) -> str:
    for size, unit in ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2.0 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:g} s"


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
            " log $request_time of nginx, which has a point, or state the unit of the last one, as --time-unit us."
        )
    yield from filter(None, map(_time_unit, account.time_units))
    if account.unsized and found.bytes is not None:
        yield f"{counted(account.unsized, 'request')} without a size: taken to be as large as the object otherwise is."
    if account.carried_sample is not None:
        carried = account.carried_sample
        yield (
            f"Something unknown stands before the client in {counted(account.carried, 'line')}, such as {carried.text}"
            f" in {carried.file}:{carried.line}: it is not read."
        )
    if account.misdated:
        shown = "; ".join(f"{each.file}:{each.line} is of {each.text}" for each in account.misdated_samples)
        yield f"{counted(account.misdated, 'request')} dated far from all others, left out: {shown}."
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


def _skipped(found: LogSummary) -> Iterator[Text]:
    for reason, count in found.account.skipped.most_common():
        yield Text(f"{count:,} skipped: {reason}, such as:")
        for sample in found.account.samples.get(reason, ()):
            yield Text(f"{sample.file}:{sample.line}: {sample.text}", aside=True)
