"""What matters, in sentences: the same in a report and on a terminal."""

from collections.abc import Iterator

from simulator.errors import surely
from simulator.measure.results import Refused
from simulator.report.language.decision import for_others
from simulator.report.language.numbers import plain, resolved, rough, text
from simulator.rollup.carried import STATED
from simulator.rollup.influence import (
    CAPACITY,
    COST,
    RULED_OUT,
    SIMULATED,
    AnswerName,
    Indices,
    Influence,
    Sensitivity,
    Spread,
)

WHAT = {CAPACITY: "what a server carries", COST: "the monthly cost"}
NOTHING = "No stated range is seen to move {}: no measurement of an assumed value would change it."
OTHERWISE = " `plan` sizes this farm by the load that is stated, so that its bill is another one."
# In the order in which they are told.
ANSWERS: tuple[AnswerName, ...] = (COST, CAPACITY)


def answer(found: Sensitivity) -> str:
    """What a server carries now and what the farm costs."""
    now = found.present
    carries = f"One server carries {text(now.capacity)} within its targets, limited by the {now.binding}."
    if now.cost is None or now.whole_cost is None:
        return f"{carries} The scenario states no demand, so nothing is said of cost."
    others = for_others(found.farm, now.whole_cost.half_width) if found.farm else ""
    costs = f"The farm costs {text(now.cost)} for exact units, {text(now.whole_cost)} for whole ones{others}."
    return f"{carries} {costs}{OTHERWISE if found.farm and found.farm.scenario.sized_by == STATED else ''}"


def measure_next(found: Sensitivity, of: AnswerName) -> str:
    """What to find out next for an answer, and what the answer would be then."""
    return f"{find_out(found, of)} {together(found, of)}".rstrip()


def find_out(found: Sensitivity, of: AnswerName) -> str:
    """The parameter whose range moves an answer most, with figures."""
    first = found.next(of)
    if first is None:
        return NOTHING.format(WHAT[of])
    parameter = first.parameter
    ranged = f"{parameter.text} now, {parameter.low_text} to {parameter.high_text} assumed"
    ends = " and ".join(f"{text(surely(end.answer(of), of))} at {end.text}" for end in first.ends)
    if found.narrows(parameter.path, of) is False:
        return f"By itself {parameter.path} moves {WHAT[of]} most ({ranged}): {ends}, {text(found.now(of))} now."
    return f"For {WHAT[of]}, find out {parameter.path} next ({ranged}): {ends}, {text(found.now(of))} now."


def together(found: Sensitivity, of: AnswerName) -> str:
    """The interval of an answer over all ranges at once, and without that of the parameter that moves it most."""
    first, known = found.next(of), found.indices
    if first is None or isinstance(known, Refused):
        return ""
    path = first.parameter.path
    spread = known.spread[of]
    drawn = "With all amounts drawn from their ranges at once"
    now = f"{drawn}, 95 % of what theory says of {WHAT[of]} lies {_between(spread)}"
    then = known.without[of].get(path)
    if then is None:
        return f"{now}; {path} is not among them: {known.kept.get(path, 'it stays as it is')}.{_best_amount(known, of)}"
    if found.narrows(path, of):
        return f"{now}; with {path} known, {_between(then)}."
    best = found.narrowing(of)
    if best is None:
        return f"{now}; no amount narrows that by itself once it is known."
    return (
        f"{now}; with {path} known, as widely. For {WHAT[of]}, find out {best} next: with it known,"
        f" {_between(known.without[of][best])}."
    )


def _best_amount(known: Indices, of: AnswerName) -> str:
    """The amount that explains most of an answer, where the parameter that moves it most is none; that none does, where
    nothing that was drawn moves it."""
    best = known.by_answer[of][0]
    if known.spread[of].low == known.spread[of].high or not (best.first.value or best.total.value):
        return " None of the amounts moves it."
    then = known.without[of][best.path]
    return f" Of the amounts {best.path} explains most: with it known, {_between(then)}."


