"""What a demand has been: a log of it in a file, or its months, which a forecast goes on from."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import model_validator

from models.messages import growth_rates
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, words
from models.quantities.months import Month
from models.quantities.units import MONTHS

PEAK, P95, MEAN, VOLUME = "peak", "p95", "mean", "volume"
# What stands for a column without its heading.
ONLY, LAST = "only", "last"


# What takes the place of a file's name where the months are stated.
IN_PLACE = "growth.history"


class PastMonth(Part):
    """The demand of a month of the past."""

    shorthand: ClassVar[str] = "value"

    value: Annotated[float | None, optional(number(1e-9, 1e18))] = parameter(
        "How much it was, in the unit of the history; none where it was not measured."
    )


class History(Part):
    """The demand of the past, month by month; or a file with it: a table with times and values, a range that Prometheus
    has answered, or pageviews of Wikimedia.

    Raises a validation error unless there is either a file, or months and the first of them.
    """

    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {"file": ("column", "takes"), "months": ("since",)}

    file: Annotated[Name | None, optional()] = parameter(
        "The file, beside the scenario: a table, or as JSON what Prometheus answers to query_range or Wikimedia to"
        " pageviews.",
        default="none",
        source="its months are stated",
    )
    months: tuple[PastMonth, ...] = parameter(
        "The demand of each month from `since` on, `none` where it was not measured: its peak, where the demand is one;"
        " of a volume a day that of a mean day.",
        default=(),
        source="they stand in a file",
    )
    since: Annotated[Month | None, optional()] = parameter(
        "The first of the months, e.g. 2024-01.", default="none", source="the file has times"
    )
    column: Name = parameter(
        "The column of the values by its heading; only is the only one beside the times, last the last one.",
        default=ONLY,
        source="a time and a value",
    )
    unit: Name = parameter(
        'The unit of the values, one in which the demand could be stated, e.g. "Mbps"; of a volume e.g. "TB".'
    )
    takes: Annotated[str, words(PEAK, P95, MEAN, VOLUME)] = parameter(
        "What of a month counts: peak is its largest value, p95 what 95 % of its values do not pass, mean their mean,"
        " volume their sum, counted a day so that no month is large for being long.",
        default=PEAK,
        source="a farm is bought for its peak",
    )
    hold_back: Annotated[float, quantity(MONTHS, "1 months", "60 months")] = parameter(
        "Months at the end of the history that the forecast is tried on before it is used.",
        default="12 months",
        source="a year has every month of a season once",
    )

    @property
    def named(self) -> str:
        """What messages call it: its file, or where its months are stated."""
        return self.file or IN_PLACE

    @model_validator(mode="after")
    def _is_stated_once(self) -> "History":
        if (self.file is None) == (not self.months) or bool(self.months) != (self.since is not None):
            raise problem(*growth_rates.FILE_OR_MONTHS)
        return self
