"""What stops a server at the largest load within its targets, by name."""

from dataclasses import dataclass

from models.parts.targets import Targets
from models.quantities.formatting import number
from simulator.experiment.server_capacity import ServerCapacity
from simulator.targets import LABELS, Target


@dataclass(frozen=True)
class StoppingLimit:
    """What stops more load: its name, and what it is; is_target: whether a target alone does, with no limit that is as
    much as the target allows."""

    name: str
    limit: str
    is_target: bool = False


NOTHING_KNOWN = StoppingLimit("", "")


def stopping_limit(carried: ServerCapacity, targets: Targets) -> StoppingLimit:
    """The limit that stops a server, or the target of open sessions, which is a ceiling by itself: whatever limit is
    used most there, none has to be full for it. NOTHING_KNOWN where nothing is known to stop it."""
    if carried.target is Target.CONNECTIONS and targets.connections is not None:
        return StoppingLimit(f"target of {LABELS[Target.CONNECTIONS]}", f"{number(targets.connections)} a server", True)
    return StoppingLimit(carried.stop.name, carried.stop.limit) if carried.stop else NOTHING_KNOWN
