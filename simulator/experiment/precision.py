"""How many replications a run takes until its figures are as precise as asked.

The half-width of an interval shrinks with the root of the number of replications, so n of them with a half-width h
say that n (h / h_asked)^2 are needed (Law 2015, Simulation Modeling and Analysis, section 9.4.1, whose procedure is
this one: replicate, look, go on). Who stops where the width is small stops where it is too small by chance: Student's
interval of 95 % then holds the truth in 92 to 93 % of the cases, and in fewer where what is measured is skewed. So the
interval after such a stop is a wider one: see `sequential_interval`.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from models.parts.run import Run
from models.quantities.units import SHARE, format_quantity
from simulator.experiment.estimate import Estimate, from_replications, normal_quantile, student_quantile
from simulator.experiment.results import Unavailable
from simulator.experiment.subjects import measure_label

# As many replications are run before the first look.
FIRST_REPLICATIONS = 5
MARGIN = 1.2  # What is told to be enough is more than what is estimated, in times that.
COARSEST = 0.2  # Coarser figures than that decide nothing: nobody is told to write it.
CHANCE = 0.01  # That a spread is taken for wider than it can be.
# What must be as precise as `run.precision` and as `run.tail_precision` ask.
MEANS = ("requests", "wire_mbps", "response_mean", "connections")
TAILS = ("response_p95", "response_p99")


@dataclass(frozen=True)
class ImpreciseMeasure:
    """A measure that is not as precise as asked: its half-width and the one asked, as shares of its value, the setting
    that asks, and how many replications it needs in all."""

    measure: str
    relative: float
    asked: float
    setting: str
    needed: int


def sequential_interval(values: Sequence[float], confidence: float, unit: str) -> Estimate:
    """The mean of independent replications that were added until its interval was narrow enough, with that interval.

    The width at which a run stops has been selected, and that at the look before has not. A round adds at most half of
    the replications that there are (see `more`), so at least two thirds of them had been run then: Student's quantile
    has their degrees of freedom, as in the procedure of Stein 1945 (A Two-Sample Test for a Linear Hypothesis, Annals
    of Mathematical Statistics 16) it has those of the first stage.

    Of skewed values, mean and spread are small together: a run stops where both are, and the truth lies beyond the end
    on the side of the long tail. The expansion of Cornish and Fisher puts that end g (1 + 2 z^2) / (6 sqrt n) standard
    errors further out (Johnson 1978, Modified t Tests and Confidence Intervals for Asymmetrical Populations, Journal of
    the American Statistical Association 73), with the skewness g of the values and the normal quantile z; both ends get
    that. In Student's quantile, which is for few values, the expansion does not hold.
    """
    plain = from_replications(values, confidence, unit)
    if plain.half_width == 0.0:
        return plain
    n = plain.samples
    error = plain.half_width / student_quantile(confidence, n - 1)
    skewness = fmean(((value - plain.value) / error) ** 3 for value in values) / math.sqrt(n - 1) ** 3
    longer_tail = abs(skewness) * (1.0 + 2.0 * normal_quantile(confidence) ** 2) / (6.0 * math.sqrt(n))
    degrees = min(n - 1, max(FIRST_REPLICATIONS, 2 * n // 3) - 1)
    return replace(plain, half_width=(student_quantile(confidence, degrees) + longer_tail) * error)


def least_precise(
    measures: Mapping[str, Estimate | Unavailable], run: Run, spare: Collection[str] = ()
) -> ImpreciseMeasure | None:
    """The measure that needs most replications; None if all that are asked are precise enough. `spare` are not asked.

    A measure that is refused for want of samples, or is 0, is not asked either.
    """
    asked = {name: "precision" for name in MEANS} | {name: "tail_precision" for name in TAILS if name not in spare}
    found = [_wide(name, measures.get(name), setting, getattr(run, setting)) for name, setting in asked.items()]
    return max((wide for wide in found if wide is not None), key=lambda wide: wide.needed, default=None)


def least_precise_within_reach(
    measures: Mapping[str, Estimate | Unavailable], replications: int, run: Run, spare: Collection[str]
) -> ImpreciseMeasure | None:
    """The same; of `spare` measures only while the replications that are allowed may do: beyond, they are told as
    coarsely as they are known."""
    wide = least_precise(measures, run)
    if wide is None or wide.measure not in spare:
        return wide
    reached = replications < run.most_replications and not out_of_reach(wide, replications, run)
    return wide if reached else least_precise(measures, run, spare)


def _wide(name: str, measure: object, setting: str, asked: float) -> ImpreciseMeasure | None:
    if not isinstance(measure, Estimate) or measure.value == 0.0 or measure.relative <= asked:
        return None
    needed = math.ceil(measure.samples * (measure.relative / asked) ** 2)
    return ImpreciseMeasure(name, measure.relative, asked, setting, max(needed, measure.samples + 1))


def out_of_reach(wide: ImpreciseMeasure, replications: int, run: Run) -> bool:
    """Whether more replications are needed than are allowed, even where chance has made these differ more than others
    will: their variance is at least degrees / chi square of what they say, but for one in a hundred (Law 2015, section
    4.5, has the interval of a mean; Mood 1974, Introduction to the Theory of Statistics, VIII.4.2, that of a variance).
    Of more replications Student's interval is narrower, too.
    """
    from scipy.special import chdtri

    degrees, most = replications - 1, run.most_replications
    narrower = student_quantile(run.confidence, most - 1) / student_quantile(run.confidence, degrees)
    return wide.needed * degrees / float(chdtri(degrees, CHANCE)) * narrower**2 > most


def _stated(needed: int) -> int:
    """What to write for so many: MARGIN more, for how much these vary is itself a guess, in two digits."""
    step = int(10 ** max(0, len(str(needed)) - 2))
    return math.ceil(MARGIN * needed / step) * step


def duration_needed(seconds: float, counted: float, needed: int) -> str:
    """What to measure for, where so many seconds brought fewer responses than needed: "at least 190 s"; "" where
    they brought none, which says nothing of how many come."""
    return f"at least {_stated(math.ceil(seconds * needed / counted))} s" if counted else ""


def replications_to_add(wide: ImpreciseMeasure, replications: int, most: int) -> int:
    """How many replications to add: what is needed, at most half as many as there are, so that a first guess is looked
    at again, and no more than `most` in all; 0 when these have been run."""
    return min(wide.needed - replications, replications // 2, most - replications)


def imprecision_text(wide: ImpreciseMeasure, replications: int) -> str:
    """What is said when all replications that are allowed have been run."""
    looser = format_quantity(math.ceil(1000.0 * wide.relative) / 1000.0, SHARE)
    coarser = f"--set 'run.{wide.setting}={looser}', " if wide.relative <= COARSEST else ""
    return (
        f'run.{wide.setting} = {format_quantity(wide.asked, SHARE)}: "{measure_label(wide.measure)}" is known to'
        f" {100.0 * wide.relative:.2g} % of its value after {replications} replications, and about {wide.needed:,} are"
        f" needed; {coarser}--set 'run.most_replications={_stated(wide.needed)}' or a longer run.duration"
    )
