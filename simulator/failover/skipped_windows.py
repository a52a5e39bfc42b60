"""A watch that would take too many requests is shortened: where nothing happens, a part stands for the rest.

From one event of the timetable to the next nothing happens to the unit but what the last event has set going. Of such a
stretch the first seconds are simulated, and the windows of their last half are counted again and again in place of the
others, so that all that is counted still adds up. What takes longer than that to settle is not seen.
"""

from dataclasses import dataclass, replace

import numpy as np

from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.network import Network

# Requests that all replications of a watch take at most, if that leaves enough of each stretch; fewer replications come
# first.
BUDGET = 1.2e7
FEWEST = 2
# Of each stretch so many seconds and windows are simulated at least; and so many times as long as a session lasts by
# its pauses, for a node fills no sooner, if that takes at most so many times the budget.
SECONDS, WINDOWS = 10.0, 6
FILLING, OVER = 4.0, 3.0


@dataclass(frozen=True)
class SkippedWindows:
    """Windows that are not simulated: how many, `first` of them where all are counted, and so many before them that
    stand for them in turn."""

    first: int
    count: int
    stand_in: int


@dataclass(frozen=True)
class ShortenedRun:
    """network, plan: what is simulated; whole: the plan that it stands for; left_out: in the order of time; kept:
    seconds of each stretch that are simulated."""

    network: Network
    plan: RunPlan
    whole: RunPlan
    left_out: tuple[SkippedWindows, ...]
    kept: float

    @property
    def share(self) -> float:
        """The share of the time that is simulated, warm-up included."""
        return self.plan.windows / self.whole.windows

    def told(self, tally: Tally) -> Tally:
        """The tally of the whole time from one of what was simulated."""
        order, levels = self._order(), _levels(tally)
        time = np.arange(self.plan.windows + 1)[:, np.newaxis] * self.plan.window
        areas = tally.edges.copy()
        for level in levels:
            areas[:, :, level.moment] = level.count * time - areas[:, :, level.moment]
        grown = np.diff(areas, axis=0)[order]
        for level in levels:
            self._keep(level, grown)
        edges = _summed(tally.edges[:1], grown)
        responses, *of_groups = (
            _summed(each[:1], np.diff(each, axis=0)[order]) for each in (tally.by_window, *tally.by_group)
        )
        by_group = np.array(of_groups) if of_groups else tally.by_group
        plan = replace(self.whole, replication=tally.plan.replication)
        whole = replace(tally, plan=plan, edges=edges, by_window=responses, by_group=by_group)
        time = np.arange(self.whole.windows + 1)[:, np.newaxis] * self.plan.window
        for level in _levels(whole):
            edges[:, :, level.moment] = level.count * time - edges[:, :, level.moment]
        return whole

    def _keep(self, level: "_Level", grown: np.ndarray) -> None:
        """Lets as many be under way behind what is left out as before: by chance there are a few more or fewer at the
        end of the windows that stand in than at their beginning, which would add up each time that they are counted.
        As many are taken from those who came. Changes `grown`."""
        simulated = left = 0
        for gap in self.left_out:
            until = simulated + gap.first - left
            begin = level.count[until - gap.stand_in]
            for place in range(0, gap.count, gap.stand_in):
                windows = min(gap.stand_in, gap.count - place)
                more = level.count[until - gap.stand_in + windows] - begin
                for column in level.came:
                    grown[gap.first + place, :, column] -= level.count[until] - begin
                    grown[gap.first + place + windows - 1, :, column] += level.count[until] - begin - more
            simulated, left = until, gap.first + gap.count

    def _order(self) -> np.ndarray:
        """The window that was simulated which stands for each of all windows: int64 (windows,)."""
        order: list[int] = []
        simulated = 0
        for gap in self.left_out:
            until = simulated + gap.first - len(order)
            order += range(simulated, until)
            order += [until - gap.stand_in + place % gap.stand_in for place in range(gap.count)]
            simulated = until
        return np.array([*order, *range(simulated, self.plan.windows)])


