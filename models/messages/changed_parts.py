"""What is said of changes of what is not there."""

NOTHING_TO_CHANGE = ("there is nothing to be changed", "add it first")


def no_part(part: object) -> str:
    """What has no fields."""
    return f"{part!r} is no part of a scenario"


def no_list_of_parts(part: object) -> str:
    """What has no items."""
    return f"{part!r} is no list of parts"
