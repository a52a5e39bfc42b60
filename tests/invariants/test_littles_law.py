"""Little's law as an identity: the area under a number of jobs is the sum of the times that they spent."""

import numpy as np
import pytest

from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.network.transport import TCP
from tests.networks import client_classes, download, drained, farm, queue_limit, short

PLAN = RunPlan(windows=10, window=100.0, warm_up=0.0, log=100_000)
ROUNDING = 1e-9


def last(tally: Tally, *name: str) -> float:
    """A column at the end of the run."""
    return float(tally.column(*name)[-1])


@pytest.mark.parametrize("network", [download(), short(), client_classes(), farm(), queue_limit()])
def test_the_area_of_active_requests_is_the_sum_of_their_times(engine, network):
    tally = engine.run(drained(network), PLAN, 2)
    assert last(tally, "sessions", "open") == 0
    spent = (tally.log["end"] - tally.log["start"]).sum()
    # With nobody left, the area is minus the moment.
    assert -last(tally, "requests", "active moment") == pytest.approx(spent, rel=ROUNDING)
    completed = tally.log[tally.log["cause"] == -1]
    times = (completed["end"] - completed["start"]).sum()
    assert last(tally, "requests", "response time") == pytest.approx(times, rel=ROUNDING)


def test_areas_hold_while_requests_are_in_progress(engine):
    plan = RunPlan(windows=5, window=0.8, warm_up=0.0, log=100_000)
    longer = RunPlan(windows=50, window=0.8, warm_up=0.0, log=100_000)
    network = drained(download(), sessions=200)
    tally, log = engine.run(network, plan, 2), engine.run(network, longer, 2).log
    for window, edge in enumerate(np.arange(6) * 0.8):
        begun = log[log["start"] < edge]
        spent = (np.minimum(begun["end"], edge) - begun["start"]).sum()
        active = tally.column("requests", "issued")[window] - tally.column("requests", "completed")[window]
        area = active * edge - tally.column("requests", "active moment")[window]
        assert area == pytest.approx(spent, rel=1e-9, abs=1e-9)


def test_stations_hold_their_jobs_as_long_as_requests_take(engine):
    # Nothing but stations takes time here, so their areas make up the response times.
    tally = engine.run(drained(client_classes()), PLAN, 2)
    stations = (("shared", "cpu"), ("queue", "disks"), ("shared", "card"))
    area = sum(last(tally, *station, "jobs") for station in stations)
    assert area == pytest.approx(last(tally, "requests", "response time"), rel=ROUNDING)


def test_a_connection_is_held_as_long_as_its_session_is_open(engine):
    tally = engine.run(drained(download()), PLAN, 2)
    assert last(tally, "pool", "connections", "used") == pytest.approx(
        -last(tally, "sessions", "open moment"), rel=ROUNDING
    )


def test_stations_do_the_work_that_requests_bring(engine):
    tally = engine.run(drained(client_classes()), PLAN, 2)
    requests = last(tally, "requests", "completed")
    misses = last(tally, "cache", "file cache", "lookups") - last(tally, "cache", "file cache", "hits")
    assert last(tally, "shared", "cpu", "work") == pytest.approx(requests * 0.004, rel=ROUNDING)
    assert last(tally, "queue", "disks", "busy") == pytest.approx(misses * 0.009, rel=ROUNDING)
    assert last(tally, "shared", "card", "work") == pytest.approx(last(tally, "requests", "wire"), rel=ROUNDING)


def test_wire_bytes_are_payload_headers_and_framing(engine):
    tally = engine.run(drained(download()), PLAN, 2)
    requests, payload = last(tally, "requests", "completed"), last(tally, "requests", "payload")
    sent = payload + 350.0 * requests
    framing = last(tally, "requests", "wire") - sent
    assert sent / TCP.segment * TCP.framing <= framing <= (sent / TCP.segment + requests) * TCP.framing
