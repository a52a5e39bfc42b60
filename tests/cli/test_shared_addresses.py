"""Logs in which an address is many clients: that is told, with the remedy, and no guess is written as measured."""

import numpy as np
import pytest

from models.load import load
from simulator.calibration.log.addresses import summarise_addresses
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from tests.traffic.logs import caddy, combined

SESSION = ("workload.session.requests", "workload.session.think_time.csv")


def behind_one_address(clients, seconds):
    """Lines of so many clients with sessions of 20 requests and pauses of 10 s, all from one address."""
    draws, lines = np.random.default_rng(3), []
    for _ in range(clients):
        at = draws.uniform(0.0, seconds) + np.cumsum(draws.exponential(10.0, 20))
        lines += [(each, int(draws.integers(40))) for each in at.tolist()]
    return [combined(int(at), "192.0.2.1", f"/{item}", taken="0.004") for at, item in sorted(lines)]


def test_many_clients_behind_one_address_are_told_and_nothing_of_them_is_measured(headroom, tmp_path):
    (tmp_path / "a.log").write_text("\n".join(behind_one_address(clients=200, seconds=600.0)))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml")
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "may not be those of clients: all requests come from one address." in told
    assert "too long (4,000 requests on average) and pauses too short (212.6 ms)" in told
    assert "real_ip_header X-Forwarded-For of nginx" in told
    assert told.index("may not be those of clients") < told.index("Arrivals"), "it begins the answer"
    scenario = load(str(tmp_path / "s.yaml"))
    assert scenario.workload.session.requests == 4000.0 and scenario.workload.session.think_time.mean < 1.0
    assert {scenario.sources[path].kind for path in SESSION} == {"assumed"}
    stated = "--set", "workload.session.requests=5", "--set", "workload.session.think_time=10 s"
    assert headroom("plan", tmp_path / "s.yaml", "--engine", "theory", *stated).code == 0, "the remedy works"


def test_clients_with_addresses_of_their_own_are_measured(headroom, tmp_path):
    """Two addresses of a page in two windows do not make all others doubtful."""
    lines = [(second, f"192.0.2.{second % 200}") for second in range(2000)]
    lines += [(second, "192.0.2.7") for second in range(0, 2000, 20)]
    texts = [combined(second, client, f"/{second % 30}", taken="0.300") for second, client in sorted(lines)]
    (tmp_path / "a.log").write_text("\n".join(texts))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--gap", "300 s", "--out", tmp_path / "s.yaml")
    assert said.code == 0 and "may not be those of clients" not in said.out, said.err
    sources = load(str(tmp_path / "s.yaml")).sources
    assert {sources[path].kind for path in SESSION} == {"measured"}


@pytest.fixture
def addresses(tmp_path):
    def read(*lines):
        (tmp_path / "a.log").write_text("\n".join(lines))
        return summarise_addresses(sort_requests(read_logs([str(tmp_path / "a.log")])))

    return read


def test_one_address_of_many_that_sends_a_tenth_is_told(addresses):
    lines = [combined(k, f"10.0.{k % 90}.1", "/") for k in range(180)]
    assert not addresses(*lines).few
    found = addresses(*lines, *(combined(200 + k, "10.9.9.9", "/") for k in range(20)))
    assert (found.senders, found.sent, found.count) == (1, 0.1, 91) and found.few and found.shared
    assert found.side_by_side is None, "the log does not tell how long requests took"


def test_requests_that_overlap_are_told_by_address(addresses):
    """Each address begins its second request while its first is under way, and its third after both; another address
    that asks meanwhile changes nothing."""
    lines = [caddy(second, f"10.0.0.{k}", "/", taken=0.5) for k in range(50) for second in (k + 1.5, k + 1.75, k + 4.0)]
    found = addresses(*lines)
    assert found.side_by_side == pytest.approx(1 / 3) and found.shared and not found.few


def test_whole_seconds_do_not_tell_what_overlaps_for_less(addresses):
    """Two requests of 0.9 s that end in the same second may have come one after the other, as far as the log goes."""
    near = [combined(10 * k, f"10.0.0.{k}", "/", taken="0.900") for k in range(50) for _ in range(2)]
    assert addresses(*near).side_by_side == 0.0
    far = [combined(10 * k, f"10.0.0.{k}", "/", taken="2.900") for k in range(50) for _ in range(2)]
    assert addresses(*far).side_by_side == pytest.approx(0.5)
