"""Headings, columns, pictures and the basis of the months ahead."""

from models.messages.template import sentence

LIMITS = "When each limit is reached"
SNAPSHOTS = "The months in which orders begin to serve"
UNITS_AT_END = "Units at the end"
DEMAND = "Demand and what carries it"
DEMAND_CHART = "The demand by months with its interval, and the steps of what carries it; the table has the figures."
CARRIED_WITH_ORDERS = "carried, with the orders"
FROM_START = "there at the start"
PAID_OR_RENTED = "paid off or rented"
demand_interval = sentence("demand, {share} of its courses")


def basis(samples: int, draws: int) -> str:
    """From how many replications and draws the figures are."""
    how = f"{samples} replications for what a unit carries" if samples else "by theory"
    return f"{how}; {draws:,} draws of the demand"
