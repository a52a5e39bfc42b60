"""Series as Prometheus has them, told apart by labels, and what their counters gain."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from simulator.calibration.reading.problems import refuse
from simulator.messages.stages import telemetry as said
from simulator.telemetry.series import SeriesValues

_LONGEST_GAP = 5.0  # Steps.


class LabelledSeries(NamedTuple):
    """labels: of one series; at, values: what it has, gaps as NaN."""

    labels: Mapping[str, str]
    at: SeriesValues
    values: SeriesValues


def counter_rate(samples: LabelledSeries, file: str) -> tuple[SeriesValues, SeriesValues]:
    """What a counter gains a second, at the beginning of each step; NaN where that is a gap."""
    there = np.isfinite(samples.values)
    at, values = samples.at[there], samples.values[there]
    if (values < 0.0).any():
        refuse(file, *said.NEGATIVE, value=f"{values.min():g}")
    steps = np.diff(at)
    if not len(steps):
        return at[:0], values[:0]
    gained = np.where(np.diff(values) < 0.0, values[1:], np.diff(values))
    rates = np.where(steps <= _LONGEST_GAP * np.median(steps), gained / steps, np.nan)
    return at[:-1], rates
