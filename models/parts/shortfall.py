"""What falling short costs: a price for each Mbps that the farm does not carry, or several, by how much is missing."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, optional, parameter, quantity
from models.quantities.units import SHARE, USD_PER_MBPS_MONTH


class ShortfallPrice(Part):
    """What each Mbps costs that is missing, up to a share of the demand."""

    shorthand: ClassVar[str] = "price"

    price: Annotated[float, quantity(USD_PER_MBPS_MONTH, "0 USD/Mbps-month", "100000 USD/Mbps-month")] = parameter(
        "What a Mbps of the demand costs a month that the farm does not carry at its peak: penalties, or what is lost."
    )
    up_to: Annotated[float | None, optional(quantity(SHARE, "0.001 %", "100 %"))] = parameter(
        "The share of the demand that may be missing for each Mbps to cost so: those beyond cost what the next row"
        " says. none for all that is beyond the row before.",
        default="none",
        source="one price for whatever is missing",
    )
