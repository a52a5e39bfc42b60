"""What is said of amounts with units and of plain values, and what quantities are called."""

from models.messages.template import problem, sentence

NO_SUCH_WORD = "not one of the words that are known here"
NO_USABLE_NAME = ("not a usable name", "write one line of 1 to 120 printable characters")
NOT_FINITE = "a number that is not finite"
MONEY = "an amount of money"
SESSION_RATE = "a rate of new sessions"
PRICE_OF_POWER = "a price of power for a month"
PRICE_OF_SPACE = "a price of rack space for a month"
PRICE_OF_BANDWIDTH = "a price of bandwidth for a month"
PRICE_PER_SERVER = "a price per server and month"
PRICE_PER_CORE = "a price per core and month"
PRICE_OF_REQUESTS = "a price of a thousand requests"
PRICE_OF_ROOM = "a price of room on a disk"
PRICE_OF_OPERATION = "a price of operations a second"
PRICE_OF_TRANSFER = "a price of bytes a second"
PRICE_OF_AN_HOUR = "a price of an hour"
PRICE_OF_A_MONTH = "a price of a month"
NEGATIVE = "must not be negative"
ZERO = "must not be zero"
comma_in_number = problem("expected {noun}, and a comma groups thousands", "write {pointed}")
number_has_no_unit = sentence("expected {noun} without a unit, got {value}")
neither_amount_nor = problem('neither an amount nor "{word}"', 'did you mean "{word}"?')
which_unit = sentence("which unit? {kind} needs one")
name_expected = problem("expected a name, got {value}", "put it in quotes when it is meant as a text")
switch_expected = problem("expected true or false, got {value}", "write true or false")
comma_groups_thousands = sentence('a comma groups thousands; write "{pointed}"')
number_in_words = problem("a number is written in digits", 'write "{written:.80}"')
other_quantity = problem('expected {kind} such as "{example}", got {other} "{unit}"', "its units are {units}")
data_in_a_second = problem(
    "not {kind}, but an amount of data", 'write what comes in a second, e.g. "{example}"; its units are {units}'
)
unknown_unit = problem("not {kind}", 'write e.g. "{example}"; its units are {units}')
other_currency = problem(
    "the prices are in {currency}, and this one is in {written}",
    "write {converted}, if that is what it costs, or `currency: {written}`",
)
