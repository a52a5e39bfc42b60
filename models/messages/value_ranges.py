"""What is said of ranges of values."""

NEITHER_TRUE_NOR_FALSE = "neither true nor false"
WRITE_BOTH_SWITCHES = "write e.g. `assumed: false to true`"


def end_of_no_range(end: str, reason: str) -> str:
    """An end of a range that is no value."""
    return f"no range of this: {end} is {reason}"


def from_above_to(high: str, low: str) -> tuple[str, str]:
    """A range that begins above its end, as `from` and `to`."""
    return ("`from` is above `to`", f"write {{from: {high}, to: {low}}}")


def low_above_high(high: str, low: str) -> tuple[str, str]:
    """A range that begins above its end."""
    return ("its low end is above its high end", f'write "{high} to {low}"')


def likely_outside(likely: str, low: str, high: str) -> tuple[str, str]:
    """A likely value outside of its range."""
    return (f"`likely`, {likely}, lies outside it", f"write `likely` as an amount from {low} to {high}")


def value_outside(value: str, held: str) -> tuple[str, str]:
    """A value outside of its range."""
    return (f"the value, {value}, lies outside it", f'write "{held}"')
