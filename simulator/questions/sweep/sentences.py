"""A sweep in sentences, the same in a report and on a terminal; and as data: what `sweep --json` and `--csv` write.

The JSON has the question of the portfolio, best and as_cheap by name, front (best first) and variants: a row for each,
in the order of the portfolio, with the keys of a plan's figures (units, whole_units, servers, racks, cost_per_month,
capacity_mbps, server_mbps, headroom, each {value, half_width, ...}, null or {refused: reason}), binding_limit, targets,
targets_met (null where not all can be judged) and standing; or with the reason why there is no answer.
No date, no time, no store: the same portfolio gives the same bytes, however often it was interrupted.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence

from models.quantities.writing import counted
from models.variations.portfolio import CAPACITY, PLAN
from simulator.errors import surely
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import Answer, FrontStanding, Swept, VariantFigures
from simulator.report.figure import FORMAT, Data, figure
from simulator.report.language.decision import or_others
from simulator.report.language.numbers import parts, text, unit_beside
from simulator.report.renderers.comma_separated import harmless
from simulator.rollup.limits import GROWTH_UNIT
from simulator.rollup.sizing import TIMES_THE_DEMAND

SIZES = ("units", "whole_units", "servers", "racks", "cost_per_month")
CARRIED = ("capacity_mbps", "server_mbps", "headroom")

# How the place on the front is told in a table.
ON_FRONT: dict[FrontStanding, str] = {"front": "yes", "perhaps": "perhaps", "dominated": "no"}
NAMED = 3
# What headroom is, by its unit.
HEADROOM = {
    GROWTH_UNIT: "Headroom is the load at which the binding limit is full, in times the present one.",
    TIMES_THE_DEMAND: "Headroom is what the farm carries with its spares gone, in times the demand.",
}
ASKED = {
    PLAN: "Each variant as its scenario is sized.",
    CAPACITY: "Each variant at the largest load that it carries within its targets.",
}
_HOW_TO_READ = (
    "On the front is a variant if no other one is surely better in cost, capacity or headroom without being surely"
    " worse in another of them; overlapping intervals are a tie. Perhaps: longer runs would tell. Who misses a target"
    " is not on it."
)


def how_to_read(swept: Swept) -> str:
    """What the front and the headroom are."""
    return f"{_HOW_TO_READ} {HEADROOM[headroom_unit(swept)]}"


def headroom_unit(swept: Swept) -> str:
    """What the headroom of the variants is counted in: without a demand it is that of the limit that binds."""
    told = (each.figures.headroom for each in swept.answers if each.figures)
    return next((found.unit for found in told if not isinstance(found, Refused)), TIMES_THE_DEMAND)


def headline(swept: Swept) -> str:
    """Which variant to take."""
    best = swept.best
    if best is None:
        answered = len(swept.answers) - len(swept.failed)
        return f"None of the {answered:,} variants that could be answered meets its targets."
    judged = "" if best.answered.met else f", as far as is known ({', '.join(best.unjudged)}: not known)"
    if best.answered.cost_per_month is None:
        return f"{best.name} carries most within its targets{judged}: {text(best.answered.capacity_mbps)} a unit."
    return f"{best.name} costs least of those that meet their targets{judged}: {bought(best.answered)}."


def bought(figures: VariantFigures) -> str:
    """What is bought for the demand, and what it costs."""
    units, servers, cost = (
        surely(each, "farm") for each in (figures.whole_units, figures.servers, figures.cost_per_month)
    )
    held = f"{counted(units.value, 'unit')} ({counted(servers.value, 'server')})"
    return f"{held}, {as_bought(figures, cost)}{or_other_units(figures)}"


def or_other_units(figures: VariantFigures) -> str:
    """The other numbers of units that the interval holds, as a plan tells them; "" without any."""
    if figures.whole_units is None or figures.units_between is None:
        return ""
    return or_others(figures.units_between, figures.whole_units.value)


def as_bought(figures: VariantFigures, figure: Estimate) -> str:
    """A figure of what is bought; where other numbers of units may do it is that of the one that is bought, and not
    "1 ± 1 units"."""
    value = parts(figure)[0]
    return f"{value} {unit_beside(value, figure.unit)}".rstrip() if or_other_units(figures) else text(figure)


def ties(swept: Swept) -> str:
    """Which others are as cheap, as far as the intervals tell; "" where none is."""
    if not swept.as_cheap:
        return ""
    what = "cost" if surely(swept.best, "best variant").answered.cost_per_month is not None else "capacity"
    return f"Not told apart from it by their {what}: {_some(swept.as_cheap)}."


def what_ran(swept: Swept) -> Iterator[str]:
    """How many variants there were, and what became of them."""
    same = sum(len(answer.also) for answer in swept.answers)
    told = [f"{swept.made:,} variants"]
    if swept.invalid:
        told.append(f"{swept.invalid:,} left out, for they cannot be")
    if same:
        told.append(f"{same:,} the same as another one, which is shown once")
    if swept.hopeless:
        told.append(f"{len(swept.hopeless):,} that meet their targets at no load")
    if swept.failed:
        told.append(f"{len(swept.failed):,} without an answer")
    yield f"{', '.join(told)}. {ASKED[swept.question]}"
    by = "by theory, with nothing simulated" if swept.engine == "analytic" else f"by the {swept.engine} engine"
    seeds = f"seed{'s' if len(swept.seeds) > 1 else ''} {', '.join(map(str, swept.seeds[:NAMED]))}"
    yield f"Answered {by}, intervals at {swept.confidence * 100:g} %, {seeds}, model {swept.model}."


def targets(answer: Answer) -> str:
    """Whether the targets are met, in a word or with the names of those that are not."""
    if answer.missed:
        return f"misses {', '.join(answer.missed)}"
    return f"not known: {', '.join(answer.unjudged)}" if answer.unjudged else "met"


def headroom(figures: VariantFigures) -> str:
    """The reason where the headroom is not known, else ""."""
    return figures.headroom.reason if isinstance(figures.headroom, Refused) else ""


def _some(answers: tuple[Answer, ...]) -> str:
    named = "; ".join(answer.name for answer in answers[:NAMED])
    more = len(answers) - NAMED
    return f"{named} and {more:,} more" if more > 0 else named


def sweep_data(swept: Swept) -> Data:
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
        "left_out": [vars(each) for each in swept.left_out],
        "best": swept.best.name if swept.best else None,
        "as_cheap": [each.name for each in swept.as_cheap],
        "front": [each.name for each in swept.front if each.standing == "front"],
        "perhaps_front": [each.name for each in swept.front if each.standing == "perhaps"],
        "variants": [_row(answer) for answer in swept.answers],
    }


def _row(answer: Answer) -> Data:
    named = {
        "name": answer.name,
        "also": list(answer.also),
        "values": dict(answer.values),
        "scenario_file": answer.file,
        "values_sha256": answer.sha256,
        "standing": answer.standing,
        "reason": answer.reason or None,
    }
    return named | (_figures(answer.figures) if answer.figures else {})


def _figures(figures: VariantFigures) -> Data:
    sizes = {name: getattr(figures, name) for name in SIZES}
    return {
        **{name: None if size is None else figure(size) for name, size in sizes.items()},
        **{name: figure(getattr(figures, name)) for name in CARRIED},
        "binding_limit": figures.binding_limit,
        "targets": {
            each.target: {"asked": each.asked, "unit": each.unit, "measured": figure(each.measured), "met": each.met}
            for each in figures.verdicts
        },
        "targets_met": figures.met,
        "replications": figures.replications,
    }


def sweep_csv(swept: Swept) -> str:
    """A row for each variant in the order of the portfolio (RFC 4180); half-widths stand beside their figures."""
    paths = list(dict.fromkeys(path for answer in swept.answers for path in answer.values))
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    lines.writerow([*_heads(paths)])
    lines.writerows([*_cells(answer, paths)] for answer in swept.answers)
    return written.getvalue()


def _heads(paths: Sequence[str]) -> Iterator[str]:
    yield from ("variant", *paths, "standing", "targets_met", "missed")
    for name in (*SIZES, *CARRIED):
        yield from (name, f"{name} half-width")
    yield from ("binding_limit", "replications", "reason", "values_sha256")


def _cells(answer: Answer, paths: Sequence[str]) -> Iterator[object]:
    figures = answer.figures
    yield harmless(answer.name)
    for path in paths:
        value = answer.values.get(path, "")
        yield harmless(value if isinstance(value, str) else json.dumps(value))
    met = {True: "yes", False: "no", None: "not known"}[figures.met] if figures else ""
    yield from (answer.standing, met, " ".join(answer.missed))
    for name in (*SIZES, *CARRIED):
        yield from _pair(getattr(figures, name) if figures else None)
    yield from (figures.binding_limit, figures.replications) if figures else ("", "")
    yield from (harmless(answer.reason), answer.sha256)


def _pair(content: Estimate | Refused | None) -> tuple[object, object]:
    return (content.value, content.half_width) if isinstance(content, Estimate) else ("", "")
