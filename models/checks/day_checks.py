"""Checks of the demand over a day against the demand itself."""

from collections.abc import Callable, Iterator

from models.messages import workloads
from models.reading.finding import Finding
from models.scenario import FarmParts

# A ratio that somebody rounded to two digits is at most so far off.
_ROUNDED = 0.05


def _one_ratio_of_peak_to_mean(farm: FarmParts) -> Iterator[Finding]:
    """A volume states how many times its mean the peak is, and so do the hours of its day: they are one ratio, that of
    the busiest day, or with the days of the week that of all days."""
    demand, day = farm.demand, farm.workload.day
    if demand is None or demand.peak_to_mean is None or day is None:
        return
    ratios = (day.peak_to_mean_of_the_busiest, day.peak_to_mean)
    if all(abs(demand.peak_to_mean / ratio - 1.0) > _ROUNDED for ratio in ratios):
        busiest, all_days = (f"{ratio:.3g}" for ratio in ratios)
        of_all = workloads.times_all_days(all_days) if day.weekdays else ""
        yield Finding(("demand", "peak_to_mean"), *workloads.peak_unlike_hours(busiest, of_all), (busiest,))


DAY_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (_one_ratio_of_peak_to_mean,)
