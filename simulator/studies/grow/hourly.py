"""The farm that follows the hour of the day as blocks - sentences, hours, a picture - and as data."""

import numpy as np

from models.parts.growth.scaling_policies import HOURS
from models.parts.instance import HOURS_PER_MONTH
from simulator.growth.growth_plan import GrowthPlan
from simulator.growth.hourly.autoscaled_day import AutoscaledDay
from simulator.growth.hourly.day import STEP
from simulator.messages.grow import autoscaled_day
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Chart, Column, Heading, Table, Text
from simulator.output.figure import Data
from simulator.output.pictures import Line, Lines

IN_AN_HOUR = 60
PICTURED = 10 * 60.0  # s from one point of the picture to the next.


def hourly_blocks(growth_plan: GrowthPlan) -> list[Block]:
    """The section of a report; none where the farm does not follow the hour."""
    each = growth_plan.followed
    if each is None:
        return []
    told = (Text(line) for line in autoscaled_day.scaling_sentences(growth_plan, each))
    return [
        Heading(autoscaled_day.TITLE, 2),
        *told,
        _chart(each, node_word(growth_plan.scenario)),
        _by_hours(growth_plan, each),
    ]


def hourly_on_terminal(growth_plan: GrowthPlan) -> list[Block]:
    """The sentences and the hours; none where the farm does not follow them."""
    each = growth_plan.followed
    if each is None:
        return []
    return [*(Text(line) for line in autoscaled_day.scaling_sentences(growth_plan, each)), _by_hours(growth_plan, each)]


def _by_hours(growth_plan: GrowthPlan, each: AutoscaledDay) -> Table:
    """The demand and the servers, hour by hour."""
    unit, node = growth_plan.new.farm.sizing.demanded.amount.unit, node_word(growth_plan.scenario)
    columns = (
        Column("hour"), Column("demand, on average", unit, numeric=True), Column(f"{node}s that serve", numeric=True),
        Column(f"{node}s on", numeric=True), *([Column("servers on", numeric=True)] if node == "pod" else []),
        Column("load too large", "minutes", numeric=True),
    )  # fmt: skip
    return Table(autoscaled_day.TITLE, columns, tuple(tuple(row.values()) for row in _hours(growth_plan, each)))


def hourly_data(growth_plan: GrowthPlan) -> Data | None:
    """The same as data; None where the farm does not follow the hour."""
    each = growth_plan.followed
    if each is None:
        return None
    minutes, node = each.missed, node_word(growth_plan.scenario)
    return {
        "limit_followed": each.limit,
        f"{node}s_on_average": float(each.day.serving.mean()),
        f"{node}s_at_least": int(each.day.serving.min()),
        f"{node}s_at_most": int(each.day.serving.max()),
        "more_would_be_asked_for": each.too_small,
        "minutes_missed_a_day": {"likely": minutes.minutes, "low": minutes.low, "high": minutes.high},
        "minutes_simulated": minutes.simulated,
        f"minutes_near_what_a_{node}_carries": minutes.near,
        "server_hours_a_month": float(each.on.mean()) * HOURS_PER_MONTH,
        "cost_per_month": each.cost,
        "always_on": {"servers": each.servers, "cost_per_month": each.always},
        "hours": _hours(growth_plan, each),
    }


def _hours(growth_plan: GrowthPlan, each: AutoscaledDay) -> list[dict[str, float | str]]:
    """Each hour: the demand and the servers on average, and the minutes in which a server has more than it carries."""
    amount = growth_plan.new.farm.sizing.demanded.amount.value
    by_steps = each.day.shares[:-1], each.day.serving, each.day.paid, each.on
    shares, serving, paid, on = (steps.reshape(HOURS, -1).mean(axis=1) for steps in by_steps)
    over = np.bincount(each.missed.load // IN_AN_HOUR, minlength=HOURS)
    return [
        {"hour": f"{hour:02d}:00", "demand": float(shares[hour]) * amount,
         "serving": round(float(serving[hour]), 2), "on": round(float(paid[hour]), 2),
         **({"servers": round(float(on[hour]), 2)} if growth_plan.scenario.unit.pods else {}),
         "minutes": int(over[hour])}
        for hour in range(HOURS)
    ]  # fmt: skip


def _chart(each: AutoscaledDay, node: str) -> Chart:
    """Servers, or pods, that serve, and those that are on, through the day."""
    every = int(PICTURED / STEP)
    x = tuple(place * PICTURED / 3600.0 for place in range(len(each.day.serving) // every))
    serving = tuple(float(count) for count in each.day.serving[::every])
    paid = tuple(float(count) for count in each.day.paid[::every])
    sure = (0.0,) * len(x)
    lines = (Line("serving", serving, sure), Line("on", paid, sure))
    return Chart(autoscaled_day.TITLE, Lines(x, autoscaled_day.X_AXIS, lines, f"{node}s"), autoscaled_day.chart(node))
