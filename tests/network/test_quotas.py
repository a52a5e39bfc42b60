"""What a quota of a network must keep to."""

import pytest

from simulator.network.resources import PeriodQuota, SharedCapacity
from simulator.network.scaling import slow_down


@pytest.mark.parametrize(("work", "period", "burst"), [(0.0, 0.1, (1.0,)), (1.0, 0.0, (1.0,)), (1.0, 0.1, (1.0, 3.0))])
def test_a_quota_has_some_work_in_some_seconds(work, period, burst):
    with pytest.raises(ValueError, match="a quota has some work"):
        PeriodQuota(work, period, burst)


def test_a_quota_allows_as_much_as_the_capacity():
    with pytest.raises(ValueError, match="a quota allows as much a second as the capacity, 2, got 1"):
        SharedCapacity("cpu", 2.0, (1.0,), "cores", quota=PeriodQuota(0.1, 0.1, (4.0,)))


def test_a_slow_station_does_less_of_its_quota_too():
    station = SharedCapacity("cpu", 2.0, (1.0,), "cores", quota=PeriodQuota(0.25, 0.125, (4.0,)))
    slow = slow_down(station, 0.5)
    assert (slow.capacity, slow.caps, slow.quota) == (1.0, (0.5,), PeriodQuota(0.125, 0.125, (2.0,)))
