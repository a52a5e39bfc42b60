"""A sweep as data: what `sweep --json` and `--csv` write.

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

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.sweep.answer import Answer, Swept, VariantFigures
from simulator.report.figure import FORMAT, Data, figure
from simulator.report.renderers.comma_separated import harmless

SIZES = ("units", "whole_units", "servers", "racks", "cost_per_month")
CARRIED = ("capacity_mbps", "server_mbps", "headroom")


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
