"""How far to trust it: what was measured that resembles this, how far off the model was there, and theory.

A measured system resembles a scenario if the same kind of limit binds, on hardware and a system like its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from models.description.scaling import fitted_scaling
from models.quantities.units import SIZE, format_bits, format_quantity
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.numbers import deviation, plain_number
from simulator.messages.plan import notes, titles, trust
from simulator.messages.validation import contradicting
from simulator.network.roles import Role
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.output.figure import Data, figure_data
from simulator.studies.validate.own_cases import RECORD as OWN_RECORD
from simulator.studies.validate.record import Record, RecordedFigure, RecordedSystem, read_record
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
    return [*measured, *scaling, *_in_theory(outcome), Text(trust.INTERVALS)]


def trust_sentence(outcome: Outcome) -> str:
    """What measurements say for it, in a sentence."""
    resemblance, limit = similar_systems(outcome), outcome.binding.limit.name
    return _summary(resemblance, limit) if resemblance.alike else f"{trust.NOBODY} {trust.MEASURE_ONE}"


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
        Text(trust.alike(FACTOR, YEARS)),
        Table(titles.ALIKE, systems, tuple(map(_system, resemblance.alike))),
        Text(" ".join(filter(None, (trust.ROLES, contradicting(resemblance.contradictions))))),
        Table(titles.MEASURED, figures, rows),
    ]


def _summary(resemblance: Resemblance, limit: str) -> str:
    """How many systems and figures there are, and how far off those were that nothing was fitted to."""
    found = resemblance
    counts = found.bounded, found.reproduced, found.audited
    return trust.resembling(len(found.alike), found.measured, limit, counts, found.predicted, found.farthest)


def _nothing(resemblance: Resemblance, limit: str) -> list[Block]:
    """That no measured system resembles this one, why, and what that means."""
    count = len(resemblance.same_limit)
    why: list[Block] = [
        Text(trust.NOBODY, lead=True),
        Text(trust.unsupported(count, resemblance.measured, limit)),
        Text(trust.alike(FACTOR, YEARS)),
    ]
    if not count:
        return why
    columns = (Column("measured system"), Column(trust.DIFFERS))
    rows = tuple(_unlike(system, apart) for system, apart in resemblance.same_limit)
    table = Table(titles.SAME_LIMIT, columns, rows)
    return [*why, table]


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
        return [Text(trust.no_theory(theory.reason))]
    columns = (
        Column("of one server"),
        Column("in theory", numeric=True),
        Column("simulated", numeric=True),
        Column("difference, %", numeric=True),
        Column(notes.EXACT),
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
        yield TraitDifference(trust.NO_YEAR, None)
    elif other.released is None or abs(own.released - other.released) > YEARS:
        yield TraitDifference(trust.other_year(own.released, other.released), None)


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


def theory_data(theory: Outcome | Unavailable | None) -> Data:
    """What one server carries and how many units that makes, with the standing of the former; or the reason."""
    if isinstance(theory, Unavailable):
        return figure_data(theory)
    said = require(theory, "answer of theory")
    data: Data = {
        "server_mbps": figure_data(said.capacity.server_mbps),
        "standing": said.carried.standing,
        "units": None if said.sizing is None else figure_data(said.sizing.units.exact),
        "binding_limit": said.bottleneck.name,
    }
    return data | {"baseline": theory_data(said.baseline) if said.baseline else None}
