"""What the page of the months ahead says."""

ABOUT = (
    "When the farm of your plan is too small, what to order by when, and what that costs. Theory answers here; the"
    " command below simulates what a unit carries."
)
NO_DEMAND = "This scenario states no demand that could grow: state one on the page Plan."
# The heading of each question, what may be written, and what counts where nothing is, by the path that it changes.
QUESTIONS = {
    "growth.a_year": ("Growth a year", "How much the demand grows in a year: 30 %.", ""),
    "growth.low": ("At least", "The least that it may grow, with the confidence of the run: 10 %.", "as stated"),
    "growth.high": ("At most", "The most that it may grow: 60 %.", "as stated"),
    "supply.delivery": ("Delivery takes", "From an order until what was ordered serves.", "3 months"),
    "supply.risk": ("Too small at most", "The chance, in any one month, that the farm is too small.", "5 %"),
}
