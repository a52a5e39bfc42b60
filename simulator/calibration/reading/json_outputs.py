"""What tools write as JSON: the summary of k6, the output of oha, a range query of Prometheus."""

from collections.abc import Mapping
from typing import Any

from simulator.calibration.point import Gauge, OperatingPoint, OverTime, share_of
from simulator.calibration.reading.headings import ColumnHeading
from simulator.calibration.reading.problems import refuse

_K6_TIMES = {"avg": Gauge.MEAN, "min": Gauge.LEAST, "max": Gauge.MOST}


def of_json(found: Any, file: str, named: ColumnHeading | None) -> OperatingPoint | OverTime:
    """What a JSON file says; `named` is what the command line calls the values of a query. Raises ScenarioError for
    JSON of another kind."""
    if isinstance(found, dict) and isinstance(found.get("metrics"), dict):
        return _of_k6(found["metrics"], file)
    if isinstance(found, dict) and isinstance(found.get("summary"), dict):
        return _of_oha(found, file)
    if isinstance(found, dict) and isinstance(found.get("data"), dict):
        return _of_prometheus(found["data"], file, named)
    known = "known are a k6 summary, the JSON of oha and a Prometheus range query"
    return refuse(file, "this JSON is of no known kind", known)


def _of_k6(metrics: Mapping[str, Any], file: str) -> OperatingPoint:
    """Of `--summary-export`, where figures stand in the metric, or of `handleSummary`, where they stand in `values`.

    All times are in milliseconds.
    """

    def of(metric: str) -> Mapping[str, Any]:
        each = metrics.get(metric) or {}
        values: Mapping[str, Any] = each.get("values", each)
        return values

    requests, duration = of("http_reqs"), of("http_req_duration")
    if not requests.get("rate"):
        refuse(file, "this k6 summary has no http_reqs", "calibrate needs a test over HTTP")
    rate = float(requests["rate"])
    measured = {Gauge.RATE: rate}
    measured |= {what: float(duration[key]) / 1e3 for key, what in _K6_TIMES.items() if key in duration}
    users = of("vus_max").get("max", of("vus_max").get("value", of("vus").get("max")))
    iterations = of("iterations").get("rate")
    whole = of("iteration_duration").get("avg")
    # Virtual users that wait to be given an iteration are no load: those of an open test are counted here and busy
    # hardly ever. A closed test has all of them in an iteration.
    if users and iterations and whole and abs(float(iterations) * float(whole) / 1e3 / float(users) - 1.0) < 0.1:
        measured[Gauge.USERS] = float(iterations) * float(whole) / 1e3
    failed = of("http_req_failed")
    if "rate" in failed or "value" in failed:
        measured[Gauge.ERRORS] = float(failed.get("rate", failed.get("value")))
    received = of("data_received").get("rate")
    if received:
        measured[Gauge.BYTES] = float(received)
    percentiles = {
        share_of(figure[2:-1]): float(value) / 1e3
        for figure, value in duration.items()
        if figure.startswith("p(") and figure.endswith(")")
    }
    if "med" in duration:
        percentiles[0.5] = float(duration["med"]) / 1e3
    return OperatingPoint(file, 0, measured, percentiles)


def _of_oha(found: Mapping[str, Any], file: str) -> OperatingPoint:
    """Its times are in seconds. It does not write how many connections it had: a row of one's own says that."""
    summary = found["summary"]
    if not summary.get("requestsPerSec"):
        refuse(file, "this JSON of oha has no summary.requestsPerSec", "write it with `oha --output-format json`")
    measured = {Gauge.RATE: float(summary["requestsPerSec"])}
    keys = {"average": Gauge.MEAN, "fastest": Gauge.LEAST, "slowest": Gauge.MOST,
            "sizePerRequest": Gauge.SIZE}  # fmt: skip
    measured |= {what: float(summary[key]) for key, what in keys.items() if summary.get(key) is not None}
    if summary.get("successRate") is not None:
        measured[Gauge.ERRORS] = 1.0 - float(summary["successRate"])
    latencies = found.get("latencyPercentiles") or {}
    percentiles = {share_of(key[1:]): float(value) for key, value in latencies.items() if value is not None}
    return OperatingPoint(file, 0, measured, percentiles)


def _of_prometheus(data: Mapping[str, Any], file: str, named: ColumnHeading | None) -> OverTime:
    """One series of a range query. Its values have no unit: the command line names them."""
    result = data.get("result")
    if data.get("resultType") != "matrix" or not isinstance(result, list) or not result:
        refuse(file, "this is no answer of a range query", "save what /api/v1/query_range answers")
    if named is None:
        refuse(file, "its values have no unit", f'name them, e.g. "CPU %={file}"')
    if len(result) != 1:
        refuse(file, f"{len(result)} series in one answer", "add them up in the query, e.g. sum(rate(...)) or avg(...)")
    values = [(float(at), float(value)) for at, value in result[0].get("values", [])]
    if len(values) < 2:
        refuse(file, "fewer than 2 instants", "query a longer range")
    return recorded(file, [at for at, _ in values], [point_of(file, named, value) for _, value in values])


def point_of(file: str, named: ColumnHeading, value: float, line: int = 0) -> OperatingPoint:
    """A point with one value in it, under the heading that it has."""
    if named.quantity is not None:
        return OperatingPoint(file, line, {named.quantity: value * named.factor})
    if named.share is not None:
        return OperatingPoint(file, line, {}, {named.share: value * named.factor})
    return OperatingPoint(file, line, {}, {}, {named.counter: value * named.factor})


def recorded(file: str, clock: list[float], points: list[OperatingPoint]) -> OverTime:
    """Points at instants, and the usual seconds between two of them."""
    steps = sorted(after - before for before, after in zip(clock, clock[1:], strict=False))
    return OverTime(file, tuple(clock), tuple(points), steps[len(steps) // 2])
