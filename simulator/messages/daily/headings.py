"""Headings, cards, tables and pictures of a day."""

from models.messages.template import sentence
from simulator.messages.numbers import plain_number

WEEK = "Days of the week"
ACCURACY = "How far off the method is"
SPARES_DOWN = "With its spares down"
WINDOWS = "Windows simulated request by request, and how far off the loads are there"
ORDINARY_DAYS = "Ordinary days of the week, without what happens on the day above"
X_AXIS = "hour of the day"


def minutes_unknown(minutes: float) -> str:
    """How much of the day is not known, beside the minutes outside the targets."""
    return f"and {plain_number(round(minutes, 1))} min not known"


def share_of_peak(mean: float) -> str:
    """The mean demand of a day beside that of its peak."""
    return f"{mean * 100.0:.0f} % of the demand of the peak on average"


hours = sentence("A {node} at each full hour, by its load")
chart = sentence("{title} of a {node} over the day, with intervals; dashed lines mark what happens.")
