"""What would help a server, as typed figures: what `capacity --what-would-help --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.farm.upgrade_value import UpgradeRanking
from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.output.sections import in_short
from simulator.studies.result import Result
from simulator.studies.upgrades.data import server_and_options_data
from simulator.studies.upgrades.document import upgrade_blocks


@dataclass(frozen=True, repr=False, eq=False)
class UpgradesResult(Result):
    """A server at its capacity, and what each option of the catalogue would change."""

    ranking: UpgradeRanking

    def to_dict(self) -> Data:
        return server_and_options_data(self.ranking)

    def blocks(self) -> list[Block]:
        return in_short(upgrade_blocks(self.ranking))

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.ranking.present.scenario.name}
