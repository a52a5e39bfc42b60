"""How jobs flow through their programs, given how long each place takes and how likely it refuses: rates, work, what is
held, and what is lost. All of it is exact arithmetic on means, once delays and refusals are."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from simulator.engines.theory.equal_ways import ALONE, WAITING, EqualWays
from simulator.engines.theory.programs import Stage, Stages
from simulator.engines.theory.visits import wait_for_fetch
from simulator.network.network import Network

# The place of jobs that are served nowhere.
PAUSED = ""


class PlaceDelay(NamedTuple):
    """What a place takes: `wait` seconds, and `slowness` seconds for each unit of work, of which `alone` would be
    without other jobs."""

    wait: float
    slowness: float
    alone: float


class PlaceVisit(NamedTuple):
    """What those who hold the same meet at a place. pools: that let wait, of which they hold some; lines: the limits of
    which they do, each with the line behind it and the share of their delays that is left when that thins them; ease:
    the share that is left of all."""

    pools: tuple[str, ...]
    lines: tuple[tuple[tuple[str, str], float], ...]
    ease: float


@dataclass(frozen=True)
class NodeConditions:
    """What jobs meet. delays: by place; refusals: by cause, the chance for the largest wish; eases: by pool that lets
    wait, the share of the delays of others that those who hold some of it suffer, as there are not many of them;
    thinned: the same by pool or region that turns jobs away and line behind it, of what is left of them; beside: of
    those who hold nothing of it, by its name and a place at which those who do are. limits: all that turn jobs away;
    lines: the pools that let wait which are solved with what is inside them; unlike: the limits whose jobs
    are counted by what they hold."""

    delays: Mapping[str, PlaceDelay]
    refusals: Mapping[str, float]
    eases: Mapping[str, float]
    thinned: Mapping[tuple[str, str], float] = field(default_factory=dict)
    beside: Mapping[tuple[str, str], float] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    lines: frozenset[str] = frozenset()
    unlike: tuple[str, ...] = ()
    _visits: dict[tuple[tuple[str, ...], str], PlaceVisit] = field(default_factory=dict, init=False, repr=False)

    def visit(self, path: tuple[str, ...], at: str) -> PlaceVisit:
        """What those meet at a place who hold what is in `path`. Many do who are of other programs, or come again."""
        known = self._visits.get((path, at))
        if known is None:
            known = self._visits[path, at] = self._found_visit(path, at)
        return known

    def _found_visit(self, path: tuple[str, ...], at: str) -> PlaceVisit:
        ease = beside = 1.0
        for pool, limit in self.eases.items():
            if pool in path:
                ease = min(ease, limit)
            else:
                beside *= self.beside.get((pool, at), 1.0)
        ease *= beside
        lines = []
        for name in self.limits:
            if name not in path:
                ease *= self.beside.get((name, at), 1.0)
                continue
            line = holding_line(path, name, WAITING + at if at in self.lines else at, self.lines)
            lines.append(((name, line), ease))
            ease *= self.thinned.get((name, line), 1.0)
        return PlaceVisit(tuple(pool for pool in self.eases if pool in path), tuple(lines), ease)


class Flow:
    """What jobs of some programs do, a second or a job; all by the name of a place, a pool or region, or a cause.

    work: in the unit of a station; visits and square: number of services and the sum of their squares; waited:
    seconds lost to other jobs; taken: how often something was taken; held: amount times seconds; spread: squared
    amount times seconds; tried and lost: jobs that came to a step that refuses, and that it refused; slowed: by pool
    that lets wait, seconds lost to others by those who hold some of it, before it eases that; thinned: the same by
    limit and line behind it; inside: the work of those in a pool that lets wait, by pool and station; paths: what is
    done by those who hold the same, by what they hold, the first taken first, and place: work, jobs that come to a pool
    that lets wait, seconds paused; amounts: the same, times what they hold of a limit in `unlike`, by the limit's name
    before the rest; missed and reading: by cache, jobs that had what they missed brought in, and the
    seconds that this took; seconds: in all; of a whole traffic, requests: sent a second; responding: mean number of
    those that are answered.
    """

    def __init__(self, unlike: tuple[str, ...] = ()) -> None:
        self._unlike = unlike
        self.work: dict[str, float] = defaultdict(float)
        self.visits: dict[str, float] = defaultdict(float)
        self.square: dict[str, float] = defaultdict(float)
        self.waited: dict[str, float] = defaultdict(float)
        self.taken: dict[str, float] = defaultdict(float)
        self.held: dict[str, float] = defaultdict(float)
        self.spread: dict[str, float] = defaultdict(float)
        self.tried: dict[str, float] = defaultdict(float)
        self.lost: dict[str, float] = defaultdict(float)
        self.slowed: dict[str, float] = defaultdict(float)
        self.thinned: dict[tuple[str, str], float] = defaultdict(float)
        self.inside: dict[tuple[str, str], float] = defaultdict(float)
        self.paths: dict[tuple[tuple[str, ...], str], float] = defaultdict(float)
        self.amounts: dict[tuple[str, tuple[str, ...], str], float] = defaultdict(float)
        self.missed: dict[str, float] = defaultdict(float)
        self.reading: dict[str, float] = defaultdict(float)
        self.seconds = self.requests = self.responding = 0.0

    def add(self, other: "Flow", times: float, ways: EqualWays = ALONE) -> None:
        """Adds `times` as much as another flow, in several equal ways."""
        self.seconds += times * other.seconds
        for mine, theirs in zip(self._sums(), other._sums(), strict=True):
            for name, amount in theirs.items():
                if ways is ALONE:  # As nearly all are.
                    mine[name] += times * amount
                    continue
                for image, share in ways.images(name):
                    mine[image] += times * share * amount

    def hold(self, held: Mapping[str, float], seconds: float) -> None:
        """Counts what is held for `seconds`."""
        self.seconds += seconds
        for name, amount in held.items():
            self.held[name] += amount * seconds
            self.spread[name] += amount * amount * seconds

    def linger(self, pool: str, amount: float, seconds: float) -> None:
        """Counts what stays taken of a pool for `seconds` after it was given back, and keeps no job from going on."""
        self.held[pool] += amount * seconds
        self.spread[pool] += amount * amount * seconds
        self.spend({pool: amount}, PAUSED, seconds)

    def spend(self, held: Mapping[str, float], place: str, amount: float, path: tuple[str, ...] = ()) -> None:
        """Counts what is done at a place by those who hold something; `path` is its names, where they are known."""
        path = path or holding_path(held)
        self.paths[path, place] += amount
        for name in self._unlike:
            if name in path:
                self.amounts[name, path, place] += amount * held[name]

    def _sums(self) -> tuple[dict[Any, float], ...]:
        return (self.work, self.visits, self.square, self.waited, self.taken, self.held, self.spread, self.tried,
                self.lost, self.slowed, self.thinned, self.inside, self.paths, self.amounts,
                self.missed, self.reading)  # fmt: skip


class JobFlow(NamedTuple):
    """number: of jobs that are still there, a second or a share; seconds: how long they have taken so far, summed."""

    number: float
    seconds: float


def add_flow(flow: Flow, stages: Stages, jobs: JobFlow, held: dict[str, float], met: NodeConditions) -> JobFlow:
    """Counts in `flow` what `jobs` do that take some stages, and returns those that reach their end.

    held: what each of them holds, which the stages change.
    """
    number, seconds = jobs
    path = holding_path(held)
    for stage in stages:
        if stage.cause:
            stays = 1.0 - min(1.0, stage.asks * met.refusals[stage.cause])
            flow.tried[stage.cause] += number
            flow.lost[stage.cause] += number * (1.0 - stays)
            number, seconds = number * stays, seconds * stays
        time = stage.pause
        if time > 0.0:
            flow.spend(held, PAUSED, number * time, path)
        if stage.at:
            time += _serve(flow, stage, number, held, path, met)
        if time > 0.0:
            seconds += number * time
            flow.hold(held, number * time)
        if stage.held:
            held[stage.held] = held.get(stage.held, 0.0) + stage.amount
            path = holding_path(held)
            if stage.amount > 0.0:
                flow.taken[stage.held] += number
            if stage.lingers > 0.0:
                flow.linger(stage.held, -stage.amount, number * stage.lingers)
        if stage.on_miss:
            missing = JobFlow(number * stage.miss, seconds * stage.miss)
            back = add_flow(flow, stage.on_miss, missing, held, met)
            path = holding_path(held)
            if back.number > 0.0:
                flow.missed[stage.cache] += back.number
                flow.reading[stage.cache] += back.seconds - missing.seconds / missing.number * back.number
            if stage.looks > 0.0 and back.number > 0.0:
                fetch = back.seconds / back.number - missing.seconds / missing.number
                waited = (number - missing.number) * wait_for_fetch(fetch, stage.looks)
                flow.spend(held, PAUSED, waited, path)
                flow.hold(held, waited)
                seconds += waited
            number, seconds = number - missing.number + back.number, seconds - missing.seconds + back.seconds
    return JobFlow(number, seconds)


def _serve(
    flow: Flow, stage: Stage, number: float, held: Mapping[str, float], path: tuple[str, ...], met: NodeConditions
) -> float:
    """Counts the visit of a place by those who hold what is in `path`, and returns how long it takes each of them."""
    at, work, delay = stage.at, stage.work, met.delays[stage.at]
    flow.visits[at] += number
    flow.work[at] += number * work
    flow.square[at] += number * stage.square
    flow.spend(held, at, number * work if work > 0.0 or at not in met.eases else number, path)
    lost = delay.wait + work * (delay.slowness - delay.alone)
    visit = met.visit(path, at)
    for pool in visit.pools:
        flow.inside[pool, at] += number * work
    if lost == 0.0:  # As on an empty node.
        return work * delay.alone
    for pool in visit.pools:
        flow.slowed[pool] += number * lost
    for line, left in visit.lines:
        flow.thinned[line] += number * lost * left
    flow.waited[at] += number * visit.ease * lost
    return visit.ease * lost + work * delay.alone


def holding_line(path: tuple[str, ...], limit: str, place: str, pools: Collection[str]) -> str:
    """The line behind a limit in which a job is at a place that holds what is in `path`: the first of the pools that
    let wait which it came to, or else the place itself."""
    return next((name for name in path[path.index(limit) + 1 :] if name in pools), place) if pools else place


def holding_path(held: Mapping[str, float]) -> tuple[str, ...]:
    """The names of what a job holds, the first taken first."""
    return tuple([name for name, amount in held.items() if amount > 0.0])


def is_exponential_place(network: Network, name: str, flow: Flow) -> bool:
    """Whether a place serves exponential times, of one mean.

    By two moments: a mixture that happens to have those of an exponential distribution is not told apart, but a
    distribution that is named by them is.
    """
    if network.limit_names[name] in network.limits_of_tables:
        return False
    visits = flow.visits[name]
    return visits == 0.0 or math.isclose(flow.square[name] * visits, 2.0 * flow.work[name] ** 2)


def all_exponential(network: Network, flow: Flow) -> bool:
    """Whether all that serves in turn serves exponential times, of one mean at each, which keeps streams random."""
    in_line = (station.name for station in network.shared if station.in_turn)
    return all(is_exponential_place(network, name, flow) for name in (*(q.name for q in network.queues), *in_line))
