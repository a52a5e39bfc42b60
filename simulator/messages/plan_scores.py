"""Plans beside the counters that came later, in sentences: how many figures lay in their intervals, and what is wrong
with what is asked."""

from collections.abc import Sequence

from models.messages.template import problem, sentence
from models.quantities.formatting import count_text, significant
from models.suggest import did_you_mean
from models.visible import shortened
from simulator.messages.prediction import money

StoreRefusal = tuple[str, str, str]
_KEEP = "plan --keep"
BY_KIND = "By kind of figure"
ERRORS = "How far off"
ERROR_AXIS = "plan beside what was measured, %"
ERROR_CHART = "Figures of the latest plans: how far each was above what was measured, with its prediction interval."
ERROR_POINTS = "A full point: what was measured lay outside the 90 % prediction interval of the plan."
KEPT_PLANS = "Plans that are kept"
NOT_YET = "not scored"
plan_of = sentence("plan of {made} ({values})")
NO_FARM = ("without a demand there is no plan to keep", "state a demand, such as `demand: 4 Gbps`")
NOT_RECOMMENDED = (_KEEP, "this farm misses its targets, and is not kept", "plan one that may be bought")
STATED_LOAD = ("a farm sized by a stated load predicts nothing to be scored", "write `sized_by: largest load`")
GROUPS = ("its nodes serve classes in groups, and counters are not told apart by group", "keep a plan of each")


def verdict(inside: int, of: int) -> str:
    """How many figures of the plans lay in their intervals."""
    if not of:
        return "No figure with an interval could be scored."
    intervals = "its 90 % prediction interval" if of == 1 else "their 90 % prediction intervals"
    return f"{inside} of {count_text(of, 'figure')} lay inside {intervals}."


def record(inside: int, of: int, plans: int) -> str:
    """The same of all plans of a scenario that have been scored; "" where none has."""
    if not of:
        return ""
    earlier = f"{count_text(of, 'figure')} of {count_text(plans, 'earlier plan')}"
    return f"Track record: of {earlier} {inside} lay inside their 90 % prediction intervals."


kept = sentence('Kept as "{name}" of {made} in {file}; `headroom score --counters FILE` scores it later.')


def scored_at(load: float, plan: str, at: str, servers: int, planned: int) -> str:
    """At which load a plan was scored."""
    beside = "" if servers == planned else f"; the plan has {planned}"
    return (
        f"Plan of {plan}: scored at the load that came, {significant(load, 3)} req/s a server on"
        f" {count_text(servers, 'server')} ({at} UTC{beside})."
    )


def measured_over(days: float, step: float, hindcast: bool) -> str:
    """What was measured, and whether the plan could know it."""
    before = " Counters from before the plan count too, so this is no entry of the track record." if hindcast else ""
    return f"Measured: {count_text(float(f'{days:.3g}'), 'day')} in steps of {step / 60.0:g} min.{before}"


def how_to_read() -> str:
    """What the figures mean."""
    return (
        "Error: the plan beside what was measured, + where the plan said more. A demand that was stated without a"
        " range is no prediction, and is not counted."
    )


def beyond(load: float, most: float) -> str:
    """That a server does more than the plan looked at."""
    return f"A server serves {significant(load, 3)} req/s, and the plan predicts up to {significant(most, 3)} only."


def too_early(made: Sequence[str]) -> str:
    """That plans were made after the counters."""
    which = "plan" if len(made) == 1 else "plans"
    return f"Not scored: the {which} of {', '.join(made)}, made after these counters end."


def no_prediction(reason: str) -> StoreRefusal:
    """Why a plan cannot be kept."""
    return _KEEP, f"this plan predicts nothing: {reason}", "plan it without --keep"


def no_such_plan(asked: str, known: Sequence[str], store: str) -> StoreRefusal:
    """That no plan of that name is kept."""
    return store, f'no plan "{shortened(asked)}" is kept here', did_you_mean(asked, known)


def which_plan(known: Sequence[str], store: str) -> StoreRefusal:
    """That plans of several scenarios are kept, and counters are of one farm."""
    named = ", ".join(f'"{shortened(each)}"' for each in known)
    return store, f"plans of {len(known)} scenarios are kept: {named}", "name the one that these counters are of"


no_overlap = problem(
    "these counters end on {last}, before the plan of {made} was made",
    "save later ones; --hindcast scores it by these, without an entry in the track record",
)


def interval(low: float, high: float) -> str:
    """An interval as its ends: "32-41"."""
    return f"{money(low)}-{money(high)}"
