"""Whom it hurts: what became of the sessions, by cause, counted one by one so that they add up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from simulator.engines.tally import Tally
from simulator.failover.failure_run import FailureRun
from simulator.network.cluster import NODE_DOWN, TIER_DOWN


@dataclass(frozen=True)
class SessionOutcomes:
    """The sessions of one replication from the first event to the end, whole numbers.

    open_before + came = completed + the sum of lost + open_after. lost: by cause, sessions that were turned away once
    too often, or whose request failed for good. reset: requests that were under way in a node when it died;
    sent_to_dead: times that a session was sent to a dead node, or to none; of both together came_again is how often its
    client connected anew, the others are lost by NODE_DOWN. there: sessions that were at a node when it died.
    met_server: requests that met a dead server of another tier; tried_again: those of them that were tried again.
    gave_up: by limit, tries of requests that waited there for too long, for good or not.
    """

    open_before: int
    came: int
    completed: int
    lost: Mapping[str, int]
    open_after: int
    reset: int
    sent_to_dead: int
    came_again: int
    there: int
    met_server: int = 0
    tried_again: int = 0
    gave_up: Mapping[str, int] = field(default_factory=dict)

    @property
    def lost_with_node(self) -> int:
        """Sessions that were lost because a node was dead."""
        return self.lost[NODE_DOWN]

    @property
    def adds_up(self) -> bool:
        """Whether nobody is missing, and nobody is counted twice."""
        ended = self.completed + sum(self.lost.values())
        met = self.came_again + self.lost_with_node
        return self.open_before + self.came == ended + self.open_after and self.reset + self.sent_to_dead == met


def session_outcomes(watch: FailureRun, tally: Tally) -> SessionOutcomes:
    """What became of the sessions of a replication from the window of the first event on."""
    first = min(watch.window_at(watch.begins), watch.plan.windows)

    def grown(*name: str) -> int:
        column = tally.column(*name)
        return round(float(column[-1] - column[first]))

    causes, open_sessions = watch.network.causes, tally.column("sessions", "open")
    # Who is refused may come again; who gives up, or whose request fails for good, is lost.
    names, lost, gave_up = watch.network.limit_names, Counter[str](), Counter[str]()
    for cause in causes:
        lost[names.get(cause, cause)] += grown("cause", cause, "gave up") + grown("cause", cause, "failed")
    for pool in (pool for pool in watch.network.pools if pool.is_timed):
        gave_up[names[pool.name]] += grown("cause", pool.name, "failed") + grown("cause", pool.name, "tried again")
    refused, given_up = grown("cause", NODE_DOWN, "refusals"), grown("cause", NODE_DOWN, "gave up")
    again = grown("cause", NODE_DOWN, "tried again")
    tried_again = grown("cause", TIER_DOWN, "tried again") if TIER_DOWN in causes else 0
    return SessionOutcomes(
        open_before=round(float(open_sessions[first])),
        came=grown("sessions", "offered"),
        completed=grown("sessions", "completed"),
        lost=lost,
        open_after=round(float(open_sessions[-1])),
        reset=grown("cause", NODE_DOWN, "failed") + again,
        sent_to_dead=refused,
        came_again=again + refused - given_up,
        there=_there(watch, tally),
        met_server=tried_again + lost.get(TIER_DOWN, 0),
        tried_again=tried_again,
        gave_up=gave_up,
    )


def _there(watch: FailureRun, tally: Tally) -> int:
    """Sessions that were at a node at the edge of the window in which it died."""
    column = tally.edges[:, :, tally.columns.index(("sessions", "open"))]
    deaths = ((watch.window_at(each.dies), each.node) for each in watch.away if each.dies is not None)
    return round(sum(float(column[window, node]) for window, node in deaths))
