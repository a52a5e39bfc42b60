"""What is said of prices of what is missing."""

from models.messages.template import problem

NO_PRICE = ("no price stands in it", "write a price, or none")
NOTHING_BEYOND = (
    "nothing is said of what is missing beyond",
    "take `up_to` of the last row out: its price is for all the rest",
)
ROWS_NEVER_COUNT = ("the rows after it would never count", "write `up_to`, or take those rows out")
does_not_rise = problem("it does not rise above {below} of the row before", "write more than {below}")
