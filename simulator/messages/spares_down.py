"""A server of a unit at a stated load while the spares of its unit are down, in a sentence."""

from models.quantities.formatting import count_text
from models.scenario import Scenario
from simulator.experiment.results import Unavailable
from simulator.farm.operating_point import OperatingPoint
from simulator.messages.numbers import short_text
from simulator.messages.sentences import measured_against_target
from simulator.messages.wording import node_or_pod, verb_for_limit, whose


def spares_down_sentence(scenario: Scenario, down: OperatingPoint | Unavailable) -> str:
    """What each server that is left gets, what it does then, and which targets it misses."""
    unit, node = scenario.unit, node_or_pod(scenario)
    gone = f"one {node}" if unit.spare_nodes == 1 else count_text(unit.spare_nodes, node)
    when = f"With {gone} of {unit.nodes} down"
    if isinstance(down, Unavailable):
        return f"{when}: {down.reason}."
    said = f"{when}, each of the others has {short_text(down.requests)}"
    used = down.most_used
    if used is not None:
        said += f"; {whose(used)} {used.name} {verb_for_limit(used, 'is')} used most, {short_text(used.utilisation)}"
    missed = [measured_against_target(each) for each in down.verdicts if each.met is False]
    return f"{said}. Missed then: {'; '.join(missed)}." if missed else f"{said}. All targets are met then."
