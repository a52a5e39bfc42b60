"""What is wrong with a file of measurements, or with a table of one's own, and what to write instead."""

from models.messages.template import problem, sentence

NOT_A_NUMBER, NOT_FINITE = "not a number", "not a finite number"
LEAVE_LINE_OUT = "leave the line out, or save the file again"
AS_MEASURED = "write the number as it was measured"
OR_EMPTY = "write a number, or leave the cell empty"
READ_WITH_COMMA = "numbers are read with a decimal comma"

# Files.
NO_FILE = ("there is no such file", "check the path")
FILE_TOO_LARGE = (
    "this file is larger than 256 MiB",
    "save counters in several files; for access logs there is `calibrate log`",
)
NO_TEXT, FILE_EMPTY = "this is no text", "this file is empty"
WORKBOOK = (
    "a workbook of Excel",
    'save its sheet as CSV, with a heading such as "CPU %" or "requests/s" above each column;'
    " of Azure save what `az monitor metrics list` answers",
)
LET_LOADS_HOLD = "save a test in which each load holds for a while"
LET_LOAD_HOLD = "save a test in which its load holds"
SEVERAL_LOADS = ("a row stands for one load, and this file has several", "name the file of one load")
unreadable_file = problem("this file cannot be read ({reason})", "check the path")
known_files = sentence("known are tables, and what is written by {tools}")


def unknown_kind(kind: str, headings: str, tools: str) -> tuple[str, str]:
    """Of a JSON or a text of no kind that is known; with its headings where it may be a table, else ""."""
    of_table = f', and none of its headings ("{headings}") is one of a table' if headings else ""
    remedy = f"known are tables with units in their headings, and what is written by {tools}"
    return f"this {kind} is of no known kind{of_table}", remedy


def unlike_its_kind(kind: str, reason: str) -> tuple[str, str]:
    """Of a file in which other things stand than its tool writes."""
    told = f"this is {kind}, but not as its tool writes it ({reason})"
    return told, "save it again, and change nothing in it"


# Headings.
UNKNOWN_HEADING = (
    "not a heading that is known",
    "write one of requests/s, users, threads, Mbps, kB, CPU %, mean ms, p95 ms, max ms, errors %, think s, connections,"
    " hit ratio %, disk reads/s, disk MB/s, cache GB, NAME/s; a heading `note` is passed over",
)
_OTHER_UNIT = "this unit is not one of the quantity"
UNIT_OF_NO_TIME = (_OTHER_UNIT, "a time has s, ms or us")
UNIT_OF_NO_SHARE = (_OTHER_UNIT, "a share has %")
heading_without_unit = problem("this heading has no unit", 'write e.g. "{example}"')
same_quantity = problem('"{heading}" is the same quantity, so that units are mixed', "leave one of them out")


# Rows and cells.
NO_ROWS = ("this table has no rows", "write a line of headings with units, and a row for each load")
UNIT_IN_CELL = ("a unit in a cell: units are mixed", "write units in the heading only, one for the column")


def cells_unlike_headings(cells: int, headings: int) -> tuple[str, str]:
    """Of a row with so many cells under so many headings."""
    told = f"this row has {cells} cells, and there are {headings} headings"
    return told, "write one cell under each heading, empty where nothing was measured"


# Decimal marks.


other_mark = problem("not a number with a decimal {mark}", "write all numbers in one way, or say --decimal")


def comma_beside_point(number: str) -> tuple[str, str]:
    """Of a number with a comma, beside one with a point."""
    told = f'a decimal comma here, and a decimal point in "{number}"'
    return told, "write all numbers in one way, or say --decimal . or --decimal ,"


both_marks = problem('"{comma}" has a decimal comma, and "{point}" a decimal point', "say --decimal . or --decimal ,")


def read_with_comma(number: str, value: str) -> str:
    """How a number was read."""
    return f'{READ_WITH_COMMA}: "{number}" is {value}; `--decimal .` says otherwise'


ambiguous_number = problem('"{number}" may be {both}', "say which")
read_as = sentence('"{number}" is read as {value}, for otherwise no server could have these rows')
