"""The last validation of everything, kept beside the code, so that a report can say how far its like was off.

`headroom validate --record` makes it again; a test holds it against a validation of the code as it is.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from models.errors import Problem, ScenarioError
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import require_estimate
from simulator.farm.outcome import Outcome
from simulator.messages import validation
from simulator.network.roles import Role
from simulator.studies.validate.memory_limits import FIGURES as STATED
from simulator.studies.validate.rows import AuditTable, ValidationRow
from simulator.studies.validate.traits import Hardware, LimitKind, hardware_of, limit_kind

FILE = Path(__file__).with_name("record.json")
# A measured system is described by a file of this folder. Other scenarios are plans that documents draw from them.
MEASURED = "scenarios/published/"


@dataclass(frozen=True)
class RecordedFigure:
    """A published figure of one simulated system, in the unit of the publication.

    system: the scenario's file, and what is changed in it. binds: the limit that binds first in that system, as
    simulated. error: signed, in error_unit. role: fit, predict or audit.
    """

    case: str
    system: str
    figure: str
    role: str
    binds: str
    published: float
    simulated: float
    half_width: float
    unit: str
    error: float
    error_unit: str
    verdict: str


@dataclass(frozen=True)
class RecordedSystem:
    """A system that was measured: system as in Recorded, its title, the limit that binds first as simulated, and its
    hardware."""

    system: str
    title: str
    limit: LimitKind
    hardware: Hardware


@dataclass(frozen=True)
class Record:
    """A validation: the measured systems, the figures of single systems that have an error, and, by case, how often
    its published tables contradict themselves."""

    systems: tuple[RecordedSystem, ...]
    figures: tuple[RecordedFigure, ...]
    contradictions: Mapping[str, int]


def read_record(file: Path = FILE) -> Record:
    """What the last validation found: of everything, or of a file of one's own measurements. Raises ScenarioError where
    a file is no such record."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return Record(
            tuple(_measured(entry) for entry in kept["systems"]),
            tuple(RecordedFigure(**entry) for entry in kept["figures"]),
            kept["contradictions"],
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise ScenarioError((Problem(str(file), 0, "", "", *validation.NO_RECORD),)) from None


def make_record(
    rows: Sequence[ValidationRow],
    outcomes: Mapping[str, Outcome],
    tables: Iterable[AuditTable],
    everywhere: bool = False,
) -> Record:
    """What is kept of a validation: simulated figures of one system that have an error, none of the farm that it is
    set against, for others compare systems; and the measured systems that they are of, wherever their files are if
    `everywhere`."""
    figures = tuple(_recorded(row, outcomes[row.figure.scenario]) for row in rows if _is_kept(row, outcomes))
    names = dict.fromkeys(entry.system for entry in figures if everywhere or entry.system.startswith(MEASURED))
    systems = tuple(_system(name, outcomes[name]) for name in names)
    contradictions: Counter[str] = Counter()
    for table in tables:
        contradictions[table.case] += len(table.contradictions)
    return Record(systems, figures, dict(contradictions))


def to_text(record: Record) -> str:
    """The contents of the file: an entry a line, so that a change of one is a change of one line."""
    groups = (f'"{name}": [\n{_lines(getattr(record, name))}\n]' for name in ("systems", "figures"))
    return "{\n" + ",\n".join([*groups, f'"contradictions": {json.dumps(record.contradictions)}']) + "\n}\n"


def _lines(entries: Sequence[RecordedSystem | RecordedFigure]) -> str:
    return ",\n".join(json.dumps(asdict(entry), ensure_ascii=False) for entry in entries)


def _measured(entry: Mapping[str, Any]) -> RecordedSystem:
    limit = LimitKind(**{**entry["limit"], "role": Role(entry["limit"]["role"])})
    hardware = Hardware(**entry["hardware"])
    return RecordedSystem(entry["system"], entry["title"], limit, hardware)


def _system(name: str, outcome: Outcome) -> RecordedSystem:
    return RecordedSystem(name, outcome.scenario.name, limit_kind(outcome.binding.limit), hardware_of(outcome.scenario))


def _is_kept(row: ValidationRow, outcomes: Mapping[str, Outcome]) -> bool:
    figure = row.figure
    single = len(figure.systems) == 1 and figure.scenario in outcomes and not figure.of_baseline
    # What follows from a description alone, such as the limit of a heap, says nothing of how a server performs.
    told = figure.measure in STATED or figure.role == "given"
    return single and not told and row.error is not None and isinstance(row.simulated, Estimate)


def _kept(value: float) -> float:
    """A figure with the digits that a reader may need."""
    return float(f"{value:.6g}")


def _recorded(row: ValidationRow, outcome: Outcome) -> RecordedFigure:
    figure, estimate = row.figure, require_estimate(row.simulated)
    return RecordedFigure(
        case=figure.case,
        system=figure.scenario,
        figure=f"{figure.column} {figure.key}".replace("_", " "),
        role=figure.role,
        binds=outcome.binding.limit.name,
        published=require(figure.published, "published figure"),
        simulated=_kept(estimate.value),
        half_width=_kept(estimate.half_width),
        unit=figure.unit or estimate.unit,
        error=_kept(require(row.error, "error")),
        error_unit=row.error_unit,
        verdict=row.verdict,
    )
