"""When requests come: the hours of a day and the days of the week, and how many days stand behind them."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime

from models.parts.daily.day import WEEKDAYS
from models.quantities.formatting import count_text, significant
from simulator.experiment.estimate import Estimate
from simulator.messages.numbers import bare
from simulator.output.blocks import Block, Column, Table, Text
from simulator.studies.calibrate.log.day_shape import DayShape
from simulator.studies.calibrate.log.summary import LogSummary

# Days of which nothing is told, if there are no whole ones.
NO_DAY = "The log has no whole day: what is written of it has no `workload.day`."


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The shape of a day where the log has one, else the mean of each hour that it has."""
    day, means = log_summary.day, dict(log_summary.arrivals.by_hour)
    if day is None:
        if len(means) > 1:
            rows = tuple((f"{hour:02d}:00", significant(rate, 4)) for hour, rate in means.items())
            told = (Column("hour"), Column("requests/s", numeric=True))
            yield Table("By hour of the day, on the clock of the log", told, rows)
        yield Text(NO_DAY, aside=True)
        return
    yield Text(day_count_text(day) + ".")
    hours = tuple(
        (f"{hour:02d}:00", _factor_text(value), significant(means[hour], 4)) for hour, value in enumerate(day.hours)
    )
    columns = (Column("hour"), Column("requests/s then", numeric=True), Column("mean of the hour", numeric=True))
    yield Table("A mean day by its full hours, on the clock of the log", columns, hours)
    yield Text(
        "Between full hours the load goes in straight lines, as in `workload.day.hours` of a scenario; the mean of an"
        " hour, of all days of the log, belongs half an hour later.",
        aside=True,
    )
    if day.weekdays:
        rows = tuple(
            (name.capitalize(), _factor_text(value)) for name, value in zip(WEEKDAYS, day.weekdays, strict=True)
        )
        yield Table("Days of the week", (Column("day"), Column("times the mean day", numeric=True)), rows)


def day_count_text(day: DayShape) -> str:
    """What the shape of a day rests on."""
    begins = f"from {datetime.fromtimestamp(day.begins, UTC):%Y-%m-%d} on"
    silent = f", of which {day.silent:,} without a request are left out" if day.silent else ""
    if day.weeks:
        of = f"{count_text(day.days, 'whole day')} {begins}, {count_text(day.weeks, 'week')}{silent}"
        alone = ", too few for intervals of the days of the week" if day.weeks == 1 else ""
        return f"The hours and the days of the week are those of {of}{alone}"
    alone = ", too few for intervals" if day.days - day.silent == 1 else ""
    why = "The log has no whole week: nothing is told of days of the week"
    return f"The hours are those of {count_text(day.days, 'whole day')} {begins}{silent}{alone}. {why}"


def _factor_text(value: Estimate) -> str:
    """A figure without an interval where a single day or week stands behind it, which is told once for all."""
    return bare(value) if math.isfinite(value.half_width) else significant(value.value, 4)
