"""The farm that follows the hour of the day, in sentences: servers, minutes missed, money."""

from models.parts.growth.scaling_policies import HOURS
from models.parts.instance import HOURS_PER_MONTH
from models.quantities.formatting import count_text
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.hourly.autoscaled_day import AutoscaledDay
from simulator.growth.hourly.day import STEP
from simulator.growth.hourly.missed_minutes import SURELY_MET, SURELY_MISSED, MissedMinutes
from simulator.messages.backtest import policy_text
from simulator.messages.numbers import plain_number, rounded, theory_number
from simulator.messages.wording import node_word

TITLE = "Following the hour of the day"
X_AXIS = "hour of the day"
PERCENT = 100.0


def scaling_sentences(growth_plan: GrowthPlan, each: AutoscaledDay) -> list[str]:
    """What the rule makes of the day: servers, minutes missed, money."""
    node = node_word(growth_plan.scenario)
    return [f"{_servers(each, node)} {_minutes(each, node)}", _money(growth_plan, each)]


def chart(node: str) -> str:
    """What stands below the picture of a day."""
    there = f"{node.capitalize()}s that serve and {node}s that are on"
    return f"{there} through the hours of the day; the table has the figures."


def _servers(each: AutoscaledDay, node: str) -> str:
    serving, scaling = each.day.serving, each.scaling
    whose = "their" if serving.max() > 1 else "its"
    kept = policy_text(scaling) if scaling.schedule else f"{policy_text(scaling)} of {whose} {each.limit}"
    allowed = f"{scaling.minimum} to {count_text(scaling.maximum, node)}"
    said = (
        f"{kept} by {allowed} that serve {plain_number(scaling.until_serving / 60.0)} min"
        " after they are asked for,"
        f" the farm of today's demand has {plain_number(round(float(serving.mean()), 1))} {node}s on average:"
        f" {serving.min()} at {_clock(STEP * int(serving.argmin()))}, {serving.max()} at"
        f" {_clock(STEP * int(serving.argmax()))}."
    )
    said += _under_pods(each) if node == "pod" else ""
    return f"{said} More would be needed than are allowed." if each.too_small else said


def _under_pods(each: AutoscaledDay) -> str:
    """The servers that pods stand on."""
    fewest, most = int(each.on.min()), int(each.on.max())
    between = count_text(most, "server") if fewest == most else f"{fewest} to {count_text(most, 'server')}"
    return f" They fill {between}. Where a pod waits for a server to come, that belongs into `until_serving`."


def _minutes(each: AutoscaledDay, node: str) -> str:
    minutes = each.missed
    least, most = round(minutes.low), round(minutes.high)
    if not minutes.near and not minutes.minutes:
        return f"In no minute of the day a {node} has more than it carries within its targets, nor nearly as much."
    share = (
        f"{plain_number(PERCENT * SURELY_MET)} to {plain_number(PERCENT * SURELY_MISSED)} % of what a {node} carries"
    )
    if not minutes.simulated:
        how = "by the load of each minute"
        if minutes.near:
            how += f"; a simulation would look at the {minutes.near} with {share}"
        return (
            f"In {count_text(round(minutes.minutes), 'minute')} a day its targets are missed ({how}).{_when(minutes)}"
        )
    between = f"{least} to {most} minutes" if least != most else count_text(least, "minute")
    how = f"{minutes.simulated} of the {minutes.near} with {share} were simulated"
    return f"In {between} a day its targets are missed ({how}).{_when(minutes)}"


def _when(minutes: MissedMinutes) -> str:
    """Between which times of the day a server has more than it carries."""
    if not len(minutes.load):
        return ""
    first, last = int(minutes.load[0]), int(minutes.load[-1]) + 1
    return f" Its load is too large between {_clock(60.0 * first)} and {_clock(60.0 * last)}."


def _money(growth_plan: GrowthPlan, each: AutoscaledDay) -> str:
    hours = float(each.on.mean()) * HOURS_PER_MONTH
    currency = growth_plan.currency
    prices = growth_plan.new.farm.range
    share = (prices.high - prices.low) / 2.0 / growth_plan.new.farm.whole.value
    cost, always = (rounded(money, money * share) for money in (each.cost, each.always))
    said = (
        f"It takes {theory_number(hours)} server hours and {cost} {currency} a month without bandwidth; the"
        f" {count_text(round(each.servers), 'server')} that `plan` counts, reserve included, take"
        f" {always} {currency} if"
        " they are always on."
    )
    if each.rented:
        said += " The orders above are of servers that are always on; those that come and go are rented by the hour."
        return said
    return f"{said} Servers that are bought are paid off whether they are on or not."


def _clock(seconds: float) -> str:
    """A time of the day."""
    return f"{int(seconds // 3600) % HOURS:02d}:{int(seconds // 60) % 60:02d}"
