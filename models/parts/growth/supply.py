"""What stands, and what can be bought when: delivery, life, prices that fall, and the room of the hall."""

from typing import Annotated

from models.parts.growth.autoscaling import Autoscaling
from models.quantities.fields import Name, Part, optional, parameter, quantity, whole
from models.quantities.months import Month
from models.quantities.units import MONTHS, POWER, SHARE

SAME = "that of the scenario"


class StandingUnits(Part):
    """Units that stand already, all of one generation."""

    name: Name = parameter("Name for reports.", default="today's units")
    units: Annotated[int, whole(1, 1_000_000)] = parameter("How many there are.")
    server: Annotated[Name | None, optional()] = parameter(
        "Their server, a name of the catalogue, if another one.", default="none", source=SAME
    )
    operating_system: Annotated[Name | None, optional()] = parameter(
        "Their operating system, a name of the catalogue, if another one.", default="none", source=SAME
    )
    bought: Annotated[Month | None, optional()] = parameter(
        "The month since which they serve; none means that they are new at the start.", default="none", source="new"
    )
    support_until: Annotated[Month | None, optional()] = parameter(
        "The last month in which their maker supports them; none means as long as they live.",
        default="none",
        source="support lasts as long as life",
    )


class Supply(Part):
    """What stands today, and how more is had."""

    today: tuple[StandingUnits, ...] = parameter(
        "The units that stand; none means that what the first month needs is there in it, and paid from then on.",
        default=(),
        source="the farm that is planned is bought for the first month",
    )
    delivery: Annotated[float, quantity(MONTHS, "0 months", "36 months")] = parameter(
        "Months from an order until what was ordered serves.",
        default="3 months",
        source="the program's default: order, build, deliver, rack and test",
    )
    life: Annotated[float | None, optional(quantity(MONTHS, "1 months", "240 months"))] = parameter(
        "Months that a server serves; none means the years over which it is paid off.",
        default="none",
        source="datacenter.prices.server_life",
    )
    price_falls: Annotated[float, quantity(SHARE, "0 %", "90 %")] = parameter(
        "Share by which the price of the same server falls in a year.", default="0 %", source="prices stay"
    )
    risk: Annotated[float, quantity(SHARE, "0.1 %", "50 %")] = parameter(
        "Chance, in any one month, that the farm is too small for the demand.",
        default="5 %",
        source="the program's default: once in twenty, or what `confidence` leaves where that sizes the farm",
    )
    order_every: Annotated[int, whole(1, 12)] = parameter(
        "Months between orders, counted from January: 3 orders with the quarter.",
        default=1,
        source="orders in any month",
    )
    space: Annotated[int | None, optional(whole(1, 10_000_000))] = parameter(
        "Rack units that the hall has for the farm.", default="none", source="as much as is needed"
    )
    power: Annotated[float | None, optional(quantity(POWER, "100 W", "1000 MW"))] = parameter(
        "Power in watts that the hall has for the farm, all cores busy.", default="none", source="as much as is needed"
    )
    autoscaling: Annotated[Autoscaling | None, optional()] = parameter(
        "How the farm follows the hour of the day; none means that all its servers always run.",
        default="none",
        source="a farm of servers that stay",
    )
