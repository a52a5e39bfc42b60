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

from models.errors import Remedy
from models.parts.run import MOST_REPLICATIONS, Run
from models.quantities.units import DURATION, SHARE, format_quantity
from simulator.errors import NotConverged
from simulator.experiment.estimate import Estimate, from_replications, normal_quantile, student_quantile
from simulator.experiment.results import Unavailable
from simulator.experiment.subjects import measure_label
from simulator.messages.stages import experiment

# Requests that a replication measures, where its length is left open: five of them tell a largest load to less than
# 1 %. Where they do not, more replications follow.
REQUESTS = 4e5
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


class TooImprecise(NotConverged):
    """All replications that are allowed leave a measure, `wide`, less precise than asked."""

    def __init__(self, message: str, remedies: tuple[Remedy, ...], wide: ImpreciseMeasure) -> None:
        super().__init__(message, remedies)
        self.args = (message, remedies, wide)
        self.wide = wide


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


def seconds_needed(seconds: float, counted: float, needed: int) -> int | None:
    """The seconds to measure for, where so many brought fewer responses than needed; None where they brought none,
    which says nothing of how many come."""
    return _stated(math.ceil(seconds * needed / counted)) if counted else None


def lengthened(run: Run, times: float) -> Run:
    """The run, measured for so many times as long or a little longer, in as many windows, with no less of a warm-up."""
    window = readable(times * run.window)
    warm_up = None if run.warm_up is None else math.ceil(run.warm_up / window) * window
    windows = max(1, round(run.seconds / run.window))
    return run.model_copy(update={"duration": windows * window, "window": window, "warm_up": warm_up})


def times_longer(wide: ImpreciseMeasure, run: Run) -> float:
    """How many times as long replications must be measured for, so that half of those that are allowed do."""
    return max(MARGIN, 2.0 * wide.needed / run.most_replications)


def readable(seconds: float) -> float:
    """So many seconds or a little more, in two digits."""
    step = 10.0 ** (math.floor(math.log10(seconds)) - 1)
    return float(f"{math.ceil(seconds / step) * step:.2g}")


def replications_to_add(wide: ImpreciseMeasure, replications: int, most: int) -> int:
    """How many replications to add: what is needed, at most half as many as there are, so that a first guess is looked
    at again, and no more than `most` in all; 0 when these have been run."""
    return min(wide.needed - replications, replications // 2, most - replications)


def too_imprecise(wide: ImpreciseMeasure, replications: int, run: Run) -> TooImprecise:
    """The error of a measure that all replications that are allowed leave as wide as it is."""
    # With a margin: a coarser search steps wider, and finds another load of each replication.
    coarser = format_quantity(math.ceil(1000.0 * MARGIN * wide.relative) / 1000.0, SHARE)
    longer = format_quantity(readable(run.seconds * times_longer(wide, run)), DURATION)
    most = _stated(wide.needed)
    ways = {
        f"run.{wide.setting}": coarser if wide.relative <= COARSEST else "",
        "run.most_replications": str(most) if most <= MOST_REPLICATIONS else "",
        # As long as a session goes on, a longer replication tells little more: it is the last resort.
        "run.duration": longer if most > MOST_REPLICATIONS else "",
    }
    remedies = tuple(Remedy({path: value}) for path, value in ways.items() if value)
    asked, joined = format_quantity(wide.asked, SHARE), " or ".join(map(str, remedies))
    label, percent = measure_label(wide.measure), 100.0 * wide.relative
    told = experiment.too_imprecise(wide.setting, asked, label, percent, replications, wide.needed, joined)
    return TooImprecise(told, remedies, wide)
