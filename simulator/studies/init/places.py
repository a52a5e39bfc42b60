"""Where a farm of today may stand: in racks of one's own or in a cloud, and with which prices."""

from dataclasses import dataclass

from simulator.messages.init import questions
from simulator.studies.init.servers import ERAS, is_rented, servers_by_year


@dataclass(frozen=True)
class Site:
    """A site, in words; its price list; whether servers are rented there."""

    where: str
    prices: str
    rented: bool


PLACES = {
    place.prices: place
    for place in (
        Site(questions.RACKS_US, "us-2026", False),
        Site(questions.RACKS_EUROPE, "eu-2026", False),
        Site(questions.CLOUD_US, "cloud-us-2026", True),
    )
}


def servers_at(place: Site) -> dict[str, int]:
    """The servers of today that may stand in a place, the newest first, with their years."""
    return {name: year for name, year in servers_by_year() if year >= ERAS[0].since and is_rented(name) == place.rented}
