"""A unit judged window by window: whether it keeps to its targets, by the same measures that size it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from simulator.engines.tally import Tally
from simulator.errors import NotConverged
from simulator.experiment.measures.usage import limit_sizes
from simulator.experiment.replication_set import ReplicationSet, cut_windows, merge_nodes
from simulator.experiment.target_strain import LoadBefore, lost_share, missed_target
from simulator.failover.failure_run import FailureRun
from simulator.failover.load_before_failure import load_before_failure
from simulator.network.cluster import NODE_DOWN, TIER_DOWN
from simulator.network.network import Network
from simulator.targets import Target

LONGER = 5


@dataclass(frozen=True)
class JudgedWindow:
    """Some windows of one replication. missed: the target that is missed there, None where all are met; limit: the one
    behind it, "" where there is none; judged: whether enough responses came to judge every target; lost: the share of
    the requests of sessions that ended which was lost, 0 to 1, where a target is missed."""

    missed: Target | None
    limit: str
    judged: bool = True
    lost: float = 0.0


def judge_windows(watch: FailureRun, tally: Tally) -> tuple[JudgedWindow, ...]:
    """Every window of a replication that is watched, in order. One with too few responses is judged together with those
    before it, up to LONGER of them."""
    parts = _parts(watch, tally)
    # Nodes that died took their sessions with them: as many again may come without piling up.
    parts = [replace(part, usual=load_before_failure(part.watch, part.tally)) for part in parts]
    return tuple(_with_enough(parts, watch.first, window) for window in range(watch.first, watch.plan.windows))


def _with_enough(parts: Sequence["_Part"], earliest: int, window: int) -> JudgedWindow:
    judged_window = _judged(parts, window, window + 1)
    for longer in range(1, LONGER + 1):
        if judged_window.judged or window - longer < earliest:
            break
        judged_window = _judged(parts, window - longer, window + 1)
    return judged_window


def judge_window(watch: FailureRun, tally: Tally, first: int, last: int) -> JudgedWindow:
    """The windows from `first` to before `last` of a replication, taken together. A unit of groups misses a target
    where one of its groups does."""
    return _judged(_parts(watch, tally), first, last)


@dataclass(frozen=True)
class _Part:
    """What is judged by itself: a unit or a group of it, and what each of its nodes counted. usual: how many may come
    back to all of it once something has happened; None where that counts as piling up."""

    watch: FailureRun
    nodes: Tally
    usual: LoadBefore | None = None

    @cached_property
    def tally(self) -> Tally:
        """What all nodes counted together."""
        return merge_nodes(self.nodes)

    def in_service(self, first: int, last: int) -> Tally:
        """The same with what the nodes used that serve in some windows."""
        serving = tuple(serving_nodes(self.watch, first, last))
        if len(serving) == self.watch.nodes:
            return self.tally
        if serving not in self._of_serving:
            self._of_serving[serving] = merge_nodes(used_in_service(self.watch, self.nodes, serving))
        return self._of_serving[serving]

    @cached_property
    def _of_serving(self) -> dict[tuple[int, ...], Tally]:
        return {}


def _parts(watch: FailureRun, tally: Tally) -> list[_Part]:
    """The groups of nodes, or the whole unit where nodes are alike."""
    if watch.groups:
        return [_Part(each.watch, each.told(tally)) for each in watch.groups]
    return [_Part(watch, tally)]


def _judged(parts: Sequence[_Part], first: int, last: int) -> JudgedWindow:
    """The first part that misses a target; where none does, all of them have been judged, or not."""
    found = [_of_part(each, first, last) for each in parts]
    outside = next((each for each in found if each.missed is not None), None)
    return outside or JudgedWindow(None, "", judged=all(each.judged for each in found))


def _of_part(whole: _Part, first: int, last: int) -> JudgedWindow:
    watch, part = whole.watch, cut_windows(whole.in_service(first, last), first, last)
    steady = ReplicationSet(network_in_service(watch, first, last), (part,), watch.scenario.run.confidence)
    happened = first >= watch.window_at(watch.begins)
    back = whole.usual.shared_by(steady.network.nodes) if happened and whole.usual is not None else None
    try:
        nearest_target = missed_target(steady, part, watch.asked, back)
    except NotConverged:
        return JudgedWindow(None, "", judged=False)
    if nearest_target is None:
        return JudgedWindow(None, "")
    dead = _dead_met(watch, whole.tally, first, last) if nearest_target.target is Target.ERRORS else ""
    return JudgedWindow(nearest_target.target, dead or nearest_target.behind, lost=lost_share(steady, part))


def _dead_met(watch: FailureRun, tally: Tally, first: int, last: int) -> str:
    """What most of those met who were turned away, or whose request failed: a dead node, or a dead server of another
    tier; "" for neither. `tally` is of one part, its nodes together."""
    growth: list[float] = (tally.edges[last, 0] - tally.edges[first, 0]).tolist()
    grown = dict(zip(tally.columns, growth, strict=True))

    def met(cause: str) -> float:
        return sum(grown["cause", cause, what] for what in ("refusals", "failed", "tried again"))

    everybody = sum(map(met, watch.network.causes))
    dead = (cause for cause in watch.network.causes if cause in (NODE_DOWN, TIER_DOWN))
    return next((cause for cause in dead if 2.0 * met(cause) > everybody > 0.0), "")


def network_in_service(watch: FailureRun, first: int, last: int) -> Network:
    """The network with as many nodes as serve in some windows, of which figures of one node are the mean."""
    return watch.with_nodes(max(1, len(serving_nodes(watch, first, last))))


def used_in_service(watch: FailureRun, tally: Tally, serving: Sequence[int]) -> Tally:
    """What each node counted, of whose limits only those that serve used any: one that is back and gets no sessions yet
    works what it works without any, and uses nothing of the others."""
    away = [node for node in range(watch.nodes) if node not in serving]
    if not away:
        return tally
    sizes, shared = limit_sizes(watch.network), watch.network.backend
    used = [column for size in sizes for name, column in size.columns.items() if name not in shared]
    edges = tally.edges.copy()
    edges[:, np.array(away)[:, np.newaxis], [tally.columns.index(column) for column in used]] = 0.0
    return replace(tally, edges=edges)


def serving_nodes(watch: FailureRun, first: int, last: int) -> Sequence[int]:
    """The nodes, from 0, that are alive and get sessions in the middle of some windows."""
    middle = watch.time((first + last) / 2.0)
    gone = {each.node for each in watch.away if each.begins <= middle < each.ends and not each.serves}
    return [node for node in range(watch.nodes) if node not in gone]
