"""Headings, columns and pictures of a unit whose nodes fail."""

from models.messages.template import sentence

NODES = "Open sessions of each node"
by_servers_down = sentence("A year by how many {what} are down")
BREAKS = "What is missed, and for how long"
SESSIONS = "Sessions: open + came = completed + lost + open; reset + sent to a dead node = connected anew + lost"
OPEN_BEFORE = "open before the first event"
OPEN_AFTER = "open at the end"
RESET = "times a request was reset with its node"
SENT_TO_DEAD = "times sent to a dead node"
SINCE = "from the first event"
LOST_BY = "by dead nodes and by limits"
title = sentence("{scenario}: a unit when nodes fail")


def phases(group: str, node: str) -> str:
    """The heading of the phases of a unit, or of a group of its nodes, with a space behind its name."""
    return f"The {f'{node}s of' if group else 'unit'} {group}phase by phase; figures are those of a {node} that serves"


chart = sentence("{title} of the unit over time, with intervals; dashed lines mark where nodes go and come back.")
