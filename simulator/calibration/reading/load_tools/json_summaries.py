"""Load tools that write their summary as JSON: oha, vegeta, fortio, autocannon, artillery, Gatling, JMeter."""

import re
from collections.abc import Mapping
from typing import Any

from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.load_tools.summary import failed_share, parse_percentiles
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import FileReading, json_reader
from simulator.messages.stages.calibration import formats, recordings

_NS = 1e-9
_MS = 1e-3


def _has(*path: str) -> Any:
    """Whether a document has a key below others."""

    def has(document: Any) -> bool:
        for key in path:
            if not isinstance(document, dict) or key not in document:
                return False
            document = document[key]
        return True

    return has


def _taken(found: Mapping[str, Any], keys: Mapping[str, Metric], unit: float = 1.0) -> dict[Metric, float]:
    """The quantities under some keys, those that have a value, in a unit."""
    return {gauge: float(found[key]) * unit for key, gauge in keys.items() if found.get(key) is not None}


def _oha(found: Any, file: str, line: int) -> FileReading:
    """Its times are in seconds. Its rate of success counts answers of whatever status."""
    summary = found["summary"]
    if not summary.get("requestsPerSec"):
        refuse(file, *recordings.OHA_WITHOUT_RATE)
    keys = {"requestsPerSec": Metric.RATE, "average": Metric.MEAN, "fastest": Metric.LEAST, "slowest": Metric.MOST,
            "sizePerRequest": Metric.SIZE}  # fmt: skip
    measured = _taken(summary, keys)
    # Those that were under way when the time was over are no errors.
    errors = found.get("errorDistribution") or {}
    besides = sum(float(n) for why, n in errors.items() if "due to deadline" not in why)
    failed = failed_share(found.get("statusCodeDistribution") or {}, besides)
    rate = summary.get("successRate")
    if failed is not None or rate is not None:
        measured[Metric.ERRORS] = max(failed or 0.0, 0.0 if rate is None else 1.0 - float(rate))
    latencies = found.get("latencyPercentiles") or {}
    shares = parse_percentiles((key[1:], float(value)) for key, value in latencies.items() if value is not None)
    return FileReading((LoadTestRow(file, line, measured, shares),), notes=(recordings.no_clients("oha"),))


def _vegeta(found: Any, file: str, line: int) -> FileReading:
    """All times are in nanoseconds."""
    latencies = found["latencies"]
    measured = {Metric.RATE: float(found["rate"])}
    measured |= _taken(latencies, {"mean": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST}, _NS)
    if found.get("bytes_in", {}).get("mean") is not None:
        measured[Metric.SIZE] = float(found["bytes_in"]["mean"])
    failed = failed_share(found.get("status_codes") or {})
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [
        (figure.removesuffix("th"), float(value) * _NS) for figure, value in latencies.items() if figure.endswith("th")
    ]  # fmt: skip
    return FileReading((LoadTestRow(file, line, measured, parse_percentiles(shares)),))


def _fortio(found: Any, file: str, line: int) -> FileReading:
    """Its threads are users where they send as fast as they can."""
    histogram = found["DurationHistogram"]
    measured = {Metric.RATE: float(found["ActualQPS"])}
    measured |= _taken(histogram, {"Avg": Metric.MEAN, "Min": Metric.LEAST, "Max": Metric.MOST})
    if str(found.get("RequestedQPS", "")).startswith("max") and found.get("NumThreads"):
        measured[Metric.USERS] = float(found["NumThreads"])
    elif re.fullmatch(r"[\d.]+", str(found.get("RequestedQPS", ""))):
        measured[Metric.ASKED] = float(found["RequestedQPS"])
    if (found.get("Sizes") or {}).get("Avg"):
        measured[Metric.SIZE] = float(found["Sizes"]["Avg"])
    codes = {"200" if code == "SERVING" else code: n for code, n in (found.get("RetCodes") or {}).items()}
    failed = failed_share(codes)
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [(str(each["Percentile"]), float(each["Value"])) for each in histogram.get("Percentiles") or ()]
    return FileReading((LoadTestRow(file, line, measured, parse_percentiles(shares)),))


def _autocannon(found: Any, file: str, line: int) -> FileReading:
    """Its times are in milliseconds."""
    latency, users = found["latency"], float(found["connections"]) * float(found.get("pipelining") or 1)
    mean = found["requests"].get("average", found["requests"].get("mean"))
    measured = {Metric.RATE: float(mean), Metric.USERS: users}
    measured |= _taken(latency, {"average": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST}, _MS)
    measured |= _taken(found.get("throughput") or {}, {"average": Metric.BYTES})
    statuses = {key: found.get(key) or 0 for key in ("1xx", "2xx", "3xx", "4xx", "5xx")}
    failed = failed_share(statuses, float(found.get("errors") or 0))
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [
        (key[1:].replace("_", "."), float(value) * _MS) for key, value in latency.items()
        if key[1:].replace("_", "").isdigit() and key[0] == "p" and float(value) >= 10.0
    ]  # fmt: skip
    return FileReading((LoadTestRow(file, line, measured, parse_percentiles(shares)),))


