"""What a comparison found: as blocks, with a picture of the differences and a table of each; the farms beside each
other."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from models.scenario import Scenario
from simulator.measure.estimate import Estimate
from simulator.measure.results import Difference, Paired, Results, surely_known
from simulator.questions.compare.compared import Compared, Side
from simulator.questions.compare.sentences import (
    MANY,
    farm_lines,
    headline,
    how_many_differ,
    how_to_read,
    load_line,
    overloaded_lines,
    told_already,
    unlike,
    unresolved,
)
from simulator.report.blocks import Block, Cell, Chart, Column, Heading, Report, Table, Text
from simulator.report.language.decision import holds, or_others
from simulator.report.language.how_long import how_long
from simulator.report.language.like_for_like import BOTH_SIDES, NOT_ALIKE, WITH_BANDWIDTH
from simulator.report.language.numbers import NOT_RESOLVED, bare, ranged, resolved, text
from simulator.report.language.wording import and_others
from simulator.report.pictures import Gap, Gaps
from simulator.report.provenance import provenance
from simulator.rollup.farm import Farm
from simulator.rollup.money.cost import a_month
from simulator.rollup.money.like_for_like import compared_cost, compared_range, pay_alike
from simulator.rollup.stamp import Stamp

AXIS = "difference, %"
REFERENCE = "current"


def difference_blocks(labels: Sequence[str], pairs: Sequence[Paired], results: Results) -> list[Block]:
    """What differs between each alternative and the current scenario, whose results are `results`; nothing without any.

    `labels` name the alternatives, in the order of `pairs`: the files that those carry may be the same ones.
    """
    if not pairs:
        return []
    return [
        _picture(labels, pairs),
        *(block for at, label in enumerate(labels) for block in _one(label, pairs[at], pairs[:at])),
        Text(how_to_read(results)),
    ]


def comparison_report(scenarios: Sequence[Scenario], compared: Compared, stamp: Stamp) -> Report:
    """The report of a comparison; the first of the scenarios is the reference, whose results and stamp these are."""
    pairs, results = compared.pairs, compared.results
    reference, *others = scenarios
    title = f"{' and '.join(other.name for other in others)} against {reference.name}"
    labels = compared.of_pairs([f"{other.name} ({other.file})" for other in others])
    found = difference_blocks(labels, pairs, results)
    told: list[Block] = [Heading("The differences", 2), *before_differences(compared)]
    blocks = (Heading(title, 1), *_farms(compared), *told, *_leads(labels, pairs), *found)
    return Report((*blocks, *provenance(stamp, how_long(results), results.confidence)), stamp.day, stamp.origin)


def before_differences(compared: Compared) -> list[Text]:
    """At which load servers are compared, and which of them are overloaded there."""
    load = [Text(load_line(compared))] if load_line(compared) else []
    return [*load, *(Text(line, lead=True, tone="bad") for line in overloaded_lines(compared))]


def _farms(compared: Compared) -> list[Block]:
    """The farms of the scenarios that state a demand, in sentences and in a table."""
    if not compared.farms:
        return []
    alike = pay_alike(side.farm for side in compared.farms if side.farm is not None)
    columns = (
        Column("scenario"),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("a server carries", "Mbps", numeric=True),
        Column("the farm carries", "x the demand", numeric=True),
        Column("cost" if alike else f"cost {WITH_BANDWIDTH}", _unit(compared), numeric=True),
    )
    rows = tuple((side.scenario.name, *_farm(side.farm, alike)) for side in compared.farms)
    said = [Text(line, lead=at == 0) for at, line in enumerate(farm_lines(compared))]
    return [Heading("The farms", 2), *said, Table("Farms that carry the demand", columns, rows)]


def _unit(compared: Compared) -> str:
    """The unit of the bills, which are all in one currency."""
    return a_month(compared.farms[0].scenario.datacenter.prices)


def _farm(farm: Farm | None, alike: bool) -> tuple[Cell, ...]:
    if farm is None:
        return None, None, None, None, None
    sizing = farm.sizing
    servers = f"{bare(sizing.servers.whole)}{and_others(sizing)}" if sizing.tiers else sizing.servers.whole
    return sizing.units.whole, servers, farm.carried.mbps, sizing.supports, compared_cost(farm, alike)


def _leads(labels: Sequence[str], pairs: Sequence[Paired]) -> list[Text]:
    """How much of each differs."""
    return [Text(f"{label}: {how_many_differ(paired)}", lead=True) for label, paired in zip(labels, pairs, strict=True)]


def _one(label: str, paired: Paired, above: Sequence[Paired]) -> list[Block]:
    if twin := told_already(paired, above):
        return [Heading(label, 2), Text(f"{how_many_differ(paired)} All figures are those of {twin}.", lead=True)]
    differ = Text(how_many_differ(paired), lead=True)
    table, warning, told = differences_table(paired), unlike(paired), unresolved(paired)
    # Said before anyone reads the intervals.
    before = [Text(warning, tone="bad")] if warning else []
    return [Heading(label, 2), differ, *before, table, *([Text(told)] if told else [])]


def differences_table(paired: Paired, reference: str = REFERENCE, alternative: str = "alternative") -> Table:
    """A row for each measure of one server; those do not matter that do not differ. The names are of the two sides."""
    columns = (
        Column("measure"),
        Column(reference, numeric=True),
        Column(alternative, numeric=True),
        Column("difference", numeric=True, signed=True),
        Column("difference, %", numeric=True, signed=True, beneath=True),
        Column("significant"),
        Column("replications if independent", numeric=True),
    )
    muted = tuple(place for place, found in enumerate(paired.differences) if not found.significant)
    return Table("One server", columns, tuple(map(_row, paired.differences)), muted=muted, row_units=True)


def _row(found: Difference) -> tuple[Cell, ...]:
    return (
        found.label,
        found.reference,
        found.other,
        found.difference,
        found.percent if resolved(found.difference) else NOT_RESOLVED,
        "yes" if found.significant else "no",
        _needed(found.replications_if_independent),
    )


def _needed(replications: int | None) -> Cell:
    """How many replications independent workloads would have needed; beyond a million only that."""
    if replications is None:
        return "-"
    return replications if replications <= MANY else f"> {MANY:,}"


def _picture(labels: Sequence[str], pairs: Sequence[Paired]) -> Chart:
    description = (
        "Differences of each alternative from the current scenario in per cent, with intervals, for every measure; the"
        " tables below have the figures."
    )
    title = "Differences from the current scenario in per cent, with their intervals"
    gaps = (_gap(label, each) for label, paired in zip(labels, pairs, strict=True) for each in _drawn(paired))
    return Chart(title, Gaps(tuple(gaps), AXIS), description)


def _drawn(paired: Paired) -> list[Difference]:
    """The differences that are known in per cent; of the others the table says why not."""
    return [found for found in paired.differences if isinstance(found.percent, Estimate)]


def _gap(label: str, found: Difference) -> Gap:
    percent = surely_known(found.percent)
    return Gap(label, found.label, percent.value, percent.low, percent.high, found.significant)


def compared_blocks(found: Compared) -> list[Block]:
    """The farms, and a table for each scenario against the first one."""
    return [
        *(Text(line, lead=True) for line in farm_lines(found)),
        *before_differences(found),
        *(block for at, paired in enumerate(found.pairs) for block in _one_farm(paired, found.pairs[:at])),
        *([Text(how_to_read(found.results), aside=True)] if found.pairs else []),
    ]


def _one_farm(paired: Paired, before: Sequence[Paired]) -> Iterator[Block]:
    if twin := told_already(paired, before):
        yield Text(f"{headline(paired)} All figures are those of {twin}.", lead=True)
        return
    yield Text(headline(paired), lead=True)
    if told := unlike(paired):
        yield Text(told, tone="bad")
    yield differences_table(paired, *_names(paired))
    if told := unresolved(paired):
        yield Text(told, aside=True)


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")


def farm_blocks(labels: Sequence[str], sides: Sequence[Side]) -> list[Block]:
    """What is bought for the demand of each scenario, and why nothing is; nothing where none states a demand."""
    known = list(zip(labels, sides, strict=True))
    farms = [side.farm for side in sides if side.farm is not None]
    alike = pay_alike(farms)
    rows = tuple(_farm_row(label, side.farm, alike) for label, side in known if side.farm is not None)
    held = " or ".join(dict.fromkeys(map(holds, farms))) if alike else f"{NOT_ALIKE}; {BOTH_SIDES}"
    table = [Table(f"The farm of each: {held}", _farm_columns(farms[0], alike), rows)] if farms else []
    reasons = (f"{label}: no farm is recommended: {side.reason}." for label, side in known if side.reason)
    return [*table, *map(Text, reasons)]


def _farm_columns(first: Farm, alike: bool) -> tuple[Column, ...]:
    """The columns of farms that are all paid in one currency."""
    return (
        Column("scenario"),
        Column("units", numeric=True),
        Column("servers", numeric=True),
        Column("racks", numeric=True),
        Column(f"{first.cost.currency} a month{'' if alike else f', {WITH_BANDWIDTH}'}", numeric=True),
        Column("over its prices", numeric=True),
        Column("growth it carries", numeric=True),
        Column("stopped by"),
    )


def _farm_row(label: str, farm: Farm, alike: bool) -> tuple[Cell, ...]:
    others, farm = or_others(farm.sizing.units_between, farm.sizing.units.whole.value), farm.decided
    sizing, over, whole = farm.sizing, compared_range(farm, alike), compared_cost(farm, alike)
    low, value, high = ranged(over.low, whole.value, over.high, whole.half_width)
    return (
        label,
        f"{bare(sizing.units.whole)}{others}",
        f"{bare(sizing.servers.whole)}{and_others(sizing)}",
        bare(sizing.racks),
        value,
        f"{low} to {high}" if over.resting_on else bare(whole),
        text(sizing.supports),
        farm.carried.binding,
    )
