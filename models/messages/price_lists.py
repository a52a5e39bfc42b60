"""What is said of a list of prices."""

from models.messages.template import problem

STEPS_WITHOUT_FIRST = ("steps without the price of what is below the first", "add `egress: ...`, what that costs a GB")
currency_without_rate = problem(
    "the currency {currency} stands without a rate, and servers and licences are priced in {dollars}",
    "write the {dollars} that 1 {currency} costs, e.g. `usd_rate: 1.08`",
)
steps_fall = problem(
    "a step above {above} follows one above {before}",
    "write the volumes of the steps from the smallest to the largest",
)
