"""The parameters that somebody assumed, or changed in the scenario; in data formats every parameter."""

from collections.abc import Mapping

from models.quantities.provenance import Provenance
from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes, titles
from simulator.output.blocks import Block, Column, Table, Text

_ORDER = ("assumed", "measured", "scenario", "default", "vendor", "published", "given")
# What a reader of the report must judge: what nobody measured, and what this scenario states without a source.
SHOWN = ("assumed", "scenario")


def section(outcome: Outcome) -> list[Block]:
    """What is assumed or stated in the scenario of the plan."""
    sources = outcome.scenario.sources
    shown = _shown(sources)
    assumed = sum(source.kind == "assumed" for source in sources.values())
    measured = sum(source.kind == "measured" for source in sources.values())
    return [
        Text(notes.parameters(len(sources), assumed, measured, len(shown))),
        _table(titles.PARAMETERS, shown),
        *_chosen(outcome),
    ]


def every_parameter(outcome: Outcome) -> list[Block]:
    """The whole ledger of the plan, and that of the baseline where it differs; what is assumed comes first."""
    blocks: list[Block] = [_table(titles.EVERY_PARAMETER, outcome.scenario.sources)]
    if outcome.baseline:
        different = _different(outcome, outcome.baseline)
        blocks.append(_table(titles.EVERY_PARAMETER_OF_BASELINE, different))
    return blocks


def _shown(sources: Mapping[str, Provenance]) -> dict[str, Provenance]:
    return {path: source for path, source in sources.items() if source.kind in SHOWN}


def _different(outcome: Outcome, baseline: Outcome) -> dict[str, Provenance]:
    sources = outcome.scenario.sources
    return {path: source for path, source in baseline.scenario.sources.items() if sources.get(path) != source}


def _table(title: str, sources: Mapping[str, Provenance]) -> Table:
    columns = tuple(Column(name) for name in ("parameter", "value", "kind", "range", "source"))
    ordered = sorted(sources.items(), key=lambda item: (_rank(item[1].kind), item[0]))
    rows = tuple((path, s.value_text, s.kind, _range(s), s.source) for path, s in ordered)
    return Table(title, columns, rows)


def _chosen(outcome: Outcome) -> list[Block]:
    """Which published figures parameters were chosen from."""
    chosen = outcome.scenario.chosen_from
    if not chosen:
        return []
    rows = tuple((path, ", ".join(found)) for path, found in sorted(chosen.items()))
    return [Table(titles.CHOSEN, (Column("parameter"), Column("figures")), rows)]


def _rank(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _range(source: Provenance) -> str:
    return f"{source.low} to {source.high}" if source.low and source.high else ""
