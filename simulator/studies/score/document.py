"""Kept plans beside later counters, as blocks: how many figures lay in their intervals, each of them, and by kind."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from models.quantities.instants import day_text
from simulator.experiment.estimate import exact
from simulator.messages import score as said
from simulator.messages.prediction import money
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.studies.score.answer import FigureKind, PlanScore
from simulator.studies.score.figure_score import FigureScore, tally

INSIDE, OUTSIDE, UNJUDGED = "inside", "outside", "stated"


def score_blocks(plans: Sequence[PlanScore], too_early: Sequence[str], notes: Sequence[str]) -> list[Block]:
    """What a terminal shows."""
    scores = [figure for each in plans for figure in each.scores]
    inside, of = tally(scores)
    found: list[Block] = [Text(said.verdict(inside, of), lead=True, tone="good" if inside == of else "neutral")]
    found += [_figures(each) for each in plans]
    if len(plans) > 1:
        found.append(_by_kind(scores))
    told = [*map(_where, plans), *(said.beyond(each.load, each.plan.loads[-1]) for each in plans if each.is_beyond)]
    told += [said.too_early(too_early)] if too_early else []
    last = plans[-1]
    told += [said.measured_over(last.days, last.step, not last.counted), said.how_to_read(), *notes]
    return [*found, *(Text(each, aside=True) for each in dict.fromkeys(told))]


def _where(each: PlanScore) -> str:
    return said.scored_at(each.load, each.plan.made, day_text(each.peak_at), each.servers, each.plan.servers)


def _figures(each: PlanScore) -> Table:
    columns = (
        Column("figure"), Column("plan", numeric=True), Column("90 % interval", numeric=True),
        Column("measured", numeric=True), Column("error", "%", numeric=True, signed=True, short=True),
        Column("", good=INSIDE, bad=OUTSIDE),
    )  # fmt: skip
    title = f"{each.plan.name}, plan of {each.plan.made}, values {each.plan.sha256[:8]}"
    return Table(title, columns, tuple(tuple(_row(score)) for score in each.scores))


def _row(score: FigureScore) -> Iterator[Cell]:
    yield f"{score.kind}, {score.unit}"
    yield money(score.middle)
    yield "" if score.inside is None else said.interval(score.low, score.high)
    yield money(score.measured)
    yield None if score.error is None else exact(round(100.0 * score.error, 1), "%")
    yield UNJUDGED if score.inside is None else INSIDE if score.inside else OUTSIDE


def _by_kind(scores: Sequence[FigureScore]) -> Table:
    columns = (Column("figure"), Column("inside", numeric=True), Column("of", numeric=True),
               Column("mean error", "%", numeric=True, signed=True, short=True))  # fmt: skip
    rows = []
    for kind in FigureKind:
        own = [each for each in scores if each.kind == kind]
        errors = [each.error for each in own if each.error is not None]
        mean = exact(round(100.0 * fmean(errors), 1), "%") if errors else None
        rows += [(str(kind), *tally(own), mean)] if own else []
    return Table(said.BY_KIND, columns, tuple(rows))
