"""What is said of files of the catalogue, and of names that it does not have."""

NO_GROUP_OF_KEYS = ("a file of a catalogue is a group of keys", "remove this one")


def name_of_shipped_entry(folder: str, group: str, file: str) -> tuple[str, str]:
    """An own file that has the name of a shipped one."""
    return (
        f"this file has the name of a shipped entry, {folder}/{group}/{file}",
        "give it a name of its own, so that each name means one thing",
    )


def not_in_catalogue(catalogue: str) -> str:
    """A name that the catalogue does not have."""
    return f"not in the catalogue of {catalogue}"
