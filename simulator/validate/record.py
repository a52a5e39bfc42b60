"""The last validation of everything, kept beside the code, so that a report can say how far its like was off.

`python -m simulator validate --record` makes it again; a test holds it against a validation of the code as it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from simulator.measure.estimate import Estimate
from simulator.rollup.outcome import Outcome
from simulator.validate.rows import Row

FILE = Path(__file__).with_name("record.json")


@dataclass(frozen=True)
class Recorded:
    """A published figure of one simulated system, in the unit of the publication.

    binds: the limit that binds first in that system, as simulated. error: signed, in error_unit. role: fit or predict.
    """

    case: str
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


def recorded() -> tuple[Recorded, ...]:
    """What the last validation found."""
    return tuple(Recorded(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8")))


def of_validation(rows: Sequence[Row], outcomes: Mapping[str, Outcome]) -> tuple[Recorded, ...]:
    """What is kept of a validation: figures of one system that have an error, none of the farm that it is set against.
    Others compare systems."""
    return tuple(_recorded(row, outcomes[row.figure.scenario]) for row in rows if _is_kept(row, outcomes))


def to_text(entries: Sequence[Recorded]) -> str:
    """The contents of the file: an entry a line, so that a change of one is a change of one line."""
    lines = (json.dumps(asdict(entry), ensure_ascii=False) for entry in entries)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _is_kept(row: Row, outcomes: Mapping[str, Outcome]) -> bool:
    figure = row.figure
    single = len(figure.systems) == 1 and figure.scenario in outcomes and not figure.measure.startswith("baseline ")
    return single and row.error is not None and isinstance(row.simulated, Estimate) and figure.role != "given"


def _kept(value: float) -> float:
    """A figure with the digits that a reader may need."""
    return float(f"{value:.6g}")


def _recorded(row: Row, outcome: Outcome) -> Recorded:
    figure, found = row.figure, row.simulated
    return Recorded(
        case=figure.case,
        figure=f"{figure.column} {figure.key}".replace("_", " "),
        role=figure.role,
        binds=outcome.binding.limit.name,
        published=figure.published,
        simulated=_kept(found.value),
        half_width=_kept(found.half_width),
        unit=figure.unit or found.unit,
        error=_kept(row.error),
        error_unit=row.error_unit,
        verdict=row.verdict,
    )
