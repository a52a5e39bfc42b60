"""What is said of growth, and of the hours of a day of autoscaling."""

from models.messages.template import problem

NO_RATE = ("nothing says how the demand grows", "write `a_year: 40 %`, a `table`, `streams` or `history`")
NOTHING_LEFT = ("at such a growth nothing is left of the demand", "write more than -100 %, e.g. -5 %")
TWO_RATES = ("the growth is stated in 2 ways: a_month and a_year", "state it in one of them")
RANGE_OF_NO_RATE = ("a range of no growth is stated", "add `a_month: ...` or `a_year: ...`")
RATE_OUTSIDE_ITS_RANGE = ("the range does not hold the growth", "write low <= growth <= high")
MONTHS_GO_BACK = ("its months do not go forward", "write each month once, the earliest first")
HISTORY_AND_RATE = ("a history is there, and a growth is stated too", "keep one of them, or `history: none`")
FILE_OR_MONTHS = (
    "a history has a file, or the first of its months and what each was",
    "write `file: traffic.csv`, or `since: 2024-01` and `months: [3.1, 3.3, none, 3.4]`, and not both",
)
STREAMS_AND_RATE = ("streams are there, and a growth of all of it too", "state the growth of each stream")
months_of_season = problem("a season of {months} months", "write 12 factors, January first, or []")
days_of_week = problem("a week of {days} days", "write 7 factors, Monday first, or []")
too_many_streams = problem("{streams} streams", "write at most {most}")
shares_of_streams = problem("the shares of the streams sum to {percent:.6g} %", "make them sum to 100 %")
begins_before = problem("it begins before the demand does", "write months after {start}, where the demand is stated")
stream_without_rate = problem("nothing says how the stream {stream} grows", "add its `a_month: ...` or `a_year: ...`")
table_ends_early = problem(
    "the table ends with {last}, before the horizon of {months} months does",
    "add months, shorten `horizon`, or write `a_year: ...`, at which it goes on",
)
hours_of_day = problem("a day of {hours} hours", "write {wanted} factors, midnight first")
maximum_below_minimum = problem(
    "a maximum of {maximum:,} is below the minimum of {minimum:,}",
    "write a maximum that is no smaller",
)
NO_STEPS = ("steps go up and down", "write at least one step of `more` and one of `fewer`")
steps_overlap = problem(
    "more servers above {above:.6g} %, and fewer below {below:.6g} %: they would come and go",
    "write uses of `more` above those of `fewer`",
)
servers_of_day = problem("a day of {hours} hours", "write {wanted} numbers of servers, midnight UTC first")
two_policies = problem("{first} and {second} are 2 policies of one farm", "keep one of them")
schedule_out_of_range = problem(
    "{servers:,} servers at an hour, and {minimum:,} to {maximum:,} are allowed",
    "write numbers in that range, or correct `minimum` or `maximum`",
)
