"""What the months ahead say of growth, of terms and of orders, and why there are none."""

NO_GROWTH = "nothing says how the demand grows", "write e.g. `growth: {start: 2026-12, a_year: 40 %}`"
NO_LIMIT_GROWS = "no limit of a server grows with its load, so that no use of it can be followed"
HALL = "room in the hall"
THREE_YEARS, SPOT = "reserve for three years", "rent at spot prices"
INSTANCE = "instance of a server of a cloud"


def no_growth_stated(scenario: str) -> str:
    """That a stage was asked for a growth that nobody states."""
    return f"{scenario} states no growth of a demand"


def no_history_stated(scenario: str) -> str:
    """That it was asked for a history that nobody states."""
    return f"{scenario} states no history of a demand"


def no_demand_stated(scenario: str) -> str:
    """That a forecast was asked for where no demand is stated."""
    return f"{scenario} states no demand"


def no_orders(why: str) -> str:
    """That the solver of integers found none."""
    return f"no orders bring the units that are needed: {why}"


def hall_too_small(file: str, keys: str, month: str, units: str, room: int) -> str:
    """That the hall never holds what a month needs."""
    return (
        f"{file}: {keys}: the hall never holds what the demand takes: in {month} that is {units}, and there is room for"
        f" {room:,}; enlarge it, choose a server that carries more, or shorten growth.horizon"
    )
