"""The addresses that clients come from, as far as a balancer tells them apart."""

from math import ceil
from typing import Annotated

from models.quantities.fields import Part, number, parameter, whole


class ClientAddresses(Part):
    """How many addresses sessions come from, how many of them share a network, and how unevenly they are used."""

    count: Annotated[int, whole(1, 2_000_000_000)] = parameter(
        "Addresses that sessions of one unit come from: many clients share one behind a proxy or an operator's gateway."
    )
    of_network: Annotated[int, whole(1, 254)] = parameter(
        "Addresses that have the same first 24 bits, so that they are one to a balancer with class C affinity.",
        default=1,
        source="every address is of a network of its own",
    )
    uneven: Annotated[float, number(0.0, 0.95)] = parameter(
        "How unevenly sessions come from addresses: from the i-th one the share falls as 1 / i to this power; 0 has all"
        " addresses alike.",
        default=0,
        source="all addresses send as many sessions",
    )

    @property
    def networks(self) -> int:
        """How many networks of 256 addresses they are in."""
        return ceil(self.count / self.of_network)
