"""What summaries of load tools have in common: durations, sizes, shares of errors, percentiles."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from simulator.calibration.point import WHOLE, percentile_share

_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "secs": 1.0, "m": 60.0,
          "min": 60.0, "h": 3600.0}  # fmt: skip
# A number with its unit, as wrk, Go and Rust write durations; several follow each other in "1m30s".
TIME = r"(?:[\d.]+ ?(?:ns|us|µs|μs|ms|secs|sec|s|min|m|h))+"
_PART = re.compile(r"([\d.]+) ?(ns|us|µs|μs|ms|secs|sec|s|min|m|h)")
_SIZES = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "ki": 1024.0, "mi": 1024.0**2, "gi": 1024.0**3,
          "ti": 1024.0**4}  # fmt: skip
SIZE = r"[\d.,]+ ?(?:[kKMGT]i?)?B"
# The first status that says that a request has failed.
FAILED = 400


def parse_seconds(text: str) -> float:
    """The seconds of a duration such as "4.2ms" or "1m30s"."""
    return sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def parse_bytes(text: str, binary: bool = False) -> float:
    """The bytes of a size such as "482 B" or "3.75 MiB"; binary: whether kB counts 1,024 as well."""
    number, prefix = re.fullmatch(r"([\d.,]+) ?(?:([kKMGT]i?))?B?", text.strip()).groups(default="")  # type: ignore[union-attr]
    factor = _SIZES[prefix.lower()]
    if binary and len(prefix) == 1:
        factor = _SIZES[f"{prefix.lower()}i"]
    return float(number.replace(",", "")) * factor


def failed_share(statuses: Mapping[Any, Any], besides: float = 0.0) -> float | None:
    """The share of requests that failed: by their status, from 400 on or none at all, and those that got no answer.

    None where there were no requests.
    """
    counted = {str(status): float(count) for status, count in statuses.items()}
    failed = besides + sum(n for status, n in counted.items() if not _succeeded(status))
    together = besides + sum(counted.values())
    return min(WHOLE, failed / together) if together > 0.0 else None


def _succeeded(status: str) -> bool:
    first = re.match(r"\d+", status)
    # 0 and -1 stand for no answer; "2xx" for a class of them.
    return first is not None and (1 <= int(first[0]) < 4 if "xx" in status else 100 <= int(first[0]) < FAILED)


def parse_percentiles(found: Iterable[tuple[str, float]]) -> dict[float, float]:
    """Shares, 0 to 1, to seconds; the least and the greatest are no percentiles."""
    shares = {percentile_share(percent): seconds for percent, seconds in found}
    return {share: seconds for share, seconds in shares.items() if 0.0 < share < WHOLE}
