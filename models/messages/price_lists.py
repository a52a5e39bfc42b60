"""What is said of a list of prices."""

STEPS_WITHOUT_FIRST = ("steps without the price of what is below the first", "add `egress: ...`, what that costs a GB")


def currency_without_rate(currency: str, dollars: str) -> tuple[str, str]:
    """A list of prices in a currency whose rate is not known."""
    return (
        f"the currency {currency} stands without a rate, and servers and licences are priced in {dollars}",
        f"write the {dollars} that 1 {currency} costs, e.g. `usd_rate: 1.08`",
    )


def steps_fall(above: str, before: str) -> tuple[str, str]:
    """Steps of a price that do not rise."""
    return (
        f"a step above {above} follows one above {before}",
        "write the volumes of the steps from the smallest to the largest",
    )
