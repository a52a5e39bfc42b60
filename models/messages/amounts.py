"""What is said of amounts with units and of plain values, and what quantities are called."""

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
PRICE_OF_AN_HOUR = "a price of an hour"
NEGATIVE = "must not be negative"
ZERO = "must not be zero"


def comma_in_number(noun: str, pointed: str) -> tuple[str, str]:
    """A number with a decimal comma."""
    return (f"expected {noun}, and a comma groups thousands", f"write {pointed}")


def number_has_no_unit(noun: str, value: str) -> str:
    """A number with a unit, or another kind of value."""
    return f"expected {noun} without a unit, got {value}"


def neither_amount_nor(word: str) -> tuple[str, str]:
    """A text that is nearly the word for what is absent."""
    return (f'neither an amount nor "{word}"', f'did you mean "{word}"?')


def which_unit(kind: str) -> str:
    """An amount without a unit."""
    return f"which unit? {kind} needs one"


def name_expected(value: str) -> tuple[str, str]:
    """A name that is no text."""
    return (f"expected a name, got {value}", "put it in quotes when it is meant as a text")


def switch_expected(value: str) -> tuple[str, str]:
    """What is neither true nor false."""
    return (f"expected true or false, got {value}", "write true or false")


def comma_groups_thousands(pointed: str) -> str:
    """What to write in place of a decimal comma."""
    return f'a comma groups thousands; write "{pointed}"'


def number_in_words(written: str) -> tuple[str, str]:
    """A number that goes on in words."""
    return ("a number is written in digits", f'write "{written:.80}"')


def other_quantity(kind: str, example: str, other: str, unit: str, units: str) -> tuple[str, str]:
    """An amount in a unit of another kind."""
    return (f'expected {kind} such as "{example}", got {other} "{unit}"', f"its units are {units}")


def data_in_a_second(written: str, offer: str) -> str:
    """What to write for an amount of data in place of a rate."""
    return f"write what comes in a second, e.g. {written}{offer}"


def amount_of_data(kind: str) -> str:
    """An amount of data in place of a rate."""
    return f"not {kind}, but an amount of data"


def other_currency(currency: str, written: str, converted: str) -> tuple[str, str]:
    """A price in another currency than its list."""
    return (
        f"the prices are in {currency}, and this one is in {written}",
        f"write {converted}, if that is what it costs, or `currency: {written}`",
    )
