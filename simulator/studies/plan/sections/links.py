"""The links of the site: what goes over each at the demand, with all of them up and with one down, and its bill."""

from simulator.experiment.estimate import exact
from simulator.farm.costs.link_traffic import LinkLoad
from simulator.farm.outcome import Outcome
from simulator.messages.plan import links
from simulator.output.blocks import Block, Cell, Column, Table, Text
from simulator.output.figure import Data, figure_data


def section(outcome: Outcome) -> list[Block]:
    """A row for each link, and what one that is down does; nothing where none are stated."""
    loads = outcome.cost.links if outcome.cost else ()
    if outcome.cost is None or not loads:
        return []
    currency = outcome.cost.currency
    columns = (
        Column("link"), Column("Mbps at peak", numeric=True), Column("in use, %", numeric=True),
        Column(links.ONE_DOWN, numeric=True), Column("Mbps paid", numeric=True),
        Column(f"{currency}/month", numeric=True),
    )  # fmt: skip
    table = Table(links.LINKS, columns, tuple(map(_row, loads)))
    return [table, *map(Text, links.link_sentences(outcome.scenario, loads))]


def data(outcome: Outcome) -> Data:
    """The same as data."""
    loads = outcome.cost.links if outcome.cost else ()
    currency = outcome.cost.currency if outcome.cost else ""
    return {"links": [_data(each, currency) for each in loads]} if loads else {}


def _row(each: LinkLoad) -> tuple[Cell, ...]:
    return (
        links.link_name(each.link), f"{each.mbps:,.0f}", f"{each.used:.3g}", links.used_then(each),
        f"{each.paid:,.0f}" if each.link.price else "none", f"{each.cost:,.2f}",
    )  # fmt: skip


def _data(each: LinkLoad, currency: str) -> Data:
    return {
        "name": each.link.name,
        "kind": each.link.kind,
        "share": each.link.share,
        "carries": figure_data(exact(each.carries, "Mbps")),
        "mbps": figure_data(exact(each.mbps, "Mbps")),
        "used": figure_data(exact(each.used, "%")),
        "down": list(each.down),
        "used_with_them_down": figure_data(exact(each.used_then, "%")),
        "percentile_95": figure_data(exact(each.percentile, "Mbps")),
        "paid": figure_data(exact(each.paid, "Mbps")),
        "gigabytes": figure_data(exact(each.gigabytes, "GB/month")),
        "cost": figure_data(exact(each.cost, f"{currency}/month")),
    }
