"""How far to trust it: what was measured that resembles this, how far off the model was there, and theory.

A measured system resembles a scenario if the same kind of limit binds, on hardware and a system like its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from models.description.scaling import fitted_scaling
from models.quantities.units import SIZE, format_bits, format_quantity
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.numbers import deviation, plain_number
from simulator.messages.wording import why_no_theory
from simulator.network.roles import Role
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.output.figure import Data
from simulator.studies.plan.theory_check import theory_data
from simulator.studies.validate.own_cases import RECORD as OWN_RECORD
from simulator.studies.validate.record import Record, RecordedFigure, RecordedSystem, read_record
from simulator.studies.validate.sentences import contradicting
from simulator.studies.validate.traits import Hardware, LimitKind, hardware_of, limit_kind

# Within this factor hardware of a generation differs: a DL585 of one, two or four processors, 4 to 16 GiB of RAM.
FACTOR = 4.0
# Operating systems of about one generation; Windows NT 4.0 and Server 2003 are farther apart.
YEARS = 5
# What is compared by its ratio, as people call it. Reads count only where the disks bind, for else they may idle.
TRAITS: Mapping[str, str] = {"processing": "processing (cores x speed)", "ram": "RAM", "cards": "card rate"}
READS = {"reads": "disk reads a second"}


@dataclass(frozen=True)
class TraitDifference:
    """One way in which a measured system is unlike the scenario: `trait` in words, and how many times the measured
    system's the scenario's is; None where what differs is the year of the operating system, or that it is unknown."""

    trait: str
    times: float | None


@dataclass(frozen=True)
class Evidence:
    """The published figures of one measured system, and what they say: how many have a bound and how many of those
    are reproduced, how many are shown for audit, and the error of largest size of a predicted figure, % (None where
    none was predicted in %)."""

    system: RecordedSystem
    figures: tuple[RecordedFigure, ...]
    bounded: int
    reproduced: int
    audited: int
    farthest: float | None


@dataclass(frozen=True)
class Resemblance:
    """What was measured that resembles a scenario.

    measured: how many measured systems there are. alike: those that resemble it. same_limit: those that the same kind
    of limit binds but that are apart, the nearest first, each with how. contradictions: how often the published tables
    of those that are alike contradict themselves.
    """

    measured: int
    alike: tuple[Evidence, ...]
    same_limit: tuple[tuple[RecordedSystem, tuple[TraitDifference, ...]], ...]
    contradictions: int

    @property
    def bounded(self) -> int:
        """How many figures of the systems alike have a bound."""
        return sum(each.bounded for each in self.alike)

    @property
    def reproduced(self) -> int:
        """How many of those keep to it."""
        return sum(each.reproduced for each in self.alike)

    @property
    def audited(self) -> int:
        """How many figures of the systems alike have no bound and are shown for audit."""
        return sum(each.audited for each in self.alike)

    @property
    def predicted(self) -> int:
        """How many figures of the systems alike were predicted, not fitted, and have an error in %."""
        return sum(_is_predicted(figure) for each in self.alike for figure in each.figures)

    @property
    def farthest(self) -> float | None:
        """The largest size of an error of those, %."""
        return max((each.farthest for each in self.alike if each.farthest is not None), default=None)


def section(outcome: Outcome) -> list[Block]:
    """Measured systems that resemble this one, each figure with its error, or that there are none; then theory."""
    resemblance, limit = similar_systems(outcome), outcome.binding.limit.name
    measured = _measured(resemblance, limit) if resemblance.alike else _nothing(resemblance, limit)
    scaling = [Text(sentence) for sentence in fitted_scaling(outcome.scenario)]
    return [*measured, *scaling, *_in_theory(outcome), Text(_INTERVALS)]


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


def trust_sentence(outcome: Outcome) -> str:
    """What measurements say for it, in a sentence."""
    resemblance, limit = similar_systems(outcome), outcome.binding.limit.name
    return (
        _summary(resemblance, limit)
        if resemblance.alike
        else f"{_NOBODY} Measure one such server before anything is ordered."
    )


def _measured(resemblance: Resemblance, limit: str) -> list[Block]:
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
    rows = tuple(_row(entry) for each in resemblance.alike for entry in each.figures)
    return [
        Text(_summary(resemblance, limit), lead=True),
        Text(_ALIKE),
        Table("Measured systems that resemble this one", systems, tuple(map(_system, resemblance.alike))),
        Text(" ".join(filter(None, (_ROLES, contradicting(resemblance.contradictions))))),
        Table("What was measured of them", figures, rows),
    ]


def _summary(resemblance: Resemblance, limit: str) -> str:
    """How many systems and figures there are, and how far off those were that nothing was fitted to."""
    alike = len(resemblance.alike)
    what = (
        f"{alike} of {resemblance.measured} measured systems resemble{'s' * (alike == 1)} this one"
        f" (limited by: {limit})"
    )
    said = f"{what}; {resemblance.reproduced} of their {resemblance.bounded} bounded figures are reproduced"
    said += f", {resemblance.audited} more shown for audit" if resemblance.audited else ""
    if resemblance.farthest is None:
        return f"{said}. None of them with an error in % was predicted rather than fitted."
    return f"{said}. Of {resemblance.predicted} that were predicted, the farthest is {resemblance.farthest:.1f} % off."


def _nothing(resemblance: Resemblance, limit: str) -> list[Block]:
    """That no measured system resembles this one, why, and what that means."""
    nobody = Text(_NOBODY, lead=True)
    count, of = len(resemblance.same_limit), f"the {resemblance.measured} measured systems"
    if not count:
        why = f"In none of {of} does the same kind of limit bind first (here: {limit})."
        return [nobody, Text(f"{why} {_UNSUPPORTED}"), Text(_ALIKE)]
    unlike = "it is" if count == 1 else "all of them are"
    why = f"In {count} of {of} the same kind of limit binds first ({limit}), but {unlike} too unlike this one."
    columns = (Column("measured system"), Column("in what this scenario differs from it"))
    rows = tuple(_unlike(system, apart) for system, apart in resemblance.same_limit)
    table = Table("Measured systems with the same kind of limit, each of them unlike this one", columns, rows)
    return [nobody, Text(f"{why} {_UNSUPPORTED}"), Text(_ALIKE), table]


def _unlike(system: RecordedSystem, apart: tuple[TraitDifference, ...]) -> tuple[Cell, ...]:
    ways = (each.trait if each.times is None else f"{each.times:.3g} times the {each.trait}" for each in apart)
    return system.title, "; ".join(ways)


def _system(each: Evidence) -> tuple[Cell, ...]:
    hardware, farthest = each.system.hardware, each.farthest
    return (
        each.system.title,
        plain_number(hardware.processing),
        format_quantity(hardware.ram, SIZE),
        format_bits(hardware.cards),
        str(hardware.released or "unknown"),
        f"{each.reproduced} of {each.bounded}",
        str(each.audited),
        "-" if farthest is None else f"{farthest:.1f} %",
    )


def _row(entry: RecordedFigure) -> tuple[Cell, ...]:
    published = Estimate(entry.published, 0.0, 0.95, 1, entry.unit)
    simulated = Estimate(entry.simulated, entry.half_width, 0.95, 2, entry.unit)
    name = f"{entry.case.replace('_', ' ')}: {entry.figure}"
    return name, published, simulated, deviation(entry.error, entry.error_unit), entry.role, entry.verdict


def _in_theory(outcome: Outcome) -> list[Block]:
    """What both know, side by side; nothing where the answer itself is that of theory, or theory was not asked."""
    theory = outcome.theory
    if theory is None or outcome.results.standing:
        return []
    if isinstance(theory, Unavailable):
        return [Text(f"Theory knows no answer to hold against this one. {why_no_theory(theory.reason)}.")]
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


def similar_systems(outcome: Outcome) -> Resemblance:
    """The measured systems that resemble the scenario of an outcome, by the limit that binds in it."""
    record = with_own_record(_last(), outcome.scenario.file)
    return compare_record(limit_kind(outcome.binding.limit), hardware_of(outcome.scenario), record)


def with_own_record(record: Record, scenario: str) -> Record:
    """A record with those that `validate mine.yaml --record` left beside a scenario, which come first."""
    folder = Path(scenario).parent
    own = [read_record(file) for file in sorted(folder.glob(f"*{OWN_RECORD}"))] if scenario else []
    systems = tuple(system for each in own for system in each.systems)
    figures = tuple(figure for each in own for figure in each.figures)
    return Record((*systems, *record.systems), (*figures, *record.figures), record.contradictions)


def compare_record(limit: LimitKind, hardware: Hardware, record: Record) -> Resemblance:
    """The systems of a record that are limited so on such hardware, and those that are only limited so."""
    same = [(each, tuple(_apart(limit, hardware, each.hardware))) for each in record.systems if each.limit == limit]
    alike = tuple(_evidence(system, record) for system, apart in same if not apart)
    others = sorted((entry for entry in same if entry[1]), key=lambda entry: len(entry[1]))
    cases = {figure.case for each in alike for figure in each.figures}
    contradictions = sum(record.contradictions.get(case, 0) for case in cases)
    return Resemblance(len(record.systems), alike, tuple(others), contradictions)


@lru_cache(maxsize=1)
def _last() -> Record:
    return read_record()


def _apart(limit: LimitKind, own: Hardware, other: Hardware) -> Iterator[TraitDifference]:
    """In what the hardware of a measured system is not like that of the scenario."""
    for name, trait in {**TRAITS, **(READS if limit.role is Role.DISK else {})}.items():
        times = getattr(own, name) / getattr(other, name)
        if not 1.0 / FACTOR <= times <= FACTOR:
            yield TraitDifference(trait, times)
    if own.released is None:
        yield TraitDifference("the year of its system is not stated (operating_system.released)", None)
    elif other.released is None or abs(own.released - other.released) > YEARS:
        yield TraitDifference(f"a system of {own.released}, not of {other.released or 'a known year'}", None)


def _evidence(system: RecordedSystem, record: Record) -> Evidence:
    figures = tuple(figure for figure in record.figures if figure.system == system.system)
    bounded = [figure for figure in figures if figure.verdict != "audit"]
    errors = [abs(figure.error) for figure in figures if _is_predicted(figure)]
    reproduced = sum(figure.verdict == "reproduced" for figure in bounded)
    audited = len(figures) - len(bounded)
    return Evidence(system, figures, len(bounded), reproduced, audited, max(errors, default=None))


def _is_predicted(figure: RecordedFigure) -> bool:
    return figure.role == "predict" and figure.error_unit == "%"


def data(outcome: Outcome) -> Data:
    """What theory says, or why nothing, where it was asked."""
    return {} if outcome.theory is None else {"theory": theory_data(outcome.theory)}
