"""What is said of dates and months."""

from models.messages.template import sentence

NAMES_OF_MONTHS = "dates with names of months"
NOT_TOLD_APART = ("days and months cannot be told apart", "write the year first, e.g. 2026-07-14")
MONTH_EXPECTED = ("expected a month", 'write year and month, e.g. "2026-07"')
read_as = sentence("dates are read as {form}, for they go on in even steps so")
