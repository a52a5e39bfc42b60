"""What is said of a demand."""

NO_UNIT = "which unit? a demand needs one"
NO_SUCH_UNIT = "no demand has this unit"
TWO_ENDS = "a range has two ends, and a likeliest value at most"


def not_stated(ways: str) -> tuple[str, str]:
    """A demand of which nothing is said."""
    return ("nothing says how much", f"state one of {ways}, or write `demand: none`")


def stated_in_ways(count: int, ways: str) -> tuple[str, str]:
    """A demand that is stated more than once."""
    return (f"stated in {count} ways: {ways}", "state it in one of them")


def volume_without_peak(or_a_rate: str) -> tuple[str, str]:
    """A volume of a day of which the peak is not known."""
    return (
        "volume_a_day says nothing of the busiest time",
        f"add `peak_to_mean: ...`, the traffic at the peak in times the mean of the day, e.g. 3{or_a_rate}",
    )
