"""What stops a server: its limits at the largest load within its targets, or at the load that is stated."""

from collections.abc import Iterable, Mapping, Sequence

from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import Outcome
from simulator.messages.decision import stopping_sentence
from simulator.messages.numbers import room_for
from simulator.output.blocks import Block, Chart, Column, Heading, Table, Text
from simulator.output.pictures import PLAN, Bar, Bars
from simulator.studies.plan.sides import sides

FARTHEST = 4.0  # Times the load at which the first one binds: what binds beyond that would only flatten the picture.
BITES = "Load at which each limit binds, in times the present load"


def section(outcome: Outcome) -> list[Block]:
    """A chart of all limits and a table for each side."""
    largest = outcome.carried.way == LARGEST
    blocks: list[Block] = [Heading("What stops a server" if largest else "Limits at the stated load", 2)]
    shown = sides(outcome)
    for side, one in shown.items():
        blocks.append(
            Text(f"{side.capitalize()}: {stopping_sentence(one)}" if len(shown) > 1 else stopping_sentence(one))
        )
    blocks.append(_chart(outcome))
    return [*blocks, *(_table(side, one) for side, one in shown.items()), Text(_NOTE if largest else _NOTE_STATED)]


_GROWTH = (
    "Full at is the load at which a limit is in use entirely, in times that load: 1 / utilisation, exact for what works"
    " at a rate, and for pools as long as they are held equally long."
)
_NOTE = f"Utilisation is that at the largest load of a server within its targets. {_GROWTH}"
_NOTE_STATED = (
    "Of limits that are full, one that does work comes before a pool, because a full pool is the consequence of slow"
    f" service. {_GROWTH}"
)


def _limits(outcome: Outcome) -> tuple[Limit, ...]:
    """The limits at the load that a server carries at most; where those were not measured, at the present one."""
    return outcome.carried.limits or outcome.limits


def _where(outcome: Outcome) -> str:
    return "at its largest load" if outcome.carried.way == LARGEST and outcome.carried.limits else "at its load"


def _chart(outcome: Outcome) -> Chart:
    found = tuple(
        Bar(limit.name, side, limit.utilisation.value, limit.utilisation.half_width)
        for side, one in sides(outcome).items()
        for limit in _limits(one)
    )
    alt = "Bars of how much of each limit of a server is in use, with intervals; the table below has the figures."
    title = f"Utilisation of the limits of one server {_where(outcome)}"
    return Chart(title, Bars(found, "utilisation, %", rule=100.0), alt)


def _table(side: str, outcome: Outcome) -> Table:
    limits = _limits(outcome)
    title = f"Limits of one server {_where(outcome)}, {side}"
    return limits_table(title, {"": limits}, ("full at", "x that load", limits), further=True)


def limits_table(
    title: str, states: Mapping[str, Sequence[Limit]], full: tuple[str, str, Sequence[Limit]], further: bool = False
) -> Table:
    """How much of each limit is in use in each state of the servers (by name; "" for the only one), and its room: the
    name, the unit and the limits of that column are `full`. `further`: where a limit comes from, and what it turns
    away."""
    first, *others = ({limit.name: limit for limit in limits} for limits in states.values())
    name, unit, limits = full
    room = {limit.name: room_for(limit.growth) for limit in limits}
    columns = (
        Column("limit"),
        Column("which is"),
        *([Column("from")] if further else []),
        *(
            Column(f"in use, {state}" if state else "in use", "%", numeric=True, use=at == 0)
            for at, state in enumerate(states)
        ),
        Column(name, unit, numeric=True),
        *([Column("turned away", "%", numeric=True)] if further else []),
    )
    rows = tuple(
        (limit.name, limit.limit, *([limit.origin] if further else []), limit.utilisation,
         *(other[name].utilisation if name in other else None for other in others), room.get(name),
         *([limit.turned_away] if further else []))
        for name, limit in first.items()
    )  # fmt: skip
    return Table(title, columns, rows)


def limit_order_blocks(outcome: Outcome) -> list[Block]:
    """The load at which each limit binds, as a chart; nothing where none of them grows with the load."""
    bars = limit_order_bars(outcome)
    if not bars:
        return []
    title = f"{BITES}; the dashed line is the present one, and the shortest bar bites first"
    return [Chart(title, Bars(tuple(bars), "times the present load", rule=1.0), f"{BITES}, as bars with intervals.")]


def limit_order_bars(outcome: Outcome) -> list[Bar]:
    """The growth until each limit binds, that of the plan which binds first on top; without what is far beyond it, and
    without what does not grow with the load."""
    found = [
        Bar(limit.name, side, limit.growth.value, limit.growth.half_width)
        for side, one in sides(outcome).items()
        for limit in one.limits
        if isinstance(limit.growth, Estimate)
    ]
    farthest = FARTHEST * max((_first(found, side) for side in sides(outcome)), default=0.0)
    near = [bar for bar in found if bar.value <= farthest]
    return sorted(near, key=lambda bar: (bar.side != PLAN, bar.value))


def _first(bars: Iterable[Bar], side: str) -> float:
    """The growth until the first limit of a side binds; 0 if none grows."""
    return min((bar.value for bar in bars if bar.side == side), default=0.0)
