"""What is said of the hours of a day, and of crowds and floods in it."""

from models.messages.template import problem, sentence

UNSTATED_RISE = " where none is written"
LAST_2_S = "let it last 2 s or longer"
hours_with_gap = problem("a day of {hours} hours has a gap", "write {wanted} factors, midnight first")
weekdays_with_gap = problem("a week of {days} days has a gap", "write {wanted} factors, Monday first")
beyond_midnight = problem("{what} goes on beyond midnight", "let it end within the day")
rise_of_half = sentence("write `rise: {half}`, half of `lasts`, or less")
longer_than_it_lasts = sentence("a crowd comes and goes for longer than it lasts: {lasts}")
