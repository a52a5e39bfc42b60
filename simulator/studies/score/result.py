"""Kept plans beside later counters, as data: what `score --json` writes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from models.quantities.instants import day_text
from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.studies.result import Result
from simulator.studies.score.answer import PlanScore, scores_by_kind
from simulator.studies.score.document import score_blocks
from simulator.studies.score.figure_score import FigureScore, tally


@dataclass(frozen=True, repr=False, eq=False)
class ScoreResult(Result):
    """How well kept plans predicted what came. too_early: the days of plans that were made after the counters."""

    plans: tuple[PlanScore, ...]
    too_early: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def scores(self) -> tuple[FigureScore, ...]:
        """Every figure of every plan."""
        return tuple(figure for each in self.plans for figure in each.scores)

    @property
    def inside(self) -> int:
        """Figures that lay in their prediction intervals."""
        return tally(self.scores)[0]

    @property
    def of(self) -> int:
        """Figures that have an interval."""
        return tally(self.scores)[1]

    def to_dict(self) -> Data:
        return {
            "inside": self.inside,
            "of": self.of,
            "by_kind": [
                {"measure": each.kind, "inside": each.inside, "of": each.of, "mean_error": each.mean_error}
                for each in scores_by_kind(self.scores)
            ],
            "plans": list(map(_plan, self.plans)),
            "too_early": list(self.too_early),
            "notes": list(self.notes),
        }

    def blocks(self) -> list[Block]:
        return score_blocks(self.plans, self.too_early, self.notes)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.plans[0].plan.name, "inside": self.inside, "of": self.of, "plans": len(self.plans)}


def _plan(each: PlanScore) -> Data:
    plan = each.plan
    named = {"scenario": plan.name, "made": plan.made, "model": plan.model, "values_sha256": plan.sha256}
    figures = [
        {"measure": score.kind, **{key: value for key, value in asdict(score).items() if key != "kind"},
         "inside": score.inside, "error": score.error}
        for score in each.scores
    ]  # fmt: skip
    return {
        **named, "servers_planned": plan.servers, "servers": each.servers, "requests_of_a_server": each.load,
        "peak_on": day_text(each.peak_at), "days": each.days, "counted": each.counted, "figures": figures,
    }  # fmt: skip
