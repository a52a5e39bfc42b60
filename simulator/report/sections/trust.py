"""How far to trust it: how far off the model was where the same limit binds, and theory against simulation."""

from collections.abc import Iterator, Sequence

from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.report.blocks import Block, Cell, Column, Heading, Table, Text
from simulator.report.labels import measure_label
from simulator.rollup.outcome import Outcome
from simulator.validate.record import Recorded, recorded


def section(outcome: Outcome) -> list[Block]:
    """Published systems in which the same limit binds first, each figure with its error; then what theory says."""
    limit = outcome.binding.limit.name
    alike = [entry for entry in recorded() if entry.binds == limit and entry.role != "audit"]
    return [Heading("How far to trust it", 2), *_measured(limit, alike), *_in_theory(outcome), Text(_INTERVALS)]


_INTERVALS = (
    "An interval tells how much a figure would differ with other random numbers. It knows nothing of what the model"
    " leaves out, nor of parameters that are assumed: the errors above and the ranges under the assumptions tell that."
)


def _measured(limit: str, alike: Sequence[Recorded]) -> list[Block]:
    if not alike:
        nothing = f"In none of the published systems that this model was tested on do {limit} bind first"
        return [Text(f"{nothing}: no measurement of a system like this one supports the figures.", lead=True)]
    columns = (
        Column("published figure"),
        Column("published", numeric=True),
        Column("simulated", numeric=True),
        Column("error", numeric=True),
        Column("role"),
        Column("verdict"),
    )
    table = Table(f"Published systems in which {limit} bind first", columns, tuple(map(_row, alike)))
    return [Text(_summary(alike), lead=True), Text(_ROLES), table]


_ROLES = (
    "A figure with the role fit was used to choose parameters of its system; one with the role predict was not, and is"
    " the evidence. Audited figures are shown without a bound."
)


def _summary(alike: Sequence[Recorded]) -> str:
    """How many figures there are, and how far off those were that nothing was fitted to."""
    reproduced = sum(entry.verdict == "reproduced" for entry in alike)
    bounded = sum(entry.verdict != "audit" for entry in alike)
    cases = len({entry.case for entry in alike})
    found = f"{reproduced} of {bounded} published figures of {cases} such measured system{'s' * (cases > 1)} reproduced"
    predicted = [abs(entry.error) for entry in alike if entry.role == "predict" and entry.error_unit == "%"]
    if not predicted:
        return f"{found}; none of them was predicted rather than fitted."
    return f"{found}; of {len(predicted)} that were predicted, the farthest is {max(predicted):.1f} % off."


def _row(entry: Recorded) -> tuple[Cell, ...]:
    published = Estimate(entry.published, 0.0, 0.95, 1, entry.unit)
    simulated = Estimate(entry.simulated, entry.half_width, 0.95, 2, entry.unit)
    name = f"{entry.case.replace('_', ' ')}: {entry.figure}"
    return name, published, simulated, f"{entry.error:+.1f} {entry.error_unit}", entry.role, entry.verdict


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
            off = f"{100.0 * (said.value / found.value - 1.0):+.1f}" if found.value else "-"
            yield measure_label(name), said, found, off, standing
