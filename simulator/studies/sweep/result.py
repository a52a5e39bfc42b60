"""A sweep as data: what `sweep --json` and `--csv` write.

The JSON has the question of the portfolio, best and as_cheap by name (by_demand in their place, where farms carry
different demands), front (best first) and variants: a row for each,
in the order of the portfolio, with the keys of a plan's figures (units, whole_units, servers, racks, cost_per_month,
capacity_mbps, server_mbps, headroom, each {value, half_width, ...}, null or {refused: reason}), binding_limit, targets,
targets_met (null where not all can be judged) and standing; or with the reason why there is no answer.
servers are those in front, as in a plan, servers_of_other_tiers what comes with them and servers_in_all their sum.
Variants are compared by cost_per_month_with_bandwidth, all that a farm costs; ranking has them as one chooses among
them, the cheapest first, with why_not where one is not chosen. cost_per_month is without bandwidth; each has its
`_over_units`: low and high, what the fewest and the most units cost that may be needed.
No date, no time, no store: the same portfolio gives the same bytes, however often it was interrupted.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost_difference import MonthlyCost
from simulator.farm.prediction import FarmPrediction
from simulator.output.blocks import Block, Report
from simulator.output.candidates import candidate_data, why_not_data
from simulator.output.figure import FORMAT, Data, figure_data
from simulator.output.prediction_data import beside_data, prediction_data, sure_data
from simulator.output.renderers.comma_separated import harmless
from simulator.studies.result import Result
from simulator.studies.sweep.document import sweep_blocks, sweep_report
from simulator.studies.sweep.figures import FarmFigures, VariantFigures
from simulator.studies.sweep.pareto import AnswerSet, VariantAnswer

if TYPE_CHECKING:
    from pandas import DataFrame

COUNTS = ("units", "whole_units", "servers", "servers_of_other_tiers", "servers_in_all", "racks")
COSTS = {"cost_per_month": "cost", "cost_per_month_with_bandwidth": "cost_with_bandwidth"}
CARRIED = ("capacity_mbps", "server_mbps", "headroom")
OVER_UNITS = "_over_units"


@dataclass(frozen=True, repr=False, eq=False)
class SweepResult(Result):
    """Every variant of a portfolio answered, and the cheapest that meets its targets."""

    swept: AnswerSet
    command: str
    day: str

    @property
    def met(self) -> bool:
        return self.swept.has_a_winner

    @property
    def best(self) -> str | None:
        """The name of the cheapest variant within its targets; None where there is none, or one for each demand."""
        return self.swept.best.name if self.swept.best else None

    def to_dict(self) -> Data:
        return sweep_data(self.swept)

    def to_frame(self) -> "DataFrame":
        """A row for each variant, with its values by path, its standing and its figures."""
        from pandas import DataFrame

        rows = [_frame_row(each) for answer in self.swept.answers for each in answer.each]
        return DataFrame(rows)

    def to_csv(self) -> str:
        """The same with intervals, as `--csv` writes it."""
        return sweep_csv(self.swept)

    def blocks(self) -> list[Block]:
        return sweep_blocks(self.swept)

    def report(self) -> Report:
        return sweep_report(self.swept, self.command, self.day)

    def summary(self) -> Mapping[str, object]:
        return {"portfolio": self.swept.portfolio, "variants": self.swept.made, "best": self.best}


def sweep_data(swept: AnswerSet) -> Data:
    """Everything that a sweep says."""
    return {
        "format": FORMAT,
        "portfolio": swept.portfolio,
        "file": swept.file,
        "question": swept.question,
        "engine": swept.engine,
        "model": swept.model,
        "seeds": list(swept.seeds),
        "confidence": swept.confidence,
        "made": swept.made,
        "invalid": swept.invalid,
        "left_out": [
            {
                "problem": each.problem,
                "variants": each.variants,
                "first": each.first,
                "why_not": why_not_data(each.why_not) if each.why_not else None,
            }
            for each in swept.left_out
        ],
        "best": swept.best.name if swept.best else None,
        "as_cheap": [each.name for each in swept.as_cheap],
        "cheapest_sure": sure_data(swept.surer, "best"),
        "by_demand": [
            {
                "stated_demand": each.demand,
                "best": each.best.name if each.best else None,
                "as_cheap": [other.name for other in each.as_cheap],
            }
            for each in swept.by_demand
        ],
        "front": [each.name for each in swept.front if each.standing == "front"],
        "perhaps_front": [each.name for each in swept.front if each.standing == "perhaps"],
        "ranking": list(map(candidate_data, swept.ranking)),
        "variants": [_row(answer) for answer in swept.answers],
    }


def _row(answer: VariantAnswer) -> Data:
    named = {
        "name": answer.name,
        "also": [each.name for each in answer.also],
        "values": dict(answer.values),
        "scenario_file": answer.file,
        "values_sha256": answer.sha256,
        "standing": answer.standing,
        "reason": answer.reason or None,
        "prediction": prediction_data(answer.prediction) if answer.prediction else None,
        **beside_data(answer.beside, "best"),
    }
    return named | (_figures(answer.figures) if answer.figures else {})


def _figures(figures: VariantFigures) -> Data:
    return {
        **(_farm(figures.farm) if figures.farm else dict.fromkeys(("stated_demand", *COUNTS, "tiers", *_cost_keys()))),
        **{name: figure_data(getattr(figures, name)) for name in CARRIED},
        "binding_limit": figures.binding_limit,
        "targets": {
            each.target: {
                "asked": each.asked,
                "unit": each.unit,
                "measured": figure_data(each.measured),
                "met": each.met,
            }
            for each in figures.verdicts
        },
        "targets_met": figures.met,
        "replications": figures.replications,
    }


def _farm(farm: FarmFigures) -> Data:
    costs = _costs(farm)
    return {
        "stated_demand": farm.demand,
        **{name: figure_data(getattr(farm, name)) for name in COUNTS},
        "tiers": [{"tier": name, "servers": figure_data(servers)} for name, servers in farm.tiers],
        **{name: figure_data(cost.amount) for name, cost in costs.items()},
        **{f"{name}{OVER_UNITS}": {"low": cost.lowest, "high": cost.highest} for name, cost in costs.items()},
    }


def _costs(farm: FarmFigures) -> Mapping[str, MonthlyCost]:
    return {name: getattr(farm, field) for name, field in COSTS.items()}


def _cost_keys() -> Iterator[str]:
    for name in COSTS:
        yield from (name, f"{name}{OVER_UNITS}")


def sweep_csv(swept: AnswerSet) -> str:
    """A row for each variant in the order of the portfolio, those with the same figures behind the first of them
    (RFC 4180); half-widths stand beside their figures, and the costs of the fewest and the most units beside those of
    the units bought."""
    rows = [(each, answer) for answer in swept.answers for each in answer.each]
    paths = list(dict.fromkeys(path for each, _ in rows for path in each.values))
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    lines.writerow([*_heads(paths)])
    lines.writerows([*_cells(each, paths), _shown_as(each, first)] for each, first in rows)
    return written.getvalue()


def _heads(paths: Sequence[str]) -> Iterator[str]:
    yield from ("variant", *paths, "standing", "targets_met", "missed", "enough", "dearer_than_the_best")
    for name in (*COUNTS, *COSTS, *CARRIED):
        yield from (name, f"{name} half-width")
        if name in COSTS:
            yield from (f"{name} lowest", f"{name} highest")
    yield from ("binding_limit", "replications", "reason", "values_sha256", "same_as")


def _shown_as(answer: VariantAnswer, first: VariantAnswer) -> str:
    """The name of the variant whose figures it has; "" of that one itself."""
    return "" if answer is first else harmless(first.name)


def _cells(answer: VariantAnswer, paths: Sequence[str]) -> Iterator[object]:
    figures = answer.figures
    yield harmless(answer.name)
    for path in paths:
        value = answer.values.get(path, "")
        yield harmless(value if isinstance(value, str) else json.dumps(value))
    met = {True: "yes", False: "no", None: "not known"}[figures.met] if figures else ""
    yield from (answer.standing, met, " ".join(answer.missed), _csv_number(_sure(answer)), _csv_number(_dearer(answer)))
    yield from _farm_cells(figures.farm if figures else None)
    for name in CARRIED:
        yield from _pair(getattr(figures, name) if figures else None)
    yield from (figures.binding_limit, figures.replications) if figures else ("", "")
    yield from (harmless(answer.reason), answer.sha256)


def _csv_number(value: float | None) -> object:
    return "" if value is None else value


def _farm_cells(farm: FarmFigures | None) -> Iterator[object]:
    if farm is None:
        yield from [""] * (2 * len(COUNTS) + 4 * len(COSTS))
        return
    for name in COUNTS:
        yield from _pair(getattr(farm, name))
    for cost in _costs(farm).values():
        yield from (*_pair(cost.amount), cost.lowest, cost.highest)


def _pair(content: Estimate | Unavailable | None) -> tuple[object, object]:
    return (content.value, content.half_width) if isinstance(content, Estimate) else ("", "")


def _sure(answer: VariantAnswer) -> float | None:
    """How likely its farm is enough; None where that is not known."""
    return answer.prediction.sure if isinstance(answer.prediction, FarmPrediction) else None


def _dearer(answer: VariantAnswer) -> float | None:
    """How likely its farm costs more than the best; None where that is not known."""
    return None if answer.beside is None else answer.beside.dearer


def _frame_row(answer: VariantAnswer) -> Data:
    """A variant in one row: every figure that it has, without its interval."""
    figures = _figures(answer.figures) if answer.figures else {}
    known = {name: each["value"] for name, each in figures.items() if isinstance(each, dict) and "value" in each}
    of_all = {name: known.get(name) for name in (*COUNTS, *COSTS, *CARRIED)}
    judged = {"standing": answer.standing, "targets_met": figures.get("targets_met")}
    sure = {"enough": _sure(answer), "dearer_than_the_best": _dearer(answer)}
    return {
        "variant": answer.name, **answer.values, **judged, **of_all, **sure,
        "binding_limit": figures.get("binding_limit"), "reason": answer.reason or None,
    }  # fmt: skip
