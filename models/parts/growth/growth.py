"""How the demand grows: what is stated of the months ahead, as rates, as a table or as a history to be forecast."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator, model_validator

from models.messages import growth_rates
from models.parts.growth.factor import Factor
from models.parts.growth.history import History
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, problem, quantity
from models.quantities.months import YEAR, Month, parse_month
from models.quantities.units import GROWTH, MONTHS, SHARE

NOT_STATED = "stated in another way, or in none"
WEEK = 7
MOST_STREAMS = 64


class Event(Part):
    """A day of release, a campaign, a new product: what lifts the demand in a month, or from a month on."""

    month: Month = parameter("The month in which it happens, e.g. 2026-11.")
    times: Annotated[float, number(0.001, 1000.0)] = parameter("The demand of that month in times what it would be.")
    lasting: Switch = parameter(
        "Whether the demand stays there: a change of level, and not a month that passes.",
        default=False,
        source="a release passes",
    )


class Pace(Part):
    """How fast a demand grows.

    Raises a validation error for a growth of -100 % or less, for a range that does not hold the growth, and for a
    season of other than twelve months.
    """

    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {"a_month": ("low", "high"), "a_year": ("low", "high")}

    a_month: Annotated[float | None, optional(quantity(GROWTH))] = parameter(
        "Growth in a month, as a share of the demand of the month before.", default="none", source=NOT_STATED
    )
    a_year: Annotated[float | None, optional(quantity(GROWTH))] = parameter(
        "Growth in a year, as a share of the demand of the year before.", default="none", source=NOT_STATED
    )
    low: Annotated[float | None, optional(quantity(GROWTH))] = parameter(
        "The growth at the lower end of its range, in which it lies with the confidence of the run.",
        default="none",
        source="the growth is taken as known",
    )
    high: Annotated[float | None, optional(quantity(GROWTH))] = parameter(
        "The growth at the upper end of its range.", default="none", source="the growth is taken as known"
    )
    scatter: Annotated[float, quantity(SHARE, "0 %", "100 %")] = parameter(
        "Standard deviation of the growth of one month around its rate; what a month brings stays.",
        default="0 %",
        source="a smooth growth",
    )
    season: tuple[Factor, ...] = parameter(
        "Twelve factors, January first: the demand of each month of a year in times any measure that they share.",
        default=(),
        source="no season",
    )
    events: tuple[Event, ...] = parameter("Releases, campaigns and new products.", default=(), source="no events")

    @property
    def states_a_rate(self) -> bool:
        """Whether it says how fast the demand grows."""
        return self.a_month is not None or self.a_year is not None

    @property
    def monthly(self) -> tuple[float, float, float]:
        """Growth in a month as a share: at the low end of its range, likely, and at the high end; 0 where none is
        stated."""
        rate = self.a_month if self.a_month is not None else self.a_year or 0.0
        ends = (self.low if self.low is not None else rate, rate, self.high if self.high is not None else rate)
        root = 1.0 if self.a_month is not None else 1.0 / YEAR
        low, likely, high = ((1.0 + each) ** root - 1.0 for each in ends)
        return low, likely, high

    @field_validator("a_month", "a_year", "low", "high")
    @classmethod
    def _leaves_something(cls, value: float | None) -> float | None:
        if value is not None and value <= -1.0:
            raise problem(*growth_rates.NOTHING_LEFT)
        return value

    @field_validator("season")
    @classmethod
    def _has_twelve_months(cls, season: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if season and len(season) != YEAR:
            raise problem(*growth_rates.months_of_season(len(season)))
        return season

    @model_validator(mode="after")
    def _range_holds_the_growth(self) -> "Pace":
        stated = [key for key in ("a_month", "a_year") if getattr(self, key) is not None]
        if len(stated) > 1:
            raise problem(*growth_rates.TWO_RATES)
        if not stated and (self.low is not None or self.high is not None):
            raise problem(*growth_rates.RANGE_OF_NO_RATE)
        low, likely, high = self.monthly
        if not low <= likely <= high:
            raise problem(*growth_rates.RATE_OUTSIDE_ITS_RANGE)
        return self


class Stream(Pace):
    """A part of the demand that grows at a pace of its own: a region, a product."""

    name: Name = parameter("Name for reports.")
    share: Annotated[float, quantity(SHARE, "0.01 %", "100 %")] = parameter("Its share of the demand at the start.")


class MonthAhead(Part):
    """The demand of one month of a table, as somebody expects it."""

    month: Month = parameter("The month, e.g. 2027-01.")
    demand: Name = parameter("What the farm must carry in that month, with a unit of the demand, e.g. 14 Gbps.")
    low: Annotated[Name | None, optional()] = parameter(
        "The least that it may be, with the confidence of the run.", default="none", source="taken as known"
    )
    high: Annotated[Name | None, optional()] = parameter(
        "The most that it may be.", default="none", source="taken as known"
    )


class DemandGrowth(Pace):
    """The demand of the months ahead.

    Raises a validation error where nothing says how the demand grows, where several things do, where the shares of the
    streams do not sum to 100 %, and where a table does not go forward.
    """

    # First, because the validators of a field see only the fields above it.
    start: Month = parameter("The first month, in which the demand is the stated one, e.g. 2026-12.")
    horizon: Annotated[float, quantity(MONTHS, "2 months", "180 months")] = parameter(
        "Months that are looked ahead, the first one among them.",
        default="36 months",
        source="the life of many servers",
    )
    streams: tuple[Stream, ...] = parameter(
        "Parts of the demand with paces of their own, which add up.", default=(), source="all of it grows alike"
    )
    correlation: Annotated[float, number(0.0, 1.0)] = parameter(
        "How much the growths of the streams are one thing: 0 for streams of their own, 1 for one chance for all.",
        default=0.0,
        source="streams grow by themselves",
    )
    week: tuple[Factor, ...] = parameter(
        "Seven factors, Monday first, where the demand is that of a mean day: the busiest day is what is carried.",
        default=(),
        source="the demand is that of the busiest day",
    )
    table: tuple[MonthAhead, ...] = parameter(
        "The demand by months; between two of them it grows evenly.", default=(), source="no table"
    )
    history: Annotated[History | None, optional()] = parameter(
        "What the demand has been, to be forecast; it takes the place of a stated growth.",
        default="none",
        source="no history",
    )

    @property
    def months(self) -> int:
        """Months of the horizon, whole."""
        return round(self.horizon)

    @field_validator("week")
    @classmethod
    def _has_seven_days(cls, week: tuple[Factor, ...]) -> tuple[Factor, ...]:
        if week and len(week) != WEEK:
            raise problem(*growth_rates.days_of_week(len(week)))
        return week

    @field_validator("streams")
    @classmethod
    def _shares_sum_to_one(cls, streams: tuple[Stream, ...]) -> tuple[Stream, ...]:
        total = sum(stream.share for stream in streams)
        if len(streams) > MOST_STREAMS:
            raise problem(*growth_rates.too_many_streams(len(streams), MOST_STREAMS))
        if streams and abs(total - 1.0) > 1e-6:
            raise problem(*growth_rates.shares_of_streams(total * 100))
        return streams

    @field_validator("table")
    @classmethod
    def _goes_forward(cls, table: tuple[MonthAhead, ...], info: ValidationInfo) -> tuple[MonthAhead, ...]:
        months = [parse_month(row.month) for row in table]
        if any(later <= earlier for earlier, later in zip(months, months[1:], strict=False)):
            raise problem(*growth_rates.MONTHS_GO_BACK)
        start = info.data.get("start")
        if months and start is not None and months[0] <= parse_month(start):
            raise problem(*growth_rates.begins_before(start))
        return table

    @model_validator(mode="after")
    def _says_how_it_grows(self) -> "DemandGrowth":
        if self.history is not None and (self.states_a_rate or self.table or self.streams or self.season):
            raise problem(*growth_rates.HISTORY_AND_RATE)
        if self.streams and (self.table or self.states_a_rate):
            raise problem(*growth_rates.STREAMS_AND_RATE)
        silent = [stream.name for stream in self.streams if not stream.states_a_rate]
        if silent:
            raise problem(*growth_rates.stream_without_rate(silent[0]))
        if self.history is None and not (self.states_a_rate or self.table or self.streams):
            raise problem(*growth_rates.NO_RATE)
        last = parse_month(self.start) + self.months - 1
        if self.table and not self.states_a_rate and parse_month(self.table[-1].month) < last:
            raise problem(*growth_rates.table_ends_early(self.table[-1].month, self.months))
        return self
