"""What is said of a timetable of failures."""

from models.messages.template import problem, sentence

NO_OTHER_TIERS = "leave it out: there are no other tiers"
OTHER_TIME_OR_FEWER = "write another time, or fewer nodes `together`"
PAUSES_OF_NONE = (
    "clients could go from node to node at the same moment: some pauses would be none",
    "write less, e.g. 90 %",
)
NO_PAUSE_BETWEEN_NODES = (
    "clients that are refused would go from node to node at the same moment",
    "write how long they pause, e.g. 1 s",
)
nodes_in_unit = sentence("there are {nodes} nodes in the unit")
servers_from_on = problem(
    "{servers}, {most} of them from {noun} {first} on",
    "write at most {most}, or begin with another {noun}",
)
tier_dies_or_slows = problem(
    "a server of another tier dies or is slow, not {what}",
    "write dies, or slow: one that hangs works at a speed of 1 %",
)
tier_already = problem(
    "{server} is {state} until {until} already, by outage {outage}",
    "write at least {until}, or another server",
)
away_already = problem(
    "node {node} is away from {since} to {until} already, by outage {outage}",
    "write at least {until}, or another node",
)
crowd_already = problem(
    "the crowd of outage {outage} is there until {until}",
    "write at least {until}, or one crowd of both",
)
no_node_left = sentence("leaves no node of {nodes} at {at}: all {count} are away then")
