"""Which measured systems resemble a scenario: the same kind of limit binds, on hardware and a system like its own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from simulator.network.roles import Role
from simulator.questions.validate.own import RECORD as OWN_RECORD
from simulator.questions.validate.record import Measured, Record, Recorded, read_record
from simulator.questions.validate.traits import Hardware, LimitKind, hardware_of, limit_kind
from simulator.rollup.outcome import Outcome

# Within this factor hardware of a generation differs: a DL585 of one, two or four processors, 4 to 16 GiB of RAM.
FACTOR = 4.0
# Operating systems of about one generation; Windows NT 4.0 and Server 2003 are farther apart.
YEARS = 5
# What is compared by its ratio, as people call it. Reads count only where the disks bind, for else they may idle.
TRAITS: Mapping[str, str] = {"processing": "processing (cores x speed)", "ram": "RAM", "cards": "card rate"}
READS = {"reads": "disk reads a second"}


@dataclass(frozen=True)
class Apart:
    """One way in which a measured system is unlike the scenario: `trait` in words, and how many times the measured
    system's the scenario's is; None where what differs is the year of the operating system, or that it is unknown."""

    trait: str
    times: float | None


@dataclass(frozen=True)
class Evidence:
    """The published figures of one measured system, and what they say: how many have a bound and how many of those
    are reproduced, how many are shown for audit, and the error of largest size of a predicted figure, % (None where
    none was predicted in %)."""

    system: Measured
    figures: tuple[Recorded, ...]
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
    same_limit: tuple[tuple[Measured, tuple[Apart, ...]], ...]
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


def resembling(outcome: Outcome) -> Resemblance:
    """The measured systems that resemble the scenario of an outcome, by the limit that binds in it."""
    record = with_own(_last(), outcome.scenario.file)
    return compared(limit_kind(outcome.binding.limit), hardware_of(outcome.scenario), record)


def with_own(record: Record, scenario: str) -> Record:
    """A record with those that `validate mine.yaml --record` left beside a scenario, which come first."""
    folder = Path(scenario).parent
    own = [read_record(file) for file in sorted(folder.glob(f"*{OWN_RECORD}"))] if scenario else []
    systems = tuple(system for each in own for system in each.systems)
    figures = tuple(figure for each in own for figure in each.figures)
    return Record((*systems, *record.systems), (*figures, *record.figures), record.contradictions)


def compared(limit: LimitKind, hardware: Hardware, record: Record) -> Resemblance:
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


def _apart(limit: LimitKind, own: Hardware, other: Hardware) -> Iterator[Apart]:
    """In what the hardware of a measured system is not like that of the scenario."""
    for name, trait in {**TRAITS, **(READS if limit.role is Role.DISK else {})}.items():
        times = getattr(own, name) / getattr(other, name)
        if not 1.0 / FACTOR <= times <= FACTOR:
            yield Apart(trait, times)
    if own.released is None:
        yield Apart("the year of its system is not stated (operating_system.released)", None)
    elif other.released is None or abs(own.released - other.released) > YEARS:
        yield Apart(f"a system of {own.released}, not of {other.released or 'a known year'}", None)


def _evidence(system: Measured, record: Record) -> Evidence:
    figures = tuple(figure for figure in record.figures if figure.system == system.system)
    bounded = [figure for figure in figures if figure.verdict != "audit"]
    errors = [abs(figure.error) for figure in figures if _is_predicted(figure)]
    reproduced = sum(figure.verdict == "reproduced" for figure in bounded)
    audited = len(figures) - len(bounded)
    return Evidence(system, figures, len(bounded), reproduced, audited, max(errors, default=None))


def _is_predicted(figure: Recorded) -> bool:
    return figure.role == "predict" and figure.error_unit == "%"
