"""The headings of a table: which quantity a column holds, and in which unit.

A heading is a name and a unit, in any order of brackets: "mean ms", "mean (ms)", "p95_ms", "CPU %", "Mbps". A heading
that is only a count, such as "users", needs no unit. What is counted a second and has no name here is a counter.
"""

import re
from typing import NamedTuple

from models.quantities.units import DATA_RATE, DURATION
from simulator.calibration.point import Metric, percentile_share
from simulator.calibration.reading.problems import Unreadable
from simulator.messages.stages.calibration import tables

SECONDS_OF = {"s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hour": 3600.0}
BYTES_A_SECOND = {"b/s": 1.0, "kb/s": 1e3, "mb/s": 1e6, "gb/s": 1e9, "bytes/s": 1.0, "kbytes/s": 1e3, "mbytes/s": 1e6,
                  "kib/s": 1024.0, "mib/s": 1024.0**2, "gib/s": 1024.0**3}  # fmt: skip
# What a cache missed: hit and miss ratios, what was read from disks, how large the cache was.
# A ratio is written in %, or as a number from 0 to 1, as a query of Prometheus has it.
_RATIOS = {"%": 0.01, "0-1": 1.0, "0 to 1": 1.0}
_OF_RATIO = {
    "hits": Metric.HITS, "hit": Metric.HITS, "hit ratio": Metric.HITS, "hit rate": Metric.HITS,
    "misses": Metric.MISSES, "miss": Metric.MISSES, "miss ratio": Metric.MISSES, "miss rate": Metric.MISSES,
}  # fmt: skip
_WHOSE = ("", "cache ", "file cache ", "page cache ")
_CACHE_SHARES = {f"{whose}{name}": gauge for whose in _WHOSE for name, gauge in _OF_RATIO.items()}
_READS = {"disk reads", "disk read", "disk read operations", "reads from disk"}
_READ_BYTES = {"disk", "disk read", "disk reads", "read from disk", "disk traffic"}
_CACHE_SIZES = {"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1024.0, "mib": 1024.0**2, "gib": 1024.0**3,
                "tib": 1024.0**4}  # fmt: skip
_CACHES = {"cache", "cache size", "file cache", "page cache", "cache memory"}
# Headings that say nothing without a unit, and an example of one.
NEEDS_UNIT = (
    dict.fromkeys(_CACHE_SHARES, "%") | dict.fromkeys(_CACHES, "GB") | {"disk read": "MB/s", "disk traffic": "MB/s"}
)


def cache_heading(words: str) -> tuple[Metric, float] | None:
    """The quantity of a heading in small letters and its factor to SI units, None where it is of none of these."""
    for unit, factor in _RATIOS.items():
        name = words.removesuffix(unit).strip() if words.endswith(unit) else words.removeprefix(f"{unit} ")
        if name != words and name in _CACHE_SHARES:
            return _CACHE_SHARES[name], factor
    name, _, unit = words.rpartition(" ")
    if name in _CACHES and unit in _CACHE_SIZES:
        return Metric.CACHE, _CACHE_SIZES[unit]
    if name in _READ_BYTES and unit in BYTES_A_SECOND:
        return Metric.READ_BYTES, BYTES_A_SECOND[unit]
    what, _, each = words.rpartition("/")
    if what.strip() in _READS and each.strip() in SECONDS_OF:
        return Metric.READS, 1.0 / SECONDS_OF[each.strip()]
    return None


class ColumnHeading(NamedTuple):
    """What a column holds. quantity: None for a percentile, a counter, a name of a file and what is passed over.

    factor: of its numbers to SI units; share: of a percentile, 0 to 1, else None; counter: the heading of a counter,
    else ""; is_file: whether it names the output of a load tool for each row.
    """

    quantity: Metric | None
    factor: float = 1.0
    share: float | None = None
    counter: str = ""
    is_file: bool = False


