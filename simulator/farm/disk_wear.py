"""How fast the disks of a farm wear out: what is fetched, be it from a shield, is written to the disk cache once."""

from dataclasses import dataclass

from models.parts.cache_policy import TINY_LFU
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate
from simulator.farm.costs.cost import peak_to_mean
from simulator.farm.sizing import Sizing
from simulator.network.lines import MBPS_PER_BYTE

_DAY, _DAYS_A_YEAR, _TB = 86_400.0, 365.25, 1e12


@dataclass(frozen=True)
class DiskWear:
    """written: TB that each disk is written a day, by the mean of the demand; years: until its endurance is used up,
    None where nobody states what disks endure. at_most: whether less may be written, for the cache does not let all in
    that is fetched."""

    written: Estimate
    years: Estimate | None
    at_most: bool


def disk_wear(scenario: Scenario, sizing: Sizing) -> DiskWear | None:
    """The wear of each disk of the farm as bought; None without a disk cache, where nothing is fetched, and of disks of
    a cloud that state no endurance: those are the cloud's to replace."""
    endurance, cache, disks = scenario.server.disks.endurance, scenario.web_server.disk_cache, scenario.server.disks
    if cache is None or sizing.filled.value <= 0.0 or (endurance is None and scenario.server.is_rented):
        return None
    share = 1.0 / (peak_to_mean(scenario) * sizing.servers.whole.value * disks.count)
    written = sizing.filled.times(share / MBPS_PER_BYTE * _DAY / _TB, "TB a day")
    years = None
    if endurance is not None:
        life = endurance / (_TB * _DAYS_A_YEAR)
        years = written.through(lambda a_day: life / a_day, "years")
    return DiskWear(written, years, cache.policy == TINY_LFU or cache.admission_window > 0.0)
