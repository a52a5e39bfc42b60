"""How far to trust it: what was measured that resembles this, how far off the model was there, and theory."""

from collections.abc import Iterator

from models.describing.scaling import fitted_scaling
from models.quantities.units import DATA_RATE, SIZE, format_quantity
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.validate.record import Measured, Recorded
from simulator.questions.validate.resemblance import FACTOR, YEARS, Apart, Evidence, Resemblance, resembling
from simulator.questions.validate.sentences import contradicting
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.report.language.numbers import deviation, plain
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """Measured systems that resemble this one, each figure with its error, or that there are none; then theory."""
    found, limit = resembling(outcome), outcome.binding.limit.name
    measured = _measured(found, limit) if found.alike else _nothing(found, limit)
    scaling = [Text(sentence) for sentence in fitted_scaling(outcome.scenario)]
    return [Heading("How far to trust it", 2), *measured, *scaling, *_in_theory(outcome), Text(_INTERVALS)]


_INTERVALS = (
    "An interval tells how much a figure would differ with other random numbers. It knows nothing of what the model"
    " leaves out, nor of parameters that are assumed: errors against measurements and the ranges under the assumptions"
    " tell that."
)
_ALIKE = (
    "A measured system resembles this one if the same kind of limit binds first in it, its cores times their speed, its"
    f" RAM and the rate of its cards (and the reads of its disks where those bind) are within a factor of {FACTOR:g} of"
    f" those here, and its operating system came out within {YEARS} years of this one."
)
_ROLES = (
    "A figure with the role fit was used to choose parameters of its system; one with the role predict was not, and is"
    " the evidence. Audited figures have no bound: they contradict their own table, or too little is known of their"
    " system."
)
_NOBODY = "No measured system resembles this."
_UNSUPPORTED = (
    "So no measurement supports these figures: they are what the model makes of the parameters that are stated, and"
    " nobody knows yet how far off it is here. Measure one such server under load, and compare it with"
    " `run` at that load, before anything is ordered."
)


def in_a_line(outcome: Outcome) -> str:
    """What measurements say for it, in a sentence."""
    found, limit = resembling(outcome), outcome.binding.limit.name
    return _summary(found, limit) if found.alike else f"{_NOBODY} Measure one such server before anything is ordered."


def _measured(found: Resemblance, limit: str) -> list[Block]:
    systems = (
        Column("measured system"),
        Column("cores x speed", numeric=True),
        Column("RAM", numeric=True),
        Column("cards", numeric=True),
        Column("system of", numeric=True),
        Column("reproduced", numeric=True),
        Column("for audit", numeric=True),
        Column("farthest predicted", numeric=True),
    )
    figures = (
        Column("published figure"),
        Column("published", numeric=True),
        Column("simulated", numeric=True),
        Column("error", numeric=True),
        Column("role"),
        Column("verdict"),
    )
    rows = tuple(_row(entry) for each in found.alike for entry in each.figures)
    return [
        Text(_summary(found, limit), lead=True),
        Text(_ALIKE),
        Table("Measured systems that resemble this one", systems, tuple(map(_system, found.alike))),
        Text(" ".join(filter(None, (_ROLES, contradicting(found.contradictions))))),
        Table("What was measured of them", figures, rows),
    ]


def _summary(found: Resemblance, limit: str) -> str:
    """How many systems and figures there are, and how far off those were that nothing was fitted to."""
    alike = len(found.alike)
    what = f"{alike} of {found.measured} measured systems resemble{'s' * (alike == 1)} this one (limited by: {limit})"
    said = f"{what}; {found.reproduced} of their {found.bounded} bounded figures are reproduced"
    said += f", {found.audited} more shown for audit" if found.audited else ""
    if found.farthest is None:
        return f"{said}. None of them with an error in % was predicted rather than fitted."
    return f"{said}. Of {found.predicted} that were predicted, the farthest is {found.farthest:.1f} % off."


def _nothing(found: Resemblance, limit: str) -> list[Block]:
    """That no measured system resembles this one, why, and what that means."""
    nobody = Text(_NOBODY, lead=True)
    count, of = len(found.same_limit), f"the {found.measured} measured systems"
    if not count:
        why = f"In none of {of} does the same kind of limit bind first (here: {limit})."
        return [nobody, Text(f"{why} {_UNSUPPORTED}"), Text(_ALIKE)]
    unlike = "it is" if count == 1 else "all of them are"
    why = f"In {count} of {of} the same kind of limit binds first ({limit}), but {unlike} too unlike this one."
    columns = (Column("measured system"), Column("in what this scenario differs from it"))
    rows = tuple(_unlike(system, apart) for system, apart in found.same_limit)
    table = Table("Measured systems with the same kind of limit, each of them unlike this one", columns, rows)
    return [nobody, Text(f"{why} {_UNSUPPORTED}"), Text(_ALIKE), table]


def _unlike(system: Measured, apart: tuple[Apart, ...]) -> tuple[Cell, ...]:
    ways = (each.trait if each.times is None else f"{each.times:.3g} times the {each.trait}" for each in apart)
    return system.title, "; ".join(ways)


def _system(each: Evidence) -> tuple[Cell, ...]:
    hardware, farthest = each.system.hardware, each.farthest
    return (
        each.system.title,
        plain(hardware.processing),
        format_quantity(hardware.ram, SIZE),
        format_quantity(hardware.cards, DATA_RATE),
        str(hardware.released or "unknown"),
        f"{each.reproduced} of {each.bounded}",
        str(each.audited),
        "-" if farthest is None else f"{farthest:.1f} %",
    )


def _row(entry: Recorded) -> tuple[Cell, ...]:
    published = Estimate(entry.published, 0.0, 0.95, 1, entry.unit)
    simulated = Estimate(entry.simulated, entry.half_width, 0.95, 2, entry.unit)
    name = f"{entry.case.replace('_', ' ')}: {entry.figure}"
    return name, published, simulated, deviation(entry.error, entry.error_unit), entry.role, entry.verdict


def _in_theory(outcome: Outcome) -> list[Block]:
    """What both know, side by side; nothing where the answer itself is that of theory, or theory was not asked."""
    theory = outcome.theory
    if theory is None or outcome.results.standing:
        return []
    if isinstance(theory, Refused):
        return [Text(f"Theory knows no answer to hold against this one. {theory.reason}")]
    columns = (
        Column("of one server"),
        Column("in theory", numeric=True),
        Column("simulated", numeric=True),
        Column("difference, %", numeric=True),
        Column("how exact theory is"),
    )
    return [Table("Theory against simulation", columns, tuple(_compared(theory, outcome)))]


def _compared(theory: Outcome, outcome: Outcome) -> Iterator[tuple[Cell, ...]]:
    for name, standing in theory.results.standing.items():
        said, found = (one.results.measures.get(name) for one in (theory, outcome))
        if isinstance(said, Estimate) and isinstance(found, Estimate):
            off = deviation(100.0 * (said.value / found.value - 1.0), "") if found.value else "-"
            yield theory.results.label(name), said, found, off, standing