PASSED_OVER = ColumnHeading(None)
_TIMES = {unit: float(factor) for unit, factor in DURATION.units.items()} | {"msec": 1e-3, "usec": 1e-6, "secs": 1.0}
_RATES = {unit.lower(): float(factor) for unit, factor in DATA_RATE.units.items() if unit[-1:] == "s"}
_BITS_A_SECOND = {
    f"{prefix}{unit}": size / 8.0
    for prefix, size in (("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9))
    for unit in ("bps", "bit/s", "bits/s")
}
_TRAFFIC = _RATES | _BITS_A_SECOND | BYTES_A_SECOND
_SIZES = {"b": 1.0, "bytes": 1.0, "kb": 1e3, "mb": 1e6, "kib": 1024.0, "mib": 1048576.0}
_REQUESTS = {"requests", "request", "req", "reqs", "hits", "transactions", "pages", "scripts", "operations", "ops"}
_MANY = {"": 1.0, "k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
_COUNTS = {
    "users": Metric.USERS, "vus": Metric.USERS, "clients": Metric.USERS, "concurrency": Metric.USERS,
    "user count": Metric.USERS, "virtual users": Metric.USERS, "concurrent users": Metric.USERS,
    "connections": Metric.CONNECTIONS, "open connections": Metric.CONNECTIONS, "sessions": Metric.CONNECTIONS,
    "threads": Metric.THREADS, "busy threads": Metric.THREADS, "workers": Metric.THREADS,
}  # fmt: skip
_DURATIONS = {
    "mean": Metric.MEAN, "average": Metric.MEAN, "avg": Metric.MEAN, "response": Metric.MEAN,
    "response time": Metric.MEAN, "latency": Metric.MEAN, "mean response": Metric.MEAN,
    "mean response time": Metric.MEAN, "average response time": Metric.MEAN, "mean latency": Metric.MEAN,
    "max": Metric.MOST, "maximum": Metric.MOST, "min": Metric.LEAST, "minimum": Metric.LEAST,
    "think": Metric.THINK, "think time": Metric.THINK, "pause": Metric.THINK,
}  # fmt: skip
_SHARES = {
    "cpu": Metric.CPU, "processor": Metric.CPU, "cpu utilisation": Metric.CPU, "cpu utilization": Metric.CPU,
    "cpu usage": Metric.CPU, "errors": Metric.ERRORS, "error": Metric.ERRORS, "failures": Metric.ERRORS,
    "failed": Metric.ERRORS, "error rate": Metric.ERRORS, "client cpu": Metric.CLIENT_CPU,
    "load generator cpu": Metric.CLIENT_CPU, "generator cpu": Metric.CLIENT_CPU, "load tool cpu": Metric.CLIENT_CPU,
}  # fmt: skip
# What an open test was to send, beside what it got.
_ASKED = re.compile(r"(?:target|asked|offered|requested|intended) ")
_OF_SIZE = {"size", "response size", "content size", "average content size", "mean size"}
_TRAFFIC_NAMES = {"", "traffic", "goodput", "throughput", "transfer", "sent", "network", "bytes", "data"}
_CONNECTING = {"new connections", "connections", "accepts", "connects"}
# What a table may have beside and no fit needs.
_BESIDE = {"name", "time", "timestamp", "label", "run", "note", "comment", "row", "test", "date"}
_PERCENTILE = re.compile(r"(?:p|pct|percentile\s*)?(\d{1,2}(?:\.\d+)?)(?:th|st|nd|rd)?\s*(?:%|percentile|% line)?")
_MEDIAN = {"median", "p50"}


def parse_heading(text: str) -> ColumnHeading:
    """What a column of this heading holds. Raises Unreadable for a quantity without its unit, and for one in a unit
    that it does not have."""
    words = re.sub(r"[\s_\[\](),;]+", " ", text.strip().lower()).strip()
    if words in ("file", "output", "result"):
        return ColumnHeading(None, is_file=True)
    if words in _COUNTS:
        return ColumnHeading(_COUNTS[words])
    if words in _BESIDE or not words:
        return PASSED_OVER
    name, _, unit = words.rpartition(" ")
    if cached := cache_heading(words):
        return ColumnHeading(*cached)
    found = (
        _asked(words)
        or _rate(words)
        or _traffic(name, unit)
        or _share(words)
        or _duration(name, unit)
        or _size(name, unit)
    )
    if found:
        return found
    _require_unit(text, words)
    if re.search(r"/ ?(s|sec|min|h)$", words):
        return ColumnHeading(None, _per(words.rpartition("/")[2].strip()), counter=text.strip())
    raise Unreadable(*tables.UNKNOWN_HEADING)


def _per(unit: str) -> float:
    return 1.0 / SECONDS_OF[unit]


def _asked(words: str) -> ColumnHeading | None:
    """Requests a second that a test was to send."""
    begins = _ASKED.match(words)
    rate = _rate(words[begins.end() :]) if begins else None
    return rate._replace(quantity=Metric.ASKED) if rate and rate.quantity is Metric.RATE else None


def _rate(words: str) -> ColumnHeading | None:
    """Requests a second, under any of their names."""
    if words in ("rps", "qps", "tps", "throughput rps", "throughput requests/s", "throughput req/s"):
        return ColumnHeading(Metric.RATE)
    several = re.fullmatch(r"(?:throughput )?(k|m|thousand |million )?(\w+) ?(?:/ ?|per |a )(\w+)", words)
    if not several:
        return None
    many, what, each = (several[1] or "").strip(), several[2], several[3]
    if what not in _REQUESTS or each not in SECONDS_OF:
        new = words.rpartition("/")[0].strip() in _CONNECTING
        return ColumnHeading(Metric.CONNECTING, _per(each)) if new and each in SECONDS_OF else None
    return ColumnHeading(Metric.RATE, _MANY[many] / SECONDS_OF[each])


def _traffic(name: str, unit: str) -> ColumnHeading | None:
    known = name in _TRAFFIC_NAMES and unit in _TRAFFIC
    if not known and f"{name}/s" == "new connections/s":
        return ColumnHeading(Metric.CONNECTING)
    if name == "new" and unit.startswith("connections/"):
        return ColumnHeading(Metric.CONNECTING, _per(unit.partition("/")[2]))
    return ColumnHeading(Metric.BYTES, _TRAFFIC[unit]) if known else None


def _share(words: str) -> ColumnHeading | None:
    """A share in %, or from 0 to 1: written before or behind the name."""
    for unit, factor in _RATIOS.items():
        quantity = _SHARES.get(words.replace(unit, "").strip()) if unit in words else None
        if quantity:
            return ColumnHeading(quantity, factor)
    return None


def _duration(name: str, unit: str) -> ColumnHeading | None:
    if unit not in _TIMES:
        return None
    name = re.sub(r"^(response time|latency|response) (?=p?\d|mean|max|min|average|median)", "", name)
    if name in _MEDIAN:
        return ColumnHeading(None, _TIMES[unit], 0.5)
    if name in _DURATIONS:
        return ColumnHeading(_DURATIONS[name], _TIMES[unit])
    percent = _PERCENTILE.fullmatch(name)
    return ColumnHeading(None, _TIMES[unit], percentile_share(percent[1])) if percent else None


def _size(name: str, unit: str) -> ColumnHeading | None:
    if (not name or name in _OF_SIZE) and unit in _SIZES:
        return ColumnHeading(Metric.SIZE, _SIZES[unit])
    if f"{name} {unit}".strip() in ("bytes/request", "bytes per request"):
        return ColumnHeading(Metric.SIZE)
    return None


def _require_unit(text: str, words: str) -> None:
    """A quantity that is known, under a heading that does not say in which unit."""
    first = words.rpartition(" ")[0] or words
    example = ""
    if words in _DURATIONS or words in _MEDIAN or re.fullmatch(r"p\d+(\.\d+)?", words):
        example = f"{text.strip()} ms"
    elif words in _SHARES:
        example = f"{text.strip()} %"
    elif words in NEEDS_UNIT:
        example = f"{text.strip()} {NEEDS_UNIT[words]}"
    elif words in _OF_SIZE:
        example = f"{text.strip()} kB"
    elif words in ("throughput", "traffic", "goodput", "transfer"):
        example = "requests/s, Mbps or MB/s"
    elif words in _REQUESTS or words in ("rate", "load"):
        example = "requests/s"
    if example:
        raise Unreadable(*tables.heading_without_unit(example))
    if first in _DURATIONS or first in _SHARES:
        raise Unreadable(*(tables.UNIT_OF_NO_TIME if first in _DURATIONS else tables.UNIT_OF_NO_SHARE))
