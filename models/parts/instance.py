"""The terms on which a server is rented, and how long the month is that is paid for."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.quantities.fields import Name, Part, optional, parameter, problem, quantity, words
from models.quantities.units import DATA_RATE, USD_PER_HOUR, USD_PER_YEAR

ON_DEMAND, ONE_YEAR, THREE_YEARS = "on-demand", "reserved-1-year", "reserved-3-years"
HOURS_PER_YEAR, MONTHS = 8760, 12  # A year of 365 days, as bills, emissions and error budgets count it.
HOURS_PER_MONTH = HOURS_PER_YEAR / MONTHS


class Instance(Part):
    """The terms on which a cloud rents a server; its baseline bandwidth is that of the server's `cards`.

    Raises a validation error where the rent that is chosen has no price.
    """

    zone: Annotated[Name | None, optional()] = parameter(
        "Region or zone of the provider that it stands in, as its prices have it; `optimise --zone` looks at it alone.",
        default="none",
        source="nobody said where it stands",
    )
    on_demand: Annotated[float, quantity(USD_PER_HOUR, "0.001 USD/h", "10,000 USD/h")] = parameter(
        "Price in US dollars an hour, without commitment."
    )
    reserved_1_year: Annotated[float | None, optional(quantity(USD_PER_YEAR, "1 USD/year"))] = parameter(
        "Price in US dollars a year, reserved for one year; none means that it is not offered, or not known.",
        default="none",
        source="no price is known",
    )
    reserved_3_years: Annotated[float | None, optional(quantity(USD_PER_YEAR, "1 USD/year"))] = parameter(
        "Price in US dollars a year, reserved for three years; none means that it is not offered, or not known.",
        default="none",
        source="no price is known",
    )
    burst: Annotated[float | None, optional(quantity(DATA_RATE, "1 Mbps", "10 Tbps"))] = parameter(
        "Rate in bytes per second that the network reaches for minutes, as `up to` in a price list; it is told and"
        " counts for nothing, since what is used up comes back only as slowly as the baseline leaves it.",
        default="none",
        source="the baseline is all there is",
    )
    rent: Annotated[str, words(ON_DEMAND, ONE_YEAR, THREE_YEARS)] = parameter(
        "Which of the prices is paid; `grow` orders on the cheapest of those that are known.",
        default=ON_DEMAND,
        source="no commitment unless somebody makes one",
    )

    @property
    def a_month(self) -> float:
        """US dollars a month, of 730 hours, on the terms that are chosen."""
        return self.a_month_on(self.rent) or 0.0

    def a_month_on(self, rent: str) -> float | None:
        """US dollars a month on some terms; None where they have no price."""
        if rent == ON_DEMAND:
            return self.on_demand * HOURS_PER_MONTH
        a_year = getattr(self, self._price_of(rent))
        return None if a_year is None else a_year / MONTHS

    @field_validator("rent")
    @classmethod
    def _has_a_price(cls, rent: str, info: ValidationInfo) -> str:
        if info.data.get(cls._price_of(rent), 0.0) is None:
            raise problem(f"no price of {cls._price_of(rent)} is known", f"state it, or write `rent: {ON_DEMAND}`")
        return rent

    @staticmethod
    def _price_of(rent: str) -> str:
        return rent.replace("-", "_")
