"""The columns of a tally have names and numbers, and both say the same."""

import pytest

from simulator.engines import columns
from simulator.engines.columns import FIXED, PER_CAUSE, PER_CLASS, column_names, first_column
from simulator.network.resources import PeriodQuota
from tests.networks import collecting, farm, flooded, recycling, with_resource


def limited():
    """A network whose CPU has a quota."""
    return with_resource(farm(), "cpu", quota=PeriodQuota(2.0, 1.0, (2.0,)))


# Group, a member of it, and the numbers within the group by the names that readers of a tally ask for.
CAUSE = {"refusals": "REFUSALS", "gave up": "GAVE_UP", "failed": "FAILED", "tried again": "AGAIN"}
SAID = [
    (farm, "class", "batch", {"completed": "CLASS_COMPLETED", "response time": "CLASS_RESPONSE"}),
    (farm, "shared", "cpu", {"jobs": "JOBS", "work": "WORK"}),
    (limited, "shared", "cpu", {"jobs": "JOBS", "work": "WORK", "periods": "PERIODS", "throttled": "THROTTLED"}),
    (farm, "queue", "database", {"jobs": "JOBS", "busy": "BUSY"}),
    (farm, "pool", "licences", {"used": "USED"}),
    (farm, "cache", "page cache", {"lookups": "LOOKUPS", "hits": "HITS"}),
    (flooded, "cause", "connections", CAUSE),
    (collecting, "region", "heap", {"used": "USED", "collections": "COLLECTIONS", "paused": "PAUSED"}),
    (recycling, "region", "file memory", {"used": "USED", "recycles": "RECYCLES", "in charge": "IN_CHARGE",
                                          "failed starts": "FAILED_STARTS"}),
    (flooded, "background", "logs", {"offered": "JOBS_OFFERED", "completed": "JOBS_COMPLETED", "open": "JOBS_OPEN",
                                     "refused": "JOBS_REFUSED", "open moment": "JOBS_OPEN_MOMENT"}),
]  # fmt: skip


@pytest.mark.parametrize("network, group, member, numbers", SAID, ids=[said[1] for said in SAID])
def test_the_number_of_a_column_is_that_of_its_name(network, group, member, numbers):
    names = column_names(network())
    first = first_column(network(), group, member)
    for name, number in numbers.items():
        assert names[first + getattr(columns, number)] == (group, member, name)
    assert {column[2] for column in names if column[:2] == (group, member)} == set(numbers)


@pytest.mark.parametrize("network", [farm, flooded, recycling])
def test_causes_and_classes_lie_behind_the_fixed_columns_and_take_what_they_are_said_to(network):
    built = network()
    for position, cause in enumerate(built.causes):
        assert first_column(built, "cause", cause) == FIXED + PER_CAUSE * position
    for position, each in enumerate(built.classes):
        first = FIXED + PER_CAUSE * len(built.causes) + PER_CLASS * position
        assert first_column(built, "class", each.name) == first


def test_no_name_stands_for_two_columns_and_what_there_is_none_of_has_none():
    names = column_names(recycling())
    assert len(set(names)) == len(names)
    with pytest.raises(KeyError, match="pool 'connections' has no column"):
        first_column(recycling(), "pool", "connections")
