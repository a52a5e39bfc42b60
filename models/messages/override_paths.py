"""What is said of values that are given in place of those of a file."""

from models.messages.template import problem, sentence

NO_PARAMETER = "no parameter is called so"
NO_SUCH_ITEM = "there is no such item"
EMPTY_LIST = "the list is empty"
ITEMS_HAVE_NUMBERS = "the items of a list are called by their numbers"
path_too_long = sentence("a path has at most {longest} characters, such as server.ram")
two_sizes = problem(
    "`{way}` is given too, and each of them sizes the farm",
    "keep one: `{other}={other_value}`, or `{way}={value}`",
)
items_from_to = sentence("the last is {key}[{last}], the first {key}[0]")
