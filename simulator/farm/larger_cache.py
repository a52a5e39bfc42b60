"""What of a cache lowers the bill of a farm whose origin is paid for: disks, RAM, nodes, or one copy in a unit."""

from collections.abc import Iterator
from dataclasses import replace

from models.content_share import splits_content
from models.disk_capacity import disk_cache_bytes
from models.ram_ledger import file_cache_bytes
from models.scenario import Scenario
from models.unit_pods import as_node
from models.variations.option import added_to_server
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.alternatives import LargerCache
from simulator.farm.costs.cost_difference import cost_difference, cost_in_all
from simulator.farm.farm import Farm, buy_farm
from simulator.farm.outcome import Outcome

_UNSOLVED = (NoCapacity, NotConverged, Unstable, UnsupportedByEngine)


def with_larger_cache(outcome: Outcome) -> Outcome:
    """The outcome with the upgrade of its cache that lowers its bill most; as it is where no farm is recommended."""
    if outcome.farm is None or not outcome.recommended:
        return outcome
    return replace(outcome, larger_cache=larger_cache(outcome.bought))


def larger_cache(farm: Farm) -> LargerCache | None:
    """The upgrade of the present servers with which their farm costs least in all, where less is fetched with it from
    an origin that bills that; None where none saves more than is known of the misses. Theory answers both."""
    if not farm.pays_origin or farm.sizing.fetched.value <= 0.0 or farm.carried.way != LARGEST:
        return None
    try:
        return min(_cheaper(farm.scenario), key=lambda each: cost_in_all(each.farm).value, default=None)
    except _UNSOLVED:
        return None


def _cheaper(scenario: Scenario) -> Iterator[LargerCache]:
    """The upgrades that surely save money, over the ranges of prices and over what theory may be off by."""
    now = _bought(scenario)
    for option in added_to_server(scenario):
        if option.scenario is None or not _keeps_more(scenario, option.scenario):
            continue
        try:
            then = _bought(option.scenario)
        except _UNSOLVED:
            continue
        saved = cost_difference(now, then)
        if saved.amount.low > 0.0 and saved.over.low > 0.0:
            yield LargerCache(option.name, option.adapted, then, saved)


def _bought(scenario: Scenario) -> Farm:
    return buy_farm(scenario, capacity_in_theory(scenario)).decided


def _keeps_more(before: Scenario, after: Scenario) -> bool:
    """Whether a unit keeps more, in larger caches or because its nodes keep one copy together."""
    return _kept(after) > _kept(before)


def _kept(scenario: Scenario) -> float:
    each = file_cache_bytes(as_node(scenario)) + (disk_cache_bytes(scenario) or 0.0)
    return each * scenario.unit.nodes if splits_content(scenario) else each
