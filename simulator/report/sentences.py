"""The answer in sentences, the same in a report and on a terminal."""

from simulator.measure.results import Refused
from simulator.report.numbers import cell, plain, text
from simulator.report.wording import counted, told, verb
from simulator.rollup.limits import SATURATED, Limit
from simulator.rollup.outcome import Outcome
from simulator.rollup.sizing import Sizing
from simulator.rollup.verdicts import Verdict


def headline(outcome: Outcome) -> str:
    """How much is needed for the demand; else where a load test ended, or what a unit carries."""
    if outcome.scenario.workload.ramp is not None:
        return _load_test(outcome)
    if outcome.sizing is None or outcome.cost is None:
        unit = outcome.capacity
        offered = "" if _is_full(outcome) else ", all that it is offered"
        return f"One unit of {counted(unit.nodes, 'server')} carries {text(unit.unit_mbps)}{offered}."
    sizing, total = outcome.sizing, outcome.cost.total.whole
    return (
        f"{text(sizing.demand)} takes {text(sizing.units.exact)} of"
        f" {counted(outcome.capacity.nodes, 'server')}: {_to_buy(sizing)}, at {text(total)}."
    )


def _load_test(outcome: Outcome) -> str:
    measures = outcome.results.measures
    after, sessions, rate, still = (measures[f"ramp_{name}"] for name in ("seconds", "sessions", "rate", "open"))
    share = f"{100.0 * outcome.scenario.workload.ramp.until_failed:g} %"
    if isinstance(after, Refused):
        return f"The load test found no limit: {after.reason}."
    return (
        f"{share} of the sessions had failed after {text(after)}: {text(sessions)} sessions until then, {text(rate)}"
        f" accepted and {text(still)} open at the end."
    )


def _to_buy(sizing: Sizing) -> str:
    servers, racks = sizing.servers.whole.value, sizing.racks.value
    return f"buy {plain(sizing.units.whole.value)} ({counted(servers, 'server')}, {counted(racks, 'rack')})"


def what_binds(outcome: Outcome) -> str:
    """Which limit binds, where load is turned away, and how near the next limit is."""
    binding = outcome.binding
    first = binding.limit
    mean = " on average over the whole load test" if outcome.scenario.workload.ramp is not None else ""
    sentences = [f"{told(first, 'The')} {verb(first, 'binds')} first: {text(first.utilisation)} in use{mean}."]
    if binding.turned_away_at is not None:
        refusing = binding.turned_away_at
        share = text(refusing.turned_away)
        what = "It also turns" if refusing == first else f"{told(refusing, 'The')} {verb(refusing, 'turns')}"
        sentences.append(f"{what} {share} of the load away.")
    sentences.append(_next(binding.next))
    return " ".join(sentences)


def _next(following: Limit | None) -> str:
    if following is None:
        return "No other limit is near."
    used = f"Next {verb(following, 'comes')} the {following.name} at {text(following.utilisation)}"
    if isinstance(following.growth, Refused):
        return f"{used}; {following.growth.reason}."
    return f"{used}, full at {text(following.growth)}."


def judged(verdict: Verdict) -> str:
    """A verdict in a word or two."""
    if verdict.met is None:
        return "not known"
    word = "met" if verdict.met else "missed"
    return word if verdict.clear else f"{word}, within the error of the measurement"


def asked(verdict: Verdict) -> str:
    """What a target asks, such as "at most 1 %"."""
    return f"at most {plain(verdict.asked)} {verdict.unit}"


def compared(outcome: Outcome) -> str:
    """The plan against its baseline in one sentence; empty without a baseline."""
    comparison = outcome.comparison
    if comparison is None or outcome.baseline is None:
        return ""
    name = outcome.baseline.scenario.name
    if isinstance(comparison.footprint, Refused) and not (_is_full(outcome) or _is_full(outcome.baseline)):
        return f"Neither it nor {name} is full, so both carry what they are offered: look at limits and response times."
    capacity = f"One unit carries {cell(comparison.capacity)} of what one of {name} does"
    if isinstance(comparison.footprint, Refused):
        return f"{capacity}."
    hosting = next(saving for saving in comparison.savings if saving.name == "hosting")
    return (
        f"{capacity}; the farm takes {cell(comparison.footprint)} of its footprint and saves"
        f" {cell(hosting.exact_percent)} of its hosting, counted in exact units"
        f" ({cell(comparison.whole_footprint)} and {cell(hosting.whole_percent)} in whole units)."
    )


def _is_full(outcome: Outcome) -> bool:
    """Whether something binds at this load, or turns some of it away."""
    binding = outcome.binding
    return binding.turned_away_at is not None or binding.limit.utilisation.value >= SATURATED
