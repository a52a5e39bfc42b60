"""What a plan is decided by besides its own figures, in sentences for those who sign."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, listed
from models.unit_pods import pods_on_fullest
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import Outcome
from simulator.farm.sizing import Sizing
from simulator.messages.decision import node_down
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.plan.theory import theory_error
from simulator.messages.wording import limit_text, node_word, verb_for_limit

# Shares a year by which a demand may grow, for nobody has stated one.
GROWTHS = (0.1, 0.2, 0.5)
MONTHS = 12


def growth_headroom(outcome: Outcome) -> str:
    """How much the demand may grow before the farm is full, what stops it then, and what comes next; "" without."""
    sizing, carried = outcome.sizing, outcome.carried
    if sizing is None:
        return ""
    supports = outcome.bought.supports
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
    stops = f"{limit_text(stop)} of every {node_word(outcome.scenario)} {verb_for_limit(stop, 'stops')}"
    if bottleneck.is_target:
        stops = f"the {bottleneck.name} ({bottleneck.limit}) stops"
    return f"Then {stops} it: buy more units before that."


def risks(outcome: Outcome) -> Iterator[str]:
    """What may go wrong with the farm that is bought, of what is known of it."""
    sizing = outcome.sizing
    if sizing is None:
        return
    if sizing.nodes.whole.value <= sizing.working_servers:
        # A server that fails takes its pods with it.
        beyond = (sizing.nodes.whole.value - sizing.needed_servers.high) / pods_on_fullest(outcome.scenario)
        left = max(0, int(beyond))
        have, spare = plain_number(sizing.nodes.whole.value), plain_number(left)
        if sizing.capacity.in_pods:
            have += f", which stand on {count_text(sizing.servers.whole.value, 'server')}"
            spare = count_text(left, "server")
        yield (
            f"No server is a spare: the demand needs {short_text(sizing.needed_servers)} of {have}. So {spare} may fail"
            " at once before targets are missed, if the others share the demand evenly."
        )
    if not sizing.reserve:
        yield "There is no reserve: any demand above the stated one is growth that nobody has planned for."


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
    told = [f"{_time(sizing.years_until_full(growth))} at {plain_number(100.0 * growth)} %" for growth in GROWTHS]
    return f"A growing demand reaches that after {listed(told)} a year."


def _time(years: float) -> str:
    months = round(MONTHS * years)
    return count_text(months, "month") if months < 2 * MONTHS else f"{plain_number(round(years, 1))} years"