def replications_within(requests: float, count: int) -> int:
    """How many replications of so many requests are run where none are stated: up to `count`, at least FEWEST."""
    return max(FEWEST, min(count, int(BUDGET / requests)))


def seconds_within(rate: float, count: int) -> float:
    """How many seconds of so many requests a second fit into the budget of so many replications."""
    return BUDGET / (count * rate)


def session_length(network: Network) -> float:
    """Seconds that a session lasts by its pauses, on average: as long as it takes a node to fill, or longer."""
    source = network.source
    return max(0.0, source.think_times) * source.think_time.mean


def shorten_run(network: Network, plan: RunPlan, count: int) -> ShortenedRun | None:
    """What is simulated in place of a watch of so many replications; None where all of it is."""
    source = network.source
    rate = source.rate * source.requests.mean
    allowed = seconds_within(rate, count)
    if plan.duration <= allowed:
        return None
    first = round(plan.warm_up / plan.window)
    times = {event.at for event in network.events} | {time for time, _ in source.profile}
    at = {int(np.floor(time / plan.window + 1e-9)) for time in times}
    marks = sorted({first} | {window for window in at if first <= window < plan.windows})
    each = (allowed - plan.warm_up) / (len(marks) * plan.window)
    most = (OVER * allowed - plan.warm_up) / len(marks)
    seconds = max(SECONDS, min(FILLING * session_length(network), most))
    keep = max(WINDOWS, int(np.ceil(seconds / plan.window)), int(each))
    gaps = [
        SkippedWindows(mark + keep, after - mark - keep, keep // 2)
        for mark, after in zip(marks, [*marks[1:], plan.windows], strict=True)
        if after - mark - keep > 1
    ]
    if not gaps:
        return None
    fewer = replace(plan, windows=plan.windows - sum(gap.count for gap in gaps))
    sooner = _Sooner(gaps, plan.window)
    events = tuple(replace(event, at=sooner.time(event.at)) for event in network.events)
    profile = tuple((sooner.time(time), factor) for time, factor in source.profile)
    short = replace(network, events=events, source=replace(source, profile=profile))
    return ShortenedRun(short, fewer, plan, tuple(gaps), keep * plan.window)


@dataclass(frozen=True)
class _Sooner:
    """When something happens once what is left out before it is."""

    gaps: list[SkippedWindows]
    window: float

    def time(self, at: float) -> float:
        before = [gap for gap in self.gaps if at >= (gap.first + gap.count) * self.window - 1e-9]
        return at - self.window * sum(gap.count for gap in before)


@dataclass(frozen=True)
class _Level:
    """Something that is under way: how many at the edges, float64 (windows + 1, nodes); the columns of its moment, and
    of those who came and of how many there are, where that is counted."""

    count: np.ndarray
    moment: int
    came: tuple[int, ...]


def _levels(tally: Tally) -> list[_Level]:
    """Sessions that are open, requests in progress, and background jobs."""

    def place(*name: str) -> int:
        return tally.columns.index(name)

    def column(*name: str) -> np.ndarray:
        return tally.edges[:, :, place(*name)]

    causes = [name[1] for name in tally.columns if name[0] == "cause" and name[2] == "failed"]
    ended = [column("cause", cause, what) for cause in causes for what in ("failed", "tried again")]
    active = column("requests", "issued") - column("requests", "completed") - sum(ended)
    opened = (place("sessions", "offered"), place("sessions", "open"))
    jobs = [name[1] for name in tally.columns if name[0] == "background" and name[2] == "open"]
    return [
        _Level(column("sessions", "open"), place("sessions", "open moment"), opened),
        _Level(active, place("requests", "active moment"), (place("requests", "issued"),)),
        *(
            _Level(
                column("background", name, "open"),
                place("background", name, "open moment"),
                (place("background", name, "offered"), place("background", name, "open")),
            )
            for name in jobs
        ),
    ]


def _summed(first: np.ndarray, grown: np.ndarray) -> np.ndarray:
    """Totals at the edges of windows in which they grow by so much."""
    return np.concatenate((first, first + np.cumsum(grown, axis=0)), axis=0).astype(first.dtype)
