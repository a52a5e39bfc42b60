"""Headings of what a cache missed: hit and miss ratios, what was read from disks, how large the cache was."""

from simulator.calibration.point import Gauge

SECONDS_OF = {"s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hour": 3600.0}
BYTES_A_SECOND = {"b/s": 1.0, "kb/s": 1e3, "mb/s": 1e6, "gb/s": 1e9, "bytes/s": 1.0, "kbytes/s": 1e3, "mbytes/s": 1e6,
                  "kib/s": 1024.0, "mib/s": 1024.0**2, "gib/s": 1024.0**3}  # fmt: skip
# A ratio is written in %, or as a number from 0 to 1, as a query of Prometheus has it.
_RATIOS = {"%": 0.01, "0-1": 1.0, "0 to 1": 1.0}
_OF_RATIO = {
    "hits": Gauge.HITS, "hit": Gauge.HITS, "hit ratio": Gauge.HITS, "hit rate": Gauge.HITS,
    "misses": Gauge.MISSES, "miss": Gauge.MISSES, "miss ratio": Gauge.MISSES, "miss rate": Gauge.MISSES,
}  # fmt: skip
_WHOSE = ("", "cache ", "file cache ", "page cache ")
_SHARES = {f"{whose}{name}": gauge for whose in _WHOSE for name, gauge in _OF_RATIO.items()}
_READS = {"disk reads", "disk read", "disk read operations", "reads from disk"}
_READ_BYTES = {"disk", "disk read", "disk reads", "read from disk", "disk traffic"}
_SIZES = {"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1024.0, "mib": 1024.0**2, "gib": 1024.0**3,
          "tib": 1024.0**4}  # fmt: skip
_CACHES = {"cache", "cache size", "file cache", "page cache", "cache memory"}
# Headings that say nothing without a unit, and an example of one.
NEEDS_UNIT = dict.fromkeys(_SHARES, "%") | dict.fromkeys(_CACHES, "GB") | {"disk read": "MB/s", "disk traffic": "MB/s"}


def of_cache(words: str) -> tuple[Gauge, float] | None:
    """The quantity of a heading in small letters and its factor to SI units, None where it is of none of these."""
    for unit, factor in _RATIOS.items():
        name = words.removesuffix(unit).strip() if words.endswith(unit) else words.removeprefix(f"{unit} ")
        if name != words and name in _SHARES:
            return _SHARES[name], factor
    name, _, unit = words.rpartition(" ")
    if name in _CACHES and unit in _SIZES:
        return Gauge.CACHE, _SIZES[unit]
    if name in _READ_BYTES and unit in BYTES_A_SECOND:
        return Gauge.READ_BYTES, BYTES_A_SECOND[unit]
    what, _, each = words.rpartition("/")
    if what.strip() in _READS and each.strip() in SECONDS_OF:
        return Gauge.READS, 1.0 / SECONDS_OF[each.strip()]
    return None
