"""What the page of all keys of a scenario says of them, besides their own meaning."""

from models.messages.template import sentence

NAME_OF_SCENARIO = "Name of the scenario."
ONE_LINE = "one line of text"
KEYS_OF_FARM = "the keys of a farm"
CHOSEN_FROM = "The published figures that a parameter was chosen from."
SOURCE = "source of the default"
GROUPS = "a list of groups of keys"
head = sentence(
    "# Keys of a scenario\n\nMade by `headroom schema --markdown docs/scenario-keys.md` from where the parameters are"
    " declared.\n\nA scenario is a YAML file of `format: {file_format}`. Every quantity has its unit: kB, MB and GB"
    " are powers of 1,000,\nKiB, MiB and GiB of 1,024. Wherever a value is allowed, it may say where it comes"
    ' from:\n`{{value: 9 ms, source: "..."}}`, or `{{value: 9 ms, assumed: 6 ms to 10 ms, why: "..."}}` for a guess'
    " with its range.\nA key whose default is *required* must be written, unless the catalogue or a file that is"
    " extended has it.\n"
)
like = sentence("Like `{field}`, as far as it fits.")
earlier_spelling = sentence("Earlier for `{field}`: true is `{true}`, false `{false}`.")


def by_name(known: str) -> str:
    """That a name of the catalogue may be written instead of a group of keys."""
    stands = "A name of the catalogue stands for all of its keys, `model: NAME` for those that are not written"
    return f"{stands}: {known}."


by_value = sentence("A plain value stands for its `{key}`.")
