"""What is said of servers, bought or rented."""

from models.messages.template import problem

RENTED_HAS_NONE = ("an instance is rented and has none", "remove it, or write `instance: none` if it is bought")
BOUGHT_HAS_SOME = ("must not be zero unless the server is rented", "write what the machine has")
FLAT_POWER = ("power is the same idle and busy", "write none: a straight line says the same")
no_price_of_term = problem("no price of {term} is known", "state it, or write `rent: {on_demand}`")
one_without_other = problem("`{stated}` is stated without `{missing}`", "add `{example}`, or remove `{stated}`")
points_of_power = problem(
    "{points} points of power, and a curve in tenths has {wanted}",
    "write the watts when idle, at 10 %, 20 % ... and 100 % of the load, or none for a straight line",
)
power_falls = problem("the point at {percent} %, {power:g} W, is lower than {than}", "power rises with the load")
number_of_cards = problem("{cards} network cards", "write 1 to 32 cards, e.g. `cards: [1 Gbps]`")
