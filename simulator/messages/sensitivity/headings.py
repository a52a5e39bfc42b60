"""Headings, columns and pictures of what matters, and on what its figures rest."""

from models.messages.template import sentence

COST = "Monthly cost, exact units"
LEFT_OUT = "Ranges that are left out"
AT_LOW_END, AT_HIGH_END = "change at the low end", "change at the high end"
IF_KNOWN = "95 % of the answers if it were known"
CHART = "Bars from the present answer to those at both ends of each range; the table below has the figures."
carries = sentence("What a {node} carries")
one_at_a_time = sentence("{answer}: change over one range at a time, {unit}")
all_at_once = sentence("{answer}: shares of the variance, all ranges at once (95 % within {spread})")


def basis(searches: int, replications: int) -> str:
    """From how many searches and replications the figures are."""
    return f"{searches} searches for a capacity, {replications} replications each" if searches else "by theory"
