"""What a comparison found, as data.

`compare --json` writes `differences`, a list of rows {reference, scenario, measure, unit, reference_value, value,
difference, percent, significant, replications_if_independent}: scenarios by their files, figures as everywhere ({value,
half_width, ...}), and null for replications where no number of them would have done; `farms`, a row for each scenario
with a demand: its `scenario` by its file, `sized_by`, what a server carries, the keys of the farm in `plan --json`,
and `reason` where it has none; `ranking`, the same farms as one chooses among them, the cheapest first, each with
its total a month, its headroom, whether it is the cheapest, and `why_not` where it is not; `servers_more` and
`cost_more` than the first one's, and `cost_more_with_bandwidth`, the one to read where `pays_traffic_alike` is false,
for then one pays egress and the other bandwidth; `load`, the requests a second that were offered to each server that
is not measured at a stated load, or null; `at_equal_shares`, the scenarios whose servers are of quite another size
than the first one's, and so were offered other `requests` a second, which are as large a `share` of what they carry;
and `overloaded`, the scenarios of which no server settles under its load, with that, the limit that is full, and the
requests/s that it carries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.scenario import Scenario
from simulator.experiment.results import Paired
from simulator.farm.costs.cost_difference import compared_cost, pay_traffic_alike
from simulator.farm.farm import Farm
from simulator.farm.scenario_comparison import ComparedFarm, ScenarioComparison
from simulator.farm.stamp import Stamp
from simulator.output.blocks import Block, Report
from simulator.output.candidates import candidate_data
from simulator.output.data import farm_data
from simulator.output.figure import Data, figure_data
from simulator.output.prediction_data import beside_data
from simulator.studies.compare.document import comparison_blocks, comparison_report
from simulator.studies.result import Result


@dataclass(frozen=True, repr=False, eq=False)
class CompareResult(Result):
    """Differences between servers on the same sessions, and the farm of each; the first scenario is the reference."""

    scenarios: tuple[Scenario, ...]
    compared: ScenarioComparison
    stamp: Stamp

    @property
    def servers(self) -> tuple[int | None, ...]:
        """Servers that are bought for each scenario; None of one without a farm."""
        farms = [side.farm for side in self.compared.sides]
        return tuple(None if farm is None else int(farm.decided.sizing.servers.whole.value) for farm in farms)

    def to_dict(self) -> Data:
        return compared_data(self.compared)

    def blocks(self) -> list[Block]:
        return comparison_blocks(self.compared)

    def report(self) -> Report:
        return comparison_report(self.scenarios, self.compared, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenarios": tuple(each.name for each in self.scenarios), "servers": self.servers}


def figures_of_pairs(pairs: Sequence[Paired]) -> list[Data]:
    """Every difference as a row of data."""
    return [
        {
            "reference": paired.reference,
            "scenario": paired.scenario,
            "measure": found.measure,
            "unit": found.difference.unit,
            "reference_value": figure_data(found.reference),
            "value": figure_data(found.other),
            "difference": figure_data(found.difference),
            "percent": figure_data(found.percent),
            "significant": found.significant,
            "replications_if_independent": found.replications_if_independent,
        }
        for paired in pairs
        for found in paired.differences
    ]


def compared_data(scenario_comparison: ScenarioComparison) -> Data:
    """The differences and the farms as data."""
    return {
        "differences": figures_of_pairs(scenario_comparison.pairs),
        "farms": [_farm_data(side, scenario_comparison.farms[0]) for side in scenario_comparison.farms],
        "ranking": list(map(candidate_data, scenario_comparison.ranking())),
        "load": scenario_comparison.load,
        "at_equal_shares": [
            {"scenario": side.scenario.file, "requests": rate, "share": share}
            for side, rate, share in scenario_comparison.at_equal_shares
        ],
        "overloaded": [
            {
                "scenario": side.scenario.file,
                "requests": side.offered,
                "limit": side.overloaded.limit,
                "carried": side.overloaded.carried,
            }
            for side in scenario_comparison.sides
            if side.overloaded
        ],
    }


def _farm_data(side: ComparedFarm, first: ComparedFarm) -> Data:
    """The farm of a scenario, and whole servers and USD a month more than the first one's."""
    farm, base = side.farm, first.farm
    return {
        "scenario": side.scenario.file,
        "name": side.scenario.name,
        "reason": side.reason or None,
        "sized_by": farm.carried.way if farm else None,
        "server_mbps": figure_data(farm.carried.mbps) if farm else None,
        **farm_data(farm),
        **_more(farm, base),
        **beside_data(side.beside, "first"),
    }


def _more(farm: Farm | None, base: Farm | None) -> Data:
    if farm is None or base is None:
        return dict.fromkeys(("servers_more", "cost_more", "cost_more_with_bandwidth", "pays_traffic_alike"))
    behind = farm.sizing.of_other_tiers - base.sizing.of_other_tiers
    return {
        "servers_more": farm.sizing.servers.whole.value - base.sizing.servers.whole.value,
        **({"servers_of_other_tiers_more": behind} if farm.sizing.tiers or base.sizing.tiers else {}),
        "cost_more": farm.whole.value - base.whole.value,
        "cost_more_with_bandwidth": compared_cost(farm, False).value - compared_cost(base, False).value,
        "pays_traffic_alike": pay_traffic_alike((farm, base)),
    }
