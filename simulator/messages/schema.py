"""What the page of all keys of a scenario says of them, besides their own meaning."""

NAME_OF_SCENARIO = "Name of the scenario."
ONE_LINE = "one line of text"
KEYS_OF_FARM = "the keys of a farm"
CHOSEN_FROM = "The published figures that a parameter was chosen from."
SOURCE = "source of the default"
GROUPS = "a list of groups of keys"


def head(file_format: int) -> str:
    """The head of the page, of scenarios in a format."""
    return f"""# Keys of a scenario

Made by `headroom schema --markdown docs/scenario-keys.md` from where the parameters are declared.

A scenario is a YAML file of `format: {file_format}`. Every quantity has its unit: kB, MB and GB are powers of 1,000,
KiB, MiB and GiB of 1,024. Wherever a value is allowed, it may say where it comes from:
`{{value: 9 ms, source: "..."}}`, or `{{value: 9 ms, assumed: 6 ms to 10 ms, why: "..."}}` for a guess with its range.
A key whose default is *required* must be written, unless the catalogue or a file that is extended has it.
"""


def like(field: str) -> str:
    """What a second spelling of a key means."""
    return f"Like `{field}`, as far as it fits."


def earlier_spelling(field: str, true: str, false: str) -> str:
    """What a key meant that is written otherwise now."""
    return f"Earlier for `{field}`: true is `{true}`, false `{false}`."


def by_name(known: str) -> str:
    """That a name of the catalogue may be written instead of a group of keys."""
    stands = "A name of the catalogue stands for all of its keys, `model: NAME` for those that are not written"
    return f"{stands}: {known}."


def by_value(key: str) -> str:
    """That a plain value may be written instead of a group of keys."""
    return f"A plain value stands for its `{key}`."
