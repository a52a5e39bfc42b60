"""The readers of everything that load tools and monitoring write: one line each, asked in this order.

A new kind of file is a reader here, whose line docs/bring-your-measurements.md then has.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from simulator.calibration.reading.counters import monitoring, sysstat, vmstat, windows
from simulator.calibration.reading.load_tools import (
    apache_bench,
    jmeter,
    json_summaries,
    k6,
    locust,
    text_summaries,
    wrk,
)
from simulator.calibration.reading.source import Reader, Source

READERS: tuple[Reader, ...] = (
    *json_summaries.READERS, *k6.READERS, *text_summaries.READERS, *wrk.READERS, *apache_bench.READERS,
    *locust.READERS, *jmeter.READERS, *sysstat.READERS, *vmstat.READERS, *windows.READERS, *monitoring.READERS,
)  # fmt: skip


class UnusableFormat(NamedTuple):
    """A file of a tool that is known, of which no load can be told. told: what it is; remedy: what to bring instead."""

    is_of: Callable[[Source], object]
    told: str
    remedy: str


def _text(pattern: str) -> Callable[[Source], object]:
    return lambda source: re.search(pattern, source.text[:20_000], re.MULTILINE)


NEARLY = (
    UnusableFormat(
        lambda source: source.has_headings("error", "occurrences") or source.has_headings("message", "traceback"),
        "these are failures of Locust, which tell no load",
        "bring NAME_stats.csv or NAME_stats_history.csv",
    ),
    UnusableFormat(
        _text(r"^ *(vus_max|iteration_duration)\.*: "),
        "this output of k6 has no http_req_duration",
        "calibrate needs a test over HTTP",
    ),
    UnusableFormat(
        _text(r"<jmeterTestPlan\b"), "this is a plan of JMeter, not what it measured", "run it, and bring its log (JTL)"
    ),
    UnusableFormat(
        _text(r"^RUN\t|^(USER|REQUEST)\t"),
        "this is a log of Gatling",
        "bring js/stats.json or js/global_stats.json of its report",
    ),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and {"code", "latency"} <= set(source.json),
        "these are single results of vegeta",
        "bring `vegeta report -type=json`",
    ),
    UnusableFormat(
        _text(r"^# (HELP|TYPE) \w+"),
        "this is a scrape of Prometheus, of one instant",
        "save what /api/v1/query_range answers",
    ),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and source.json.get("status") == "error",
        "Prometheus answers with an error",
        "repeat the query, and save its answer",
    ),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and "Metrics" in source.json,
        "this is a list of metrics of CloudWatch",
        "bring what get-metric-statistics answers",
    ),
    UnusableFormat(_text(r'^\S+ \S+ \S+ \[[^\]]+\] "[A-Z]+ \S+'), "this is an access log", "ask `calibrate log`"),
)


def tools() -> str:
    """The names of the tools that are read, as messages list them."""
    names = dict.fromkeys(name for reader in READERS for name in reader.tool.split(", "))
    *first, last = names
    return f"{', '.join(first)} and {last}"


def table_of_readers() -> str:
    """The readers as a table of the guide, in Markdown."""
    lines = [f"| {reader.tool} | {reader.what} | {reader.gives} |" for reader in READERS]
    return "\n".join(["| tool | what of it is read | what it becomes |", "| --- | --- | --- |", *lines])
