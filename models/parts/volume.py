"""A volume of a cloud: what it costs by its size, and by the reads and the bytes a second that it is to do."""

from typing import Annotated, ClassVar

from models.quantities.fields import Name, Part, number, optional, parameter, quantity
from models.quantities.units import DATA_RATE, USD_PER_GB_MONTH, USD_PER_IOPS_MONTH, USD_PER_MBYTES_MONTH


class Volume(Part):
    """A type of volume that a cloud rents by the month; what it is to do beyond what is included costs extra."""

    catalogue_folder: ClassVar[str] = "volumes"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    gigabyte: Annotated[float, quantity(USD_PER_GB_MONTH)] = parameter(
        "Price in US dollars of a GB (10^9 bytes) of its size a month."
    )
    included_iops: Annotated[float, number(1.0, 1e7)] = parameter(
        "Reads and writes a second that are in the price of its size."
    )
    operation: Annotated[float, quantity(USD_PER_IOPS_MONTH)] = parameter(
        "Price in US dollars a month of each read or write a second beyond these."
    )
    included_bandwidth: Annotated[float, quantity(DATA_RATE, "1 MB/s", "1 TB/s")] = parameter(
        "Bytes a second that are in the price of its size."
    )
    megabyte: Annotated[float, quantity(USD_PER_MBYTES_MONTH)] = parameter(
        "Price in US dollars a month of each MB/s (10^6 bytes a second) beyond these."
    )
    most_iops: Annotated[float | None, optional(number(1.0, 1e7))] = parameter(
        "Most reads and writes a second that it can be rented with; none means that nobody says.",
        default="none",
        source="nobody says",
    )
    most_bandwidth: Annotated[float | None, optional(quantity(DATA_RATE, "1 MB/s", "1 TB/s"))] = parameter(
        "Most bytes a second that it can be rented with; none means that nobody says.",
        default="none",
        source="nobody says",
    )

    def a_month(self, size: float, iops: float, bandwidth: float) -> float:
        """US dollars a month of one of so many bytes, reads a second and bytes a second."""
        return (
            size / 1e9 * self.gigabyte
            + max(0.0, iops - self.included_iops) * self.operation
            + max(0.0, bandwidth - self.included_bandwidth) / 1e6 * self.megabyte
        )
