"""Networks that no engine could run as they are meant are refused when they are made."""

from dataclasses import replace

import pytest

from simulator.network.cluster import NodeEvent
from simulator.network.distribution import constant
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import GarbageCollection, MemoryRegion, MultiServer, ProcessRecycling, SharedCapacity
from simulator.network.session_source import SessionSource
from simulator.network.steps import Admit, Allocate, Post, Serve
from tests.networks import recycling, with_class, with_source


def test_a_request_is_inside_one_kind_of_process_at_a_time():
    network = recycling()
    with pytest.raises(ValueError, match="inside one process at a time"):
        with_class(network, steps=(*network.classes[0].steps, Allocate("file memory", 1.0)))


def test_a_cold_process_slows_shared_stations_only():
    network = recycling()
    work = replace(network.classes[1].steps[1], at="disks")
    with pytest.raises(ValueError, match="at a shared station only"):
        replace(
            network,
            resources=(*network.resources, MultiServer("disks", 1)),
            classes=(replace(network.classes[0], steps=(work,)),),
        )


def test_a_region_is_recycled_or_collected():
    with pytest.raises(ValueError, match="recycled or collected, not both"):
        MemoryRegion("memory", 2.0, 1.0, recycle=ProcessRecycling("cpu", at=1.0), collect=GarbageCollection("cpu", 0.1))


@pytest.mark.parametrize("terms", [{"start_up_jobs": 0}, {"cold_factor": 0.5}])
def test_a_new_process_needs_jobs_and_is_never_faster(terms):
    with pytest.raises(ValueError, match="at least 1 start-up job"):
        ProcessRecycling("cpu", **terms)


@pytest.mark.parametrize("profile", [((1.0, 1.0),), ((0.0, 1.0), (0.0, 2.0)), ((0.0, -1.0),)])
def test_a_profile_begins_at_0_and_ascends(profile):
    with pytest.raises(ValueError, match="a profile begins at 0 s"):
        with_source(recycling(), profile=profile)


def test_jobs_are_posted_that_there_are_and_hold_nothing_of_a_node():
    cpu = SharedCapacity("cpu", 4.0, (1.0,), "cores")
    posting = RequestClass("page", 1.0, constant(1.0), 0.0, (Post((("mails", 1.0),)),))
    source = SessionSource(1.0, constant(1.0), constant(0.0), (1.0,))
    mails = Background("mails", 1.0, (Serve("cpu", constant(1.0)),), posted=True)
    network = Network(2, (cpu,), (posting,), source, background=(mails,))
    with pytest.raises(ValueError, match="no kind of background job that is posted: mails"):
        replace(network, background=(replace(mails, posted=False),))
    with pytest.raises(ValueError, match="mails: jobs that are posted work at stations, wait, and call"):
        replace(network, background=(replace(mails, steps=(Admit("file cache"),)),))
    with pytest.raises(ValueError, match="mails: jobs that are posted work at the backend alone"):
        replace(network, events=(NodeEvent(1.0, 0, "dies"),))
    with pytest.raises(ValueError, match="have shares that add up to 1"):
        Post((("mails", 0.5),))
