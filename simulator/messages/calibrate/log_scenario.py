"""The scenario that a log comes to: what it tells is `measured`, with its interval; what it cannot tell is marked."""

import math
from collections.abc import Callable, Iterator

from models.parts.daily.day import WEEKDAYS
from models.quantities.distribution import BY_VARIATION
from models.quantities.formatting import count_text
from models.quantities.units import DATA_RATE, DURATION, SIZE, QuantityKind, format_quantity
from simulator.calibration.content.working_set import HELD_SKEW, LEAST_USUAL, MOST_USUAL
from simulator.calibration.log.summary import LogSummary
from simulator.calibration.log.values import LoggedValues
from simulator.experiment.estimate import Estimate
from simulator.messages.calibrate.log import shared_address_evidence, too_few_large

STEEPEST = 2.0
# Bytes of a catalogue at least.
SMALLEST = 1_000.0
# The size of responses where the log has none.
USUAL_SIZE, USUAL_SIZES = "50 kB", "5 kB to 500 kB"
FITTED = "<fitted>"  # No file has such a name.
# Seconds that nginx keeps a silent connection open, and how often the mean pause must fit into that (see checks.py).
KEPT, PAUSES = 75.0, 5.01
# What the largest hour, and the largest day, are written as; and the least factor that a scenario may have.
LARGEST, LEAST = 100.0, 0.001


def log_scenario(found: LogSummary, name: str, sizes: str, pauses: str, traces: tuple[str, ...]) -> str:
    """The scenario as YAML; `sizes` and `pauses` are the CSV files beside it, `pauses` "" where there are none, and
    FITTED where the laws that fit best stand in place of files; `traces` the log as seen from there, empty where it
    cannot be replayed."""
    return "\n".join((*_head(found, name), *_workload(found, sizes, pauses, traces), *_rest(found))) + "\n"


def _head(found: LogSummary, name: str) -> Iterator[str]:
    busiest = found.arrivals.peaks[min(1, len(found.arrivals.peaks) - 1)]
    of = {1: "second", 60: "minute", 3_600: "hour"}[busiest.seconds]
    rate = f"{busiest.requests / busiest.seconds:.4g} requests/s"
    yield f"# What {found.requests:,} requests of an access log come to. `kind: measured` is from the log; replace what"
    yield "# is marked as a guess: no access log tells the work of a request, or what a farm must keep to."
    yield f"scenario: {_quoted(name)}"
    yield f"demand: {_measured(rate, None, f'the busiest {of} of the log')}"


def _workload(found: LogSummary, sizes: str, pauses: str, traces: tuple[str, ...]) -> Iterator[str]:
    popularity = found.popularity
    log = f"{found.requests:,} requests of {', '.join(found.files)}"
    yield "workload:"
    for trace in traces:
        yield f"  # trace: {_quoted(trace)}  # replays the log itself instead of draws from what is below"
    yield "  request:"
    if found.size is None:
        why = "a guess: the log does not tell how large responses are"
        yield f'    size: {{value: {USUAL_SIZE}, assumed: "{USUAL_SIZES}", why: "{why}"}}'
    else:
        mean = found.size.mean
        told = _values(found.size, sizes, SIZE, lambda size: _measured(size, mean, f"responses of {log}", SIZE))
        yield f"    size: {told}"
    yield '    cpu: {value: 0.1 ms, assumed: "0.02 ms to 1 ms", why: "a guess, on the core of the next line"}'
    yield "  cpu_measured_on: 5"
    yield from _session(found, log, pauses)
    yield from _day(found, log)
    yield from _lines(found, log)
    objects = found.object_size
    if popularity.bytes is None or objects is None:
        yield "  # No content: the log does not tell how large objects are. State it where a cache or disks serve them."
        yield "  content: none"
        return
    if popularity.bytes < SMALLEST:
        yield "  content: none  # hardly any bytes are asked for"
        return
    yield "  content:"
    whole = format_quantity(popularity.bytes, SIZE, digits=6)
    yield f"    catalogue: {_measured(whole, None, f'all objects of {log}')}"
    average = format_quantity(objects.mean.value, SIZE, digits=6)
    size = _measured(average, None, f"{popularity.objects:,} objects of {log}")
    yield f"    object_size: {{mean: {size}, distribution: {_distribution(objects)}}}"
    yield f"    popularity: {{zipf: {_zipf(found, log)}}}"


def _session(found: LogSummary, log: str, pauses: str) -> Iterator[str]:
    """Requests and pauses: measured of clients, and a guess where an address may be many of them."""
    clients, shared = found.clients, found.clients.addresses.shared
    requests, many = clients.requests, f"{clients.requests.value:.5g}"
    why = f"of addresses that may be many clients each: {shared_address_evidence(clients.addresses)}"
    yield "  session:"
    if shared and float(many) > 1.0:
        yield f"    requests: {_assumed(many, f'1 to {many}', why)}"
    else:
        rule = f"requests of a client that are never {clients.gap:g} s apart, of {log}"
        yield f"    requests: {_measured(many, requests, rule, allowed=(1.0, math.inf))}"
    if not pauses or clients.pause is None:
        yield "    think_time: 0 s  # no client asked twice within the gap of a session"
        return
    mean = clients.pause.mean
    if shared:
        # No session has a longer pause than its gap, and rounding must leave the mean inside.
        ends = [format_quantity(end, DURATION, digits=4) for end in (0.9 * mean.value, 1.1 * clients.gap)]
        told = _values(clients.pause, pauses, DURATION, lambda pause: _assumed(pause, " to ".join(ends), why))
    else:
        of = f"pauses between them, of {log}"
        told = _values(clients.pause, pauses, DURATION, lambda pause: _measured(pause, mean, of, DURATION))
    yield f"    think_time: {told}"


