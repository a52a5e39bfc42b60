"""What theory says of a plan before anything is simulated, and how far it was off in the end."""

from collections.abc import Iterator

from simulator.experiment.results import Unavailable
from simulator.farm.outcome import Outcome
from simulator.messages.decision import headline_in_short
from simulator.messages.numbers import deviation, figure_text, traffic_text, unit_for
from simulator.messages.wording import in_theory, node_word, why_no_theory
from simulator.output.sides import sides

# A farther difference between theory and simulation is explained, %.
CLOSE = 5.0


def theory_sentence(theory: Outcome | Unavailable) -> str:
    """The answer of theory, as the first line of a plan; or why there is none."""
    if isinstance(theory, Unavailable):
        return f"In theory: not known. {why_no_theory(theory.reason)}"
    return f"{in_theory(theory.carried.unjudged)}: {headline_in_short(theory)}"


def theory_error(theory: Outcome | Unavailable, outcome: Outcome) -> str:
    """Theory against simulation, for the plan and for its baseline if theory knows it; "" where there is no theory."""
    if isinstance(theory, Unavailable):
        return ""
    return " ".join(_differences(theory, outcome))


def contradiction(outcome: Outcome) -> str:
    """That theory and simulation of the plan cannot both be right, for who reads the first lines only; "" where both
    intervals or CLOSE explain the difference, or a target that theory does not judge."""
    theory = outcome.theory
    if not isinstance(theory, Outcome) or outcome.results.standing or outcome.carried.target in theory.carried.unjudged:
        return ""
    said, found = theory.capacity.server_mbps, outcome.capacity.server_mbps
    apart = abs(said.value - found.value) - said.half_width - found.half_width
    if apart <= CLOSE / 100.0 * found.value:
        return ""
    size, unit = unit_for(max(said.value, found.value), said.unit)
    expected, measured = (figure_text(each.times(1.0 / size, unit)) for each in (said, found))
    return (
        f"Theory and simulation contradict each other: one server carries {expected} in theory and {measured}"
        " simulated. Before money rests on either, ask again with a run.duration that is four times as long."
    )


def _differences(theory: Outcome, outcome: Outcome) -> Iterator[str]:
    simulated, node = sides(outcome), node_word(outcome.scenario)
    for side, expected in sides(theory).items():
        said, found = expected.capacity.server_mbps, simulated[side].capacity.server_mbps
        off = 100.0 * (said.value / found.value - 1.0) if found.value else 0.0
        of = "" if side == "plan" else f" of the {side}"
        standing = expected.carried.standing
        reason = f" ({standing})" if abs(off) > CLOSE else ""
        yield f"Theory expected {traffic_text(said)} of one {node}{of}, {deviation(off)}{reason}."