def _artillery(found: Any, file: str, line: int) -> FileReading:
    """Of version 1 or 2. Its users come at a rate, so that its load is open; its times are in milliseconds."""
    whole = found["aggregate"]
    counters = whole.get("counters") or {}
    times = (whole.get("summaries") or {}).get("http.response_time") or whole.get("latency")
    rate = (whole.get("rates") or {}).get("http.request_rate") or (whole.get("rps") or {}).get("mean")
    if not times or not rate:
        refuse(file, *recordings.ARTILLERY_WITHOUT_HTTP)
    measured = {Metric.RATE: float(rate)}
    measured |= _taken(times, {"mean": Metric.MEAN, "min": Metric.LEAST, "max": Metric.MOST}, _MS)
    codes = {counter.rpartition(".")[2]: n for counter, n in counters.items() if counter.startswith("http.codes.")}
    errors = [n for counter, n in counters.items() if counter.startswith("errors.")] or list(
        (whole.get("errors") or {}).values()
    )
    failed = failed_share(codes or whole.get("codes") or {}, float(sum(errors)))
    if failed is not None:
        measured[Metric.ERRORS] = failed
    shares = [
        ("50" if key == "median" else f"{key[1:3]}.{key[3:] or 0}", float(value) * _MS)
        for key, value in times.items() if value is not None and (key == "median" or key[1:].isdigit())
    ]  # fmt: skip
    return FileReading((LoadTestRow(file, line, measured, parse_percentiles(shares)),))


def _of_gatling(found: Any) -> Any:
    """The statistics of all requests: of global_stats.json, or of stats.json around them."""
    return found.get("stats", found) if isinstance(found, dict) else None


def _gatling(found: Any, file: str, line: int) -> FileReading:
    """Its times are in milliseconds; its percentiles are those of a configuration that nobody has changed."""
    whole = _of_gatling(found)

    def total(key: str) -> float | None:
        value = whole.get(key)
        value = value.get("total") if isinstance(value, dict) else value
        return None if value in (None, "-") else float(value)

    rate = total("meanNumberOfRequestsPerSecond")
    if rate is None:
        refuse(file, *recordings.GATLING_WITHOUT_RATE)
    measured = {Metric.RATE: rate}
    names = {"meanResponseTime": Metric.MEAN, "minResponseTime": Metric.LEAST, "maxResponseTime": Metric.MOST}
    measured |= {gauge: value * _MS for key, gauge in names.items() if (value := total(key)) is not None}
    requests = total("numberOfRequests")
    if requests:
        measured[Metric.ERRORS] = float(whole["numberOfRequests"].get("ko") or 0.0) / requests
    shares = {"percentiles1": "50", "percentiles2": "75", "percentiles3": "95", "percentiles4": "99"}
    found_shares = [(share, value * _MS) for key, share in shares.items() if (value := total(key)) is not None]
    point = LoadTestRow(file, line, measured, parse_percentiles(found_shares))
    return FileReading((point,), notes=(recordings.no_clients("Gatling"),))


def _jmeter(found: Any, file: str, line: int) -> FileReading:
    """The total of a dashboard's statistics.json; its percentiles are those of a configuration that nobody changed."""
    whole = found["Total"]
    measured = {Metric.RATE: float(whole["throughput"])}
    names = {"meanResTime": Metric.MEAN, "minResTime": Metric.LEAST, "maxResTime": Metric.MOST}
    measured |= _taken(whole, names, _MS)
    if whole.get("receivedKBytesPerSec"):
        measured[Metric.BYTES] = float(whole["receivedKBytesPerSec"]) * 1024.0
    if whole.get("sampleCount"):
        measured[Metric.ERRORS] = float(whole.get("errorCount") or 0.0) / float(whole["sampleCount"])
    shares = {"medianResTime": "50", "pct1ResTime": "90", "pct2ResTime": "95", "pct3ResTime": "99"}
    kept = [(share, float(whole[key]) * _MS) for key, share in shares.items() if whole.get(key) is not None]
    point = LoadTestRow(file, line, measured, parse_percentiles(kept))
    return FileReading((point,), notes=(recordings.no_clients("a dashboard of JMeter"),))


READERS = (
    json_reader("oha", "its JSON (`--output-format json`)", formats.ROW_WITHOUT_CLIENTS, _has("summary"), _oha),
    json_reader("vegeta", "`vegeta report -type=json`", formats.ROW_OF_OPEN_TEST,
                lambda found: _has("latencies")(found) and _has("rate")(found), _vegeta),
    json_reader("fortio", "its JSON (`-json`)", "a row", _has("DurationHistogram"), _fortio),
    json_reader("autocannon", "its JSON (`--json`)", "a row",
                lambda found: _has("latency")(found) and _has("connections")(found), _autocannon),
    json_reader("artillery", formats.ARTILLERY_JSON, formats.ROW_OF_OPEN_TEST, _has("aggregate"), _artillery),
    json_reader("Gatling", formats.GATLING_JSON, formats.ROW_WITHOUT_CLIENTS,
                lambda found: _has("meanNumberOfRequestsPerSecond")(_of_gatling(found)), _gatling),
    json_reader("JMeter", formats.JMETER_JSON, formats.ROW_WITHOUT_THREADS,
                _has("Total", "meanResTime"), _jmeter),
)  # fmt: skip
