"""The gallery as one list of sections: how far off predictions were, and how many lay within their intervals."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import count_text
from simulator.messages.numbers import plain_number
from simulator.output.blocks import Block, Cell, Chart, Charts, Column, Heading, Report, Table, Text
from simulator.output.pictures import Point, Points
from simulator.output.renderers.markdown import blocks_as_markdown
from simulator.output.sections import REPORT, Output, Section, blocks_for, report, terminal_blocks
from simulator.studies.validate.gallery.accuracy import PredictionAccuracy, accuracy_of
from simulator.studies.validate.gallery.prediction import CasePredictions, PredictedFigure
from simulator.version import VERSION

TITLE = "The gallery of measured systems"
ALL = "all"
HOW = (
    "Each system is fitted by `calibrate` on its rows of least load, and every other row is predicted from that alone,"
    " with its 90 % interval: the error of what was fitted, and how far off such models were beyond the loads that were"
    " measured. A system that its rows do not tell is named, and not guessed."
)
_MADE = "Made by `headroom validate gallery --markdown docs/gallery.md`."


def gallery_blocks(cases: Sequence[CasePredictions]) -> list[Block]:
    """What a terminal shows: the answer, a row for each case, and what was not predicted."""
    return terminal_blocks(SECTIONS, cases)


def gallery_report(cases: Sequence[CasePredictions], day: str) -> Report:
    """The same with every system and a picture."""
    return report(SECTIONS, cases, TITLE, day, f"gallery, model {VERSION}")


def gallery_markdown(cases: Sequence[CasePredictions]) -> str:
    """The page of the gallery."""
    shown = blocks_for(SECTIONS, cases, Output.MARKDOWN)
    tables = [block for block in shown if not isinstance(block, Charts)]
    return "\n\n".join((blocks_as_markdown([Heading(TITLE, 1)]), _MADE, blocks_as_markdown(tables))) + "\n"


def answer(cases: Sequence[CasePredictions]) -> str:
    """How many of the figures lay in their intervals, and how far off they were."""
    accuracy = accuracy_of([figure for case in cases for figure in case.figures])
    if not accuracy.figures:
        return "No figure could be predicted."
    times = plain_number(round(accuracy.width, 1))
    return (
        f"Of {count_text(accuracy.figures, 'figure')} that took no part in a fit {_share(accuracy.inside)} lie within"
        f" their 90 % intervals, whose upper end is {times} times the lower in the median. Half of the predictions are"
        f" within {_share(accuracy.median)}, nine in ten within {_share(accuracy.tenth)}."
    )


def _cases_table(cases: Sequence[CasePredictions]) -> Table:
    rows = [(case.case.name, accuracy_of(case.figures)) for case in cases]
    rows += [(ALL, accuracy_of([figure for case in cases for figure in case.figures]))] if len(cases) > 1 else []
    return Table("Predicted against measured", _columns("system measured"), tuple(_cells(*row) for row in rows))


def _systems_table(case: CasePredictions) -> Table:
    names = dict.fromkeys(figure.system for figure in case.figures)
    rows = [(name, accuracy_of([each for each in case.figures if each.system == name])) for name in names]
    return Table("By system", _columns("system"), tuple(_cells(*row) for row in rows))


def _columns(first: str) -> tuple[Column, ...]:
    return (
        Column(first),
        Column("figures", numeric=True),
        Column("half within", numeric=True),
        Column("nine in ten within", numeric=True),
        Column("in the interval", numeric=True),
        Column("its ends apart", numeric=True),
    )


def _cells(name: str, accuracy: PredictionAccuracy) -> tuple[Cell, ...]:
    if not accuracy.figures:
        return name, 0, "", "", "", ""
    apart = f"{plain_number(round(accuracy.width, 1))} times"
    return name, accuracy.figures, _share(accuracy.median), _share(accuracy.tenth), _share(accuracy.inside), apart


def _share(share: float) -> str:
    percent = 100.0 * share
    return f"{plain_number(round(percent, 1) if percent < 10.0 else round(percent))} %"


def _unanswered(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """Systems that could not be predicted, by the reason."""
    by_reason: dict[str, list[str]] = {}
    for case in cases:
        for name, why in case.unanswered.items():
            by_reason.setdefault(why, []).append(name)
    for why, names in by_reason.items():
        yield Text(f"Not predicted: {'; '.join(names)}: {why}.")


def _chart(cases: Sequence[CasePredictions]) -> Charts:
    groups = tuple(case.case.name for case in cases)
    points = tuple(_point(case.case.name, each) for case in cases for each in case.figures)
    picture = Points(points, groups, "load, in times the largest that was fitted", "predicted over measured")
    told = f"{len(points):,} figures, predicted over measured, by how far their load lies beyond what was fitted."
    return Charts((Chart("How far off, by how far beyond", picture, told),))


def _point(case: str, figure: PredictedFigure) -> Point:
    label = f"{figure.system} at {plain_number(figure.load)}"
    return Point(label, case, figure.beyond, 0.0, figure.predicted / figure.measured, 0.0)


def _systems(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    for case in cases:
        yield Heading(case.case.name, 2)
        yield Text(f"Source: {case.case.source}.")
        yield _systems_table(case)
        yield from _unanswered([case])


SECTIONS: tuple[Section[Sequence[CasePredictions]], ...] = (
    Section("", lambda cases: [Text(answer(cases), lead=True)]),
    Section("", lambda _: [Text(HOW)], REPORT),
    Section("", lambda cases: [_cases_table(cases)]),
    Section("", lambda cases: [_chart(cases)], REPORT),
    Section("", lambda cases: list(_systems(cases)), REPORT),
    Section("", lambda cases: list(_unanswered(cases)), Output.TERMINAL),
    Section("", lambda _: [Text(HOW, aside=True)], Output.TERMINAL),
)
