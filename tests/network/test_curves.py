"""Shared stations that mean nothing are refused when they are made."""

import pytest

from simulator.network.resources import SharedCapacity


def test_a_curve_is_concave_and_ends_at_the_capacity():
    SharedCapacity("cpu", 2.5, (1.0,), "cores", curve=(1.0, 2.0, 2.25, 2.5))


@pytest.mark.parametrize(
    ("capacity", "curve"),
    [
        (2.5, (1.0, 1.5, 2.5)),  # the third thread adds more than the second
        (2.0, (1.0, 2.0, 1.5)),  # it falls
        (2.0, (1.0, 2.0, 1.5, 2.0)),  # it falls and rises again
        (4.0, (1.0, 2.0)),  # it ends below the capacity
        (0.0, (0.0,)),  # there is nothing to share
    ],
)
def test_a_curve_that_is_no_capacity_is_refused(capacity, curve):
    with pytest.raises(ValueError, match="cpu: a capacity curve is concave and ends at the capacity"):
        SharedCapacity("cpu", capacity, (1.0,), "cores", curve=curve)


@pytest.mark.parametrize("rules", [{"slice": 1.0}, {"at_once": 1, "slice": 0.0}])
def test_a_slice_is_some_work_of_jobs_that_wait_for_one_another(rules):
    with pytest.raises(ValueError, match="cpu: a slice is above 0 and goes with at_once"):
        SharedCapacity("cpu", 1.0, (1.0,), "cores", **rules)


def test_at_least_one_job_is_served_at_once():
    with pytest.raises(ValueError, match="cpu: at least 1 job is served at once"):
        SharedCapacity("cpu", 1.0, (1.0,), "cores", at_once=0)


def test_jobs_of_several_caps_are_served_together():
    with pytest.raises(ValueError, match="card: at least 1 job is served at once, and all have one cap"):
        SharedCapacity("card", 1.0, (1.0, 2.0), "bytes", at_once=2)


@pytest.mark.parametrize(("capacity", "curve"), [(4.0, ()), (2.25, (1.0, 2.0, 2.25))])
def test_what_is_never_served_at_once_is_no_capacity(capacity, curve):
    with pytest.raises(ValueError, match="cpu: 2 jobs at once never use all of its capacity"):
        SharedCapacity("cpu", capacity, (1.0,), "cores", curve=curve, at_once=2)
