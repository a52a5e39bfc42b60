"""Load over a day: the hours, the days of the week, a release, crowds, content that turns stale, and a flood."""

from typing import Annotated, ClassVar

from pydantic import field_validator, model_validator
from pydantic_core import PydanticCustomError

from models.messages import busy_days
from models.parts.daily.live_start import LiveStart
from models.parts.growth.factor import Factor
from models.quantities.fields import Part, number, optional, parameter, problem, quantity, words
from models.quantities.formatting import duration
from models.quantities.units import DURATION, REQUEST_RATE, SHARE, SIZE

HOURS, DAY = 24, 86_400.0
SHORTEST = 1.0  # Seconds in which a crowd may come.
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
BUSIEST = "busiest"
MEANS_AN_HOUR = 12  # Means of five minutes.
_SAME_DAY = Factor(times=1.0)


class Release(Part):
    """Something new that everybody wants: most of its requests come within a day, fewer and fewer."""

    at: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter("When it is there, in seconds from midnight.")
    requests: Annotated[float, number(0.001, 1000.0)] = parameter(
        "All requests for it, however late, in times those of the ordinary day."
    )
    first_day: Annotated[float, quantity(SHARE, "1 %", "99.9 %")] = parameter(
        "Share of its requests that come in the first 24 hours; they decay exponentially.",
        default="80 %",
        source="the program's default: four fifths of those who want it take it within a day",
    )


class DailyCrowd(Part):
    """More sessions than usual, for a while."""

    at: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter("When it comes, in seconds from midnight.")
    lasts: Annotated[float, quantity(DURATION, "1 s", "24 h")] = parameter("Seconds for which it stays.")
    times: Annotated[float, number(0.01, 1000.0)] = parameter(
        "How many times as many sessions come meanwhile.", default=3, source="the program's default: three times"
    )
    rise: Annotated[float, quantity(DURATION, "1 s", "12 h")] = parameter(
        "Seconds in which it comes, and in which it goes.",
        default="60 s",
        source="the program's default: a minute, as after a message to everybody",
    )


class Staling(Part):
    """All content is replaced, so that nothing that caches hold is asked for any more."""

    shorthand: ClassVar[str] = "at"

    at: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter("When that happens, in seconds from midnight.")


class Flood(Part):
    """Connections that are begun and never completed, for a while: a SYN flood."""

    at: Annotated[float, quantity(DURATION, "0 s", "24 h")] = parameter("When it begins, in seconds from midnight.")
    lasts: Annotated[float, quantity(DURATION, "1 s", "24 h")] = parameter("Seconds for which it goes on.")
    rate: Annotated[float, quantity(REQUEST_RATE, "0.001 /s", "1,000,000,000 /s")] = parameter(
        "Half-open connections per second that reach each server."
    )
    time_out: Annotated[float, quantity(DURATION, "1 ms", "1 h")] = parameter(
        "Seconds for which the server keeps a half-open connection.",
        default="63 s",
        source="Linux sends SYN-ACK again five times, after 1, 2, 4, 8 and 16 s, and gives up 32 s after the last",
    )
    kernel_pool: Annotated[float, quantity(SIZE, "1 B", "1 MiB")] = parameter(
        "Bytes of kernel memory of a half-open connection.",
        default="304 B",
        source="the program's default, a prior: a request socket of Linux",
    )


