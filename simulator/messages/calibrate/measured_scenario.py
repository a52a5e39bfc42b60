"""A fitted server -> a scenario and an entry of a catalogue, whose values say that they were measured, on what and how
exactly."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from models.capacity_curve import TO_COMPLETION
from models.messages.template import sentence
from models.quantities.formatting import significant
from models.quantities.units import DURATION, SHARE, SIZE, format_quantity
from simulator.calibration.calibrate import Calibration
from simulator.calibration.content.content import wait_without_reads
from simulator.calibration.cost_by_size import fit_at_size
from simulator.calibration.diagnostics import parameter_correlations
from simulator.calibration.fit import Interval, ServerFit
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_names import row_name
from simulator.calibration.second_thread import HIGH, LOW
from simulator.calibration.server import Parameter, cost_times, largest_rate
from simulator.calibration.work_spread import WorkSpread
from simulator.messages.calibrate.content_lines import cache_lines, content_lines, row_cache_setting
from simulator.messages.calibrate.measured_value import DIGITS, measured_value, quoted

_SHIPPED = Path(__file__).parents[3] / "models/catalog/servers"
_HIGHEST_USE = 0.95
# Values hang together from so large a correlation on, and no further than a scenario may say.
_HANGS_TOGETHER, _MOST = 0.05, 0.999
# The application pool of a limited number of workers, and what nobody measured of it.
_POOL = "workers"
_OF_POOL = (
    'base_memory: {value: 100 MB, assumed: 20 MB to 1 GB, why: "no row says what a worker process takes"}',
    'request_memory: {value: 64 KiB, assumed: 16 KiB to 1 MiB, why: "no row says what a request takes"}',
    "growth: 0 B",
)


@dataclass(frozen=True)
class ExportSettings:
    """What is written and for whom. name: of the scenario; stem: of its files; base: the server of the catalogue that
    was measured; folder: of an own catalogue, "" where there is none; system, web_server, prices: names of the
    catalogue; source: what the values rest on; read: seconds that its disks take to read a response; doubt: why nobody
    should plan by it yet, "" where nothing speaks against it."""

    name: str
    stem: str
    base: str
    folder: str
    system: str
    web_server: str
    prices: str
    source: str
    read: float = 0.0
    doubt: str = ""

    @property
    def server(self) -> str:
        """The name of the entry of the catalogue."""
        return f"{self.stem}-measured"


def exported_files(calibration: Calibration, writing: ExportSettings) -> dict[str, str]:
    """The texts to write, by their paths in a folder: the scenario, the server in a catalogue beside it, and the rows
    as cases that `validate` holds the scenario against."""
    return {
        f"{writing.stem}.yaml": "\n".join(_scenario(calibration, writing)) + "\n",
        f"catalog/servers/{writing.server}.yaml": _server(calibration, writing),
        f"{writing.stem}-rows.yaml": "\n".join(_cases(calibration, writing)) + "\n",
    }


def scenario_text(calibration: Calibration, writing: ExportSettings) -> str:
    """The scenario with what was found of the server in it, for where there is no catalogue beside it."""
    return "\n".join(_scenario(calibration, writing, apart=False)) + "\n"


unmeasured_scenario = sentence(
    "\nscenario: A server\nworkload:\n  request: {{size: 10 kB, cpu: 1 ms}}\n  session: {{requests: 20, think_time: 1"
    " s}}\n  clients: {{rate: 100 Gbps}}\n  content: {{catalogue: 1 TB, popularity: {{zipf: 0.8}}}}\nserver:"
    " {server}\noperating_system: {system}\nweb_server: {{model: {web_server}, upstream: {{kept_alive:"
    " true}}}}\nunit: {{nodes: 1, spare_nodes: 0}}\ndatacenter: {{prices: {prices}}}\n"
)


def _scenario(calibration: Calibration, writing: ExportSettings, apart: bool = True) -> Iterator[str]:
    points, fit = calibration.loaded.points, calibration.fit
    top = max(point.measured.get(Metric.RATE, 0.0) for point in points)
    top = top or fit.predicted(points[-1]).rate
    yield f"# Fitted to measurements by `calibrate measurements`: {writing.source}."
    yield "# Values of kind `measured` have their 95 % interval; replace what is assumed by what you know."
    if writing.doubt:
        yield f"# {writing.doubt.capitalize()}. The name says so in every answer: take it out once the reason is found."
    yield "format: 1"
    yield f"scenario: {quoted(f'{writing.name} ({writing.doubt})' if writing.doubt else writing.name)}"
    yield f"demand: {significant(top, DIGITS)} requests/s  # the largest that was measured: write what you must carry"
    yield "workload:"
    yield from _request(calibration, writing)
    measured_on = writing.server if apart else writing.base
    yield "  cpu_measured_on:  # CPU times stay those of its cores; beyond the most that a row did they are less sure"
    yield f"    server: {measured_on}"
    yield f"    up_to: {significant(top, DIGITS)} requests/s"
    yield from _session(calibration, writing)
    yield from content_lines(calibration.content, writing.source)
    yield '  clients: {rate: {value: 100 Gbps, assumed: 10 Mbps to 100 Gbps, why: "as fast as a load tool beside the'
    yield '    server; write the lines of your users"}}'
    if apart:
        yield f"server: {writing.server}"
    else:
        yield "server:"
        yield f"  model: {writing.base}"
        yield from (f"  {key}: {each}" for key, each in _of_server(calibration, writing).items())
    yield from _system(calibration, writing)
    yield from _web_server(calibration, writing)
    yield from _correlations(calibration)
    yield "unit: {nodes: 1, spare_nodes: 0}"
    yield "targets:"
    yield "  errors: 1 %"
    yield f"  utilisation: {_use_text(calibration)}  # what the measurements reach to: {calibration.reach.why}"
    yield f"datacenter: {{prices: {writing.prices}}}"


def _request(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    """What a request is; where workers are limited, as a class of requests that an application pool of them serves."""
    limited = calibration.fit.machine.workers is not None
    if limited:
        yield "  classes:"
        yield "    - name: requests"
        yield "      rate: 1 /s  # the only class"
        yield f"      pool: {_POOL}"
    else:
        yield "  request:"
    yield from (f"  {line}" if limited else line for line in _of_request(calibration, writing))


def _of_request(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    yield f"    size: {_size(calibration, writing)}"
    yield from _work(calibration, writing)
    wait = calibration.fit.parameters.get(Parameter.WAIT, 0.0)
    rest = wait_without_reads(wait, calibration.content, writing.read)
    if rest >= 1e-6:
        yield f"    wait: {_wait(calibration, rest, writing)}"
    elif wait >= 1e-6:
        yield "    # no wait elsewhere: reads of this server's disks take longer for what misses than the rows waited"


def _cases(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    """The rows as cases of a validation; all of them were fitted."""
    is_open, points = calibration.loaded.kind is LoadKind.OPEN, calibration.loaded.points
    yield f"# The rows that {writing.stem}.yaml was fitted to; `validate {writing.stem}-rows.yaml` compares them."
    yield f"source: {quoted(writing.source)}"
    yield "systems:"
    for point in points:
        rate, users = point.measured.get(Metric.RATE, 0.0), round(point.measured.get(Metric.USERS, 0.0))
        load = f"workload.offered: {rate:.6g} /s" if is_open else f"workload.population: {max(1, users)}"
        load += row_cache_setting(calibration.content, point)
        yield f"  {quoted(row_name(point, points))}: {{scenario: {writing.stem}.yaml, set: {{{load}, demand: none}}}}"
    yield "figures:"
    for point in points:
        for measure, value, bound in _figures(point, is_open):
            told = f"measure: {measure}, measured: {value}, role: fit, bound: {bound}"
            yield f"  - {{of: {quoted(row_name(point, points))}, {told}}}"


def _figures(point: LoadTestRow, is_open: bool) -> Iterator[tuple[str, str, str]]:
    """What was measured in a row: the measure, its value, and how near a model should come."""
    if not is_open and point.has(Metric.RATE):
        yield "requests", f"{point[Metric.RATE]:.6g}", "10 %"
    if point.has(Metric.CPU):
        yield "CPU", f"{100.0 * point[Metric.CPU]:.4g} %", "5 points"
    if point.has(Metric.MEAN):
        yield "response_mean", f"{1e3 * point[Metric.MEAN]:.6g} ms", "10 %"
    for share in (0.95, 0.99):
        if share in point.percentiles:
            yield f"response_p{100 * share:.0f}", f"{1e3 * point.percentiles[share]:.6g} ms", "20 %"


def _size(calibration: Calibration, writing: ExportSettings) -> str:
    sizes = [point.size for point in calibration.loaded.points if point.size]
    if not sizes:
        return '{value: 10 kB, assumed: 1 kB to 100 kB, why: "no row says how many bytes a response has"}'
    mean = _mean_size(calibration)
    measured = measured_value(Interval(mean, min(sizes), max(sizes)), SIZE, writing.source)
    varies = calibration.spread.way.sizes if isinstance(calibration.spread, WorkSpread) else None
    return measured if varies is None else f"{{mean: {measured}, distribution: {_law(varies)}}}"


def _mean_size(calibration: Calibration) -> float:
    """Bytes of a response of the scenario, 0 where no row says them."""
    sizes = [point.size for point in calibration.loaded.points if point.size]
    return sum(sizes) / len(sizes) if sizes else 0.0


def _cost_at_use(calibration: Calibration) -> float:
    """The cost of a request at the target utilisation in times that on a full server, without what is done beside."""
    return cost_times({**calibration.fit.parameters, Parameter.BESIDE: 0.0}, _use(calibration))


def _system(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    """The system, with what the machine does beside requests, where rows tell it."""
    beside = calibration.fit.intervals.get(Parameter.BESIDE)
    if beside is None:
        yield f"operating_system: {writing.system}"
        return
    yield "operating_system:"
    yield f"  model: {writing.system}"
    yield f"  cpu_without_requests: {measured_value(beside, SHARE, writing.source)}"


def _law(varies: bool) -> str:
    return "exponential" if varies else "constant"


def _work(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    """CPU of a request: its time on a core of this server, with this system."""
    bend, size = calibration.fit.parameters.get(Parameter.BEND), _mean_size(calibration)
    intervals = fit_at_size(calibration.fit, size).intervals
    at_use = _cost_at_use(calibration)
    if at_use != 1.0:
        yield f"    # CPU times are those at {_use_text(calibration)} of the CPU, for they change with the load"
    if bend is not None:
        side = "above" if size > bend else "up to"
        yield f"    # CPU times are those of responses {side} {format_quantity(bend, SIZE, digits=2)}"
    for each, key in ((Parameter.WORK, "cpu"), (Parameter.WORK_PER_BYTE, "cpu_per_byte")):
        if each in intervals:
            yield f"    {key}: {measured_value(_times(intervals[each], at_use), DURATION, writing.source)}"
    if isinstance(calibration.spread, WorkSpread) and calibration.spread.way.cv > 0.0:
        cv = calibration.spread.cv
        high = f", interval: {max(0.01, cv.low):.2f} to {cv.high:.2f}" if math.isfinite(cv.high) else ""
        source = quoted(f"{writing.source}, from percentiles")
        yield "    cpu_distribution: lognormal"
        yield f"    cpu_cv: {{value: {max(0.01, cv.value):.3g}, kind: measured, source: {source}{high}}}"


def _wait(calibration: Calibration, wait: float, writing: ExportSettings) -> str:
    interval = calibration.fit.intervals.get(Parameter.WAIT, Interval(wait, wait, wait))
    shift = wait - interval.value
    moved = Interval(wait, max(0.0, interval.low + shift), interval.high + shift)
    law = _law(isinstance(calibration.spread, WorkSpread) and calibration.spread.way.varies)
    return f"{{mean: {measured_value(moved, DURATION, writing.source)}, distribution: {law}}}"


def _session(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    """Requests a connection where they were counted, think time where there was any."""
    opened = [p[Metric.RATE] / p[Metric.CONNECTING] for p in calibration.loaded.points
              if p.has(Metric.RATE, Metric.CONNECTING) and p[Metric.CONNECTING] > 0.0]  # fmt: skip
    yield "  session:"
    if opened:
        requests = max(1.0, sum(opened) / len(opened))
        yield f"    requests: {{value: {requests:.4g}, kind: measured, source: {quoted(writing.source)}}}"
    else:
        yield '    requests: {value: 20, assumed: 1 to 1000, why: "no row says how often connections were made"}'
    intervals = calibration.fit.intervals
    if Parameter.THINK in intervals:
        yield f"    think_time: {measured_value(intervals[Parameter.THINK], DURATION, writing.source)}"
    else:
        yield '    think_time: {value: 1 s, assumed: 0.1 s to 10 s, why: "the rows do not tell how long users think"}'
    if Parameter.WORK_PER_CONNECTION in intervals:
        at_use = _cost_at_use(calibration)
        each = _times(intervals[Parameter.WORK_PER_CONNECTION], at_use)
        connecting = measured_value(each, DURATION, writing.source)
        yield f"    connect_cpu: {connecting}"


def _web_server(calibration: Calibration, writing: ExportSettings) -> Iterator[str]:
    machine, spread = calibration.fit.machine, calibration.spread
    rules = list(cache_lines(calibration.content, writing.source))
    if machine.workers is not None:
        source = f"{{value: {machine.workers}, kind: measured, source: {quoted(writing.source)}}}"
        rules += ["pools:", f"  - name: {_POOL}", f"    threads: {source}"]
        rules += [f"    {line}" for line in _OF_POOL]
    if isinstance(spread, WorkSpread) and spread.way.discipline == TO_COMPLETION:
        rules.append(f"discipline: {TO_COMPLETION}")
    yield "web_server:"
    yield f"  model: {writing.web_server}"
    for rule in rules:
        yield f"  {rule}"
    yield "  upstream: {kept_alive: true}"


def _correlations(calibration: Calibration) -> Iterator[str]:
    """How the values hang together that the same rows tell."""
    fit = fit_at_size(calibration.fit, _mean_size(calibration))
    paths = _paths(fit)
    found = [each for each in parameter_correlations(fit) if each.first in paths and each.second in paths]
    told = [each for each in found if abs(each.correlation) >= _HANGS_TOGETHER]
    if told:
        yield "correlations:  # the same rows tell these values: where one is too high, another is too"
    for each in told:
        pair = f"first: {quoted(paths[each.first])}, second: {quoted(paths[each.second])}"
        yield f"  - {{{pair}, correlation: {max(-_MOST, min(_MOST, each.correlation)):.3f}}}"


_untold_thread = sentence(
    '{{value: {value}, assumed: {low} to {high}, why: "the rows do not tell it; this is what published systems have"}}'
)


def _paths(fit: ServerFit) -> dict[Parameter, str]:
    """Where the scenario has what was fitted with an interval."""
    request = "workload.request" if fit.machine.workers is None else "workload.classes[0]"
    paths = {
        Parameter.WORK: f"{request}.cpu",
        Parameter.WORK_PER_BYTE: f"{request}.cpu_per_byte",
        Parameter.WAIT: f"{request}.wait",
        Parameter.THINK: "workload.session.think_time",
        Parameter.WORK_PER_CONNECTION: "workload.session.connect_cpu",
        Parameter.CONTENTION: "server.contention",
        Parameter.COHERENCE: "server.coherence",
        Parameter.BESIDE: "operating_system.cpu_without_requests",
    }
    if fit.tells_second_thread:
        paths[Parameter.SECOND_THREAD] = "server.second_thread"
    intervals = fit.intervals
    return {each: path for each, path in paths.items() if each in intervals and math.isfinite(intervals[each].high)}


def _times(interval: Interval, factor: float) -> Interval:
    return Interval(*(factor * each for each in interval))


def _use(calibration: Calibration) -> float:
    """The share of the largest rate that the measurements reach to; of the CPU where a request costs more or less of it
    at other loads."""
    top, fit = calibration.loaded.points[-1], calibration.fit
    by = Metric.RATE if calibration.loaded.kind is LoadKind.OPEN else Metric.USERS
    said = fit.predicted(top.given(by, calibration.reach.load))
    changes = Parameter.IDLE_COST in fit.parameters or Parameter.BESIDE in fit.parameters
    share = said.cpu if changes else said.rate / largest_rate(fit.parameters, top, fit.machine)
    return math.floor(100.0 * min(_HIGHEST_USE, share)) / 100.0


def _use_text(calibration: Calibration) -> str:
    return format_quantity(_use(calibration), SHARE)


def _of_server(calibration: Calibration, writing: ExportSettings) -> dict[str, str]:
    """What is known of the server itself by its measurements, by its keys."""
    keys = {"contention": Parameter.CONTENTION, "coherence": Parameter.COHERENCE}
    fit = calibration.fit
    if fit.tells_second_thread:
        keys["second_thread"] = Parameter.SECOND_THREAD
    intervals = {key: fit.intervals[each] for key, each in keys.items() if each in fit.intervals}
    found = {key: measured_value(each, SHARE, writing.source) for key, each in intervals.items()}
    if Parameter.SECOND_THREAD in fit.free and "second_thread" not in found:
        value, *ends = (format_quantity(each, SHARE) for each in (fit.parameters[Parameter.SECOND_THREAD], LOW, HIGH))
        found["second_thread"] = _untold_thread(value, *ends)
    return found


def _server(calibration: Calibration, writing: ExportSettings) -> str:
    """The entry of the catalogue: the server that was measured, with what was fitted of it in place of its own."""
    file = (
        Path(writing.folder) / f"servers/{writing.base}.yaml" if writing.folder else _SHIPPED / f"{writing.base}.yaml"
    )
    file = file if file.is_file() else _SHIPPED / f"{writing.base}.yaml"
    replaced = _of_server(calibration, writing)
    lines = [f"# {writing.base}, with what was measured of it: {writing.source}."]
    lines += _without(file.read_text(encoding="utf-8").splitlines(), replaced)
    lines += [f"{key}: {each}" for key, each in replaced.items()]
    return "\n".join(lines) + "\n"


def _without(lines: Iterable[str], keys: Iterable[str]) -> Iterator[str]:
    """An entry of the catalogue with some keys as comments, over as many lines as each goes on."""
    starts, is_replaced = tuple(f"{key}:" for key in keys), False
    for line in lines:
        goes_on = is_replaced and line.startswith((" ", "}"))
        if line.startswith(starts):
            yield "# The catalogue has:"
        is_replaced = goes_on or line.startswith(starts)
        yield f"# {line}" if is_replaced else line
