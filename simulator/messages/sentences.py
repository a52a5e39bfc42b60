"""The answer in sentences, the same in a report and on a terminal."""

import math

from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import SATURATED, Limit
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.verdicts import Verdict
from simulator.farm.comparison import Bill
from simulator.farm.costs.cost_difference import pay_traffic_alike
from simulator.farm.outcome import Outcome
from simulator.messages.cost_difference import WITH_BANDWIDTH
from simulator.messages.numbers import cell_text, figure_text, plain_number, short_text, times_the_load
from simulator.messages.wording import limit_text, verb_for_limit

HALF_A_PER_CENT = 0.5


def what_binds(outcome: Outcome) -> str:
    """Which limit binds, where load is turned away, and how near the next limit is."""
    binding = outcome.binding
    first = binding.limit
    mean = " on average over the whole load test" if outcome.scenario.workload.ramp is not None else ""
    place = (
        f"{verb_for_limit(first, 'binds')} first" if _is_full(outcome) else f"{verb_for_limit(first, 'is')} used most"
    )
    sentences = [f"{limit_text(first, 'The')} {place}: {figure_text(first.utilisation)} in use{mean}."]
    if binding.turned_away_at is not None:
        refusing = binding.turned_away_at
        share = figure_text(refusing.turned_away)
        what = (
            "It also turns"
            if refusing == first
            else f"{limit_text(refusing, 'The')} {verb_for_limit(refusing, 'turns')}"
        )
        sentences.append(f"{what} {share} of the load away.")
    sentences.append(_next(binding.next))
    return " ".join(sentences)


def _next(following: Limit | None) -> str:
    if following is None:
        return "No other limit is near."
    used = f"Next {verb_for_limit(following, 'comes')} the {following.name} at {figure_text(following.utilisation)}"
    if isinstance(following.growth, Unavailable):
        return f"{used}; {following.growth.reason}."
    return f"{used}, full at {times_the_load(following.growth)} {following.growth.unit}."


def verdict_text(verdict: Verdict) -> str:
    """A verdict in a word or two, with what is down then where it is about that."""
    state = f" with {verdict.state}" if verdict.state else ""
    if verdict.met is None:
        return f"not known{state}"
    word = f"{'met' if verdict.met else 'missed'}{state}"
    return word if verdict.clear else f"{word}, within the error of the measurement"


def target_text(verdict: Verdict) -> str:
    """What a target asks, such as "at most 1 %" or "at least 60 kB/s"."""
    return f"at {'least' if verdict.at_least else 'most'} {figure_text(exact(verdict.asked, verdict.unit))}"


def measured_against_target(verdict: Verdict) -> str:
    """What was measured against what is asked; where nothing could be measured, the target and why."""
    if isinstance(verdict.measured, Unavailable):
        return f'"{verdict.name}", {target_text(verdict)}: {verdict.measured.reason}'
    return f"{verdict.name} {short_text(verdict.measured)} ({target_text(verdict)})"


def comparison_sentence(outcome: Outcome) -> str:
    """The plan against its baseline in one sentence; empty without a baseline."""
    comparison = outcome.comparison
    if comparison is None or outcome.baseline is None:
        return ""
    name = outcome.baseline.scenario.name
    offered = LARGEST not in (outcome.carried.way, outcome.baseline.carried.way)
    full = _is_full(outcome) or _is_full(outcome.baseline)
    if isinstance(comparison.footprint, Unavailable) and offered and not full:
        return f"Neither this nor {name} is full: compare their limits and response times."
    capacity = f"Against {name}: one unit has {_share(comparison.capacity)} of the capacity"
    if isinstance(comparison.footprint, Unavailable):
        return f"{capacity}."
    cost = comparison.saving(comparable_bill(outcome))
    of = "cost" if cost.of is Bill.COST else f"cost {WITH_BANDWIDTH}, which they do not pay alike"
    return (
        f"{capacity}; the farm takes {_share(comparison.whole_footprint)} of the rack units and"
        f" {_saves(cost.whole_percent)} of the {of}."
    )


def _share(percent: Estimate | Unavailable) -> str:
    return cell_text(percent) if isinstance(percent, Unavailable) else short_text(percent)


def comparable_bill(outcome: Outcome) -> Bill:
    """What of the bill is held against the baseline's: all of it with bandwidth where they do not pay that alike."""
    farms = (one.farm for one in (outcome, outcome.baseline) if one is not None and one.farm is not None)
    return Bill.COST if pay_traffic_alike(farms) else Bill.WITH_BANDWIDTH


def _saves(percent: Estimate | Unavailable) -> str:
    """A saving as a verb with its share; what is not saved is more."""
    if isinstance(percent, Unavailable):
        return f"saves {cell_text(percent)}"
    amount = percent.times(math.copysign(1.0, percent.value), percent.unit)
    # Prices that may be off by a fifth know no more of it than whole per cent; an interval that is wider is told.
    whole = (
        f"{plain_number(round(amount.value))} {amount.unit}"
        if amount.half_width < HALF_A_PER_CENT
        else short_text(amount)
    )
    return f"saves {whole}" if percent.value >= 0.0 else f"costs {whole} more"


def _is_full(outcome: Outcome) -> bool:
    """Whether something binds at this load, or turns some of it away."""
    binding = outcome.binding
    return binding.turned_away_at is not None or binding.limit.utilisation.value >= SATURATED
