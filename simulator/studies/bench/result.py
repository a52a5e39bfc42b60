"""Speed and memory of the engines, as typed figures: what `bench --json` writes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from simulator.output.blocks import Block
from simulator.output.figure import Data
from simulator.studies.bench.answer import BenchRow
from simulator.studies.bench.document import bench_blocks
from simulator.studies.result import RowsResult


@dataclass(frozen=True, repr=False, eq=False)
class BenchResult(RowsResult):
    """What engines do a second, side by side."""

    rows: tuple[BenchRow, ...]

    def to_rows(self) -> list[Data]:
        return list(map(asdict, self.rows))

    def blocks(self) -> list[Block]:
        return bench_blocks(self.rows)

    def summary(self) -> Mapping[str, object]:
        return {f"{each.engine}, {each.scenario}": each.requests_per_second for each in self.rows}
