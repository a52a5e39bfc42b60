"""What would help, as blocks: the answer, every option that was measured, and why the others were not."""

from collections.abc import Iterator, Sequence

from models.quantities.formatting import fixed
from simulator.farm.costs.cost_difference import cost_difference
from simulator.farm.upgrade_value import UNIT, UpgradeRanking, UpgradeValue
from simulator.messages import upgrades
from simulator.messages.decision import purchase_sentence
from simulator.messages.numbers import TRAFFIC, unit_for
from simulator.messages.upgrades import answer, dropped_options, no_price, notes, saturation_text, traffic_price
from simulator.output.blocks import Block, Cell, Column, Linked, Table, Text


def upgrade_blocks(upgrade_ranking: UpgradeRanking) -> list[Block]:
    """What helps most for its cost, the farm as it is, every option in that order, and why others were not measured."""
    return [*answer_blocks(upgrade_ranking), *option_blocks(upgrade_ranking)]


def answer_blocks(upgrade_ranking: UpgradeRanking) -> list[Block]:
    """What helps most for its cost, and the farm as it is."""
    farm = upgrade_ranking.farm
    lead = Text(answer(upgrade_ranking), lead=True)
    return [lead, *([Text(f"Now: {purchase_sentence(farm)}")] if farm else [])]


def option_blocks(upgrade_ranking: UpgradeRanking) -> list[Block]:
    """Every option that was measured, and why the others were not."""
    said = [Text(note, aside=True) for note in (dropped_options(upgrade_ranking), *notes(upgrade_ranking)) if note]
    return [*options_tables(upgrade_ranking), *excluded_tables(upgrade_ranking), *said]


def options_tables(upgrade_ranking: UpgradeRanking) -> Iterator[Table]:
    """Every option that was measured, those that need other software in a table of their own."""
    here = [each for each in upgrade_ranking.worths if not each.elsewhere]
    away = [each for each in upgrade_ranking.worths if each.elsewhere]
    ordered = upgrades.BY_MBPS if upgrade_ranking.present.scenario.demand is None else upgrades.BY_FARM
    for title, worths in ((ordered, here), (upgrades.ELSEWHERE, away)):
        if worths:
            yield _table(title, worths)


def excluded_tables(upgrade_ranking: UpgradeRanking) -> Iterator[Table]:
    """What was not simulated, and what cannot be, each with its reason."""
    full = tuple((each.name, saturation_text(each)) for each in upgrade_ranking.saturated)
    other = tuple((each.name, each.reason) for each in upgrade_ranking.not_applicable)
    for title, rows in (("Not simulated", full), (upgrades.NOT_APPLICABLE, other)):
        if rows:
            yield Table(title, (Column("option"), Column("why")), rows)


def _table(title: str, worths: Sequence[UpgradeValue]) -> Table:
    unit = worths[0].cost.unit
    size, traffic = unit_for(max(abs(each.gain.difference.value) for each in worths), TRAFFIC)
    of_units, farms = any(each.per == UNIT for each in worths), any(each.farm is not None for each in worths)
    columns = (
        Column("option"),
        Column("gain", "Mbps", numeric=True, signed=True),
        Column("of", beneath=True, detail=not of_units),
        Column("cost", unit, numeric=True, signed=True),
        Column("lowest to highest", beneath=True),
        Column(f"for each {traffic}", unit, numeric=True),
        Column("servers then", numeric=True, detail=not farms),
        Column(upgrades.FARM_THEN, unit, numeric=True, detail=True),
        Column("than now", numeric=True, signed=True, beneath=True, detail=not farms),
        Column("then binds"),
    )
    muted = tuple(place for place, worth in enumerate(worths) if not worth.helps)
    return Table(title, columns, tuple(_row(each, size, traffic) for each in worths), muted=muted)


def _row(worth: UpgradeValue, size: float, traffic: str) -> tuple[Cell, ...]:
    """The cells of an option; its price for each of a unit of traffic, `size` Mbps."""
    name = f"{worth.name}; {worth.adapted}" if worth.adapted else worth.name
    price = traffic_price(worth, size, traffic)
    farm: tuple[Cell, ...] = (None, None, None)
    if worth.farm is not None:
        whole = Linked(worth.farm.in_all.amount, uncertainty=worth.farm.in_all.over.half_width)
        farm = (worth.farm.sizing.servers.whole, whole, _than_now(worth))
    return (
        name,
        worth.gain.difference,
        f"a {worth.per}",
        worth.cost,
        _between(worth),
        no_price(worth, price) or price,
        *farm,
        worth.stop.name,
    )


def _than_now(worth: UpgradeValue) -> Cell:
    """What the farm costs more than now, with the digits that the prices of both leave."""
    if worth.farm is None or worth.present is None:
        return None
    more = cost_difference(worth.farm, worth.present)
    return Linked(more.amount, uncertainty=more.over.half_width)


def _between(worth: UpgradeValue) -> str:
    """What it costs at the lowest and at the highest price; "" where there is one price."""
    if worth.lowest_cost == worth.highest_cost:
        return ""
    return f"{fixed(worth.lowest_cost, 0)} to {fixed(worth.highest_cost, 0)}"
