"""The memory of reviews: what the last one of the same farm found right, and what this one did.

A farm of other servers, or of other units, is another one. What ends with the record that is reviewed, or later, is no
memory of it: the same counters give the same answer again.
"""

from collections.abc import Callable
from pathlib import Path

from models.quantities.instants import minute_text
from models.scenario import Scenario
from models.unit_pods import servers_of_unit
from simulator.farm.running_farm import RunningFarm
from simulator.store.kept_reviews import KeptReview, last_review
from simulator.telemetry.farm_record import FarmRecord
from simulator.version import VERSION

ReviewMemory = Callable[[Scenario, FarmRecord], KeptReview | None]


def no_memory(scenario: Scenario, record: FarmRecord) -> None:
    """No review before."""


def memory_of(path: Path) -> ReviewMemory:
    """The last review of a farm that is kept in a store."""

    def last(scenario: Scenario, record: FarmRecord) -> KeptReview | None:
        return last_review(path, scenario.name, scenario.server.name, servers_of_unit(scenario), record_end(record))

    return last


def as_kept(scenario: Scenario, record: FarmRecord, running: RunningFarm, day: str) -> KeptReview:
    """A review as it is remembered; `day`: the ISO day on which it was made."""
    return KeptReview(
        name=scenario.name, server=scenario.server.name, nodes=running.nodes, ended=record_end(record),
        verdict=str(running.verdict), servers=running.servers, right=running.right * running.nodes, made=day,
        model=VERSION,
    )  # fmt: skip


def record_end(record: FarmRecord) -> str:
    """The minute at which a record ends."""
    return minute_text(float(record.at[-1]) + record.step)
