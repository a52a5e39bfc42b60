"""One configuration measured, as typed figures: what `run --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome
from simulator.output.blocks import Block, Heading
from simulator.output.figure import Data
from simulator.output.sections import data_of
from simulator.studies.result import Result
from simulator.studies.run.document import SECTIONS, MeasuredRun, run_blocks


@dataclass(frozen=True, repr=False, eq=False)
class RunResult(Result):
    """What one server does at the load that is offered to it; spares_down: and what it does while the spares of its
    unit are down, why that is not known, or None where there are none."""

    outcome: Outcome
    spares_down: OperatingPoint | Unavailable | None = None

    @property
    def measures(self) -> Mapping[str, Estimate | Unavailable]:
        """Throughput, responses, connections and the like, by name, each with its interval."""
        return self.outcome.results.measures

    @property
    def bottleneck(self) -> str:
        """The limit that is used most, by its name."""
        return self.outcome.bottleneck.name

    def to_dict(self) -> Data:
        return data_of(SECTIONS, MeasuredRun(self.outcome, self.spares_down))

    def blocks(self, every_limit: bool = False) -> list[Block]:
        return run_blocks(MeasuredRun(self.outcome, self.spares_down), every_limit)

    def summary(self) -> Mapping[str, object]:
        known = {name: each.value for name, each in self.measures.items() if isinstance(each, Estimate)}
        shown: dict[str, object] = {name: known[name] for name in ("wire_mbps", "response_mean") if name in known}
        return {"scenario": self.outcome.scenario.name, **shown, "bottleneck": self.bottleneck}


@dataclass(frozen=True, repr=False, eq=False)
class GroupRunResult(Result):
    """What a server of each group of nodes does at its share of what is offered to the unit."""

    scenario: str
    groups: Mapping[str, RunResult]

    def to_dict(self) -> Data:
        return {"scenario": self.scenario, "groups": {name: each.to_dict() for name, each in self.groups.items()}}

    def blocks(self, every_limit: bool = False) -> list[Block]:
        blocks = list[Block]()
        for name, each in self.groups.items():
            blocks += [Heading(f"A server of {name}", 2), *each.blocks(every_limit)]
        return blocks

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.scenario, "groups": tuple(self.groups)}
