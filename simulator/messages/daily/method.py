"""By which method a day is judged, how far off that is, and how its figures are read."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration
from simulator.daily.day import DayResult
from simulator.daily.figures import PERCENTILE, RESPONSE
from simulator.daily.load_curve import POINTS
from simulator.messages.daily.times import clock_text, minutes_text
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.wording import node_word

CALLED = {RESPONSE: "mean response", PERCENTILE: "95th percentile"}


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


def notes(day_result: DayResult) -> Iterator[str]:
    """How to read the figures."""
    served, who = day_result.served, f"One {node_word(day_result.scenario)}"
    if served.nodes > 1:
        who = f"All {count_text(served.nodes, node_word(day_result.scenario))} of a unit in one world"
    told = (
        f"{who}, {count_text(served.replications, 'replication')}, {duration(served.settled)} of warm-up; the load is a"
        " straight line from hour to hour."
    )
    happen = [each.piece for each in day_result.windows if each.asked.happens]
    if not happen:
        yield f"{told} Every moment is judged by its load."
        return
    least, most = duration(min(happen)), duration(max(happen))
    pieces = f"pieces of {least}" if least == most else f"pieces of {least} to {most}"
    yield f"{told} What happens is judged in {pieces} where it was simulated, all other times by their load."
