"""What the stage of failing nodes says: of the load, of recovering, and why a unit cannot be watched."""

from models.messages.template import sentence

as_bought = sentence("the demand, all {node}s up")
SPARES_DOWN = "what the unit can serve with its spares down"
CAPACITY_NOT_SOUGHT = "what the nodes carry has not been sought"
ONE_NODE = "one node has no other to take over", "write at least 2"
SPLIT_CONTENT = (
    "what a node holds moves to the others when it dies, which `survive` does not know",
    "write another policy, e.g. least-connections, behind which each node keeps a copy",
)
or_share = sentence('{remedy}, or a share of what a server carries, e.g. "60 %"')
not_caught_up = sentence(
    "more jobs than before are left at the end of the watch in {replications} of {of} replications"
)
not_recovered = sentence("not as before at the end of the watch in {replications} of {of} replications")
