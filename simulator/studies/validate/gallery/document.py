"""The gallery as one list of sections: how far off predictions were, and how many lay within their intervals."""

import math
from collections.abc import Iterator, Sequence

from simulator.messages import gallery
from simulator.messages.numbers import plain_number
from simulator.output.blocks import Block, Cell, Chart, Charts, Column, Heading, Report, Table, Text
from simulator.output.pictures import Point, Points
from simulator.output.renderers.markdown import blocks_as_markdown
from simulator.output.sections import REPORT, Output, Section, blocks_for, report, terminal_blocks
from simulator.studies.validate.gallery.accuracy import PredictionAccuracy, accuracy_of
from simulator.studies.validate.gallery.common_ceiling import common_ceiling
from simulator.studies.validate.gallery.prediction import CasePredictions, PredictedFigure
from simulator.uncertainty.error_growth import read_growth
from simulator.version import VERSION

ALL = "all"
# Distances where bands begin and end: a server that is full already does no more than was measured.
FULL = 1.001
BANDS = ((0.0, FULL), (FULL, 1.3), (1.3, math.inf))


def gallery_blocks(cases: Sequence[CasePredictions]) -> list[Block]:
    """What a terminal shows: the answer, a row for each case, and what was not predicted."""
    return terminal_blocks(SECTIONS, cases)


def gallery_report(cases: Sequence[CasePredictions], day: str) -> Report:
    """The same with every system and a picture."""
    return report(SECTIONS, cases, gallery.TITLE, day, f"gallery, model {VERSION}")


def gallery_markdown(cases: Sequence[CasePredictions]) -> str:
    """The page of the gallery."""
    shown = blocks_for(SECTIONS, cases, Output.MARKDOWN)
    tables = [block for block in shown if not isinstance(block, Charts)]
    return (
        "\n\n".join((blocks_as_markdown([Heading(gallery.TITLE, 1)]), gallery.MADE, blocks_as_markdown(tables))) + "\n"
    )


def answer(cases: Sequence[CasePredictions]) -> str:
    """How many of the figures lay in their intervals, and how far off they were."""
    accuracy = accuracy_of([figure for case in cases for figure in case.figures])
    if not accuracy.figures:
        return gallery.NOTHING_PREDICTED
    times = plain_number(round(accuracy.width, 1))
    shares = (_share(each) for each in (accuracy.inside, accuracy.median, accuracy.tenth))
    return gallery.accuracy_text(accuracy.figures, times, *shares)


def third_of(cases: Sequence[CasePredictions]) -> list[PredictedFigure]:
    """What was predicted from a third of the rows, of all cases."""
    return [figure for case in cases for figure in case.third]


