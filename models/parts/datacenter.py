"""The data centre: what power, space, bandwidth and people cost."""

from typing import Annotated, ClassVar

from models.quantities.fields import Name, Part, number, optional, parameter, quantity, whole
from models.quantities.units import (
    POWER,
    SHARE,
    USD_PER_KW_MONTH,
    USD_PER_KWH,
    USD_PER_MBPS_MONTH,
    USD_PER_SERVER_MONTH,
    USD_PER_U_MONTH,
    YEARS,
)


class Prices(Part):
    """Prices in US dollars of one year; each attribute is stored in the unit that its description names."""

    catalogue_folder: ClassVar[str] = "prices"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    year: Annotated[int, whole(1990, 2100)] = parameter("Year whose US dollars the prices are in.")
    server_life: Annotated[float, quantity(YEARS, "0.5 years", "20 years")] = parameter(
        "Years over which a server and its licence are paid off."
    )
    interest: Annotated[float, quantity(SHARE, "0 %", "50 %")] = parameter("Interest as a fraction per year.")
    electricity: Annotated[float, quantity(USD_PER_KWH, "0 USD/kWh", "5 USD/kWh")] = parameter(
        "USD per kWh of electricity."
    )
    pue: Annotated[float, number(1.0, 5.0)] = parameter("Power of the data centre per power of its servers.")
    hosting: Annotated[float, quantity(USD_PER_KW_MONTH)] = parameter(
        "USD per month for each kW of server power that is provisioned, without the electricity itself."
    )
    rack_space: Annotated[float, quantity(USD_PER_U_MONTH)] = parameter("USD per month for each rack unit occupied.")
    bandwidth: Annotated[float, quantity(USD_PER_MBPS_MONTH)] = parameter(
        "USD per month for each Mbps of traffic to the Internet."
    )
    administration: Annotated[float, quantity(USD_PER_SERVER_MONTH)] = parameter(
        "USD per month for administering one server."
    )
    rack_height: Annotated[int, whole(1, 60)] = parameter("Usable height of a rack in rack units.")
    rack_power: Annotated[float | None, optional(quantity(POWER, "100 W", "1 MW"))] = parameter(
        "Largest power of a rack in watts; none means that only its height limits it.", default="none"
    )


class Datacenter(Part):
    """Where the units stand."""

    name: Name = parameter("Name for reports.", default="data centre")
    prices: Prices = parameter("What power, space, bandwidth and people cost.")
