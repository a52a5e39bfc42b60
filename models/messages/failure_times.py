"""What is said of failures of nodes."""

from models.messages.template import problem

DOWN_AS_LONG_AS_UP = ("a node would be down as long as it is up", "write less than `mtbf`")
too_many_outages = problem("{outages} outages", "write at most {most}")
one_without_other = problem(
    "{stated} says nothing without {missing}",
    "add `{missing}: ...`, or write `{stated}: none`",
)
