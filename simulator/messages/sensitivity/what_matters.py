"""What matters, in sentences: the same in a report and on a terminal."""

from collections.abc import Iterator

from simulator.errors import require
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import STATED
from simulator.farm.influence import (
    CAPACITY,
    COST,
    RULED_OUT,
    SIMULATED,
    AnswerName,
    Influence,
    Sensitivity,
    SobolIndices,
    Spread,
)
from simulator.farm.prediction import FarmPrediction
from simulator.messages.decision import other_units_cost
from simulator.messages.numbers import figure_text, is_resolved, plain_number, short_text, theory_number
from simulator.messages.prediction import worth_sentence

NOTHING = "No stated range is seen to move {}: no measurement of an assumed value would change it."
OTHERWISE = " `plan` sizes this farm by the load that is stated, so that its bill is another one."


def answer(sensitivity: Sensitivity) -> str:
    """What a server carries now and what the farm costs."""
    now = sensitivity.present
    serves = f"One {sensitivity.node} can serve {short_text(now.capacity)} within its targets."
    carries = f"{serves} Bottleneck: the {now.binding}."
    if now.cost is None or now.whole_cost is None:
        return f"{carries} No demand is stated, so there is no cost."
    others = other_units_cost(sensitivity.farm, now.whole_cost.half_width) if sensitivity.farm else ""
    costs = (
        f"The farm costs {short_text(now.cost)} for exact units, {figure_text(now.whole_cost)} for whole ones{others}."
    )
    return f"{carries} {costs}{OTHERWISE if sensitivity.farm and sensitivity.farm.scenario.sized_by == STATED else ''}"


def _what(sensitivity: Sensitivity, of: AnswerName) -> str:
    return f"what a {sensitivity.node} carries" if of == CAPACITY else "the monthly cost"


def measure_next(sensitivity: Sensitivity, of: AnswerName) -> str:
    """What to find out next for an answer, and what the answer would be then."""
    return f"{next_parameter(sensitivity, of)} {joint_interval(sensitivity, of)}".rstrip()


NOTHING_IS_WORTH = "No single value is worth measuring: whatever it is, as many units are right."


def next_parameter(sensitivity: Sensitivity, of: AnswerName) -> str:
    """What knowing a value is worth, where worlds tell that of the cost; else the parameter whose range moves an answer
    most, with figures."""
    if of == COST and isinstance(sensitivity.prediction, FarmPrediction):
        return worth_sentence(sensitivity.prediction, sensitivity.node) or NOTHING_IS_WORTH
    first = sensitivity.next(of)
    if first is None:
        return NOTHING.format(_what(sensitivity, of))
    parameter = first.parameter
    ranged = f"now {parameter.text}; assumed {parameter.low_text} to {parameter.high_text}"
    ends = ", ".join(f"{short_text(require(end.answer(of), of))} at {end.text}" for end in first.ends)
    if sensitivity.narrows(parameter.path, of) is False:
        return (
            f"By itself {parameter.path} moves {_what(sensitivity, of)} most ({ranged}): {ends}, now"
            f" {short_text(sensitivity.now(of))}."
        )
    now = short_text(sensitivity.now(of))
    return f"To know {_what(sensitivity, of)} better, measure {parameter.path} next ({ranged}): {ends}, now {now}."


def joint_interval(sensitivity: Sensitivity, of: AnswerName) -> str:
    """The interval of an answer over all ranges at once, and without that of the parameter that moves it most."""
    first, known = sensitivity.next(of), sensitivity.indices
    told = of == COST and isinstance(sensitivity.prediction, FarmPrediction)
    if told or first is None or isinstance(known, Unavailable):
        return ""
    path = first.parameter.path
    spread = known.spread[of]
    now = f"Over all ranges at once {_what(sensitivity, of)} lies {_between(spread)} with 95 % (by theory)"
    then = known.without[of].get(path)
    if then is None:
        return f"{now}, without {path}: {known.kept.get(path, 'it stays as it is')}.{_best_amount(known, of)}"
    if sensitivity.narrows(path, of):
        return f"{now}; if {path} were known, {_between(then)}."
    best = sensitivity.narrowing(of)
    if best is None:
        return f"{now}; to know one value alone does not narrow that."
    return (
        f"{now}; if {path} were known, just as widely. Measure {best} next: if it were known,"
        f" {_between(known.without[of][best])}."
    )


def _best_amount(known: SobolIndices, of: AnswerName) -> str:
    """The amount that explains most of an answer, where the parameter that moves it most is none; that none does, where
    nothing that was drawn moves it."""
    best = known.by_answer[of][0]
    if known.spread[of].low == known.spread[of].high or not (best.first.value or best.total.value):
        return " No other value moves it."
    then = known.without[of][best.path]
    return f" Of the others {best.path} explains most: if it were known, {_between(then)}."


