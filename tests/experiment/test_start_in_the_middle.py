"""A farm whose sessions are of a constant length is measured as the law says, behind a warm-up that settles soon."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.replications import run_replications
from simulator.experiment.single_server import open_sessions
from simulator.experiment.warm_up import find_warm_up
from simulator.network.transport import TCP
from simulator.translate.translate import translate
from tests.laws.observing import agrees

SCENARIO = """\
format: 1
scenario: Video
workload:
  request: {{size: {{mean: {size}, distribution: constant}}, header: 0 B, cpu: 100 us}}
  session: {{requests: {requests}, requests_distribution: constant, think_time: 1.2 s}}
  clients: {clients}
  offered: {offered} /s
server: epyc-9354p-2x100gbe
operating_system: linux-6
web_server: nginx
unit: {{nodes: 3, balancer: least-connections}}
datacenter: {{prices: us-2026}}
"""
# Requests a second of a server, bytes, requests a session, the clients, and the seconds of their slowest response.
CASES = {
    "responses of 4.8 s": (150, 12e6, 60, "{rate: 20 Mbps}", 4.8),
    "two responses of six minutes": (30, 13.2e6, 2, "{rate: 293.4 kbps}", 360.0),
    "one response of six minutes": (30, 13.2e6, 1, "{rate: 293.4 kbps}", 360.0),
    "slow lines and fast ones": (150, 12e6, 60, "[{rate: 20 Mbps, share: 50 %}, {rate: 2 Mbps, share: 50 %}]", 48.0),
}


def written(case, folder):
    """The scenario of a case."""
    offered, size, requests, clients, _ = CASES[case]
    file = folder / "video.yaml"
    file.write_text(SCENARIO.format(offered=offered, size=f"{size:.0f} B", requests=requests, clients=clients))
    return load(file)


@pytest.mark.parametrize("case", CASES)
def test_cards_are_as_busy_as_the_law_says(case, tmp_path):
    """Of each server: requests x bytes on the wire; the cut comes within a cycle of the slowest."""
    offered, size, _, _, longest = CASES[case]
    scenario = written(case, tmp_path)
    network = translate(scenario).network
    run, settled = find_warm_up(load_engine("kernel"), network, scenario.run)
    assert settled.seconds < longest + 1.2 + 4 * run.window
    steady = ReplicationSet(network, run_replications(load_engine("kernel"), network, run), 0.999)
    card = next(station for station in network.shared if "card" in station.name)
    wire = size * (1.0 + TCP.framing / TCP.segment)
    agrees(steady.rate("shared", card.name, "work", unit="B/s"), offered * wire, within=0.1, known_error=1e-5)


@pytest.mark.parametrize(
    ("case", "seconds"), [("two responses of six minutes", 360.6), ("one response of six minutes", 360.0)]
)
def test_room_is_kept_for_those_who_read_their_last_response_too(case, seconds, tmp_path):
    """Little's law, for each request: of a session of two, half of the pause between them."""
    assert open_sessions(written(case, tmp_path)) == pytest.approx(30.0 * seconds, rel=1e-3)
