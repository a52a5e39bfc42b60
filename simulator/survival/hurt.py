"""Whom it hurts: what became of the sessions, by cause, counted one by one so that they add up."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.engines.tally import Tally
from simulator.network.cluster import NODE_DOWN
from simulator.survival.watched import Watched


@dataclass(frozen=True)
class Hurt:
    """The sessions of one replication from the first event to the end, whole numbers.

    open_before + came = completed + the sum of lost + open_after. lost: by cause, sessions that were turned away once
    too often, or whose request failed for good. reset: requests that were under way in a node when it died;
    sent_to_dead: times that a session was sent to a dead node, or to none; both together are came_again, times that its
    client connected anew, and lost by NODE_DOWN. there: sessions that were at a node when it died.
    """

    open_before: int
    came: int
    completed: int
    lost: Mapping[str, int]
    open_after: int
    reset: int
    sent_to_dead: int
    there: int

    @property
    def lost_with_node(self) -> int:
        """Sessions that were lost because a node was dead."""
        return self.lost[NODE_DOWN]

    @property
    def came_again(self) -> int:
        """Times that somebody who met a dead node connected anew."""
        return self.reset + self.sent_to_dead - self.lost_with_node

    @property
    def adds_up(self) -> bool:
        """Whether nobody is missing, and nobody is counted twice."""
        ended = self.completed + sum(self.lost.values())
        counts = (self.came_again, *self.lost.values())
        return self.open_before + self.came == ended + self.open_after and min(counts) >= 0


def hurt(watch: Watched, tally: Tally) -> Hurt:
    """What became of the sessions of a replication from the window of the first event on."""
    first = min(watch.window_at(watch.begins), watch.plan.windows)

    def grown(*name: str) -> int:
        column = tally.column(*name)
        return round(float(column[-1] - column[first]))

    causes = watch.network.causes
    # Who is refused may come again; who gives up, or whose request fails for another cause, is lost.
    lost = {cause: grown("cause", cause, "gave up") + grown("cause", cause, "failed") for cause in causes}
    open_sessions = tally.column("sessions", "open")
    open_before, open_after = round(float(open_sessions[first])), round(float(open_sessions[-1]))
    came, completed = grown("sessions", "offered"), grown("sessions", "completed")
    # A request that failed with its node is lost only if its client did not come again.
    others = sum(count for cause, count in lost.items() if cause != NODE_DOWN)
    lost[NODE_DOWN] = open_before + came - completed - others - open_after
    return Hurt(
        open_before=open_before,
        came=came,
        completed=completed,
        lost=lost,
        open_after=open_after,
        reset=grown("cause", NODE_DOWN, "failed"),
        sent_to_dead=grown("cause", NODE_DOWN, "refusals"),
        there=_there(watch, tally),
    )


def _there(watch: Watched, tally: Tally) -> int:
    """Sessions that were at a node at the edge of the window in which it died."""
    column = tally.edges[:, :, tally.columns.index(("sessions", "open"))]
    deaths = ((watch.window_at(each.dies), each.node) for each in watch.away if each.dies is not None)
    return round(sum(float(column[window, node]) for window, node in deaths))
