"""What stops a server at the largest load within its targets, by name: the bottleneck that every command tells."""

from dataclasses import dataclass
from typing import Protocol

from models.parts.targets import Targets
from models.quantities.formatting import number
from simulator.experiment.limits import Limit
from simulator.targets import LABELS, Target


class AtLargestLoad(Protocol):
    """A server at its largest load: the limit that stops more, and the target that is missed beyond."""

    @property
    def stop(self) -> Limit | None:
        """The limit behind the target; None where none is known."""

    @property
    def target(self) -> Target | None:
        """The target that is missed beyond; None where none is."""


@dataclass(frozen=True)
class StoppingLimit:
    """What stops more load: its name, and what it is; is_target: whether a target alone does, with no limit that is as
    much as the target allows."""

    name: str
    limit: str
    is_target: bool = False


SESSIONS = f"target of {LABELS[Target.CONNECTIONS]}"
NOTHING_KNOWN = StoppingLimit("", "")


def stopping_limit(server: AtLargestLoad, targets: Targets | None = None) -> StoppingLimit:
    """The limit that stops a server, or the target of open sessions, which is a ceiling by itself: whatever limit is
    used most there, none has to be full for it. NOTHING_KNOWN where nothing is known to stop it. targets: where it is
    to be told how many sessions those are."""
    if server.target is Target.CONNECTIONS:
        allowed = targets.connections if targets is not None else None
        return StoppingLimit(SESSIONS, f"{number(allowed)} a server" if allowed is not None else "of a server", True)
    return StoppingLimit(server.stop.name, server.stop.limit) if server.stop else NOTHING_KNOWN
