"""What a demand has been: a log of it in a file, which a forecast goes on from."""

from typing import Annotated

from models.quantities.fields import Name, Part, parameter, quantity, words
from models.quantities.units import MONTHS

PEAK, P95, MEAN, VOLUME = "peak", "p95", "mean", "volume"
# What stands for a column without its heading.
ONLY, LAST = "only", "last"


class History(Part):
    """A file with the demand of the past: a table with times and values, a range that Prometheus has answered, or
    pageviews of Wikimedia."""

    file: Name = parameter(
        "The file, beside the scenario: a table, or as JSON what Prometheus answers to query_range or Wikimedia to"
        " pageviews."
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
