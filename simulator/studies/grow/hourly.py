"""The farm that follows the hour of the day, told: in sentences, by hours, as a picture and as data."""

import numpy as np

from models.parts.growth.autoscaling import HOURS
from models.parts.instance import HOURS_PER_MONTH
from models.quantities.formatting import count_text
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.hourly.autoscaled_day import AutoscaledDay
from simulator.growth.hourly.day import STEP
from simulator.growth.hourly.missed_minutes import SURELY_MET, SURELY_MISSED, MissedMinutes
from simulator.messages.numbers import plain_number, rounded, theory_number
from simulator.output.blocks import Block, Chart, Column, Heading, Table, Text
from simulator.output.figure import Data
from simulator.output.pictures import Line, Lines

TITLE = "Following the hour of the day"
PERCENT = 100.0
IN_AN_HOUR = 60
PICTURED = 10 * 60.0  # s from one point of the picture to the next.


def hourly_blocks(growth_plan: GrowthPlan) -> list[Block]:
    """The section of a report; none where the farm does not follow the hour."""
    each = growth_plan.followed
    if each is None:
        return []
    told = (Text(line) for line in _sentences(growth_plan, each))
    return [Heading(TITLE, 2), *told, _chart(each), _by_hours(growth_plan, each)]


def hourly_on_terminal(growth_plan: GrowthPlan) -> list[Block]:
    """The sentences and the hours; none where the farm does not follow them."""
    each = growth_plan.followed
    if each is None:
        return []
    return [*(Text(line) for line in _sentences(growth_plan, each)), _by_hours(growth_plan, each)]


def _sentences(growth_plan: GrowthPlan, each: AutoscaledDay) -> list[str]:
    """What the rule makes of the day: servers, minutes missed, money."""
    return [f"{_servers(each)} {_minutes(each)}", _money(growth_plan, each)]


def _servers(each: AutoscaledDay) -> str:
    serving, scaling = each.day.serving, each.scaling
    target = f"{plain_number(PERCENT * scaling.target)} % of {'their' if serving.max() > 1 else 'its'} {each.limit}"
    allowed = f"{scaling.minimum} to {count_text(scaling.maximum, 'server')}"
    said = (
        f"Kept at {target} by {allowed} that serve {plain_number(scaling.until_serving / 60.0)} min"
        " after they are asked for,"
        f" the farm of today's demand has {plain_number(round(float(serving.mean()), 1))} servers on average:"
        f" {serving.min()} at {_clock(STEP * int(serving.argmin()))}, {serving.max()} at"
        f" {_clock(STEP * int(serving.argmax()))}."
    )
    return f"{said} More would be needed than are allowed." if each.too_small else said


def _minutes(each: AutoscaledDay) -> str:
    minutes = each.missed
    least, most = round(minutes.low), round(minutes.high)
    if not minutes.near and not minutes.minutes:
        return "In no minute of the day a server has more than it carries within its targets, nor nearly as much."
    share = (
        f"{plain_number(PERCENT * SURELY_MET)} to {plain_number(PERCENT * SURELY_MISSED)} % of what a server carries"
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
    hours = float(each.day.paid.mean()) * HOURS_PER_MONTH
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


def _by_hours(growth_plan: GrowthPlan, each: AutoscaledDay) -> Table:
    """The demand and the servers, hour by hour."""
    unit = growth_plan.new.farm.sizing.demanded.amount.unit
    columns = (
        Column("hour"), Column("demand, on average", unit, numeric=True), Column("servers that serve", numeric=True),
        Column("servers on", numeric=True), Column("load too large", "minutes", numeric=True),
    )  # fmt: skip
    return Table(TITLE, columns, tuple(tuple(row.values()) for row in _hours(growth_plan, each)))


def hourly_data(growth_plan: GrowthPlan) -> Data | None:
    """The same as data; None where the farm does not follow the hour."""
    each = growth_plan.followed
    if each is None:
        return None
    minutes = each.missed
    return {
        "limit_followed": each.limit,
        "servers_on_average": float(each.day.serving.mean()),
        "servers_at_least": int(each.day.serving.min()),
        "servers_at_most": int(each.day.serving.max()),
        "more_would_be_asked_for": each.too_small,
        "minutes_missed_a_day": {"likely": minutes.minutes, "low": minutes.low, "high": minutes.high},
        "minutes_simulated": minutes.simulated,
        "minutes_near_what_a_server_carries": minutes.near,
        "server_hours_a_month": float(each.day.paid.mean()) * HOURS_PER_MONTH,
        "cost_per_month": each.cost,
        "always_on": {"servers": each.servers, "cost_per_month": each.always},
        "hours": _hours(growth_plan, each),
    }


def _hours(growth_plan: GrowthPlan, each: AutoscaledDay) -> list[dict[str, float | str]]:
    """Each hour: the demand and the servers on average, and the minutes in which a server has more than it carries."""
    amount = growth_plan.new.farm.sizing.demanded.amount.value
    shares, serving, paid = (
        steps.reshape(HOURS, -1).mean(axis=1) for steps in (each.day.shares[:-1], each.day.serving, each.day.paid)
    )
    over = np.bincount(each.missed.load // IN_AN_HOUR, minlength=HOURS)
    return [
        {"hour": f"{hour:02d}:00", "demand": float(shares[hour]) * amount,
         "serving": round(float(serving[hour]), 2), "on": round(float(paid[hour]), 2), "minutes": int(over[hour])}
        for hour in range(HOURS)
    ]  # fmt: skip


def _chart(each: AutoscaledDay) -> Chart:
    """Servers that serve, and those that are on, through the day."""
    every = int(PICTURED / STEP)
    x = tuple(place * PICTURED / 3600.0 for place in range(len(each.day.serving) // every))
    serving = tuple(float(count) for count in each.day.serving[::every])
    paid = tuple(float(count) for count in each.day.paid[::every])
    sure = (0.0,) * len(x)
    lines = (Line("serving", serving, sure), Line("on", paid, sure))
    alt = "Servers that serve and servers that are on through the hours of the day; the table has the figures."
    return Chart(TITLE, Lines(x, "hour of the day", lines, "servers"), alt)


def _clock(seconds: float) -> str:
    """A time of the day."""
    return f"{int(seconds // 3600) % HOURS:02d}:{int(seconds // 60) % 60:02d}"
