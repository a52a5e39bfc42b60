"""Other volumes of a cloud: those that a farm rents, with fewer or more reads or bytes a second, which are billed."""

from collections.abc import Iterator
from typing import NamedTuple

from models.errors import ScenarioError
from models.messages.offers import OTHER_VOLUME
from models.parts.hardware import Disks
from models.scenario import Scenario
from models.variations.assumptions import with_values

# The most that is looked at of a volume of which nobody says how much it can do, times what is in its price.
_MOST = 8.0


class RentedVolumes(NamedTuple):
    """The volumes of a place: of the tier of that name, "" of a scenario's own servers, with the path of their disks
    there."""

    tier: str
    path: str
    disks: Disks


def rented_volumes(scenario: Scenario) -> tuple[RentedVolumes, ...]:
    """The volumes of a cloud that the servers of a scenario and of its tiers have."""
    tiers = ((each.name, f"tiers[{at}].server.disks", each.server) for at, each in enumerate(scenario.tiers))
    places = (("", "server.disks", scenario.server), *tiers)
    return tuple(
        RentedVolumes(tier, path, server.disks)
        for tier, path, server in places
        if server.is_rented and server.disks.volume is not None
    )


def with_other_volumes(scenario: Scenario) -> Iterator[Scenario]:
    """The scenario with the volumes of one place at another rate each: at that which is in their price, twice, four
    times as much and so on, and at the most that they are rented with."""
    for _, path, disks in rented_volumes(scenario):
        for key, rate in _rates(disks):
            try:
                yield with_values(scenario, {f"{path}.{key}": rate}, OTHER_VOLUME)
            except ScenarioError:  # What else is stated of it does not go with that rate.
                continue


def _rates(disks: Disks) -> Iterator[tuple[str, float]]:
    """The other operations and bytes a second of a volume, by their keys; of bytes none where nobody states some."""
    volume = disks.volume
    if volume is None:
        return
    operations = _steps(volume.included_iops, volume.most_iops)
    yield from (("iops", rate) for rate in operations if rate != disks.most_operations)
    if disks.bandwidth is not None:
        byte_rates = _steps(volume.included_bandwidth, volume.most_bandwidth)
        yield from (("bandwidth", rate) for rate in byte_rates if rate != disks.bandwidth)


def _steps(included: float, most: float | None) -> Iterator[float]:
    rate, last = included, most or _MOST * included
    while rate < last:
        yield rate
        rate *= 2.0
    yield last