def _third(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """How far off figures were that were predicted from a third of the rows, by what was measured."""
    figures = third_of(cases)
    if not figures:
        return
    accuracy, systems = (
        accuracy_of(figures),
        len({(case.case.name, each.system) for case in cases for each in case.third}),
    )
    kinds = _by_measure(figures)
    halves = ", ".join(f"{_share(accuracy_of(some).median)} ({name})" for name, some in kinds.items())
    times = plain_number(round(accuracy.width, 1))
    yield Text(gallery.third_text(systems, _share(accuracy.inside), times, halves), lead=True)


def _by_measure(figures: Sequence[PredictedFigure]) -> dict[str, list[PredictedFigure]]:
    found: dict[str, list[PredictedFigure]] = {}
    for each in figures:
        found.setdefault(each.measure, []).append(each)
    return found


def _third_tables(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """The same by table and measure, and how rows were chosen."""
    if not third_of(cases):
        return
    rows = [
        (f"{case.case.name}: {measure}", accuracy_of(some))
        for case in cases
        for measure, some in _by_measure(case.third).items()
    ]
    rows += [(f"{ALL}: {measure}", accuracy_of(some)) for measure, some in _by_measure(third_of(cases)).items()]
    yield Table(gallery.FROM_A_THIRD, _columns("system measured"), tuple(_cells(*row) for row in rows))
    yield Text(gallery.HOW_A_THIRD)


def _cases_table(cases: Sequence[CasePredictions]) -> Table:
    rows = [(case.case.name, accuracy_of(case.figures)) for case in cases]
    rows += [(ALL, accuracy_of([figure for case in cases for figure in case.figures]))] if len(cases) > 1 else []
    return Table(gallery.BEYOND_ROWS, _columns("system measured"), tuple(_cells(*row) for row in rows))


def _growth(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """How errors and intervals grow with the distance from what was measured, beside one spread at every distance."""
    figures = [figure for case in cases for figure in case.figures]
    if not figures:
        return
    record = read_growth()
    by_work, by_load = (f"{100.0 * record.chance[by]:.2g} %" for by in ("work", "load"))
    yield Heading(gallery.HOW_FAR_BEYOND, 2)
    yield Text(gallery.growth_text(by_work, by_load, record.law.share, record.law.near, record.law.growth))
    yield _bands_table(figures)
    outside = [each for each in figures if not each.is_inside]
    looked_full = [each for each in outside if each.distance < FULL and each.measured > each.predicted]
    yield Text(gallery.outside_text(len(outside), len(looked_full)))


def _bands_table(figures: Sequence[PredictedFigure]) -> Table:
    columns = (
        Column("distance"),
        Column("figures", numeric=True),
        Column("half within", numeric=True),
        Column("in the interval", numeric=True),
        Column("its ends apart", numeric=True),
        Column(gallery.WITH_ONE_SPREAD, numeric=True),
        Column(gallery.ENDS_APART_THEN, numeric=True),
    )
    bands = [(_band(*ends), [each for each in figures if ends[0] <= each.distance < ends[1]]) for ends in BANDS]
    return Table("By distance", columns, tuple(_band_cells(*row) for row in (*bands, (ALL, figures)) if row[1]))


def _band(low: float, high: float) -> str:
    if low < 1.0:
        return gallery.NO_MORE_WORK
    return f"beyond {low:.2g} times" if math.isinf(high) else f"up to {high:.2g} times"


def _band_cells(name: str, figures: Sequence[PredictedFigure]) -> tuple[Cell, ...]:
    grows, before = accuracy_of(figures), accuracy_of([each.with_one_spread for each in figures])
    told = [cell for each in (grows, before) for cell in (_share(each.inside), _times(each.width))]
    return name, grows.figures, _share(grows.median), *told


def _times(width: float) -> str:
    return f"{plain_number(round(width, 1))} times"


def _systems_table(title: str, figures: Sequence[PredictedFigure]) -> Table:
    names = dict.fromkeys(figure.system for figure in figures)
    rows = [(name, accuracy_of([each for each in figures if each.system == name])) for name in names]
    return Table(title, _columns("system"), tuple(_cells(*row) for row in rows))


def _columns(first: str) -> tuple[Column, ...]:
    return (
        Column(first),
        Column("figures", numeric=True),
        Column("half within", numeric=True),
        Column(gallery.NINE_IN_TEN, numeric=True),
        Column("in the interval", numeric=True),
        Column("its ends apart", numeric=True),
    )


def _cells(name: str, accuracy: PredictionAccuracy) -> tuple[Cell, ...]:
    if not accuracy.figures:
        return name, 0, "", "", "", ""
    shares = (_share(each) for each in (accuracy.median, accuracy.tenth, accuracy.inside))
    return name, accuracy.figures, *shares, _times(accuracy.width)


def _share(share: float) -> str:
    percent = 100.0 * share
    return f"{plain_number(round(percent, 1) if percent < 10.0 else round(percent))} %"


def _unanswered(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """Systems that could not be predicted, by the reason."""
    by_reason: dict[str, list[str]] = {}
    for case in cases:
        for name, why in (*case.unanswered.items(), *case.third_unanswered.items()):
            if name not in by_reason.setdefault(why, []):
                by_reason[why].append(name)
    for why, names in by_reason.items():
        yield Text(f"Not predicted: {'; '.join(names)}: {why}.")


def _common_ceilings(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    """Tables whose systems stop at one rate."""
    for each in cases:
        found = common_ceiling(each.case)
        if found is not None:
            yield Text(gallery.common_ceiling(", ".join(found.systems), each.case.name, plain_number(found.rate)))


def _chart(cases: Sequence[CasePredictions]) -> Charts:
    groups = tuple(case.case.name for case in cases)
    points = tuple(_point(case.case.name, each) for case in cases for each in case.figures)
    picture = Points(points, groups, gallery.LOAD_AXIS, "predicted over measured")
    return Charts((Chart(gallery.PICTURE, picture, gallery.picture_text(len(points))),))


def _point(case: str, figure: PredictedFigure) -> Point:
    label = f"{figure.system} at {plain_number(figure.load)}"
    return Point(label, case, figure.beyond, 0.0, figure.predicted / figure.measured, 0.0)


def _systems(cases: Sequence[CasePredictions]) -> Iterator[Block]:
    for case in cases:
        yield Heading(case.case.name, 2)
        yield Text(f"Source: {case.case.source}.")
        if case.third:
            yield _systems_table(gallery.BY_SYSTEM_THIRD, case.third)
        yield _systems_table(gallery.BY_SYSTEM, case.figures)
        yield from (Text(gallery.outside_of_model(name=name, why=why)) for name, why in case.case.outside.items())
        yield from _unanswered([case])


SECTIONS: tuple[Section[Sequence[CasePredictions]], ...] = (
    Section("", lambda cases: list(_third(cases))),
    Section("", lambda cases: list(_third_tables(cases))),
    Section("", lambda cases: [Text(answer(cases), lead=True)]),
    Section("", lambda _: [Text(gallery.HOW)], REPORT),
    Section("", lambda cases: [_cases_table(cases)]),
    Section("", lambda cases: [_chart(cases)], REPORT),
    Section("", lambda cases: list(_common_ceilings(cases))),
    Section("", lambda cases: list(_growth(cases)), REPORT),
    Section("", lambda cases: list(_systems(cases)), REPORT),
    Section("", lambda cases: list(_unanswered(cases)), Output.TERMINAL),
    Section("", lambda _: [Text(gallery.HOW, aside=True)], Output.TERMINAL),
)
