"""What is said of scenario files that name others: files that they extend, and files of values."""

NO_FILE_OF_FOLDER = ("no file of this folder", "write the name of a file in the folder of the scenario")
QUANTILES_TOO = ("there are `quantiles` too", "keep one of them")
NAME_OF_A_SCENARIO = ("unknown key", "the name of a scenario is written `scenario: NAME`")
NOT_IN_A_BASELINE = ("not possible in a baseline", "remove it")
LEAVES_THE_FOLDER = (
    "leaves the folder of the scenario",
    "move the file into this folder, or name a shipped one, e.g. `published/microsoft_update_x64.yaml`",
)
EXTENDED_IN_A_CIRCLE = ("the files extend each other in a circle", "remove one `extends`")
FIGURES_IN_LINES = "write `PARAMETER: [FIGURE, ...]` lines"
LIST_OF_FIGURES = ("expected a list of figures", "write [A, B]")


def is_a_portfolio(file: str) -> tuple[str, str]:
    """A portfolio where a scenario is read."""
    return ("this is a portfolio, not a scenario", f"`sweep {file}` answers it")


def format_read(version: int) -> tuple[str, str]:
    """What to write for another version."""
    return ("unknown format version", f"this program reads `format: {version}`")


def no_file(reason: str) -> tuple[str, str]:
    """A path that no file can have."""
    return (f"this can be no file ({reason})", "write e.g. `extends: other.yaml`")


def extended_too_often(most: int) -> tuple[str, str]:
    """A long chain of files that extend each other."""
    return (f"more than {most} files extend each other", "merge some of them")


def looked_in(beside: str, folder: str, name: str, hint: str) -> str:
    """Where a file was looked for."""
    return f"neither {beside} nor the shipped {folder}/{name} exists{hint}"


def currency_without_rate(currency: str, dollars: str) -> tuple[str, str]:
    """An amount in a currency whose rate is not known."""
    return (
        f"{currency} stands without a rate",
        f"write it in {dollars}, or prices with `currency: {currency}` and `usd_rate: ...`, e.g. prices: eu-2026",
    )


def two_currencies(own: str, plan: str) -> tuple[str, str]:
    """A baseline that is paid in another currency than the plan."""
    return (f"its prices are in {own}, and those of the plan in {plan}", "name price lists of one currency")


def sized_twice(confidence: str, reserve: str) -> tuple[str, str]:
    """A farm that is sized in two ways."""
    return (
        "there is a `reserve` too, and each of them sizes the farm",
        f"keep one: `confidence: {confidence}`, or `reserve: {reserve}`",
    )
