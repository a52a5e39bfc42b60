"""How far off the method is: what loads in steady state say of windows, beside what a simulation of them says."""

from collections.abc import Iterator

from models.quantities.writing import counted, duration
from simulator.daily.curve import POINTS
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.follow import DayFollowed
from simulator.daily.windows import Window
from simulator.measure.estimate import Estimate
from simulator.measure.results import Refused
from simulator.questions.daily.sentences import NO_STEADY_STATE, clock, minutes
from simulator.report.blocks import Block, Column, Heading, Table, Text
from simulator.report.language.numbers import bare, plain

CALLED = {RESPONSE: "mean response", PERCENTILE: "95th percentile"}


def section(found: DayFollowed) -> list[Block]:
    """What was tried and how far off it was, in sentences and a table of the windows."""
    return [Heading("How far off the method is", 2), *map(Text, how_exact(found)), windows(found)]


def on_terminal(found: DayFollowed) -> list[Block]:
    """The same without a heading, and with the columns that say how far off it was."""
    shown = ("window", "from", "to", "mean off", "p95 off", "minutes outside", "by its loads")
    return [*map(Text, how_exact(found)), windows(found).only(*shown)]


def how_exact(found: DayFollowed) -> Iterator[str]:
    """By which method, and how far off that was where it was tried."""
    count = len(found.windows)
    yield (
        f"The day is told by {POINTS} loads in steady state, and at each moment by its load; {counted(count, 'window')}"
        f" of it {'was' if count == 1 else 'were'} simulated request by request, to see how far off that is."
    )
    for name in (RESPONSE, PERCENTILE):
        known = [(each.asked.name, each.off(name)) for each in found.windows if not each.asked.happens]
        told = [f"{bare(off)} % ({where})" for where, off in known if off is not None]
        if told:
            yield f"By its load the {CALLED[name]} is off by {', '.join(told)}."
    for each in found.windows:
        if not each.asked.happens and each.outside.value != round(each.by_curve_outside, 1):
            yield (
                f"Judged in pieces of {duration(each.piece)}, the targets are missed for {minutes(each.outside)} of the"
                f" {each.asked.name}, {clock(each.asked.begins)} to {clock(each.ends)}, and by its load for"
                f" {plain(round(each.by_curve_outside, 1))} min: a single piece may miss by chance a target that its"
                " load meets in the long run, or meet one that it misses. The load counts there."
            )


def windows(found: DayFollowed) -> Table:
    """Windows that were simulated beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True),
        Column("mean off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table("Windows simulated request by request, and how far off the loads are there", columns,
                 tuple(_window(each) for each in found.windows))  # fmt: skip


def _window(each: Window) -> tuple[str | float | Estimate | Refused, ...]:
    told = (
        cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or NO_STEADY_STATE)
    )
    ends = (each.outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock(each.asked.begins), clock(each.ends), *told, *ends)


def _ms(found: Estimate | Refused) -> Estimate | Refused:
    return found if isinstance(found, Refused) else found.times(1e3, "ms")
