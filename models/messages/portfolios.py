"""What is said of portfolios: what they vary, and how."""

from models.messages.template import problem, sentence

EMPTY_GRID = "an empty grid: no values"
IS_A_SCENARIO = "this is a scenario, not a portfolio"
NAME_MISSING = ("missing", "start with `portfolio: NAME`")
WRITE_A_NAME = "write the name of the portfolio"
BASE_MISSING = ("missing", "write e.g. `base: scenario.yaml`, the scenario that is varied")
TARGETS_EXPECTED = ("expected a group of targets", "write e.g. `targets: {errors: 1 %}`")
WRITE_ALTERNATIVES = "write e.g. `alternatives: {more memory: {server.ram: 8 GiB}}`"
WRITE_SCENARIOS = "write e.g. `scenarios: [one.yaml, other.yaml]`"
WRITE_VALUES = "write a list of values, or {low: ..., high: ..., points: 5}"
WRITE_A_SAMPLE = "write e.g. `sample: {size: 64, ranges: {server.ram: {low: 4 GiB, high: 16 GiB}}}`"
SIZE_MISSING = ("missing", "write how many variants to draw, e.g. 64")
WRITE_A_LIST = "a range is of a parameter with a unit or a number, e.g. server.ram; write a list of values for others"
NO_RANGE_OF_THIS = "no range of this can be"
END_MISSING = ("missing", "a range has a low and a high end")
NO_WIDTH = ("not above the low end", "write a range that has a width")
NO_RATIO = ("must be above 0 where it is spread by ratio", "write uniform")
NO_SWITCH = ("expected true or false", "write true or false")
nothing_to_vary = problem("there is nothing to vary", "write one of {ways}")
plan_answers = sentence("`plan {file}` answers it; to vary it, name it as the `base:` of a portfolio")
overrides_expected = problem("expected a group of overrides", "write e.g. `{key}: {{server.ram: 8 GiB}}`")
too_many_changes = problem(
    "{count:,} parameters changed at once are more than {most}",
    "leave out those that need not change together",
)
no_power_of_two = problem("a sobol sample has a power of two", "write {below} or {above}")
