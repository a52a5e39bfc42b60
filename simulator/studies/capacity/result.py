"""The largest load of a server as data."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.experiment.largest_load import LargestLoad, LoadPoint
from simulator.farm.farm import Farm
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.prediction import BeyondMeasured
from simulator.farm.stamp import Stamp
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.tier_failure import TierFailure
from simulator.messages.limit_order import NEVER, OrderedLimit, limit_order
from simulator.output.blocks import Block, Report
from simulator.output.data import farm_data, operating_point_data, rated_data, tiers_down_data
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import beyond_data
from simulator.studies.capacity.by_group import CapacityByGroup
from simulator.studies.capacity.document import (
    Capacity,
    capacity_blocks,
    capacity_blocks_by_group,
    capacity_report,
    capacity_report_by_group,
)
from simulator.studies.result import FarmResult


@dataclass(frozen=True, repr=False, eq=False)
class CapacityResult(FarmResult):
    """The largest load of one server within its targets, the farm of such servers, a server of it at the demand with
    all nodes up and with the spares down, and its tiers with one server down; and how far it lies beyond what was
    measured."""

    scenario: Scenario
    largest_load: LargestLoad
    farm_for_demand: Farm | None
    operating_points: Sequence[OperatingPoint]
    tiers_down: Sequence[TierFailure]
    stamp: Stamp
    beyond: BeyondMeasured | None = None

    @property
    def farm(self) -> Farm | None:
        return self.farm_for_demand

    @property
    def server_mbps(self) -> float:
        """Mbps on the wire that one server carries within its targets."""
        return self.largest_load.server_mbps.value

    @property
    def server_requests(self) -> float:
        """Requests a second that are offered to it then."""
        return self.largest_load.offered.value

    @property
    def bottleneck(self) -> str:
        """The limit that binds there, by its name."""
        return stopping_limit(self.largest_load).name

    def to_dict(self) -> Data:
        states = [operating_point_data(each, self.farm) for each in self.operating_points if self.farm]
        told = capacity_data(self.largest_load, self.farm, self.tiers_down)
        return told | {"as_bought": states, **beyond_data(self.beyond)}

    def blocks(self) -> list[Block]:
        return capacity_blocks(self._shown)

    def report(self) -> Report:
        return capacity_report(self.scenario.name, self._shown, self.stamp)

    @property
    def _shown(self) -> Capacity:
        offered = self.scenario.workload.offered_rate
        return Capacity(self.largest_load, offered, self.farm, self.tiers_down, self.operating_points, self.beyond)

    def summary(self) -> Mapping[str, object]:
        carried = {"server_mbps": self.server_mbps, "bottleneck": self.bottleneck}
        return {"scenario": self.scenario.name, **carried, **self.bought()}


@dataclass(frozen=True, repr=False, eq=False)
class GroupCapacityResult(FarmResult):
    """The largest load of a unit whose groups of nodes serve classes of their own, and of a server of each group."""

    groups: CapacityByGroup
    stamp: Stamp

    @property
    def farm(self) -> Farm | None:
        return self.groups.farm

    @property
    def unit_mbps(self) -> float:
        """Mbps on the wire that one unit carries within its targets, its spares down."""
        return self.groups.unit_mbps.value

    @property
    def bottleneck(self) -> str:
        """The limit that binds first, by its name."""
        return stopping_limit(self.groups.carried).name

    def to_dict(self) -> Data:
        return capacity_data_by_group(self.groups)

    def blocks(self) -> list[Block]:
        return capacity_blocks_by_group(self.groups)

    def report(self) -> Report:
        return capacity_report_by_group(self.groups, self.stamp)

    def summary(self) -> Mapping[str, object]:
        carried = {"unit_mbps": self.unit_mbps, "bottleneck": self.bottleneck}
        return {"scenario": self.groups.scenario.name, **carried, **self.bought()}


def capacity_data(
    largest_load: LargestLoad, farm: Farm | None = None, down: Sequence[TierFailure] = ()
) -> dict[str, object]:
    """The same as data: `server` and `unit`, each with capacity_mbps and binding_limit, the limits and the curve; the
    farm, where there is a demand, and its tiers with one server down."""
    limit = stopping_limit(largest_load).name
    return {
        "server": {
            "capacity_mbps": figure_data(largest_load.server_mbps),
            "offered_requests": figure_data(largest_load.offered),
            "binding_limit": limit,
            "missed_beyond": largest_load.target,
            "missed_in": dict(largest_load.missed_in),
        },
        "unit": {
            "capacity_mbps": figure_data(largest_load.unit_mbps),
            "binding_limit": limit,
            **rated_data(largest_load.together, largest_load.through),
        },
        "theory": None if largest_load.expected is None else {"offered_requests": largest_load.expected},
        "limits": [_limit_data(each, largest_load) for each in limit_order(largest_load)],
        "curve": [_point_data(point) for point in largest_load.curve],
        "farm": farm_data(farm) if farm else None,
        **tiers_down_data(down),
    }


def capacity_data_by_group(capacity_by_group: CapacityByGroup) -> dict[str, object]:
    """The same by groups of nodes: `unit`, of requests of all classes, and each group with what is told of a server."""
    carried = capacity_by_group.carried
    full = dict(carried.of_groups)
    return {
        "unit": {
            "offered_requests": figure_data(full[carried.group]),
            "capacity_mbps": figure_data(capacity_by_group.unit_mbps),
            "group": carried.group,
            "binding_limit": stopping_limit(carried).name,
            "groups_full_at": {name: figure_data(rate) for name, rate in carried.of_groups},
        },
        "groups": {name: capacity_data(load) for name, load in capacity_by_group.groups.items()},
        "farm": farm_data(capacity_by_group.farm) if capacity_by_group.farm else None,
    }


def _limit_data(bite: OrderedLimit, largest_load: LargestLoad) -> dict[str, object]:
    limit, theory = bite.limit, largest_load.alone.get(bite.limit.name)
    alone = None if theory is None else {"requests": _number(theory.rate), "standing": theory.standing}
    return {
        "name": limit.name,
        "limit": limit.limit,
        "origin": limit.origin,
        "utilisation": figure_data(limit.utilisation),
        "growth": figure_data(limit.growth),
        "binds_at": None if bite.measured is None else figure_data(bite.measured),
        "in_theory": alone,
    }


def _number(rate: float) -> float | str:
    """A rate as data, which has no infinity."""
    return rate if math.isfinite(rate) else NEVER


def _point_data(point: LoadPoint) -> dict[str, object]:
    measures = ("wire_mbps", "response_mean", "response_p95", "errors", "connections")
    return {"offered": point.offered, "met": point.met} | {name: figure_data(getattr(point, name)) for name in measures}
