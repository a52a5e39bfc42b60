"""What a measurement of the engines is called, and what it shows."""


def one_minute(scenario: str) -> str:
    """A minute of a unit, as a row is called."""
    return f"{scenario}, one minute of a unit"


def one_hour(scenario: str) -> str:
    """An hour of it."""
    return f"{scenario}, one hour of a unit"


def times_as_fast(times: float, scenario: str) -> str:
    """How much faster the kernel is than the reference."""
    return f"The kernel does {times:,.0f} times the requests of the reference on {scenario}."
