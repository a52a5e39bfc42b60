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
from simulator.messages.stages.calibration import formats

READERS: tuple[Reader, ...] = (
    *json_summaries.READERS, *k6.READERS, *text_summaries.READERS, *wrk.READERS, *apache_bench.READERS,
    *locust.READERS, *jmeter.READERS, *sysstat.READERS, *vmstat.READERS, *windows.READERS, *monitoring.READERS,
)  # fmt: skip


class UnusableFormat(NamedTuple):
    """A file that is often brought, of which no load can be told. problem: what it is, and what to bring instead."""

    is_of: Callable[[Source], object]
    problem: tuple[str, str]


def _text(pattern: str) -> Callable[[Source], object]:
    return lambda source: re.search(pattern, source.text[:20_000], re.MULTILINE)


NEARLY = (
    UnusableFormat(
        lambda source: source.has_headings("error", "occurrences") or source.has_headings("message", "traceback"),
        formats.LOCUST_FAILURES,
    ),
    UnusableFormat(_text(r"^ *(vus_max|iteration_duration)\.*: "), formats.K6_WITHOUT_TIMES),
    UnusableFormat(_text(r"<jmeterTestPlan\b"), formats.JMETER_PLAN),
    UnusableFormat(_text(r"^RUN\t|^(USER|REQUEST)\t"), formats.GATLING_LOG),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and {"code", "latency"} <= set(source.json),
        formats.VEGETA_RESULTS,
    ),
    UnusableFormat(_text(r"^# (HELP|TYPE) \w+"), formats.PROMETHEUS_SCRAPE),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and source.json.get("status") == "error",
        formats.PROMETHEUS_ERROR,
    ),
    UnusableFormat(
        lambda source: isinstance(source.json, dict) and "Metrics" in source.json, formats.CLOUDWATCH_METRICS
    ),
    UnusableFormat(_text(r'^\S+ \S+ \S+ \[[^\]]+\] "[A-Z]+ \S+'), formats.ACCESS_LOG),
)


def tools() -> str:
    """The names of the tools that are read, as messages list them."""
    names = dict.fromkeys(name for reader in READERS for name in reader.tool.split(", "))
    *first, last = names
    return f"{', '.join(first)} and {last}"
