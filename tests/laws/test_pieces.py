"""Responses in pieces: theory answers them by their visits, and pieces that are sent together change nothing that is
told."""

import pytest

from models.load import load
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.largest_load import largest_rate
from simulator.experiment.measures.server import first_piece_measures
from simulator.experiment.replication_set import ReplicationSet
from simulator.network.network import Network
from simulator.network.scaling import single_node
from simulator.targets import Target, TargetValues
from simulator.translate import pieces
from simulator.translate.translate import translate
from tests.laws import observing
from tests.laws.observing import agrees, observe, response
from tests.proven import mostly_proof

pytestmark = pytest.mark.usefixtures("length")

TEXT = """
scenario: Tokens of a model
workload:
  cpu_measured_on: 4
  request: {cpu: 2 ms, pieces: {count: 65, pause: 20 ms, size: 120 B, events: true, cpu: 100 us}}
  clients: {rate: 20 Mbps}
server: {model: gold-6140-2x25gbe, sockets: 1, threads_per_core: 1}
operating_system: linux-6
web_server: nginx
unit: {nodes: 1, spare_nodes: 0}
"""
# Of a gold-6140, as the catalogue has it; times are measured on a core of speed 4.
CORE_SPEED = 4.41
LASTS = 64 * 0.02
REQUESTS = 54_000


@pytest.fixture
def network(tmp_path):
    """A function from requests a second and cores to one server."""
    file = tmp_path / "tokens.yaml"
    file.write_text(TEXT)

    def made(rate, cores):
        stated = {"workload.offered": f"{rate} /s", "server.cores_per_socket": cores}
        return single_node(translate(load(file, stated)).network)

    return made


def watched(network: Network) -> ReplicationSet:
    """A network for 300 seconds, or in `make test` for as many requests as make its interval narrow enough."""
    most = REQUESTS / network.source.rate
    return observe(network, 300.0 if observing.shortened == 1.0 else min(300.0, most), 10.0, 10)


@pytest.mark.parametrize(("rate", "cores"), mostly_proof([(50, 1), (100, 1), (360, 4)], [(360, 4)]))
def test_theory_knows_responses_in_pieces_and_eight_groups_are_as_good_as_64_pieces(network, rate, cores, monkeypatch):
    together = network(rate, cores)
    monkeypatch.setattr(pieces, "TOGETHER", 64)
    apart = network(rate, cores)
    assert len(apart.classes[0].steps) > 5 * len(together.classes[0].steps)
    expected = TheoryEngine().solve(together).figure("response_mean").value
    assert TheoryEngine().solve(apart).figure("response_mean").value == pytest.approx(expected, rel=1e-9)
    # Of the time beyond the pauses, 18 to 40 ms, theory is 1.5 % off at the most.
    error = 0.015 * (expected - LASTS) / expected
    for each in (together, apart):
        agrees(response(watched(each)), expected, within=2e-3, known_error=error)


def test_as_many_connections_are_open_as_come_while_a_response_lasts(network):
    """Little's law: 50 a second, for 64 pauses of 20 ms, the work and the sending."""
    steady = observe(network(50, 1), 3000.0, 10.0, 100)
    lasts = response(steady).value
    held = steady.estimate(lambda tally: steady.level(tally, ("sessions", "open"), ("sessions", "open moment")), "")
    assert LASTS < lasts < LASTS + 0.03
    agrees(held, 50.0 * lasts, within=0.02)


def first_piece_by_hand(work, busy):
    """Work at a shared core takes 1 / (1 - busy) as long; a header of 350 B, a piece of 134 B as a chunk, and 78 B of
    its packet go out over a line of 20 Mbps of payload."""
    return work / (1.0 - busy) + (350 + 134 + 78) / (20e6 / 8 * 1538 / 1460)


def test_the_first_piece_is_there_once_the_work_before_it_is_done(network):
    """At 50 a second a response is 2 ms of work and 65 pieces of 0.1 ms, of which the first is sent after 2.1 ms."""
    of_core, each = 4.0 / CORE_SPEED, network(50, 1)
    expected = first_piece_by_hand(0.0021 * of_core, 50.0 * 0.0085 * of_core)
    # By hand nobody else is sent anything; of the cards 0.002 % is in use.
    assert TheoryEngine().solve(each).figure("first_piece_mean").value == pytest.approx(expected, rel=1e-5)
    measured = first_piece_measures(observe(each, 3000.0, 10.0, 100))
    agrees(measured["first_piece_mean"], expected, within=0.03)
    assert measured["first_piece_p50"].value < expected < measured["first_piece_p95"].value < 4.0 * expected


def test_a_target_of_the_first_piece_stops_the_load_that_is_reckoned_by_hand(network):
    """Twice as long as on an idle core, but for the line: half of the core is used."""
    of_core = 4.0 / CORE_SPEED
    asked = first_piece_by_hand(0.0021 * of_core, 0.5)
    found = largest_rate(network(50, 1), TargetValues(0.01, first_piece=asked))
    assert found.target is Target.FIRST_PIECE and found.limit == "CPU"
    assert found.value == pytest.approx(0.5 / (0.0085 * of_core), rel=2e-3)
    assert found.standing.error < 0.02
