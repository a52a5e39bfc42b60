"""When requests come: the hours of a day and the days of the week, and how many days stand behind them."""

import math
from collections.abc import Iterator

from models.parts.daily.day import WEEKDAYS
from models.quantities.formatting import significant
from simulator.calibration.log.summary import LogSummary
from simulator.experiment.estimate import Estimate
from simulator.messages.calibrate import log
from simulator.messages.numbers import bare
from simulator.output.blocks import Block, Column, Table, Text


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The shape of a day where the log has one, else the mean of each hour that it has."""
    day, means = log_summary.day, dict(log_summary.arrivals.by_hour)
    if day is None:
        if len(means) > 1:
            rows = tuple((f"{hour:02d}:00", significant(rate, 4)) for hour, rate in means.items())
            told = (Column("hour"), Column("requests/s", numeric=True))
            yield Table(log.BY_HOUR, told, rows)
        yield Text(log.NO_DAY, aside=True)
        return
    yield Text(log.day_count_text(day) + ".")
    hours = tuple(
        (f"{hour:02d}:00", _factor_text(value), significant(means[hour], 4)) for hour, value in enumerate(day.hours)
    )
    columns = (Column("hour"), Column("requests/s then", numeric=True), Column(log.HOUR_MEAN, numeric=True))
    yield Table(log.MEAN_DAY, columns, hours)
    yield Text(log.BETWEEN_HOURS, aside=True)
    if day.weekdays:
        rows = tuple(
            (name.capitalize(), _factor_text(value)) for name, value in zip(WEEKDAYS, day.weekdays, strict=True)
        )
        yield Table(log.WEEK_DAYS, (Column("day"), Column(log.TIMES_MEAN_DAY, numeric=True)), rows)


def _factor_text(value: Estimate) -> str:
    """A figure without an interval where a single day or week stands behind it, which is told once for all."""
    return bare(value) if math.isfinite(value.half_width) else significant(value.value, 4)
