"""Kept plans beside later counters, as blocks: how many figures lay in their intervals, each of them, and by kind; and
the track record, which is all scores of the plans of a scenario."""

from collections.abc import Iterator, Sequence

from models.quantities.instants import day_text
from simulator.experiment.estimate import exact
from simulator.messages import plan_scores
from simulator.messages.prediction import money
from simulator.output.blocks import Block, Cell, Chart, Column, Table, Text
from simulator.output.pictures import Gap, Gaps
from simulator.studies.score.answer import PlanScore, scores_by_kind
from simulator.studies.score.figure_score import FigureScore, tally
from simulator.studies.score.kept_plan import KeptPlan

INSIDE, OUTSIDE, UNJUDGED = "inside", "outside", "stated"
MOST_DRAWN = 5  # Plans of a picture, the latest.


def score_blocks(plans: Sequence[PlanScore], too_early: Sequence[str], notes: Sequence[str]) -> list[Block]:
    """What a terminal shows."""
    scores = [figure for each in plans for figure in each.scores]
    inside, of = tally(scores)
    found: list[Block] = [Text(plan_scores.verdict(inside, of), lead=True, tone="good" if inside == of else "neutral")]
    found += [_figures(each) for each in plans]
    if len(plans) > 1:
        found.append(_by_kind(scores))
    told = [
        *map(_where, plans),
        *(plan_scores.beyond(each.load, each.plan.loads[-1]) for each in plans if each.is_beyond),
    ]
    told += [plan_scores.too_early(too_early)] if too_early else []
    last = plans[-1]
    told += [plan_scores.measured_over(last.days, last.step, not last.counted), plan_scores.how_to_read(), *notes]
    return [*found, *(Text(each, aside=True) for each in dict.fromkeys(told))]


def score_page(plans: Sequence[PlanScore], blocks: Sequence[Block]) -> list[Block]:
    """What a page shows: the same as a terminal, and how far off the figures were, in a picture."""
    return [blocks[0], *_errors([(each.plan, each.scores) for each in plans]), *blocks[1:]]


def record_blocks(plans: Sequence[tuple[KeptPlan, Sequence[FigureScore]]], in_short: bool = False) -> list[Block]:
    """The track record of the plans of one scenario: how many figures lay in their intervals, how far off those of each
    plan were, and by kind; then the plans. in_short: without the middle of it."""
    scored = [(plan, scores) for plan, scores in plans if scores]
    scores = [figure for _, own in scored for figure in own]
    inside, of = tally(scores)
    found: list[Block] = []
    if of:
        found = [
            Text(plan_scores.record(inside, of, len(scored)), lead=True, tone="good" if inside == of else "neutral")
        ]
        found += [] if in_short else [*_errors(scored), _by_kind(scores)]
    return [*found, _plans(plans)]


def _errors(scored: Sequence[tuple[KeptPlan, Sequence[FigureScore]]]) -> list[Block]:
    """How far off each figure of the latest plans was, in a picture: full where it lay outside its interval."""
    latest = scored[-MOST_DRAWN:]
    gaps = (_gap(plan, score) for plan, scores in latest for score in scores if score.measured > 0.0)
    picture = Gaps(tuple(gaps), plan_scores.ERROR_AXIS)
    return [Chart(plan_scores.ERRORS, picture, plan_scores.ERROR_CHART), Text(plan_scores.ERROR_POINTS, aside=True)]


def _gap(plan: KeptPlan, score: FigureScore) -> Gap:
    middle, low, high = (100.0 * (value / score.measured - 1.0) for value in (score.middle, score.low, score.high))
    return Gap(plan_scores.plan_of(plan.made, plan.sha256[:4]), score.kind, middle, low, high, score.inside is False)


def _plans(plans: Sequence[tuple[KeptPlan, Sequence[FigureScore]]]) -> Table:
    columns = (
        Column("made"), Column("values"), Column("engine"), Column("servers", numeric=True),
        Column("cost a month", numeric=True), Column("inside", numeric=True), Column("of", numeric=True),
    )  # fmt: skip
    rows = []
    for plan, scores in reversed(plans):
        cost = None if plan.cost is None else f"{money(plan.cost.middle)} {plan.currency}"
        inside = tally(scores) if scores else (plan_scores.NOT_YET, None)
        rows.append((plan.made, plan.sha256[:8], plan.engine, plan.servers, cost, *inside))
    return Table(plan_scores.KEPT_PLANS, columns, tuple(rows))


def _where(each: PlanScore) -> str:
    return plan_scores.scored_at(each.load, each.plan.made, day_text(each.peak_at), each.servers, each.plan.servers)


def _figures(each: PlanScore) -> Table:
    columns = (
        Column("figure"), Column("plan", numeric=True), Column("90 % interval", numeric=True),
        Column("measured", numeric=True), Column("error", "%", numeric=True, signed=True, short=True),
        Column("lies", good=INSIDE, bad=OUTSIDE),
    )  # fmt: skip
    title = f"{each.plan.name}, plan of {each.plan.made}, values {each.plan.sha256[:8]}"
    return Table(title, columns, tuple(tuple(_row(score)) for score in each.scores))


def _row(score: FigureScore) -> Iterator[Cell]:
    yield f"{score.kind}, {score.unit}"
    yield money(score.middle)
    yield "" if score.inside is None else plan_scores.interval(score.low, score.high)
    yield money(score.measured)
    yield None if score.error is None else exact(round(100.0 * score.error, 1), "%")
    yield UNJUDGED if score.inside is None else INSIDE if score.inside else OUTSIDE


def _by_kind(scores: Sequence[FigureScore]) -> Table:
    columns = (Column("figure"), Column("inside", numeric=True), Column("of", numeric=True),
               Column("mean error", "%", numeric=True, signed=True, short=True))  # fmt: skip
    rows = tuple(
        (
            str(each.kind),
            each.inside,
            each.of,
            None if each.mean_error is None else exact(round(100.0 * each.mean_error, 1), "%"),
        )
        for each in scores_by_kind(scores)
    )
    return Table(plan_scores.BY_KIND, columns, rows)
