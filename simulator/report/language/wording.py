"""How words are put beside names and counts: the verb agrees with its noun, and one noun is not two."""

from models.quantities.writing import counted as counted
from simulator.rollup.limits import Limit

_PLURAL = {"is": "are", "comes": "come"}


def verb(limit: Limit, singular: str) -> str:
    """A verb as it goes with a limit: "binds" of the CPU is "bind" of the disks."""
    return _PLURAL.get(singular, singular.removesuffix("s")) if limit.plural else singular


def told(limit: Limit, article: str = "the") -> str:
    """A limit with its article and what it is: "the disks (6 disks, 9 ms a read)"."""
    return f"{article} {limit.name} ({limit.limit})"
