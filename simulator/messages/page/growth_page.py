"""What the page of the months ahead says."""

from models.messages.template import sentence

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
PAST = "Forecast from what the demand has been"
PAST_ABOUT = (
    "A file with times and values: a table, what Prometheus answers to query_range, or pageviews of Wikimedia. Or paste"
    " rows. Two years are needed, three tell a season. Its months become a part of the plan; the file is not kept."
)
FILE = "History"
PASTED, ROWS = "Or paste rows with a time and a value", "2024-01  3.1\n2024-02  3.3"
UNIT = "Unit of the values"
TAKES, TAKES_HELP = "Of a month counts", "Its peak, its 95th percentile, its mean; of a volume a day its sum."
COLUMN, COLUMN_HELP = "Column", "The heading of the values, where a table has several columns of them."
USE = "Use this history"
FORGET = "Forget the history"
HISTORY = "a forecast from its history"
NOTHING_SENT = ("nothing was sent", "choose a file, or paste rows")
rests_on = sentence("Forecast from its {months} months of {first} to {last}.")