class Daily(Part):
    """The demand over a day, in times that of the peak.

    Raises a validation error for other than 24 hours or 7 days, and for what does not end on the day it begins on.
    """

    hours: tuple[Factor, ...] = parameter(
        "Twenty-four factors, midnight first: the demand at each full hour in times any measure that they share,"
        " straight lines between them."
    )
    weekdays: tuple[Factor, ...] = parameter(
        "Seven factors, Monday first, of the days of the week; none means that all are alike. The largest hour of the"
        " largest day is the demand of the peak.",
        default=(),
        source="all days are alike",
    )
    weekday: Annotated[str, words(BUSIEST, *WEEKDAYS)] = parameter(
        "The day that is looked at, on which the release, the crowds, the flood and what turns stale fall.",
        default=BUSIEST,
        source="the day of the largest factor",
    )
    release: Annotated[Release | None, optional()] = parameter(
        "Something new that comes on top of the ordinary demand.", default="none", source="nothing is released"
    )
    crowds: tuple[DailyCrowd, ...] = parameter(
        "Flash crowds of that day.", default=(), source="nobody comes who does not come every day"
    )
    stale: tuple[Staling, ...] = parameter(
        "When all content turns stale; none means that it does not.", default=(), source="content stays what it is"
    )
    live: tuple[LiveStart, ...] = parameter(
        "Live starts of that day: viewers who join within a minute, fill their buffers (`session.startup`) and stay.",
        default=(),
        source="nothing begins that many wait for",
    )
    flood: Annotated[Flood | None, optional()] = parameter(
        "A flood of half-open connections on that day.", default="none", source="no attack"
    )

    @property
    def peak_to_mean(self) -> float:
        """The demand of the peak in times the mean of an ordinary week, whose corners lie an hour apart: straight lines
        between them have the mean of the corners. What happens on one day, such as a release, is not in it."""
        times = [each.times for each in self.weekdays] or [1.0]
        return self.peak_to_mean_of_the_busiest * max(times) * len(times) / sum(times)

    @property
    def peak_to_mean_of_the_busiest(self) -> float:
        """The same in times the mean of the busiest day, or of any other one, were all days like it."""
        times = [each.times for each in self.hours]
        return max(times) * len(times) / sum(times)

    def percentile(self, share: float) -> float:
        """The demand that the five-minute means of an ordinary week stay below for this share of the time, in times
        the peak: those above it are discarded, as links are billed. What happens on one day is not in it."""
        corners = [day.times * hour.times for day in self.weekdays or (_SAME_DAY,) for hour in self.hours]
        means = sorted(
            (now + (then - now) * (2 * at + 1) / (2 * MEANS_AN_HOUR)
             for now, then in zip(corners, (*corners[1:], corners[0]), strict=True) for at in range(MEANS_AN_HOUR)),
            reverse=True,
        )  # fmt: skip
        return means[min(len(means) - 1, int((1.0 - share) * len(means) + 1e-9))] / max(corners)

    @field_validator("hours")
    @classmethod
    def _a_day_without_a_gap(cls, hours: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if len(hours) != HOURS:
            raise problem(*busy_days.hours_with_gap(len(hours), HOURS))
        return hours

    @field_validator("weekdays")
    @classmethod
    def _a_week_without_a_gap(cls, weekdays: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if weekdays and len(weekdays) != len(WEEKDAYS):
            raise problem(*busy_days.weekdays_with_gap(len(weekdays), len(WEEKDAYS)))
        return weekdays

    @model_validator(mode="after")
    def _ends_on_the_same_day(self) -> "Daily":
        ending: list[DailyCrowd | Flood] = [*self.crowds, *([self.flood] if self.flood else [])]
        for each in ending:
            if each.at + each.lasts > DAY:
                what = "a flood" if isinstance(each, Flood) else "a crowd"
                raise problem(*busy_days.beyond_midnight(what))
        for start in self.live:
            if start.at + start.joins > DAY:
                raise problem(*busy_days.beyond_midnight("a live start"))
        for crowd in self.crowds:
            if 2.0 * crowd.rise > crowd.lasts:
                raise _longer_than_it_lasts(crowd)
        return self


def _longer_than_it_lasts(crowd: DailyCrowd) -> PydanticCustomError:
    """What is wrong with a crowd that rises and falls for longer than there is, where nobody wrote how it rises too."""
    rise = duration(crowd.rise) + ("" if "rise" in crowd.model_fields_set else busy_days.UNSTATED_RISE)
    lasts = f"its `rise` is {rise}, and it lasts {duration(crowd.lasts)}"
    half = crowd.lasts / 2.0
    remedy = busy_days.LAST_2_S
    if half >= SHORTEST:
        remedy = busy_days.rise_of_half(duration(half))
    return problem(busy_days.longer_than_it_lasts(lasts), remedy)
