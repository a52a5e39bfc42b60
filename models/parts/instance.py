"""The terms on which a server is rented, and how long the month is that is paid for."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.messages import machines
from models.quantities.fields import Name, Part, optional, parameter, problem, quantity, words
from models.quantities.units import DATA_RATE, SHARE, USD_PER_HOUR, USD_PER_YEAR

ON_DEMAND, ONE_YEAR, THREE_YEARS, SPOT = "on-demand", "reserved-1-year", "reserved-3-years", "spot"
RENTS = (ON_DEMAND, ONE_YEAR, THREE_YEARS, SPOT)
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
    spot: Annotated[float | None, optional(quantity(USD_PER_HOUR, "0.0001 USD/h", "10,000 USD/h"))] = parameter(
        "Price in US dollars an hour of what the provider has to spare and may take back at any time; none means that"
        " it is not offered, or not known.",
        default="none",
        source="no price is known",
    )
    spot_loss: Annotated[float | None, optional(quantity(SHARE, "0 %", "100 %"))] = parameter(
        "Chance that an instance at that price is taken back within a month, as providers publish how often they do. A"
        " farm is sized as if none were; how likely it is enough counts with this chance that all of them are gone.",
        default="none",
        source="nothing is rented at spot prices",
    )
    burst: Annotated[float | None, optional(quantity(DATA_RATE, "1 Mbps", "10 Tbps"))] = parameter(
        "Rate in bytes per second that the network reaches for minutes, as `up to` in a price list; it is told and"
        " counts for nothing, since what is used up comes back only as slowly as the baseline leaves it.",
        default="none",
        source="the baseline is all there is",
    )
    rent: Annotated[str, words(*RENTS)] = parameter(
        "Which of the prices is paid, unless `datacenter.rent` says it for all; `grow` orders on the cheapest of those"
        " that are known, spot prices only where they are chosen.",
        default=ON_DEMAND,
        source="no commitment unless somebody makes one",
    )

    def a_month_on(self, rent: str) -> float | None:
        """US dollars a month on some terms; None where they have no price."""
        if rent in (ON_DEMAND, SPOT):
            an_hour = self.on_demand if rent == ON_DEMAND else self.spot
            return None if an_hour is None else an_hour * HOURS_PER_MONTH
        a_year: float | None = getattr(self, price_key(rent))
        return None if a_year is None else a_year / MONTHS

    @field_validator("rent")
    @classmethod
    def _has_a_price(cls, rent: str, info: ValidationInfo) -> str:
        if info.data.get(price_key(rent), 0.0) is None:
            raise problem(*machines.no_price_of_term(price_key(rent), ON_DEMAND))
        return rent

    @field_validator("spot_loss")
    @classmethod
    def _goes_with_its_price(cls, loss: float | None, info: ValidationInfo) -> float | None:
        spot = info.data.get("spot", 0.0)
        if "spot" in info.data and (spot is None) != (loss is None):
            missing, stated = ("spot", "spot_loss") if spot is None else ("spot_loss", "spot")
            example = "spot: 0.12 USD/h" if spot is None else "spot_loss: 5 %"
            raise problem(*machines.one_without_other(stated, missing, example))
        return loss


def price_key(rent: str) -> str:
    """The key of an instance that has the price of some terms."""
    return rent.replace("-", "_")
