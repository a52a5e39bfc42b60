"""Kept plans beside later counters. Read this first: the counters since the plan -> the load that came -> what the plan
predicts there -> inside its interval or not, and how far off.

A plan is made for one load, and another one comes. So what is scored is what the plan says, in its worlds, of the load
that was measured: how busy a server is then, and what a request takes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from statistics import fmean
from typing import NamedTuple

import numpy as np

from models.quantities.instants import day_text
from simulator.calibration.reading.problems import refuse
from simulator.messages import plan_scores
from simulator.messages.stages import telemetry
from simulator.studies.score.figure_score import FigureScore, tally
from simulator.studies.score.kept_plan import KeptInterval, KeptPlan, LoadBand
from simulator.telemetry.farm_record import FarmRecord
from simulator.telemetry.model_fit import LEAST_USED, median_ratio
from simulator.telemetry.series import SeriesValues

GBPS = 8e-9  # Of a byte a second.


class FigureKind(StrEnum):
    """What of a plan is scored."""

    DEMAND = "demand at peak"
    CPU = "CPU at peak"
    NETWORK = "network at peak"
    WORK = "CPU of a request"
    BYTES = "bytes of a response"


class KindScore(NamedTuple):
    """The figures of a kind: how many lay in their intervals, of how many that have one, and how far off they were on
    average as a share; None where nothing was measured."""

    kind: FigureKind
    inside: int
    of: int
    mean_error: float | None


def scores_by_kind(scores: Sequence[FigureScore]) -> tuple[KindScore, ...]:
    """The kinds of which figures were scored."""
    found = []
    for kind in FigureKind:
        own = [each for each in scores if each.kind == kind]
        errors = [each.error for each in own if each.error is not None]
        if own:
            found.append(KindScore(kind, *tally(own), fmean(errors) if errors else None))
    return tuple(found)


@dataclass(frozen=True)
class PlanScore:
    """A plan with its scores. load: requests/s of one server at the peak, which was at `peak_at`, seconds since 1970;
    servers: that shared it. counted: whether it is an entry of the track record."""

    plan: KeptPlan
    scores: tuple[FigureScore, ...]
    load: float
    peak_at: float
    servers: int
    days: float
    step: float
    counted: bool

    @property
    def is_beyond(self) -> bool:
        """Whether a server did more than the plan looked at."""
        return self.load > self.plan.loads[-1]


def score_plan(plan: KeptPlan, record: FarmRecord, file: str, hindcast: bool) -> PlanScore:
    """A plan beside the counters since its day, or beside all of them for a hindcast. Raises ScenarioError where there
    are none, and where they tell no load."""
    begins = datetime.fromisoformat(plan.made).replace(tzinfo=UTC).timestamp()
    later = record if hindcast else record.since(begins)
    if not len(later.at):
        refuse(file, *plan_scores.no_overlap(day_text(float(record.at[-1])), plan.made))
    requests = _requests(plan, later)
    if not float(np.nanmax(requests, initial=0.0)) > 0.0:
        refuse(file, *(telemetry.NO_STEP if later.left_out else telemetry.NO_DEMAND_MEASURED))
    servers = _servers(plan, later)
    each = requests / servers
    place = int(np.nanargmax(each))
    scores = tuple(_scores(plan, later, requests, each, place))
    at, counted = float(later.at[place]), bool(later.at[0] >= begins)
    return PlanScore(plan, scores, float(each[place]), at, round(servers[place]), later.days, later.step, counted)


def is_later(plan: KeptPlan, record: FarmRecord) -> bool:
    """Whether some of the counters are of the day of a plan, or later."""
    return bool(day_text(float(record.at[-1])) >= plan.made)


def _requests(plan: KeptPlan, record: FarmRecord) -> SeriesValues:
    """Requests/s of all servers in each step: as measured, or what the bytes come to in responses of the plan."""
    if np.isfinite(record.rate).any():
        return record.rate
    return record.sent / (plan.sent.middle[-1] / plan.loads[-1])


def _servers(plan: KeptPlan, record: FarmRecord) -> SeriesValues:
    """Servers that share the load in each step: those that were measured, or those of the plan where the load is that
    of a whole farm of which not all were."""
    known = record.servers
    if record.whole and known.max(initial=0.0) < plan.servers:
        known = np.zeros(len(record.at))
    return np.where(known > 0.0, known, float(plan.servers))


def _scores(
    plan: KeptPlan, record: FarmRecord, requests: SeriesValues, each: SeriesValues, place: int
) -> Iterator[FigureScore]:
    """Every figure that can be scored. each: requests/s of one server in each step; place: that of the peak."""
    yield _demand(plan, record, requests)
    servers, load = requests / each, float(each[place])
    yield from _at_peak(FigureKind.CPU, 100.0, plan.at(plan.cpu, load), float(record.cpu[place]))
    used = np.isfinite(record.cpu) & (record.cpu >= LEAST_USED)
    yield from _of_request(plan, plan.cpu, 1e3 * plan.cpus, each, record.cpu, used, FigureKind.WORK, "ms")
    if np.isfinite(record.rate).any():
        sent = record.sent / servers
        if plan.line > 0.0:
            share = 100.0 / plan.line
            yield from _at_peak(FigureKind.NETWORK, share, plan.at(plan.sent, load), float(sent[place]))
        yield from _of_request(plan, plan.sent, 1e-3, each, sent, np.isfinite(sent), FigureKind.BYTES, "kB")


def _demand(plan: KeptPlan, record: FarmRecord, requests: SeriesValues) -> FigureScore:
    if plan.in_bytes and np.isfinite(record.sent).any():
        return _score(FigureKind.DEMAND, "Gbps", plan.mbps, 1e-3, GBPS * float(np.nanmax(record.sent)))
    return _score(FigureKind.DEMAND, "req/s", plan.requests, 1.0, float(np.nanmax(requests)))


def _at_peak(kind: FigureKind, times: float, predicted: KeptInterval | None, measured: float) -> Iterator[FigureScore]:
    if predicted is not None and np.isfinite(measured):
        yield _score(kind, "%", predicted, times, times * measured)


def _of_request(
    plan: KeptPlan, band: LoadBand, times: float, each: SeriesValues, amounts: SeriesValues, used: np.ndarray,
    kind: FigureKind, unit: str,
) -> Iterator[FigureScore]:  # fmt: skip
    """What a request takes, over all steps: the median, each with the weight of its load, which no backup moves."""
    there = used & np.isfinite(each) & (each > 0.0) & (each <= plan.loads[-1])
    if there.any():
        loads = each[there]
        said_there = (np.interp(loads, plan.loads, values) for values in (band.low, band.middle, band.high))
        predicted = KeptInterval(*(median_ratio(values, loads) for values in said_there))
        yield _score(kind, unit, predicted, times, times * median_ratio(amounts[there], loads))


def _score(kind: FigureKind, unit: str, predicted: KeptInterval, times: float, measured: float) -> FigureScore:
    return FigureScore(
        str(kind), unit, times * predicted.low, times * predicted.middle, times * predicted.high, measured
    )
