"""Every parameter with its value and where it comes from; what is assumed comes first."""

from models.provenance import Provenance
from simulator.report.blocks import Block, Column, Heading, Table, Text
from simulator.rollup.outcome import Outcome

_ORDER = ("assumed", "scenario", "default", "vendor", "published", "given")


def section(outcome: Outcome) -> list[Block]:
    """The ledger of the plan, and that of the baseline where it differs."""
    sources = outcome.scenario.sources
    assumed = sum(source.kind == "assumed" for source in sources.values())
    text = f"{assumed} of {len(sources)} parameters are assumed; their ranges say how far they may be off."
    blocks: list[Block] = [Heading("Assumptions", 2), Text(text), _table("Parameters of the plan", sources)]
    if outcome.baseline:
        others = outcome.baseline.scenario.sources
        different = {path: source for path, source in others.items() if sources.get(path) != source}
        blocks.append(_table("Parameters of the baseline that differ", different))
    return [*blocks, *_chosen(outcome)]


def _table(title: str, sources: dict[str, Provenance]) -> Table:
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
    return [Table("Parameters chosen from published figures", (Column("parameter"), Column("figures")), rows)]


def _rank(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _range(source: Provenance) -> str:
    return f"{source.low} to {source.high}" if source.low and source.high else ""
