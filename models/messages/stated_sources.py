"""What is said of the sources of values."""

NO_SOURCE = ("a value without its source", "add `source: ...` or `assumed: LOW to HIGH`")
INTERVAL_WITHOUT_ENDS = ("an interval needs its two ends", "write `LOW to HIGH`")
INTERVAL_NOT_MEASURED = ("an interval belongs to what was measured", "add `kind: measured`")
ASSUMPTION_WITHOUT_RANGE = ("an assumption needs its range", "write `LOW to HIGH`")
ASSUMPTION_WITHOUT_REASON = ("an assumption without its reason", "add `why: ...`")


def unknown_beside_value(known: str) -> tuple[str, str]:
    """A key beside a value with its source."""
    return ("unknown key beside `value`", f"allowed are {known}")


def no_kind_of_source(allowed: str) -> tuple[str, str]:
    """A kind that no source has."""
    return ("not a kind of source", f"allowed are {allowed}")
