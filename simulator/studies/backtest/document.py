"""An autoscaler on a record, as blocks: the answer, what else would have done, the hours, the worst stretches."""

from collections.abc import Iterator

import numpy as np

from models.parts.growth.autoscaling import Autoscaling
from models.parts.growth.scaling_policies import HOURS
from models.quantities.formatting import count_text, significant
from models.quantities.instants import minute_text
from simulator.experiment.estimate import exact
from simulator.experiment.results import Unavailable
from simulator.farm.stamp import Stamp
from simulator.growth.hourly.missed_minutes import MINUTE
from simulator.messages import backtest
from simulator.messages.numbers import rounded
from simulator.messages.wording import node_word
from simulator.output.blocks import Block, Cell, Chart, Column, Report, Table, Text
from simulator.output.pictures import Line, Lines
from simulator.output.provenance import report_of_search
from simulator.output.sections import Output, Section, blocks_for
from simulator.studies.backtest.answer import AutoscalerTrial, FarmCourse
from simulator.studies.backtest.cold_cache import CacheFilling

_MOST_STRETCHES = 5
_PICTURED = 10  # Minutes from one point of the picture to the next.
_IN_AN_HOUR = 60


def too_small(found: AutoscalerTrial) -> list[tuple[int, int]]:
    """Stretches of minutes, first and last, in which a server has more than it carries; the longest first."""
    load = found.autoscaler.missed.load
    ends = np.flatnonzero(np.diff(load) > 1)
    firsts, lasts = np.concatenate([load[:1], load[ends + 1]]), np.concatenate([load[ends], load[-1:]])
    stretches = [(int(first), int(last)) for first, last in zip(firsts, lasts, strict=True)]
    return sorted(stretches, key=lambda each: each[0] - each[1])


def money(found: AutoscalerTrial, course: FarmCourse) -> str:
    """Money a month, within the ranges of its prices."""
    prices = found.new.farm.range
    share = (prices.high - prices.low) / 2.0 / found.new.farm.whole.value
    return f"{rounded(course.cost, course.cost * share)} {found.new.farm.cost.currency}/month"


def _answer(found: AutoscalerTrial) -> list[Block]:
    course = found.autoscaler
    servers, minutes = float(course.on.mean()), len(found.demand)
    node = node_word(found.scenario)
    text = backtest.answer(found.scaling, found.limit, course.missed, minutes, servers, node, money(found, course))
    return [Text(text, lead=True, tone="good" if found.met else "bad")]


def _reasons(found: AutoscalerTrial) -> list[Block]:
    most, needed = int(found.autoscaler.on.max()), int(found.needed.max())
    node = node_word(found.scenario)
    told = [
        backtest.too_few(found.scaling, needed, node)
        or backtest.never_asks(found.scaling, found.limit, most, needed, node),
        backtest.fixed(count_text(needed, node), money(found, found.fixed)),
        backtest.scheduled(backtest.average(float(found.scheduled.on.mean()), node), money(found, found.scheduled)),
    ]
    return [*map(Text, filter(None, told))]


def _compared(found: AutoscalerTrial) -> list[Block]:
    cost, node = f"{found.new.farm.cost.currency}/month", node_word(found.scenario)
    columns = (
        Column("farm"), Column(f"{node}s at most", numeric=True), Column(f"{node} hours", numeric=True),
        Column("missed", "minutes", numeric=True), Column("cost", cost, numeric=True),
    )  # fmt: skip
    rows = tuple(tuple(_course_row(each)) for each in found.courses)
    return [Table(backtest.COMPARED, columns, rows)]


def _course_row(each: FarmCourse) -> Iterator[Cell]:
    yield backtest.NAMES[each.name]
    yield exact(float(each.on.max()), "")
    yield exact(float(round(each.server_hours)), "")
    yield exact(float(round(each.missed.minutes)), "")
    yield exact(float(f"{each.cost:.3g}"), "")


def _by_hour(found: AutoscalerTrial) -> list[Block]:
    columns = (
        Column("hour UTC"), Column("demand", "req/s", numeric=True, short=True), Column("needed", numeric=True),
        Column("serving", numeric=True), Column("on", numeric=True), Column("missed", "minutes", numeric=True),
        Column("best schedule", numeric=True),
    )  # fmt: skip
    return [Table(backtest.BY_HOUR, columns, tuple(tuple(_hour_row(found, hour)) for hour in range(HOURS)))]


