"""Scenarios beside each other, in sentences: their farms, at which load servers are compared, and what differs."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.experiment.results import Paired, Results
from simulator.farm.farm import Farm
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.messages.cost_difference import money_more
from simulator.messages.decision import purchase_sentence
from simulator.messages.numbers import bare, is_resolved, plain_number, traffic_text
from simulator.messages.prediction import dearer_text
from simulator.messages.run_length import run_length_text
from simulator.messages.wording import node_word

HOW_TO_READ = (
    "Significant is a difference whose interval excludes 0. The last column is how many replications independent"
    " workloads would have needed for an interval as narrow."
)
NOT_THE_SAME = "so they may not see the same sessions, and pairing may not help: the last column says how much it did."
PICTURE = (
    "Differences of each alternative from the current scenario in per cent, with intervals, for every measure; the"
    " tables below have the figures."
)
PICTURE_TITLE = "Differences from the current scenario in per cent, with their intervals"


def load_line(scenario_comparison: ScenarioComparison) -> str:
    """At which load the servers were compared, where that is not what all state and what sizes them, and what a server
    is where groups of nodes serve classes of their own; else ""."""
    told = []
    if scenario_comparison.load is not None:
        share = f"what falls to one of the first farm as bought: {plain_number(scenario_comparison.load)} requests/s"
        told = [f"{_why_at_its_share(scenario_comparison)} servers are compared at {share}."]
        told += [
            f"One of {side.scenario.file} carries {plain_number(float(f'{side.times:.2g}'))} times as"
            " much, so it is compared"
            f" at the same share of that, {plain_number(float(f'{100.0 * of_it:.3g}'))} %:"
            f" {plain_number(float(f'{rate:.4g}'))}"
            " requests/s."
            for side, rate, of_it in scenario_comparison.at_equal_shares
        ]
    said: dict[str, list[str]] = {}
    for side in scenario_comparison.sides:
        said.setdefault(_of_a_stated_load(scenario_comparison, side), []).append(side.scenario.file)
    told += [f"{' and '.join(dict.fromkeys(files))}: {what}" for what, files in said.items() if what]
    pods = [side.scenario.file for side in scenario_comparison.sides if side.scenario.unit.pods]
    if pods:
        told.append(f"What is measured of {' and '.join(pods)} is one pod, of which several stand on a server.")
    grouped = [side.scenario.file for side in scenario_comparison.sides if side.scenario.unit.paths]
    if grouped:
        told.append(
            f"Figures of a server of {' and '.join(grouped)} are means over all nodes of a unit in one world, whose"
            " classes are drawn group by group: other servers do not see the very same requests."
        )
    return " ".join(told)


def _why_at_its_share(scenario_comparison: ScenarioComparison) -> str:
    stated = any(side.scenario.workload.states_a_load for side in scenario_comparison.sides)
    return "As `plan` measures them," if stated else "No load is stated, so"


def _of_a_stated_load(scenario_comparison: ScenarioComparison, side: ComparedFarm) -> str:
    """What the load that a side states was good for, where it does not size its farm or where others have another."""
    workload = side.scenario.workload
    if not workload.states_a_load or (side.as_stated and scenario_comparison.load is None and not side.sizes_nothing):
        return ""
    rate = (
        ""
        if workload.offered_rate is None
        else f" of {plain_number(workload.offered_rate)} requests/s a {node_word(side.scenario)}"
    )
    measured = ", at which it is measured here" if side.as_stated else ""
    nothing = "; it sizes nothing" if side.sizes_nothing else ""
    return f"a load{rate} is stated{measured}{nothing}."


def overloaded_lines(scenario_comparison: ScenarioComparison) -> Iterator[str]:
    """Of each server that does not settle under its load: what is full, and what it carries within its targets where
    that is known."""
    for at, side in enumerate(scenario_comparison.sides):
        if not side.overloaded:
            continue
        load = "" if side.offered is None else f" at {plain_number(round(side.offered, 1))} requests/s"
        most = "; `capacity` finds the load that it carries"
        if side.farm is not None:
            carried = side.farm.carried
            most = f"; within its targets it carries {traffic_text(carried.mbps)} ({bare(carried.requests)} requests/s)"
        nothing = "nothing can be compared with it" if at == 0 else "it has no differences"
        full = f"{plain_number(round(side.overloaded.carried, 1))} are carried at the {side.overloaded.limit}"
        yield (
            f"{side.scenario.name} ({side.scenario.file}) is overloaded{load} ({full}{most}). A server that is"
            f" offered more than it carries does not settle, so that {nothing}."
        )


def headline(paired: Paired) -> str:
    """How many measures differ, in a sentence."""
    return f"{paired.scenario} against {paired.reference}: {how_many_differ(paired)}"


def how_many_differ(paired: Paired) -> str:
    """The same without the names."""
    found = sum(difference.significant for difference in paired.differences)
    return f"{found} of {len(paired.differences)} measures differ significantly."


def unlike(paired: Paired) -> str:
    """That their workloads differ, so that pairing may not help; "" where they do not."""
    return f"Their workloads differ ({', '.join(paired.workload)}), {NOT_THE_SAME}" if paired.workload else ""


def unresolved(paired: Paired) -> str:
    """That some differences are not resolved; empty where all are."""
    if all(is_resolved(found.difference) for found in paired.differences):
        return ""
    return "Not resolved: the interval of the difference is wider than the difference."


def how_to_read(results: Results) -> str:
    """What the figures rest on, and how to read them."""
    told = (
        f"{run_length_text(results)}, intervals at {results.confidence * 100:g} %, seed {results.seed}, the same in all"
    )
    return f"{told} scenarios. {HOW_TO_READ}"


def farm_lines(scenario_comparison: ScenarioComparison) -> Iterator[str]:
    """The farm of each scenario in a sentence, those after the first with what they are more or less than it."""
    for side in scenario_comparison.farms:
        if side.farm is None:
            yield f"{side.scenario.name} ({side.scenario.file}): no farm is recommended: {side.reason}."
            continue
        against = _against(side, scenario_comparison.farms[0]) if side is not scenario_comparison.farms[0] else ""
        yield f"{side.scenario.name} ({side.scenario.file}): {purchase_sentence(side.farm)}{against}"


def _against(side: ComparedFarm, first: ComparedFarm) -> str:
    """How many servers and what money a farm is more or less than the first one, and how likely it costs more; "" where
    that has none."""
    if side.farm is None or first.farm is None:
        return ""
    alike = side.farm.in_all.amount.value == first.farm.in_all.amount.value
    likely = ""
    if side.beside is not None and not alike:
        likely = f"; it costs more with {dearer_text(side.beside)} probability"
    return f" Against {first.scenario.name}: {_more(side.farm, first.farm)}{likely}."


def _more(farm: Farm, than: Farm) -> str:
    servers = farm.sizing.servers.whole.value - than.sizing.servers.whole.value
    fewer = "fewer" if servers < 0.0 else "more"
    told = "as many servers" if not servers else f"{count_text(abs(servers), 'server')} {fewer}"
    if behind := farm.sizing.of_other_tiers - than.sizing.of_other_tiers:
        told += f" and {plain_number(abs(behind))} {'fewer' if behind < 0.0 else 'more'} of other tiers"
    return f"{told}, {money_more(farm, than)}"
