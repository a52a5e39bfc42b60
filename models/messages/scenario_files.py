"""What is said of scenario files that name others: files that they extend, and files of values."""

from models.messages.template import problem, sentence

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
is_a_portfolio = problem("this is a portfolio, not a scenario", "`sweep {file}` answers it")
IS_AN_ANSWER = (
    "this is an answer that `--json` wrote, not a scenario",
    "name the YAML file of the scenario that it answers",
)
format_read = problem("unknown format version", "this program reads `format: {version}`")
no_file = problem("this can be no file ({reason})", "write e.g. `extends: other.yaml`")
extended_too_often = problem("more than {most} files extend each other", "merge some of them")
looked_in = sentence("neither {beside} nor the shipped {folder}/{name} exists{hint}")
currency_without_rate = problem(
    "{currency} stands without a rate",
    "write it in {dollars}, or prices with `currency: {currency}` and `usd_rate: ...`, e.g. prices: eu-2026",
)
two_currencies = problem("its prices are in {own}, and those of the plan in {plan}", "name price lists of one currency")
sized_twice = problem(
    "there is a `reserve` too, and each of them sizes the farm",
    "keep one: `confidence: {confidence}`, or `reserve: {reserve}`",
)
