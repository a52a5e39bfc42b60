"""What the gallery of measured systems comes to, and what is wrong with one of its tables."""

from models.messages.template import problem, sentence
from models.quantities.formatting import count_text

TITLE = "The gallery of measured systems"
HOW = (
    "Each system is fitted by `calibrate` on its rows of least load, and every other row is predicted from that alone,"
    " with its 90 % interval: the error of what was fitted, and how far off such models were in the other tables as far"
    " beyond what was measured. A system that its rows do not tell is named, and not guessed."
)
HOW_A_THIRD = (
    "Which third is chosen by the loads alone: of three to five rows the one in the middle, of six to eight the least"
    " load and the one nearest to four users a core (the largest where cores are not known), of more the least, the"
    " largest and others evenly along the logarithm between. All other rows are predicted as `calibrate` predicts at"
    " any load: by the server that is fitted, moved by what the rows beside leave of it, percentiles by how responses"
    " spread around their mean in the rows beside. Intervals are by the errors of the other tables, and wider where"
    " theory is far above the straight line between the rows on logarithmic scales: a server bends sooner than theory"
    " says."
    " Four users a core, and that priors count up to two rows, were chosen with the errors of these tables in sight, so"
    " that a system which nobody has seen may be predicted a little worse."
)
MADE = "Made by `headroom validate gallery --markdown docs/gallery.md`."
NOTHING_PREDICTED = "No figure could be predicted."
# Headings, columns and names of rows.
HOW_FAR_BEYOND = "How far beyond what was measured"
NINE_IN_TEN = "nine in ten within"
WITH_ONE_SPREAD, ENDS_APART_THEN = "with one spread: in the interval", "its ends apart then"
NO_MORE_WORK = "no more work than measured"
FROM_A_THIRD, BEYOND_ROWS = "Predicted from a third of the rows", "Predicted beyond the rows of least load"
BY_SYSTEM_THIRD, BY_SYSTEM = "By system, from a third of the rows", "By system, beyond the rows of least load"
PICTURE, LOAD_AXIS = "How far off, by how far beyond", "load, in times the largest that was fitted"
# What is wrong with a table, and what to write instead.
HEADING_AND_COLUMN = "a heading and its column on each line"
COLUMN_AND_END = "one column and how far its rows are fitted"
SYSTEM_AND_REASON = "a system and the reason on each line"
NAMES_OF_COLUMNS = "the names of the columns"
NOT_ONE_COLUMN = ("expected one column and a number", "write e.g. {threads: 16}")
NO_CORES = ("expected a whole number", "write how many cores it has")
FIGURES_IN_ROWS = ("a gallery has its figures in its rows", "leave the column `file` out")
cells_unlike_columns = problem(
    "this row has {cells} cells, and there are {columns} columns",
    "write one cell for each column",
)
no_number = problem("{column} is no number", "write what it was")


def accuracy_text(figures: int, ends_apart: str, inside: str, half: str, nine_in_ten: str) -> str:
    """How many figures lay in their intervals, and how far off they were, as shares."""
    return (
        f"Of {count_text(figures, 'figure')} that took no part in a fit {inside} lie within their 90 % intervals, whose"
        f" upper end is {ends_apart} times the lower in the median. Half of the predictions are within {half}, nine in"
        f" ten within {nine_in_ten}."
    )


outside_of_model = sentence("Outside of what is modelled: {name}: {why}.")
growth_text = sentence(
    "Distance is the requests/s predicted, in times the most that a fitted row did: users beyond those of a full"
    " server add none. Errors that do not grow with it would look like these with {by_work} probability; by the load"
    " in times the largest, with {by_load}. The variance of log(predicted / measured) is taken as ({share:.2g} x that"
    " of the rows)^2 + {near:.2g} + {growth:.2g} x log(distance)^2, with the tails of Student's t of 4 degrees of"
    " freedom. That is of the greatest likelihood over all tables that ship, each system counted once; for a table of"
    " them, the law of the others is used."
)


def third_text(systems: int, inside: str, ends_apart: str, halves: str) -> str:
    """How far off figures were that were predicted from a third of the rows. halves: by measure, the error that half
    of its figures are within."""
    return (
        f"Fitted on a third of their rows or fewer, {count_text(systems, 'system')} are predicted at all other loads:"
        f" half of the figures within {halves}. Of all of them {inside} lie within their 90 % intervals, whose upper"
        f" end is {ends_apart} times the lower in the median."
    )


def outside_text(outside: int, looked_full: int) -> str:
    """How many figures lie outside, and of how many the server looked full and then did more."""
    return (
        f"Of {count_text(outside, 'figure')} outside, {looked_full} are of servers that looked full in their rows and"
        " then did more. Rows of one system are wrong together, so that the share of a table with few systems says"
        " little."
    )


common_ceiling = sentence(
    "{systems} of {table} stop within 3 % of {rate} requests/s, though they differ at less load: the load generator"
    " that they share may have stopped them, so that their limits are not told."
)
picture_text = sentence(
    "{points:,} figures, predicted over measured, by how far their load lies beyond what was fitted."
)