def notes(found: Sensitivity) -> Iterator[str]:
    """How to read the figures, and what they rest on."""
    if any(end.by == SIMULATED for each in found.influences for end in each.ends):
        yield (
            "Ends of ranges are simulated on the same sessions as the present value, and changes are those of each"
            f" replication: {found.simulations} capacities were searched."
        )
    if any(end.by == RULED_OUT for each in found.influences for end in each.ends):
        yield (
            "Ruled out by theory, and not simulated: the largest load that theory expects, and the mean response just"
            " below the capacity, change by less than 0.5 %; the interval of such a change is as wide."
        )
    if told := _unresolved(found):
        yield told
    if isinstance(found.indices, Refused):
        yield f"Theory cannot say how the ranges act together: {found.indices.reason}."
        return
    yield (
        f"Sobol indices are by theory, from {found.indices.samples} points; their intervals are bootstrapped at 95 %."
        " Amounts are drawn uniformly between the ends of their ranges"
        + (f", by ratio: {', '.join(found.indices.by_ratio)}." if found.indices.by_ratio else ".")
    )
    indices = [each for of in found.answers for each in found.indices.by_answer[of]]
    if not all(told for each in indices for told in each.told):
        yield (
            "Not resolved is an index whose interval is wider than itself, or that no share can be: below nothing, or"
            " alone more than with others. Intervals narrow with the root of the number of points."
        )
    yield from (f"{note[0].upper()}{note[1:]}." for note in found.indices.notes)


def _unresolved(found: Sensitivity) -> str:
    """What a change is that is not resolved, and what would resolve it; "" where all are. Theory has no replications:
    it knows no more of a change that it answers, or has ruled out."""
    ends = [(end.by, end.change(of)) for each in found.influences for end in each.ends for of in found.answers]
    open_ones = [(by, change) for by, change in ends if change is not None and not resolved(change)]
    if not open_ones:
        return ""
    what = "Not resolved is a change whose interval is wider than itself"
    if not found.simulations:
        return f"{what}: theory knows it no better; --engine kernel, which simulates, may resolve it."
    simulated = [change for by, change in open_ones if by != RULED_OUT]
    needed = [change.samples_to_resolve for change in simulated if change.samples_to_resolve]
    more = f": about {plain(min(needed))} replications for the first of them" if needed else ""
    return f"{what}; more replications would resolve it{more}." if simulated else f"{what}."


def ways(each: Influence) -> str:
    """How the answers at the ends are known, each way once."""
    return ", ".join(dict.fromkeys(end.by for end in each.ends))


def still(found: Sensitivity) -> str:
    """The parameters with which nothing moves, in sentences; empty where there are none."""
    alone = [each.parameter.path for each in found.influences if not any(each.swing(of) for of in found.answers)]
    drawn = _moving_with_others(found)
    never, others = [path for path in alone if path not in drawn], [path for path in alone if path in drawn]
    told = [f"Nothing is seen to move over the ranges of {', '.join(never)}."] if never else []
    if others:
        told.append(
            f"While all others stay as they are nothing is seen to move over the ranges of {', '.join(others)}; where"
            " those lie elsewhere in their ranges it may, and the shares of the variance count that."
        )
    return " ".join(told)


def _moving_with_others(found: Sensitivity) -> set[str]:
    """The parameters that some answer moves with where the others are drawn from their ranges too."""
    if isinstance(found.indices, Refused):
        return set()
    known = (each for of in found.answers for each in found.indices.by_answer[of])
    return {each.path for each in known if each.first.value or each.total.value}


def left_out(found: Sensitivity) -> Iterator[tuple[str, str]]:
    """Ranges of which nothing is said, and why; those of one reason together."""
    by_reason: dict[str, list[str]] = {}
    for out in found.left_out:
        by_reason.setdefault(out.reason, []).append(f"{out.path} ({out.low})")
    yield from ((", ".join(paths), reason) for reason, paths in by_reason.items())
    for each in found.influences:
        for end, at in ((each.low, each.parameter.low_text), (each.high, each.parameter.high_text)):
            if isinstance(end, Refused):
                yield each.parameter.path, f"at {at}: {end.reason}"


def not_drawn(found: Sensitivity) -> Iterator[tuple[str, str]]:
    """Parameters that stay at their present value in the indices, and why; those of one reason together."""
    if isinstance(found.indices, Refused):
        return
    by_reason: dict[str, list[str]] = {}
    for path, reason in found.indices.kept.items():
        by_reason.setdefault(reason, []).append(path)
    yield from ((", ".join(paths), reason) for reason, paths in by_reason.items())


def _between(spread: Spread) -> str:
    low, high = rough(spread.low), rough(spread.high)
    return f"at {low} {spread.unit}" if low == high else f"between {low} and {high} {spread.unit}"
