"""What an access log says, in sentences: what was read of it, and what it does not tell."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from models.messages.template import sentence
from models.quantities.formatting import count_text
from models.quantities.units import SIZE, format_quantity
from simulator.calibration.log.addresses import Addresses
from simulator.calibration.log.arrivals import Peak
from simulator.calibration.log.day_shape import DayShape
from simulator.calibration.log.summary import FEWEST, LARGE, LoggedPopularity, LogSummary
from simulator.experiment.estimate import exact
from simulator.messages.numbers import figure_text
from simulator.messages.stages.traffic import shown_keys
from simulator.traffic.reading.options import UNITS
from simulator.traffic.reading.time_units import TimeUnit


@dataclass(frozen=True)
class Controls:
    """How a reader states what a log does not tell.

    time_unit: what states the unit of times taken, and before a unit; sessions: those that a client really has.
    """

    time_unit: str
    before_unit: str
    sessions: str


COMMAND_LINE = Controls(
    "--time-unit",
    "--time-unit ",
    "say what you know when you plan: --set workload.session.requests=5 --set 'workload.session.think_time=10 s'",
)

# Headings of tables, names of their rows and columns, and what stands below them.
TITLE = "What the log says"
PARTS, PART_SIZE = "parts of an object (206)", "size of a part, mean"
SIDE_BY_SIDE = "begun while another of their client went on"
NO_DAY = "The log has no whole day: what is written of it has no `workload.day`."
BY_HOUR = "By hour of the day, on the clock of the log"
MEAN_DAY, HOUR_MEAN = "A mean day by its full hours, on the clock of the log", "mean of the hour"
BETWEEN_HOURS = (
    "Between full hours the load goes in straight lines, as in `workload.day.hours` of a scenario; the mean of an"
    " hour, of all days of the log, belongs half an hour later."
)
WEEK_DAYS, TIMES_MEAN_DAY = "Days of the week", "times the mean day"
ZIPF_EXPONENT = "exponent of Zipf's law"
NOT_FITTED = "not fitted: fewer than 20 objects are asked for 10 times"
FITS = "Fits to values above 0, the likeliest first"
FITS_ORDER = (
    "Fits are ordered by likelihood: its logarithm for a value, less that of the best. The distance is the"
    " largest between fitted and logged shares of the values up to some value; it may order otherwise."
)
WORKING_SET = "Working set: misses of an LRU cache that starts empty"
WORKING_SET_PICTURE = (
    "The share of requests and of bytes that miss in an LRU cache, over its capacity; the table has the figures."
)


def lead(log_summary: LogSummary) -> str:
    """How many requests there are, in which time, and of how many bytes."""
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


def shared(log_summary: LogSummary, controls: Controls) -> Iterator[str]:
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
        f" Apache. Where no field has it, as behind a NAT, {controls.sessions}."
    )


def account(log_summary: LogSummary, controls: Controls) -> Iterator[str]:
    """How each line was read, and what was guessed or left out."""
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
            " log $request_time of nginx, which has a point, or state the unit of the last one, as"
            f" {controls.before_unit}us."
        )
    yield from filter(None, (_time_unit(each, controls) for each in account.time_units))
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


def _time_unit(unit: TimeUnit, controls: Controls) -> str:
    """What times taken are in, where that was guessed, or is not known."""
    if unit.how == "guessed":
        guess = f"Times taken, {unit.where}: read in {unit.unit}, which is a guess."
        return f"{guess} {controls.time_unit} states another unit."
    if unit.how == "stated" or not unit.lines:
        return ""
    if unit.why_none:
        why = f"{unit.where}, for {unit.why_none}"
        return f"Not read as times taken: {why}. If they are times: {controls.before_unit}ms."
    if len(unit.fits) == 1 or unit.where.startswith("several"):
        return ""
    fits = unit.fits or tuple(UNITS)
    units = " or ".join(fits)
    stated = f"{controls.before_unit}{fits[0]}"
    return f"Not read as times taken: {unit.where}, which may be in {units}: {stated} states it."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def shared_address_evidence(addresses: Addresses) -> str:
    """What says that addresses are `shared`."""
    if not addresses.few:
        told = f"{(addresses.side_by_side or 0.0) * 100.0:.2g} %"
        return f"{told} of the requests begin before an earlier one of their address has ended"
    sent = f"{addresses.sent * 100.0:.3g} % of the requests"
    if addresses.count == 1:
        return "all requests come from one address"
    send = "sends" if addresses.senders == 1 else "send"
    return f"{addresses.senders} of {addresses.count:,} addresses {send} {sent}"


def too_few_large(log_summary: LogSummary) -> str:
    """Why a log does not tell how fast its clients are."""
    if log_summary.answers.times is None:
        return "the log does not tell how long responses took"
    large = f"responses of {format_quantity(LARGE, SIZE, digits=4)} or more"
    return f"{large} tell the speed of a line; {log_summary.clients.timed:,} have a time above 0 s, of {FEWEST} needed"


def why_no_size(log_summary: LogSummary) -> str:
    """Why a log does not tell how large responses are."""
    keys = log_summary.account.lacks.get("bytes", ())
    return f"no field is known for it; the fields are {shown_keys(keys)}" if keys else "no line tells it"


def why_no_time(log_summary: LogSummary) -> str:
    """Why a log tells of no response time."""
    if any(unit.how == "not read" for unit in log_summary.account.time_units):
        return "the unit of what may be one is not known, as said above"
    keys = log_summary.account.lacks.get("taken", ())
    return f"the log has none; its fields are {shown_keys(keys)}" if keys else "the log has none"


def day_count_text(day: DayShape) -> str:
    """What the shape of a day rests on."""
    begins = f"from {datetime.fromtimestamp(day.begins, UTC):%Y-%m-%d} on"
    silent = f", of which {day.silent:,} without a request are left out" if day.silent else ""
    if day.weeks:
        of = f"{count_text(day.days, 'whole day')} {begins}, {count_text(day.weeks, 'week')}{silent}"
        alone = ", too few for intervals of the days of the week" if day.weeks == 1 else ""
        return f"The hours and the days of the week are those of {of}{alone}"
    alone = ", too few for intervals" if day.days - day.silent == 1 else ""
    why = "The log has no whole week: nothing is told of days of the week"
    return f"The hours are those of {count_text(day.days, 'whole day')} {begins}{silent}{alone}. {why}"


def peak_text(peak: Peak) -> str:
    """How much came in a busiest time."""
    sent = "" if peak.bytes is None else f" {figure_text(exact(peak.bytes, 'B'))},"
    return f"{peak.requests:,} requests,{sent} {peak.to_mean:.3g} times the mean"


speed_name = sentence("speed of large responses, {statistic}")
dispersion_name = sentence("index of dispersion, counts of {width} s (1: at random)")
sessions_name = sentence("sessions, over after {gap:g} s of silence")
all_times_zero = sentence("all {count:,} are 0 s, less than its clock tells apart")


def fitted_objects(fitted: LoggedPopularity) -> str:
    """What Zipf's law was fitted to."""
    return f"the {fitted.fitted:,} most popular, {fitted.share * 100:.3g} % of the requests"


def distance_text(fitted: LoggedPopularity) -> str:
    """How far the law is from what was logged, beside samples from the law itself."""
    return f"{fitted.distance * 100:.2g} %; {fitted.usual * 100:.0f} of 100 samples from the law are as far from it"


def first_requests(share: float) -> str:
    """The share of requests that no cache could have answered."""
    return f"{share * 100:.3g} % of the requests are the first for their object, and miss in every cache."
