"""Differences between servers, and their farms, in sentences: the same on a terminal and in a report."""

from collections.abc import Iterator, Sequence

from models.quantities.writing import counted
from simulator.measure.results import Paired, Results
from simulator.questions.compare.compared import Compared, Side
from simulator.questions.compare.neighbours import neighbours
from simulator.report.language.decision import bought
from simulator.report.language.how_long import how_long
from simulator.report.language.like_for_like import money_more
from simulator.report.language.numbers import bare, plain, resolved, text
from simulator.rollup.farm import Farm

MANY = 1_000_000
HOW_TO_READ = (
    "Significant is a difference whose interval excludes 0. The last column is how many replications independent"
    " workloads would have needed for an interval as narrow."
)
NOT_THE_SAME = "so they may not see the same sessions, and pairing may not help: the last column says how much it did."


def farm_lines(found: Compared) -> Iterator[str]:
    """The farm of each scenario in a sentence, those after the first with what they are more or less than it; then what
    lies between others that follow each other by cost."""
    for side in found.farms:
        if side.farm is None:
            yield f"{side.scenario.name} ({side.scenario.file}): no farm is recommended: {side.reason}."
            continue
        against = _against(side.farm, found.farms[0]) if side is not found.farms[0] else ""
        yield f"{side.scenario.name} ({side.scenario.file}): {bought(side.farm)}{against}"
    for dearer, cheaper in neighbours(found.farms):
        if dearer.farm is not None and cheaper.farm is not None:
            names = (f"{side.scenario.name} ({side.scenario.file})" for side in (dearer, cheaper))
            yield f"{' against '.join(names)}: {_more(dearer.farm, cheaper.farm)}."


def load_line(found: Compared) -> str:
    """At which load the servers were compared, where that is not what all state and what sizes them, and what a server
    is where groups of nodes serve classes of their own; else ""."""
    told = []
    if found.load is not None:
        share = f"what falls to one of the first farm as bought: {plain(found.load)} requests/s"
        told = [f"{_why_at_its_share(found)} servers are compared at {share}."]
    said: dict[str, list[str]] = {}
    for side in found.sides:
        said.setdefault(_of_a_stated_load(found, side), []).append(side.scenario.file)
    told += [f"{' and '.join(dict.fromkeys(files))}: {what}" for what, files in said.items() if what]
    grouped = [side.scenario.file for side in found.sides if side.scenario.unit.paths]
    if grouped:
        told.append(
            f"Figures of a server of {' and '.join(grouped)} are means over all nodes of a unit in one world, whose"
            " classes are drawn group by group: other servers do not see the very same requests."
        )
    return " ".join(told)


def overloaded_lines(found: Compared) -> Iterator[str]:
    """Of each server that does not settle under its load: what is always busy, and what it carries where that is
    known."""
    for at, side in enumerate(found.sides):
        if not side.overloaded:
            continue
        load = "" if side.offered is None else f" at {plain(round(side.offered, 1))} requests/s"
        most = "; `capacity` finds the load that it carries"
        if side.farm is not None:
            carried = side.farm.carried
            most = f"; within its targets it carries {text(carried.mbps)} ({bare(carried.requests)} requests/s)"
        nothing = "nothing can be compared with it" if at == 0 else "it has no differences"
        yield (
            f"{side.scenario.name} ({side.scenario.file}) is overloaded{load} (always busy:"
            f" {', '.join(side.overloaded)}{most}). A server that is offered more than it carries does not settle, so"
            f" that {nothing}."
        )


def _why_at_its_share(found: Compared) -> str:
    stated = any(side.scenario.workload.states_a_load for side in found.sides)
    return "As `plan` measures them," if stated else "No load is stated, so"


def _of_a_stated_load(found: Compared, side: Side) -> str:
    """What the load that a side states was good for, where it does not size its farm or where others have another."""
    workload = side.scenario.workload
    if not workload.states_a_load or (side.as_stated and found.load is None and not side.sizes_nothing):
        return ""
    rate = "" if workload.offered_rate is None else f" of {plain(workload.offered_rate)} requests/s a server"
    measured = ", at which it is measured here" if side.as_stated else ""
    nothing = "; it sizes nothing" if side.sizes_nothing else ""
    return f"a load{rate} is stated{measured}{nothing}."


def _against(farm: Farm, first: Side) -> str:
    """How many servers and what money a farm is more or less than the first one; "" where that has none."""
    return f" Against {first.scenario.name}: {_more(farm, first.farm)}." if first.farm is not None else ""


def _more(farm: Farm, than: Farm) -> str:
    servers = farm.sizing.servers.whole.value - than.sizing.servers.whole.value
    fewer = "fewer" if servers < 0.0 else "more"
    told = "as many servers" if not servers else f"{counted(abs(servers), 'server')} {fewer}"
    if behind := farm.sizing.of_other_tiers - than.sizing.of_other_tiers:
        told += f" and {plain(abs(behind))} {'fewer' if behind < 0.0 else 'more'} of other tiers"
    return f"{told}, {money_more(farm, than)}"


def told_already(paired: Paired, before: Sequence[Paired]) -> str:
    """Of which scenario, by its file, the very same differences were shown before; "" of none."""
    same = (other for other in before if (other.differences, other.workload) == (paired.differences, paired.workload))
    return next((other.scenario for other in same), "")


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


def unlike(paired: Paired) -> str:
    """That their workloads differ, so that pairing may not help; "" where they do not."""
    return f"Their workloads differ ({', '.join(paired.workload)}), {NOT_THE_SAME}" if paired.workload else ""


def how_to_read(results: Results) -> str:
    """What the figures rest on, and how to read them."""
    told = f"{how_long(results)}, intervals at {results.confidence * 100:g} %, seed {results.seed}, the same in all"
    return f"{told} scenarios. {HOW_TO_READ}"
