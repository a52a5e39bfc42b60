"""What is said of values that are given in place of those of a file."""

NO_PARAMETER = "no parameter is called so"
NO_SUCH_ITEM = "there is no such item"
EMPTY_LIST = "the list is empty"
ITEMS_HAVE_NUMBERS = "the items of a list are called by their numbers"


def path_too_long(longest: int) -> str:
    """What a path has at most."""
    return f"a path has at most {longest} characters, such as server.ram"


def two_sizes(way: str, other: str, other_value: object, value: object) -> tuple[str, str]:
    """Two ways to size a farm at once."""
    return (
        f"`{way}` is given too, and each of them sizes the farm",
        f"keep one: `{other}={other_value}`, or `{way}={value}`",
    )


def items_from_to(key: str, last: int) -> str:
    """Which items a list has."""
    return f"the last is {key}[{last}], the first {key}[0]"
