"""Requests of a client come together to sessions, and a log to requests in order of time, by hand."""

import numpy as np
import pytest

from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from simulator.traffic.sessions import group_sessions, to_trace
from tests.traffic.logs import FIELDS, START, combined, common, w3c


@pytest.fixture
def logged(tmp_path):
    def read(*lines):
        (tmp_path / "a.log").write_text("\n".join(lines))
        return sort_requests(read_logs([str(tmp_path / "a.log")]))

    return read


def test_a_session_ends_with_the_silence_of_its_client(logged):
    came = ((0, "a"), (5, "b"), (10, "a"), (40, "a"), (41, "b"))
    found = logged(*(common(second, client, "/") for second, client in came))
    sessions = group_sessions(found, gap=20.0)
    assert sessions.lengths.tolist() == [2, 1, 1, 1]
    assert sessions.pauses(found).tolist() == [10.0]
    assert group_sessions(found, gap=36.0).lengths.tolist() == [3, 2]


def test_requests_that_overlap_are_on_connections_of_their_own(logged):
    """The second begins while the first is under way, the third as the second ends, on the connection used last."""
    lines = [combined(at, "a", f"/{at}", taken=taken) for at, taken in ((4, "4.000"), (5, "3.000"), (6, "1.000"))]
    found = logged(*lines)
    assert (found.start - START).tolist() == [0.5, 2.5, 5.5]
    assert group_sessions(found, gap=20.0).lengths.tolist() == [1, 2]


def test_lines_out_of_order_are_put_in_order(logged):
    found = logged(FIELDS, w3c(9, "a", "/x", taken=0), w3c(3, "a", "/y", taken=0), w3c(3, "b", "/x", taken=0))
    assert (found.start - START).tolist() == [3.25, 3.75, 9.5]
    assert (found.clock.back, found.clock.furthest, found.clock.whole) == (1, 6.0, True)
    assert found.object.tolist() == [1, 0, 0], "the most popular object is number 0"


def test_the_size_of_an_object_is_that_of_its_largest_response(logged):
    sent = (("/x", 5), ("/x", 900), ("/y", 0), ("/x", 20))
    found = logged(*(common(second, "a", *each) for second, each in enumerate(sent)))
    assert found.size.tolist() == [900.0, 1.0] and found.bytes.tolist() == [5.0, 900.0, 0.0, 20.0]


def test_a_trace_has_the_ranks_of_its_clients(logged):
    speeds = {"slow": "10.000", "fast": "1.000", "middle": "2.000"}
    lines = [combined(20 + k, client, "/", 1_000_000, taken=speeds[client]) for k, client in enumerate(speeds)]
    found = logged(*lines, common(30, "unknown", "/"))
    trace = to_trace(found, group_sessions(found, 5.0))
    assert sorted(trace.client) == pytest.approx([-1.0, 1 / 6, 1 / 2, 5 / 6])
    assert trace.client[np.argmin(trace.start)] == pytest.approx(1 / 6), "who took longest began first"
    assert trace.misses(0.0) == 1.0 and trace.misses(1e9) == 0.25
