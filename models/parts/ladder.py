"""A ladder of bit rates: in which of them viewers watch, and how long the segments are that they ask for."""

from typing import Annotated

from pydantic import field_validator

from models.messages import workloads
from models.quantities.fields import Part, parameter, problem, quantity
from models.quantities.points import QuantileTable, quantile_table
from models.quantities.units import DATA_RATE, DURATION, SHARE


class Rung(Part):
    """One bit rate of a ladder."""

    rate: Annotated[float, quantity(DATA_RATE, "1 kbps", "10 Gbps")] = parameter("Bytes per second of its video.")
    share: Annotated[float, quantity(SHARE, "0.01 %", "100 %")] = parameter("Fraction of the viewers who watch it.")


def _rate(rung: Rung) -> float:
    return rung.rate


class Ladder(Part):
    """Segments of equal length, each as large as the bit rate of who asks for it."""

    segment: Annotated[float, quantity(DURATION, "100 ms", "60 s")] = parameter("Seconds of video in a segment.")
    rungs: tuple[Rung, ...] = parameter("The bit rates, each with its share of the viewers.")

    @field_validator("rungs")
    @classmethod
    def _shares_sum_to_one(cls, rungs: tuple[Rung, ...]) -> tuple[Rung, ...]:
        total = sum(rung.share for rung in rungs)
        if abs(total - 1.0) > 1e-6:
            raise problem(*workloads.shares_of_rungs(100.0 * total))
        if len({rung.rate for rung in rungs}) < len(rungs):
            raise problem(*workloads.RATE_TWICE)
        return rungs

    @property
    def quantiles(self) -> QuantileTable:
        """The quantiles of the sizes of its segments."""
        return quantile_table({rung.rate * self.segment: rung.share for rung in sorted(self.rungs, key=_rate)})
