"""What is said of growth, and of what is had meanwhile."""

NOTHING_GROWS = ("there is no demand that could grow", "state `demand: ...`, or `growth: none`")
DEMAND_OUTSIDE_ITS_RANGE = ("the range does not hold the demand", "write low <= demand <= high")
UNEVEN_USE_UNKNOWN = (
    "how unevenly more and more units are used that clients find by name is not known",
    "write `growth: none`, or `dns: none` with a larger `reserve`",
)


def no_unit_of_demand(way: str, units: str) -> tuple[str, str]:
    """A history in a unit that the demand does not have."""
    return (f"no unit of a demand that is stated as {way}", f"write one of {units}")


def not_forecast_from(way: str, takes: str) -> tuple[str, str]:
    """A demand that follows from no such history."""
    return (
        f"a demand that is stated as {way} is not forecast from {takes}",
        "write `takes: volume` with `demand: {volume_a_day: ...}`, and with no other",
    )


def no_order_arrives(months: int) -> tuple[str, str]:
    """Orders that arrive after the last month."""
    return (
        f"nothing that is ordered arrives within the horizon of {months} months",
        "write a shorter delivery, or a longer growth.horizon",
    )


def bought_after_start(start: str, latest: str) -> tuple[str, str]:
    """What stands today and was bought later."""
    return (f"after the first month, {start}", f"write at most {latest}: what comes later is what is asked")


def event_outside_months(first: str, last: str) -> tuple[str, str]:
    """An event in no month that is looked at."""
    return ("not one of the months that are looked at", f"write {first} to {last}, or a longer growth.horizon")
