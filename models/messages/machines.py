"""What is said of servers, bought or rented."""

RENTED_HAS_NONE = ("an instance is rented and has none", "remove it, or write `instance: none` if it is bought")
BOUGHT_HAS_SOME = ("must not be zero unless the server is rented", "write what the machine has")
FLAT_POWER = ("power is the same idle and busy", "write none: a straight line says the same")


def no_price_of_term(term: str, on_demand: str) -> tuple[str, str]:
    """An instance without a price on the terms of its rent."""
    return (f"no price of {term} is known", f"state it, or write `rent: {on_demand}`")


def one_without_other(stated: str, missing: str, example: str) -> tuple[str, str]:
    """A spot price without its losses, or losses without the price."""
    return (f"`{stated}` is stated without `{missing}`", f"add `{example}`, or remove `{stated}`")


def points_of_power(points: int, wanted: int) -> tuple[str, str]:
    """A curve of power that has other points than tenths."""
    return (
        f"{points} points of power, and a curve in tenths has {wanted}",
        "write the watts when idle, at 10 %, 20 % ... and 100 % of the load, or none for a straight line",
    )


def power_falls(percent: int, power: float, than: str) -> tuple[str, str]:
    """A curve of power that falls."""
    return (f"the point at {percent} %, {power:g} W, is lower than {than}", "power rises with the load")


def number_of_cards(cards: int) -> tuple[str, str]:
    """No network card, or too many."""
    return (f"{cards} network cards", "write 1 to 32 cards, e.g. `cards: [1 Gbps]`")
