"""How long a unit is outside its targets, which limit breaks meanwhile, and when it is as before."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulator.engines.tally import Tally
from simulator.experiment.estimate import Estimate, from_replications
from simulator.experiment.results import Unavailable
from simulator.failover.failure_run import FailureRun
from simulator.failover.load_before_failure import edges_before, requests_in_progress
from simulator.failover.target_violations import JudgedWindow
from simulator.messages.stages import failover
from simulator.targets import Target

MINUTE, PERCENT = 60.0, 100.0


@dataclass(frozen=True)
class TargetViolation:
    """A target that is missed with the limit behind it ("" for none): for how many minutes, and from when to when in
    any replication, seconds; by which group of nodes, "" where nodes are alike; lost: the share of the requests of
    sessions that ended which was lost in the worst of its windows, %."""

    target: Target
    limit: str
    minutes: Estimate
    since: float
    until: float
    group: str = ""
    lost: float = 0.0


@dataclass(frozen=True)
class Recovery:
    """outside: minutes outside the targets from the first event on; before: the share of the time before it that is
    outside too, %; breaks: what is missed, the longest first. recovered: seconds from the first event until the unit
    keeps to its targets for good and no more requests are in progress than before; after_return: the same from the
    moment at which the last node was back; refused where it is not as before when the watch ends. unjudged: the share
    of the windows in which too few responses came to judge every target, %.
    """

    outside: Estimate
    before: Estimate
    breaks: tuple[TargetViolation, ...]
    recovered: Estimate | Unavailable
    after_return: Estimate | Unavailable
    unjudged: float


def measure_recovery(
    watch: FailureRun, tallies: Sequence[Tally], judged_windows: Sequence[Sequence[JudgedWindow]]
) -> Recovery:
    """How long each replication is outside, and when it is as before."""
    confidence, window = watch.scenario.run.confidence, watch.plan.window
    start = watch.window_at(watch.begins) - watch.first
    outside = [[each.missed is not None for each in one] for one in judged_windows]
    minutes = [window / MINUTE * sum(one[start:]) for one in outside]
    before = [100.0 * sum(one[:start]) / max(1, start) for one in outside]
    most = max(float(requests_in_progress(watch, tally)[edges_before(watch)].max()) for tally in tallies)
    ends = [_as_before(watch, tally, one[start:], most) for tally, one in zip(tallies, outside, strict=True)]
    count = sum(len(one) for one in judged_windows)
    return Recovery(
        outside=from_replications(minutes, confidence, "min"),
        before=from_replications(before, confidence, "%"),
        breaks=_breaks(watch, judged_windows, start),
        recovered=_since(ends, watch.begins, confidence),
        after_return=_since(ends, watch.ends, confidence),
        unjudged=100.0 * sum(not each.judged for one in judged_windows for each in one) / count,
    )


def _breaks(
    watch: FailureRun, judged_windows: Sequence[Sequence[JudgedWindow]], start: int
) -> tuple[TargetViolation, ...]:
    window, confidence = watch.plan.window, watch.scenario.run.confidence
    missed = [
        Counter((each.missed, each.limit) for each in one[start:] if each.missed is not None) for one in judged_windows
    ]
    found = []
    for target, limit in {key for counts in missed for key in counts}:
        places = [
            (place, each.lost) for one in judged_windows for place, each in enumerate(one)
            if place >= start and (each.missed, each.limit) == (target, limit)
        ]  # fmt: skip
        minutes = from_replications([counts[target, limit] * window / MINUTE for counts in missed], confidence, "min")
        since, until = (watch.time(watch.first + place) for place in (min(places)[0], max(places)[0] + 1))
        lost = PERCENT * max(lost for _, lost in places)
        found.append(TargetViolation(target, limit, minutes, since, until, lost=lost))
    return tuple(sorted(found, key=lambda each: (-each.minutes.value, each.target, each.limit)))


def _as_before(watch: FailureRun, tally: Tally, outside: Sequence[bool], most: float) -> float | None:
    """When a replication is as before for good, seconds of the timetable; None where it is not by the end."""
    start = watch.window_at(watch.begins)
    last = max((place for place, missed in enumerate(outside) if missed), default=-1)
    if last == len(outside) - 1:
        return None
    kept = watch.begins if last < 0 else watch.time(start + last + 1)
    back = min(watch.window_at(watch.ends), watch.plan.windows)
    few = np.flatnonzero(requests_in_progress(watch, tally)[back:] <= most)
    if not few.size:
        return None
    # Where nothing piled up, it is as before at once, not only when the nodes are back.
    drained = watch.begins if few[0] == 0 else watch.time(back + int(few[0]))
    return max(kept, drained)


def _since(ends: Sequence[float | None], moment: float, confidence: float) -> Estimate | Unavailable:
    known = [max(0.0, end - moment) for end in ends if end is not None]
    if len(known) < len(ends):
        return Unavailable(failover.not_recovered(len(ends) - len(known), len(ends)))
    return from_replications(known, confidence, "s")