def notes(sensitivity: Sensitivity) -> Iterator[str]:
    """How to read the figures, and what they rest on."""
    if any(end.by == SIMULATED for each in sensitivity.influences for end in each.ends):
        yield (
            "Ends of ranges are simulated on the same sessions as the present value, and changes are those of each"
            f" replication: {sensitivity.simulations} capacities were searched."
        )
    if any(end.by == RULED_OUT for each in sensitivity.influences for end in each.ends):
        yield (
            "Ruled out by theory, and not simulated: the largest load that theory expects, and the mean response just"
            " below the capacity, change by less than 0.5 %; the interval of such a change is as wide."
        )
    if told := _unresolved(sensitivity):
        yield told
    if isinstance(sensitivity.indices, Unavailable):
        yield f"Theory cannot say how the ranges act together: {sensitivity.indices.reason}."
        return
    yield (
        f"Sobol indices are by theory, from {sensitivity.indices.samples} points; their intervals"
        " are bootstrapped at 95 %."
        " Amounts are drawn uniformly between the ends of their ranges"
        + (f", by ratio: {', '.join(sensitivity.indices.by_ratio)}." if sensitivity.indices.by_ratio else ".")
    )
    indices = [each for of in sensitivity.answers for each in sensitivity.indices.by_answer[of]]
    if not all(told for each in indices for told in each.told):
        yield (
            "Not resolved is an index whose interval is wider than itself, or that no share can be: below nothing, or"
            " alone more than with others. Intervals narrow with the root of the number of points."
        )
    yield from (f"{note[0].upper()}{note[1:]}." for note in sensitivity.indices.notes)


def _unresolved(sensitivity: Sensitivity) -> str:
    """What a change is that is not resolved, and what would resolve it; "" where all are. Theory has no replications:
    it knows no more of a change that it answers, or has ruled out."""
    ends = [
        (end.by, end.change(of)) for each in sensitivity.influences for end in each.ends for of in sensitivity.answers
    ]
    open_ones = [(by, change) for by, change in ends if change is not None and not is_resolved(change)]
    if not open_ones:
        return ""
    what = "Not resolved is a change whose interval is wider than itself"
    if not sensitivity.simulations:
        return f"{what}: theory knows it no better; --engine kernel, which simulates, may resolve it."
    simulated = [change for by, change in open_ones if by != RULED_OUT]
    needed = [change.samples_to_resolve for change in simulated if change.samples_to_resolve]
    more = f": about {plain_number(min(needed))} replications for the first of them" if needed else ""
    return f"{what}; more replications would resolve it{more}." if simulated else f"{what}."


def methods_used(each: Influence) -> str:
    """How the answers at the ends are known, each way once."""
    return ", ".join(dict.fromkeys(end.by for end in each.ends))


def unmoving_parameters(sensitivity: Sensitivity) -> str:
    """The parameters with which nothing moves, in sentences; empty where there are none."""
    alone = [
        each.parameter.path for each in sensitivity.influences if not any(each.swing(of) for of in sensitivity.answers)
    ]
    drawn = _moving_with_others(sensitivity)
    never, others = [path for path in alone if path not in drawn], [path for path in alone if path in drawn]
    told = [f"Nothing is seen to move over the ranges of {', '.join(never)}."] if never else []
    if others:
        told.append(
            f"While all others stay as they are nothing is seen to move over the ranges of {', '.join(others)}; where"
            " those lie elsewhere in their ranges it may, and the shares of the variance count that."
        )
    return " ".join(told)


def _moving_with_others(sensitivity: Sensitivity) -> set[str]:
    """The parameters that some answer moves with where the others are drawn from their ranges too."""
    if isinstance(sensitivity.indices, Unavailable):
        return set()
    known = (each for of in sensitivity.answers for each in sensitivity.indices.by_answer[of])
    return {each.path for each in known if each.first.value or each.total.value}


def left_out(sensitivity: Sensitivity) -> Iterator[tuple[str, str]]:
    """Ranges of which nothing is said, and why; those of one reason together."""
    by_reason: dict[str, list[str]] = {}
    for out in sensitivity.left_out:
        by_reason.setdefault(out.reason, []).append(f"{out.path} ({out.low})")
    yield from ((", ".join(paths), reason) for reason, paths in by_reason.items())
    for each in sensitivity.influences:
        for end, at in ((each.low, each.parameter.low_text), (each.high, each.parameter.high_text)):
            if isinstance(end, Unavailable):
                yield each.parameter.path, f"at {at}: {end.reason}"


def undrawn_parameters(sensitivity: Sensitivity) -> Iterator[tuple[str, str]]:
    """Parameters that stay at their present value in the indices, and why; those of one reason together."""
    if isinstance(sensitivity.indices, Unavailable):
        return
    by_reason: dict[str, list[str]] = {}
    for path, reason in sensitivity.indices.kept.items():
        by_reason.setdefault(reason, []).append(path)
    yield from ((", ".join(paths), reason) for reason, paths in by_reason.items())


def _between(spread: Spread) -> str:
    low, high = theory_number(spread.low), theory_number(spread.high)
    return f"at {low} {spread.unit}" if low == high else f"between {low} and {high} {spread.unit}"
