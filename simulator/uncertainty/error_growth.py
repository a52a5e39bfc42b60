"""How a calibrated model's error grows beyond the work that was measured.

Distance is requests/s that are predicted over the most that any fitted row did, 1 at the least: a server whose rows
show it full does no more for more users, and its model goes on no further than what was seen. The variance of the
logarithm of predicted over measured is (share x fit)^2 + near + growth x log(distance)^2, where fit is the standard
error that the rows themselves give. Errors have the tails of Student's t with 4 degrees of freedom (Lange, Little and
Taylor 1989, Robust Statistical Modeling Using the t Distribution, JASA 84), because a few systems break down where no
row foretold it. The parameters are of the greatest likelihood over the gallery of measured systems, in which each
system counts once; `tests/validate/growth_fit.py` makes the file beside this one again.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

from simulator.experiment.estimate import student_quantile
from simulator.farm.prediction import PREDICTED

FILE = Path(__file__).with_name("error_growth.json")
# The laws of errors at any load, where rows from the least load to the largest are fitted: of rates, means and CPU, and
# of percentiles.
FILES_BETWEEN = tuple(Path(__file__).with_name(f"error_{of}.json") for of in ("rates", "percentiles"))
# Degrees of freedom of the errors, at the most.
TAILS = 4
# Half of a 90 % interval in standard deviations.
NORMAL = NormalDist().inv_cdf(0.5 + PREDICTED / 2.0)


class GrowthError(NamedTuple):
    """One rate of a row that took no part in a fit. load: in times the largest that was fitted; distance: what is
    predicted in times the most work that was fitted; error: logarithm of predicted over measured; fit: the standard
    error of that logarithm by the fitted rows, and spare: their degrees of freedom; bend: by how much the logarithm
    exceeds the line through the rows, 0 where there is none."""

    table: str
    system: str
    load: float
    distance: float
    error: float
    fit: float
    spare: int
    bend: float = 0.0


class GrowthLaw(NamedTuple):
    """The parameters of the law. share: of the standard error of the fit that counts; near, growth, bend: of the
    variance; tails: degrees of freedom of Student's t."""

    share: float
    near: float
    growth: float
    bend: float = 0.0
    tails: int = TAILS

    @property
    def parameters(self) -> tuple[float, ...]:
        """What the files hold of it."""
        return self[:4]

    def spread(self, distance: float, bend: float = 0.0) -> float:
        """The standard deviation of the normal error whose 90 % interval is that of the model's own error."""
        variance = self.near + self.growth * math.log(max(1.0, distance)) ** 2 + self.bend * bend**2
        return student_quantile(PREDICTED, self.tails) / NORMAL * math.sqrt(variance)

    def half_width(self, fit: float, distance: float, bend: float = 0.0) -> float:
        """Half of the 90 % interval of the logarithm of a prediction. fit: half of that of the fit alone."""
        return math.hypot(self.share * fit, NORMAL * self.spread(distance, bend))


class GrowthRecord(NamedTuple):
    """What the file holds. law: of all tables; without: the law of all others, by table; chance: how likely errors
    that do not grow would look as if they grew as much, by what the distance is measured in."""

    law: GrowthLaw
    without: Mapping[str, GrowthLaw]
    chance: Mapping[str, float]
    errors: tuple[GrowthError, ...]


@cache
def read_growth(file: Path = FILE) -> GrowthRecord:
    """The record that ships."""
    held = json.loads(file.read_text(encoding="utf-8"))
    without = {table: GrowthLaw(*law) for table, law in held["without"].items()}
    errors = tuple(GrowthError(*row) for row in held["errors"])
    return GrowthRecord(GrowthLaw(*held["law"]), without, held["chance"], errors)


def growth_law(table: str | None = None, file: Path = FILE) -> GrowthLaw:
    """The law, without the errors of a table that it is used on."""
    record = read_growth(file)
    law = record.law if table is None else record.without.get(table, record.law)
    if file not in FILES_BETWEEN:
        return law
    tables = {each.table for each in record.errors} - {table}
    return law._replace(tails=max(1, min(TAILS, len(tables) - 1)))
