"""What is wrong with a history of a demand, and what to write instead; and which files one may be in."""

from models.messages.template import problem, sentence

NO_VALUE = "no value in it", "write a time and a value on each line, below a heading"
ONE_COLUMN = "one column only", "write a time and a value on each line, below a heading"
NO_DEMAND = "no demand", "leave out what was not measured"
NO_TIME = "no time", "write seconds since 1970, or dates"
LONGER_STEP = "query a longer step, e.g. an hour"
NAME_A_FILE = "name a CSV file, or a JSON file of Prometheus, beside the scenario"
NOT_JSON = "not JSON to its end", "save the file again"
NOT_PROMETHEUS = (
    "not what Prometheus answers to query_range",
    "save the answer of /api/v1/query_range, or of the Wikimedia API for pageviews, as it is",
)
NO_THOUSANDS = "write numbers without points of thousands"
NO_KIND = "a table is the last kind, and reads everything"

PAGEVIEWS = "the answer of Wikimedia's API for pageviews, as JSON"
PROMETHEUS = "the answer of Prometheus to `query_range`, as JSON; several series add up"
TABLE = (
    "a table, as CSV or with tabs or semicolons, of Google Trends too: a column of times in any form (also"
    " 20150701, 2015070100, 9/14/2014, seconds or milliseconds since 1970, days of Excel) and one of values"
)


def months_missing(named: str, longest_gap: int) -> tuple[str, str]:
    """That too many months are missing."""
    remedy = f"at most {longest_gap} in a row may be, and a quarter of all; add them, or begin after them"
    return f"months are missing, or hardly measured: {named}", remedy


no_number = problem("an item has no number as its {key}", "save the answer of the API as it is")


def twice(line: int) -> tuple[str, str]:
    """That a time has two values."""
    remedy = "leave one of both, or add them up where both are parts of the demand"
    return f"it stands in line {line} already", remedy


not_a_table = problem("not a table: {error}", "save the file again")
no_such_column = problem('no column is called "{column}"', "there are {names}")
several_columns = problem("several columns of values: {names}", "name one, e.g. `history: {{..., column: {first}}}`")
both_marks = problem('decimal points and decimal commas: "{point}" and "{comma}"', "write all numbers in one way")


def too_short(months: str, start: str, held_back: int, needed: int) -> tuple[str, str]:
    """That less than a season is left before the months that are held back."""
    remedy = f"at least {needed} are needed, a season and those; add months, or write a smaller `hold_back`"
    return f"shorter than a season: {months} before {start}, of which {held_back} are held back", remedy


of_another_size = sentence("{month} of {file} has {last} in this unit, and the stated demand is {stated}")
did_you_mean_unit = sentence("did you mean `unit: {unit}`?")
