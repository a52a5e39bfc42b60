"""How the items of a bill are counted, in words."""

ALL_MONTH = "as if the demand were there all month"
BY_THEORY = "the hit ratios of theory"
MEASURED = "what was measured on the link to the origin"


def paid_off(years: float, interest: float) -> str:
    """How a price is paid off; interest: % a year."""
    return f"paid off over {years:g} years at {interest:g} % a year"


def hosting(power: float, currency: str, space: float) -> str:
    """What power provisioned and rack units cost a month."""
    return f"{power:g} {currency} a kW provisioned and {space:g} {currency} a rack unit"


def licence_of_cores(price: float, currency: str, cores: int) -> str:
    """What is licensed by the core."""
    return f"{price:,.4g} {currency} a core and month, {cores} cores a server"


def taken_back(percent: float) -> str:
    """How many instances are taken back."""
    return f", of which {percent:g} % are taken back within a month"


def by_peak_to_mean(ratio: float) -> str:
    """How a demand is taken through a month."""
    return f"the demand / {ratio:.4g}, its peak to mean"


def bandwidth(price: float, currency: str) -> str:
    """What bandwidth costs."""
    return f"{price:g} {currency} a Mbps of the demand"


def a_gb_fetched(price: float, currency: str, month: str) -> str:
    """What is paid for what is fetched; month: how it is taken through a month."""
    return f"{price:.4g} {currency} a GB that is fetched, {month}"


def answers_leaving(basis: str) -> str:
    """How egress of another tier is counted."""
    return f"{basis}; answers to servers that are bought, as large as responses"


def by_steps(average: float, currency: str, volume: str, next_one: float) -> str:
    """How a volume of a month is billed by steps: what a GB costs on average, and what one more costs."""
    return f"by steps: {average:.3g} {currency} a GB on average of the month's {volume}, {next_one:g} for one more"
