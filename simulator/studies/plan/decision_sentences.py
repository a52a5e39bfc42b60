"""What a plan is decided by besides its own figures: sentences for those who sign, and the same as data."""

from collections.abc import Iterator

from models.quantities.formatting import count_text
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.verdicts import worst_verdicts
from simulator.farm.alternatives import Alternative, DecisionBasis
from simulator.farm.outcome import Outcome
from simulator.farm.sizing import Sizing
from simulator.farm.stopping_limit import stopping_limit
from simulator.messages.decision import baseline_failure, node_down
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.wording import limit_text, listed, verb_for_limit
from simulator.output.data import farm_data
from simulator.output.figure import Data
from simulator.output.prediction_data import beside_data
from simulator.studies.plan.theory_check import theory_error
from simulator.studies.sensitivity.result import influence_data

# Shares a year by which a demand may grow, for nobody has stated one.
GROWTHS = (0.1, 0.2, 0.5)
MONTHS = 12


def decision_data(decision_basis: DecisionBasis) -> Data:
    """The alternatives with their farms, and the assumed values at the ends of their ranges."""
    return {
        "alternatives": [_alternative(each) for each in decision_basis.alternatives],
        "no_alternative": decision_basis.no_alternative or None,
        "assumed_values": [influence_data(each, ("cost", "capacity")) for each in decision_basis.influences],
        "not_judged": decision_basis.not_judged or None,
    }


def growth_headroom(outcome: Outcome) -> str:
    """How much the demand may grow before the farm is full, what stops it then, and what comes next; "" without."""
    sizing, carried = outcome.sizing, outcome.carried
    if sizing is None:
        return ""
    supports = sizing.supports
    down = node_down(outcome)
    if supports.value <= 1.0:
        return f"The farm is full: it can carry {short_text(supports)}{down}."
    said = [f"The farm can carry {short_text(supports)}{down}. {_years(sizing)}"]
    stop, following = carried.stop, outcome.binding.next
    if carried.way != LARGEST:
        said.append("It is sized by the stated load of a server, which may be below its capacity.")
    elif stop is not None:
        said.append(_stops_growth(outcome, stop))
        if following is not None:
            said.append(f"Next limit: the {following.name}, {short_text(following.utilisation)} used then.")
    return " ".join(said)


def _stops_growth(outcome: Outcome, stop: Limit) -> str:
    bottleneck = outcome.bottleneck
    stops = f"{limit_text(stop)} of every server {verb_for_limit(stop, 'stops')}"
    if bottleneck.is_target:
        stops = f"the {bottleneck.name} ({bottleneck.limit}) stops"
    return f"Then {stops} it: buy more units before that."


def risks(outcome: Outcome) -> Iterator[str]:
    """What may go wrong with the farm that is bought, of what is known of it."""
    sizing = outcome.sizing
    if sizing is None:
        return
    yield from _unsure(outcome)
    if sizing.servers.whole.value <= sizing.working_servers:
        spare = max(0, int(sizing.servers.whole.value - sizing.needed_servers.high))
        yield (
            f"No server is a spare: the demand needs {short_text(sizing.needed_servers)} of"
            f" {plain_number(sizing.servers.whole.value)}. So {plain_number(spare)} may fail at once before targets are"
            " missed, if the others share the demand evenly."
        )
    if not sizing.reserve:
        yield "There is no reserve: any demand above the stated one is growth that nobody has planned for."
    if baseline_failure(outcome):
        yield baseline_failure(outcome)


def _unsure(outcome: Outcome) -> Iterator[str]:
    """Targets that may be missed after all, and those that nothing is known of."""
    judged = (
        worst_verdicts(outcome.operating_points[-1].verdicts, outcome.verdicts)
        if outcome.operating_points
        else outcome.verdicts
    )
    near = [verdict.name for verdict in judged if verdict.met is not None and not verdict.clear]
    unknown = [verdict.name for verdict in judged if verdict.met is None]
    if near:
        yield f"So near its target that a longer run may decide otherwise: {', '.join(near)}."
    if unknown:
        yield f"Not known whether the target is met: {', '.join(unknown)}."


def agreement(outcome: Outcome) -> str:
    """Whether theory and simulation agree, in a line."""
    theory = outcome.theory
    if outcome.results.standing:
        return "This is the answer of theory; nothing was simulated."
    if theory is None:
        return ""
    if isinstance(theory, Unavailable):
        return "Theory knows no answer to hold against the simulation."
    return theory_error(theory, outcome)


def _years(sizing: Sizing) -> str:
    """When a demand that grows has reached what the farm carries."""
    told_ = [f"{_time(sizing.years_until_full(growth))} at {plain_number(100.0 * growth)} %" for growth in GROWTHS]
    return f"A growing demand reaches that after {listed(told_)} a year."


def _time(years: float) -> str:
    months = round(MONTHS * years)
    return count_text(months, "month") if months < 2 * MONTHS else f"{plain_number(round(years, 1))} years"


def _alternative(alternative: Alternative) -> Data:
    return {
        "name": alternative.name,
        "stopped_by": stopping_limit(alternative.farm.carried, alternative.farm.scenario.targets).name or None,
        **beside_data(alternative.beside, "plan"),
        **farm_data(alternative.farm),
    }
