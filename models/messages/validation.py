"""What is said of keys and values that a scenario does not have."""

ONLY_THE_FILE_SAYS_THIS = ("only the file itself says this", "write it in the scenario file")
NOTHING_WRITTEN = "nothing is written here"
GROUP_EXPECTED = "expected a group of keys"
NOTHING_ALLOWED = "nothing is allowed here"


def written_beside(field: str, key: object) -> tuple[str, str]:
    """A key beside the one that it sets."""
    return (f"it is written beside `{field}`, which it sets", f"write either `{key}` or `{field}`")


def belongs_in(home: str, allowed: str) -> str:
    """Where a key has its place."""
    return f"it belongs in {home}; allowed here are {allowed}"


def catalogue_names(example: str) -> str:
    """Some of many names."""
    return f"the catalogue's names, such as {example}"


def one_of(listed: str) -> str:
    """What a part may be."""
    return f"write one of {listed}, or its keys"