def _day(found: LogSummary, log: str) -> Iterator[str]:
    """The hours and the days of the week, in % of the largest of each."""
    day = found.day
    if day is None:
        return
    days = count_text(day.days - day.silent, "day")
    most = f"{day.peak:.4g} requests/s"
    yield f"  # The demand above is the peak of this day; on average of {days} the log has {most} then."
    yield "  day:"
    yield "    hours:"
    for hour, line in enumerate(_factors(day.hours, f"{days} of {log}")):
        yield f"      - {line}  # {hour:02d}:00"
    if day.weekdays:
        yield "    weekdays:"
        factors = _factors(day.weekdays, f"{count_text(day.weeks, 'week')} of {log}")
        for name, line in zip(WEEKDAYS, factors, strict=True):
            yield f"      - {line}  # {name.capitalize()}"


def _factors(values: tuple[Estimate, ...], source: str) -> Iterator[str]:
    """Each in % of the largest; no less than a scenario may have."""
    most = max(each.value for each in values)
    for each in values:
        scaled = each.times(LARGEST / most, "%")
        known = scaled if scaled.value >= LEAST else None
        yield _measured(f"{max(scaled.value, LEAST):.4g}", known, source, allowed=(LEAST, math.inf))


def _lines(found: LogSummary, log: str) -> Iterator[str]:
    if not found.clients.groups:
        why = f"a guess: {too_few_large(found)}"
        yield f'  clients: {{rate: {{value: 20 Mbps, assumed: "5 Mbps to 100 Mbps", why: "{why}"}}}}'
        return
    yield "  clients:"
    shares = [round(share * 100.0, 2) for share, _ in found.clients.groups]
    shares[-1] = round(100.0 - sum(shares[:-1]), 2)
    for share, (_, rate) in zip(shares, found.clients.groups, strict=True):
        speed = format_quantity(min(max(rate, 100.0), 12.5e9), DATA_RATE, digits=4)
        yield f"    - {{share: {share:g} %, rate: {_measured(speed, None, f'large responses of {log}')}}}"


def _zipf(found: LogSummary, log: str) -> str:
    fitted = found.popularity
    if fitted.zipf is None or not 0.0 <= fitted.zipf.value <= STEEPEST:
        usual = f"{LEAST_USUAL:g} to {MOST_USUAL:g}"
        return f'{{value: {HELD_SKEW:g}, assumed: "{usual}", why: "too few objects are asked for often"}}'
    source = f"maximum likelihood of the {fitted.fitted:,} most popular objects of {log}"
    return _measured(f"{fitted.zipf.value:.4g}", fitted.zipf, source, allowed=(0.0, STEEPEST))


def _values(values: LoggedValues, file: str, kind: QuantityKind, told: Callable[[str], str]) -> str:
    """What was logged of a quantity, the values of a file or the law that fits them best, with what is `told` of it."""
    if file != FITTED:
        return told(f"{{csv: {_quoted(file)}}}")
    mean = told(format_quantity(values.mean.value, kind, digits=6))
    return f"{{mean: {mean}, distribution: {_distribution(values)}}}"


def _distribution(values: LoggedValues) -> str:
    """How the sizes of objects vary, by the best fit that the scenario has a word for."""
    if not values.fits or values.cv < 0.01:
        return "constant"
    by_variation = next((fit.name for fit in values.fits if fit.name in BY_VARIATION), BY_VARIATION[0])
    return f"{by_variation}, cv: {min(values.cv, 10.0):.4g}"


def _rest(found: LogSummary) -> Iterator[str]:
    yield "server: epyc-9354p-2x100gbe  # a guess: yours, of models/catalog/servers or written out"
    yield "operating_system: linux-6"
    pause = found.clients.pause
    if pause is not None and PAUSES * pause.mean.value > KEPT:
        kept = f"connection_timeout: {PAUSES * pause.mean.value:.4g} s"
        yield f"web_server: {{model: nginx, {kept}}}  # as long as the pauses of the log need"
    else:
        yield "web_server: nginx"
    yield "unit: {nodes: 2, spare_nodes: 1}  # a guess"
    yield "targets: {errors: 0.1 %, utilisation: 75 %}  # a guess"
    yield "datacenter: {prices: us-2026}"


def _assumed(value: str, between: str, why: str) -> str:
    """A value that is a guess, with its range."""
    return f"{{value: {value}, assumed: {_quoted(between)}, why: {_quoted(why)}}}"


def _measured(
    value: str,
    known: Estimate | None,
    source: str,
    kind: QuantityKind | None = None,
    allowed: tuple[float, float] = (0.0, math.inf),
) -> str:
    """A value with its kind, its source and the interval where it has one, as far as a scenario allows its ends; `kind`
    is the unit of an estimate."""
    interval = ""
    if known is not None and 0.0 < known.half_width < known.value:
        inside = max(known.low, allowed[0]), min(known.high, allowed[1])
        ends = [format_quantity(end, kind, digits=4) if kind else f"{end:.4g}" for end in inside]
        interval = f', interval: "{ends[0]} to {ends[1]}"'
    return f"{{value: {value}, kind: measured, source: {_quoted(source)}{interval}}}"


def _quoted(text: str) -> str:
    """A text as YAML has it, whatever is in it."""
    import json

    return json.dumps(text, ensure_ascii=True)
