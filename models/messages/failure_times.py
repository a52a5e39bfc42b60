"""What is said of failures of nodes."""

DOWN_AS_LONG_AS_UP = ("a node would be down as long as it is up", "write less than `mtbf`")


def too_many_outages(outages: int, most: int) -> tuple[str, str]:
    """A timetable that nobody reads."""
    return (f"{outages} outages", f"write at most {most}")


def one_without_other(stated: str, missing: str) -> tuple[str, str]:
    """A time to failure without one of repair, or the other way round."""
    return (f"{stated} says nothing without {missing}", f"add `{missing}: ...`, or write `{stated}: none`")
