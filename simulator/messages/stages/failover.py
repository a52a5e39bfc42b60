"""What the stage of failing nodes says: of the load, of recovering, and why a unit cannot be watched."""

AS_BOUGHT = "the demand, all servers up"
SPARES_DOWN = "what the unit can serve with its spares down"
CAPACITY_NOT_SOUGHT = "what the nodes carry has not been sought"
ONE_NODE = "one node has no other to take over", "write at least 2"
SPLIT_CONTENT = (
    "what a node holds moves to the others when it dies, which `survive` does not know",
    "write another policy, e.g. least-connections, behind which each node keeps a copy",
)


def or_share(remedy: str) -> str:
    """How a load is written: as a rate, as `remedy` says, or as a share."""
    return f'{remedy}, or a share of what a server carries, e.g. "60 %"'


def not_recovered(replications: int, of: int) -> str:
    """In how many replications it is not as it was before."""
    return f"not as before at the end of the watch in {replications} of {of} replications"
