"""What is said of ranges of values."""

from models.messages.template import problem, sentence

NEITHER_TRUE_NOR_FALSE = "neither true nor false"
WRITE_BOTH_SWITCHES = "write e.g. `assumed: false to true`"
end_cannot_be = sentence("one end, {end}, cannot be: {reason}")
from_above_to = problem("`from` is above `to`", "write {{from: {high}, to: {low}}}")
low_above_high = problem("its low end is above its high end", 'write "{high} to {low}"')
likely_outside = problem("`likely`, {likely}, lies outside it", "write `likely` as an amount from {low} to {high}")
value_outside = problem("the value, {value}, lies outside it", 'write "{held}"')
