"""What is said of a timetable of failures."""

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


def nodes_in_unit(nodes: int) -> str:
    """How many nodes there are."""
    return f"there are {nodes} nodes in the unit"


def servers_from_on(servers: str, most: int, noun: str, first: int) -> tuple[str, str]:
    """More servers in a row than there are from the first one on."""
    return (f"{servers}, {most} of them from {noun} {first} on", f"write at most {most}, or begin with another {noun}")


def tier_dies_or_slows(what: str) -> tuple[str, str]:
    """What does not happen to servers of other tiers."""
    return (
        f"a server of another tier dies or is slow, not {what}",
        "write dies, or slow: one that hangs works at a speed of 1 %",
    )


def tier_already(server: str, state: str, until: str, outage: int) -> tuple[str, str]:
    """A server that is slow or away twice at a time."""
    return (
        f"{server} is {state} until {until} already, by outage {outage}",
        f"write at least {until}, or another server",
    )


def away_already(node: int, since: str, until: str, outage: int) -> tuple[str, str]:
    """A node that is away twice at a time."""
    return (
        f"node {node} is away from {since} to {until} already, by outage {outage}",
        f"write at least {until}, or another node",
    )


def crowd_already(outage: int, until: str) -> tuple[str, str]:
    """Two crowds at a time."""
    return (f"the crowd of outage {outage} is there until {until}", f"write at least {until}, or one crowd of both")


def no_node_left(nodes: str, at: str, count: int) -> str:
    """Maintenance of all nodes at a time."""
    return f"leaves no node of {nodes} at {at}: all {count} are away then"
