"""Differences between servers on the same sessions, on a terminal and as data.

`compare --json` writes `differences`, a list of rows {reference, scenario, measure, unit, reference_value, value,
difference, percent, significant, replications_if_independent}: scenarios by their files, figures as everywhere ({value,
half_width, ...}), and null for replications where no number of them would have done; `farms`, a row for each scenario
with a demand: its `scenario` by its file, `sized_by`, what a server carries, the keys of the farm in `plan --json`, and
`reason` where it has none; and `load`, the requests/s that were offered where no scenario states any, or null.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape

from simulator.measure.estimate import Estimate
from simulator.measure.results import Difference, Paired
from simulator.questions.compare.compared import Compared, Side
from simulator.report.data import Data, farm_data, figure
from simulator.report.language.decision import bought
from simulator.report.language.how_long import how_long
from simulator.report.language.numbers import bare, plain, readable_unit, resolved, signed, size_of
from simulator.report.language.wording import counted
from simulator.report.renderers.console import console_on, print_written
from simulator.report.renderers.fitted_table import FittedTable
from simulator.rollup.farm import Farm

WIDTH = 110
MANY = 1_000_000
HOW_TO_READ = (
    "Significant is a difference whose interval excludes 0. The last column is how many replications independent"
    " workloads would have needed for an interval as narrow."
)
NOT_THE_SAME = "so they may not see the same sessions, and pairing may not help: the last column says how much it did."


def figures_of_pairs(pairs: Sequence[Paired]) -> list[Data]:
    """Every difference as a row of data."""
    return [
        {
            "reference": paired.reference,
            "scenario": paired.scenario,
            "measure": found.measure,
            "unit": found.difference.unit,
            "reference_value": figure(found.reference),
            "value": figure(found.other),
            "difference": figure(found.difference),
            "percent": figure(found.percent),
            "significant": found.significant,
            "replications_if_independent": found.replications_if_independent,
        }
        for paired in pairs
        for found in paired.differences
    ]


def compared_data(found: Compared) -> Data:
    """The differences and the farms as data."""
    return {
        "differences": figures_of_pairs(found.pairs),
        "farms": [_farm_row(side, found.farms[0]) for side in found.farms],
        "load": found.load,
    }


def farm_lines(found: Compared) -> Iterator[str]:
    """The farm of each scenario in a sentence, those after the first with what they are more or less than it."""
    for side in found.farms:
        if side.farm is None:
            yield f"{side.scenario.name} ({side.scenario.file}): no farm is recommended: {side.reason}."
            continue
        against = _against(side.farm, found.farms[0]) if side is not found.farms[0] else ""
        yield f"{side.scenario.name} ({side.scenario.file}): {bought(side.farm)}{against}"


def load_line(found: Compared) -> str:
    """At which load the servers were compared, where none is stated; else ""."""
    if found.load is None:
        return ""
    share = f"{plain(found.load)} requests/s"
    return f"No load is stated, so servers are compared at what falls to one of the first farm as bought: {share}."


def print_compared(found: Compared, report: Sequence[Path], stream: TextIO) -> None:
    """Prints the farms, a table for each scenario against the first one, and where the report is."""
    console, results = console_on(stream, WIDTH, piped=WIDTH), found.results
    for line in farm_lines(found):
        console.print(f"{escape(line)}\n", style="bold")
    if found.load is not None:
        console.print(f"{escape(load_line(found))}\n")
    for paired in found.pairs:
        _print(console, paired)
        if told := unresolved(paired):
            console.print(f"{escape(told)}\n", style="dim")
    console.print(
        f"{how_long(results)}, intervals at {results.confidence * 100:g} %, seed {results.seed}, the same in all"
        f" scenarios. {HOW_TO_READ}",
        style="dim",
    )
    print_written(console, report)


def _farm_row(side: Side, first: Side) -> Data:
    """The farm of a scenario, and whole servers and USD a month more than the first one's."""
    farm, base = side.farm, first.farm
    both = farm is not None and base is not None
    return {
        "scenario": side.scenario.file,
        "name": side.scenario.name,
        "reason": side.reason or None,
        "sized_by": farm.carried.way if farm else None,
        "server_mbps": figure(farm.carried.mbps) if farm else None,
        **farm_data(farm),
        "servers_more": farm.sizing.servers.whole.value - base.sizing.servers.whole.value if both else None,
        "cost_more": farm.whole.value - base.whole.value if both else None,
    }


