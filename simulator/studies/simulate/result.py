"""A queueing network answered, as typed figures."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Results, Unavailable, Usage
from simulator.messages.run_length import run_length_text
from simulator.messages.simulate import BY_THEORY, LIMITS
from simulator.output.blocks import Block, Column, Heading, Table
from simulator.output.figure import FORMAT, Data, figure_data
from simulator.studies.result import Result


@dataclass(frozen=True, repr=False, eq=False)
class NetworkResult(Result):
    """What one node of a queueing network does, by simulation or by theory."""

    results: Results

    @property
    def measures(self) -> Mapping[str, Estimate | Unavailable]:
        """Throughput, responses, sessions and the like, by name, each with its interval."""
        return self.results.measures

    @property
    def limits(self) -> tuple[Usage, ...]:
        """Stations, pools and regions, the most used first."""
        return self.results.usages

    @property
    def bottleneck(self) -> str | None:
        """The resource that is used most, by its name; None where there is none."""
        return self.limits[0].name if self.limits else None

    def to_dict(self) -> Data:
        found = self.results
        return {
            "format": FORMAT,
            "engine": found.engine,
            "seed": found.seed,
            "replications": found.replications,
            "warm_up_s": found.warm_up,
            "duration_s": found.duration,
            "measures": {name: figure_data(each) for name, each in found.measures.items()},
            "standing": dict(found.standing),
            "refused": {name: figure_data(each) for name, each in found.refused.items()},
            "failed": {name: figure_data(each) for name, each in found.failed.items()},
            "limits": [
                {
                    "name": each.name,
                    "kind": each.kind,
                    "utilisation": figure_data(each.utilisation),
                    "turned_away": figure_data(each.turned_away),
                }
                for each in found.usages
            ],
        }

    def blocks(self) -> list[Block]:
        found = self.results
        measures = tuple((found.label(name), each) for name, each in found.measures.items())
        limits = tuple((each.name, each.utilisation, each.turned_away) for each in found.usages)
        told = f"One node, {run_length_text(found)}" if found.replications else BY_THEORY
        used = (Column("limit"), Column("in use", numeric=True, use=True), Column("turned away", numeric=True))
        return [
            Heading("A queueing network", 1),
            Table(told, (Column(""), Column("value", numeric=True)), measures),
            Table(LIMITS, used, limits),
        ]

    def summary(self) -> Mapping[str, object]:
        known = {name: each.value for name, each in self.measures.items() if isinstance(each, Estimate)}
        shown: dict[str, object] = {name: known[name] for name in ("requests", "response_mean") if name in known}
        return {"engine": self.results.engine, **shown, "bottleneck": self.bottleneck}
