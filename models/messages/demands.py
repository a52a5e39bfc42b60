"""What is said of a demand."""

from models.messages.template import problem

NO_UNIT = "which unit? a demand needs one"
NO_SUCH_UNIT = "no demand has this unit"
TWO_ENDS = "a range has two ends, and a likeliest value at most"
not_stated = problem("nothing says how much", "state one of {ways}, or write `demand: none`")
stated_in_ways = problem("stated in {count} ways: {ways}", "state it in one of them")
volume_without_peak = problem(
    "volume_a_day says nothing of the busiest time",
    "add `peak_to_mean: ...`, the traffic at the peak in times the mean of the day, e.g. 3{or_a_rate}",
)
