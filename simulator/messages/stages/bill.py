"""How the items of a bill are counted, in words."""

from collections.abc import Sequence

from models.messages.template import sentence
from models.quantities.formatting import listed

ALL_MONTH = "as if the demand were there all month"
BY_THEORY = "the hit ratios of theory"
MEASURED = "what was measured on the link to the origin"
paid_off = sentence("paid off over {years:g} years at {interest:g} % a year")
hosting = sentence("{power:g} {currency} a kW provisioned and {space:g} {currency} a rack unit")
licence_of_cores = sentence("{price:,.4g} {currency} a core and month, {cores} cores a server")
by_peak_to_mean = sentence("the demand / {ratio:.4g}, its peak to mean")
bandwidth = sentence("{price:g} {currency} a Mbps of the demand")
by_links = sentence("{links} links of the site, {percentile}")
AT_PEAK = "the demand at its peak taken for their 95th percentile, for no day is stated"
by_percentile = sentence("their 95th percentile {percent:.4g} % of the peak by the stated day")
a_gb_fetched = sentence("{price:.4g} {currency} a GB that is fetched, {month}")
answers_leaving = sentence("{basis}; answers to servers that are bought, as large as responses")
by_steps = sentence(
    "by steps: {average:.3g} {currency} a GB on average of the month's {volume}, {next_one:g} for one more"
)


def taken_back(at_spot: float, percent: float) -> str:
    """How many instances are taken back; at_spot: % of them that are rented at spot prices."""
    which = f"{at_spot:g} % of them at spot prices, of which" if at_spot < 100.0 else "of which"
    return f", {which} {percent:g} % are taken back within a month"


def between_zones(price: float, currency: str, calls: float, copies: float, answers_unstated: bool) -> str:
    """What crosses between zones; calls, copies: GB a month."""
    volume = f"{calls:,.0f} GB of calls" + (f" and {copies:,.0f} GB of replication" if copies else "")
    unstated = "; calls that state no `answer` count as none" if answers_unstated else ""
    return f"{volume} a month, {price:g} {currency} a GB in each direction{unstated}"


def volumes(each: float, currency: str) -> str:
    """What the volumes of an instance cost."""
    return f"{each:,.2f} {currency} an instance: size, and operations and MB/s beyond those included"


a_thousand_requests = sentence("{price:.4g} {currency} a thousand objects that are fetched")
a_thousand_writes = sentence("{price:.4g} {currency} a thousand objects that are written")


def requests(billed: Sequence[str], month: str) -> str:
    """What is paid for requests to the origin; month: how they are taken through a month."""
    return f"{listed(list(billed))}, {month}"


def links_down(names: Sequence[str]) -> str:
    """Links that are down, as a state of the farm; "" where none is."""
    return f"{listed(list(names))} down" if names else ""