def _against(farm: Farm, first: Side) -> str:
    """How many servers and what money a farm is more or less than the first one; "" where that has none."""
    if first.farm is None:
        return ""
    servers = farm.sizing.servers.whole.value - first.farm.sizing.servers.whole.value
    cost = farm.whole.value - first.farm.whole.value
    fewer = "fewer" if servers < 0.0 else "more"
    told = "as many servers" if not servers else f"{counted(abs(servers), 'server')} {fewer}"
    return f" Against {first.scenario.name}: {told}, {plain(round(abs(cost)))} USD a month {_more(cost)}."


def _more(number: float) -> str:
    return "less" if number < 0.0 else "more"


def _print(console: Console, paired: Paired) -> None:
    console.print(f"{escape(headline(paired))}\n", style="bold")
    if paired.workload:
        console.print(f"Their workloads differ ({', '.join(paired.workload)}), {NOT_THE_SAME}\n", style="yellow")
    console.print(_table(paired))


def headline(paired: Paired) -> str:
    """How many measures differ, in a sentence."""
    return f"{paired.scenario} against {paired.reference}: {how_many_differ(paired)}"


def how_many_differ(paired: Paired) -> str:
    """The same without the names."""
    found = sum(difference.significant for difference in paired.differences)
    return f"{found} of {len(paired.differences)} measures differ significantly."


def unresolved(paired: Paired) -> str:
    """Which differences are not resolved, and how many replications would resolve them; empty where all are."""
    open_ones = [found for found in paired.differences if not resolved(found.difference)]
    needed = [(found.difference.samples_to_resolve, found.label) for found in open_ones]
    known = sorted((number, label) for number, label in needed if number is not None)
    if not open_ones:
        return ""
    told = "Not resolved: the interval of the difference is wider than the difference."
    if not known or known[0][0] > MANY:
        return f"{told} No number of replications that can be waited for would resolve it."
    (least, first), (most, last) = known[0], known[-1]
    now = f"against {plain(open_ones[0].difference.samples)} now"
    if len(known) == 1:
        return f"{told} About {plain(least)} replications would resolve that of {first}, {now}."
    upto = f"more than {MANY:,}" if most > MANY else f"about {plain(most)}"
    return f"{told} About {plain(least)} replications would resolve that of {first}, {upto} that of {last}, {now}."


def _table(paired: Paired) -> FittedTable:
    """A row for each measure; its name and the two values may break into lines, the difference stays whole."""
    table = FittedTable(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", overflow="fold")
    for name in _names(paired):
        table.add_column(escape(name), justify="right", overflow="fold")
    for name in ("difference", "significant", "independent"):
        table.add_column(name, justify="right", no_wrap=True)
    for difference in paired.differences:
        table.add_row(*_cells(difference), style="" if difference.significant else "dim")
    return table


def _names(paired: Paired) -> tuple[str, str]:
    """What the columns of values are called: the files' names, or their places where those are the same."""
    names = (PurePath(paired.reference).stem, PurePath(paired.scenario).stem)
    return names if names[0] != names[1] else ("reference", "scenario")


def _cells(found: Difference) -> tuple[str, ...]:
    unit = readable_unit(found.reference.value or found.other.value, found.reference.unit)
    name = ", ".join(filter(None, (found.label, unit)))
    values = (bare(_in(unit, measure)) for measure in (found.reference, found.other))
    shown = signed(_in(unit, found.difference))
    if isinstance(found.percent, Estimate) and found.difference.value and resolved(found.difference):
        shown += f"\n{signed(found.percent, unit=True)}"
    return escape(name), *values, shown, "yes" if found.significant else "no", _needed(found)


def _needed(found: Difference) -> str:
    """How many replications independent workloads would have needed; beyond a million only that."""
    needed = found.replications_if_independent
    if needed is None:
        return "-"
    return f"{needed:,}" if needed <= MANY else f"> {MANY:,}"


def _in(unit: str, measure: Estimate) -> Estimate:
    """A measure in a unit that people read."""
    return measure if unit == measure.unit else measure.times(1.0 / size_of(unit), unit)
