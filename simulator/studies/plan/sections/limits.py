"""The limits of one server: in the farm at peak, and at the largest load within the targets."""

from simulator.experiment.limits import Limit
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import Outcome
from simulator.messages.decision import down_in_short
from simulator.messages.numbers import room_for
from simulator.messages.plan import notes, titles
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Chart, Column, Table, Text
from simulator.output.pictures import Bar, Bars
from simulator.output.sides import sides

_USED = 1.0  # %. A limit of which less is used is far from anything.


def used(outcome: Outcome) -> list[Block]:
    """How near its limits one server of the farm is, or the server at the load that is stated."""
    return [used_table(outcome)]


def used_table(outcome: Outcome, side: str = "") -> Table:
    """How much of each limit of one server is used, with nodes down too where there are spares, and how far it lets
    the load grow; in short those of which something is used."""
    down = outcome.operating_points[-1].limits if len(outcome.operating_points) > 1 else ()
    states = [{limit.name: limit for limit in limits} for limits in (outcome.limits, *([down] if down else []))]
    columns = (
        Column("limit"),
        Column("used", "%", numeric=True, use=True, short=True),
        *([Column(f"{down_in_short(outcome)}: used", "%", numeric=True, short=True)] if down else []),
        Column("grows to", "x load", numeric=True, short=True),
        Column("which is", detail=True),
    )
    rows = {
        name: (name, *(each[name].utilisation if name in each else None for each in states),
               room_for(states[-1][name].growth) if name in states[-1] else None, limit.limit)
        for name, limit in states[0].items()
    }  # fmt: skip
    near = tuple(row for name, row in rows.items() if any(_is_used(each.get(name)) for each in states))
    at = "at peak" if outcome.operating_points else "at its load"
    return Table(titles.limits_at(node_word(outcome.scenario), at, side), columns, near, every=tuple(rows.values()))


def _is_used(limit: Limit | None) -> bool:
    return limit is not None and (limit.utilisation.value >= _USED or limit.turns_away)


def section(outcome: Outcome) -> list[Block]:
    """The limits at the largest load of a server: a chart of them and a table for each side."""
    largest = outcome.carried.way == LARGEST
    tables = [_table(side, one) for side, one in sides(outcome).items()]
    return [_chart(outcome), *tables, Text(notes.USED_AT_LARGEST if largest else notes.USED_AT_STATED)]


def _limits(outcome: Outcome) -> tuple[Limit, ...]:
    """The limits at the load that a server carries at most; where those were not measured, at the present one."""
    return outcome.carried.limits or outcome.limits


def _where(outcome: Outcome) -> str:
    return notes.AT_ITS_LARGEST_LOAD if outcome.carried.way == LARGEST and outcome.carried.limits else "at its load"


def _chart(outcome: Outcome) -> Chart:
    found = tuple(
        Bar(limit.name, side, limit.utilisation.value, limit.utilisation.half_width)
        for side, one in sides(outcome).items()
        for limit in filter(_is_used, _limits(one))
    )
    title = titles.utilisation_of_limits(node_word(outcome.scenario), _where(outcome))
    return Chart(title, Bars(found, "utilisation, %", rule=100.0), notes.LIMIT_BARS)


def _table(side: str, outcome: Outcome) -> Table:
    """How much of each limit is used, its room, where it comes from, and what it turns away; in short of those of which
    something is used. What each is stands in the table of the limits at peak, where there is one."""
    is_told = bool(outcome.operating_points)
    columns = (
        Column("limit"),
        *(() if is_told else (Column("which is"),)),
        Column("from"),
        Column("used", "%", numeric=True, use=True),
        Column("grows to", "x that load", numeric=True),
        Column("turned away", "%", numeric=True),
    )
    rows = {
        limit: (
            limit.name, *(() if is_told else (limit.limit,)), limit.origin, limit.utilisation, room_for(limit.growth),
            limit.turned_away,
        )
        for limit in _limits(outcome)
    }  # fmt: skip
    near = tuple(row for limit, row in rows.items() if _is_used(limit))
    return Table(
        titles.limits_at(node_word(outcome.scenario), _where(outcome), side), columns, near, every=tuple(rows.values())
    )
