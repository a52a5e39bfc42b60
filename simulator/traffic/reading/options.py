"""What whoever asks has stated about lines that do not say it themselves; it loads nothing that is slow to load."""

import re
from dataclasses import dataclass

UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
# Every word for a unit that stands behind a number, or at the end of a name.
UNIT_WORDS = {
    "s": "s", "sec": "s", "secs": "s", "seconds": "s", "ms": "ms", "msec": "ms", "millis": "ms", "milliseconds": "ms",
    "us": "us", "\u00b5s": "us", "\u03bcs": "us", "usec": "us", "micros": "us", "microsec": "us",
    "microseconds": "us", "ns": "ns", "nsec": "ns", "nanos": "ns", "nanoseconds": "ns",
}  # fmt: skip


@dataclass(frozen=True)
class LogOptions:
    """time_unit: of times taken whose unit no format states, "" where it is to be found; client: the field that has the
    client, "" where it is to be found."""

    time_unit: str = ""
    client: str = ""

    def names_client(self, field: str) -> bool:
        """Whether a field is the one that is stated to have the client."""
        return bool(self.client) and fold_name(field) == fold_name(self.client)


NOTHING_STATED = LogOptions()


def fold_name(name: str) -> str:
    """A name as it is compared: `clientIp`, `client_ip` and `Client-IP` are one."""
    return re.sub(r"[^a-z0-9.]", "", name.lower())
