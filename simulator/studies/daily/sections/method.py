"""How far off the method is: what loads in steady state say of windows, beside what a simulation of them says."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration
from simulator.daily.day import DayResult
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.load_curve import POINTS
from simulator.daily.windows import SimulatedWindow
from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.messages.numbers import plain_number, short_text
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.daily.sentences import NO_STEADY_STATE, clock_text, minutes_text

CALLED = {RESPONSE: "mean response", PERCENTILE: "95th percentile"}


def section(day_result: DayResult) -> list[Block]:
    """What was tried and how far off it was, in sentences and a table of the windows."""
    return [*map(Text, accuracy_sentences(day_result)), windows(day_result)]


def accuracy_sentences(day_result: DayResult) -> Iterator[str]:
    """By which method, and how far off that was where it was tried."""
    count = len(day_result.windows)
    yield (
        f"The day is judged by {POINTS} loads in steady state. {count_text(count, 'window')} of it"
        f" {'was' if count == 1 else 'were'} simulated request by request, to see how far off that is."
    )
    for name in (RESPONSE, PERCENTILE):
        known = [(each.asked.name, each.off(name)) for each in day_result.windows if not each.asked.happens]
        told = [f"{short_text(off.times(1.0, ''))} % ({where})" for where, off in known if off is not None]
        if told:
            yield f"By its load the {CALLED[name]} is off by {', '.join(told)}."
    for each in day_result.windows:
        if not each.asked.happens and each.outside.value != round(each.by_curve_outside, 1):
            yield (
                f"Judged in pieces of {duration(each.piece)}, the targets are missed for"
                f" {minutes_text(each.outside)} of the"
                f" {each.asked.name}, {clock_text(each.asked.begins)} to {clock_text(each.ends)}, and by its load for"
                f" {plain_number(round(each.by_curve_outside, 1))} min: a single piece may miss by"
                " chance a target that its"
                " load meets in the long run, or meet one that it misses. The load counts there."
            )


def windows(day_result: DayResult) -> Table:
    """Windows that were simulated beside what the curve says of them."""
    columns = (
        Column("window"),
        Column("from"),
        Column("to"),
        Column("mean response", "ms", numeric=True, detail=True),
        Column("mean off", "%", numeric=True),
        Column("95 % within", "ms", numeric=True, detail=True),
        Column("p95 off", "%", numeric=True),
        Column("minutes outside", numeric=True),
        Column("by its loads", numeric=True),
    )
    return Table("Windows simulated request by request, and how far off the loads are there", columns,
                 tuple(_window(each) for each in day_result.windows))  # fmt: skip


def _window(each: SimulatedWindow) -> tuple[str | float | Estimate | Unavailable, ...]:
    told = (
        cell for name in (RESPONSE, PERCENTILE) for cell in (_ms(each.full[name]), each.off(name) or NO_STEADY_STATE)
    )
    ends = (each.known_outside, round(each.by_curve_outside, 1))
    return (each.asked.name, clock_text(each.asked.begins), clock_text(each.ends), *told, *ends)


def _ms(found: Estimate | Unavailable) -> Estimate | Unavailable:
    return found if isinstance(found, Unavailable) else found.times(1e3, "ms")