def _hour_row(found: AutoscalerTrial, hour: int) -> Iterator[Cell]:
    row = hour_data(found, hour)
    yield f"{hour:02d}:00"
    yield exact(float(f"{row['demand']:.3g}"), "")
    yield from (exact(round(row[key], 1), "") for key in ("needed", "serving", "on"))
    yield exact(row["missed"], "")
    yield exact(row["schedule"], "")


def hour_data(found: AutoscalerTrial, hour: int) -> dict[str, float]:
    """An hour of the day on average over the record; the minutes in it in which a server has more than it carries."""
    here, course = found.hours == hour, found.autoscaler
    means = {"demand": found.demand, "needed": found.needed, "serving": course.serving, "on": course.on}
    return {
        **{key: float(values[here].mean()) for key, values in means.items()},
        "missed": int((found.hours[course.missed.load] == hour).sum()),
        "schedule": found.schedule[hour],
    }


def _worst(found: AutoscalerTrial) -> list[Block]:
    stretches = too_small(found)[:_MOST_STRETCHES]
    columns = (
        Column("when, UTC"), Column("minutes", numeric=True), Column("needed at most", numeric=True),
        Column("serving then", numeric=True),
    )  # fmt: skip
    return (
        [Table(backtest.WORST, columns, tuple(tuple(_stretch(found, *each)) for each in stretches))]
        if stretches
        else []
    )


def _stretch(found: AutoscalerTrial, first: int, last: int) -> Iterator[Cell]:
    at = first + int(found.needed[first : last + 1].argmax())
    begins, ends = (minute_text(found.begins + MINUTE * minute) for minute in (first, last + 1))
    yield backtest.spans(begins, ends[11:] if ends[:10] == begins[:10] else ends)
    yield exact(float(last + 1 - first), "")
    yield exact(float(found.needed[at]), "")
    yield exact(float(f"{found.autoscaler.serving[at]:.3g}"), "")


def _chart(found: AutoscalerTrial) -> list[Block]:
    """Servers that serve and that are needed, every ten minutes."""
    named = {"serving": found.autoscaler.serving, "needed": found.needed}
    x = tuple(place / _IN_AN_HOUR for place in range(0, len(found.demand), _PICTURED))
    sure = (0.0,) * len(x)
    lines = tuple(Line(name, tuple(map(float, values[::_PICTURED])), sure) for name, values in named.items())
    return [Chart(backtest.CHART, Lines(x, backtest.X_AXIS, lines, "servers"), backtest.CHART)]


def notes(found: AutoscalerTrial) -> list[str]:
    """What the answer rests on."""
    record, scaling = found.record, found.scaling
    told = [
        backtest.how(found.autoscaler.missed, node_word(found.scenario)),
        backtest.CAUTION,
        backtest.resolution(f"{record.step / MINUTE:g}"),
        backtest.measured_cpu() if found.corrected else backtest.stated_cpu(),
        *_new_server(scaling, found.filling),
    ]
    told += [backtest.gaps(found.gaps, len(record.at))] if found.gaps else []
    return [*told, *(f"{file}: {text}" for file, text in record.notes)]


def _new_server(scaling: Autoscaling, filling: CacheFilling | Unavailable | None) -> Iterator[str]:
    """How a new server counts, and why."""
    if isinstance(filling, Unavailable):
        yield backtest.unknown_filling(filling.reason)
    elif scaling.cold < 1.0 and scaling.warm_after:
        yield backtest.cold_servers(significant(100.0 * scaling.cold, 2), significant(scaling.warm_after / MINUTE, 2))
    else:
        yield backtest.ALWAYS_WARM
    if isinstance(filling, CacheFilling):
        yield backtest.FILLING
        if filling.unfit:
            yield backtest.unfit_servers(significant(filling.unfit, 2))


SECTIONS: tuple[Section[AutoscalerTrial], ...] = (
    Section("The answer", _answer),
    Section("", _reasons),
    Section("", _compared),
    Section("", _chart, ~Output.TERMINAL),
    Section(backtest.WORST, _worst),
    Section(backtest.BY_HOUR, _by_hour),
    Section("", lambda found: [Text(note, aside=True) for note in notes(found)]),
)


def backtest_report(found: AutoscalerTrial, stamp: Stamp) -> Report:
    """The report, with title and stamp."""
    blocks = blocks_for(SECTIONS, found, Output.HTML)
    return report_of_search(backtest.title(found.scenario.name), blocks, found.new.farm, stamp)
