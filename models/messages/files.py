"""What is said of a file that cannot be read, or of a column of values in it."""

from models.messages.template import problem, sentence

# What no text of a file can mean: a null character ends a text of the system, half of a character is none.
NO_TEXT = (
    "this has a null character or half of a character, which no text can have",
    "write it in letters, without \\0 and \\ud800 to \\udfff",
)
NO_CATALOGUE = ("there is no such folder", "name a folder that holds servers/, prices/ or the like")
VALUES_EXAMPLE = "start with a line such as `size (kB)` or `size (kB),count`"
IS_A_FOLDER = "this is a folder, not a file"
NO_SUCH_FILE = "there is no such file"
NO_PERMISSION = ("this file may not be read", "change its permissions")
HALF_A_CHARACTER = "half of a character is in no path"
NULL_CHARACTER = "a null character is in no path"
LARGER_THAN_A_SCENARIO = ("this file is larger than 1 MiB", "a scenario has a few kB; is this another file?")
BINARY = ("this is a binary file", "a scenario is a YAML text")
NOT_UTF_8 = ("this is not UTF-8 text", "save it as UTF-8")
EMPTY_SCENARIO = ("this file is empty", "start with `scenario: NAME`")
NO_YAML_FILES = "the folder has no YAML files"
NO_FILE_OF_VALUES = ("this can be no file", "write the name of a CSV file beside the scenario")
UNREADABLE = "this file cannot be read"
NAME_A_CSV_FILE = "write the name of a CSV file beside the scenario"
LARGER_THAN_VALUES = ("this file is larger than 16 MiB", "a sample of some thousand values says as much")
VALUES_NOT_UTF_8 = ("this is not UTF-8 text", "save it as CSV in UTF-8")
EMPTY = "this file is empty"
NO_VALUE_ABOVE_0 = ("no value above 0 is in this file", "write one in a line below the heading")
OTHER_COLUMNS = (
    "columns beside the values that are no counts",
    "keep the column of the values, and one called `count` that says how often each occurs",
)
NOT_A_NUMBER = ("not a number", "write numbers only below the heading, which has their unit")
NEGATIVE_VALUE = ("must not be negative", "write what can be drawn: 0 or more")
unreadable = problem("this file cannot be read ({reason})", "check the path")
path_too_long = sentence("a name in a path has at most {longest_name} bytes, and a path {longest_path:,}")
name_one_of = sentence("name one of its files, e.g. {example}")
other_columns = problem("expected {expected} columns", "write as many as the heading has")
value_too_large = problem("too large", "allowed is up to {most:g} {unit}")
no_unit_in_heading = sentence("no heading says in which unit the values are ({units})")
