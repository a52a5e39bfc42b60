"""Both engines do the same with responses in pieces, and put on the wire what is worked out by hand."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.network.scaling import single_node
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins

PLAN = RunPlan(windows=8, window=0.5, warm_up=1.0, replication=2, log=100_000)
TEXT = """
scenario: Tokens of a model
workload:
  request: {cpu: 2 ms, header: 350 B, pieces: {count: 30, pause: 20 ms, size: 120 B, events: true}}
  session: {requests: 3, think_time: 0.2 s, tls: {key: ecdsa-p256}}
  clients: [{rate: 2 Mbps, share: 40 %}, {rate: 20 Mbps, share: 60 %}]
  offered: 150 requests/s
server: {model: gold-6140-2x25gbe, ram: 2 GiB}
operating_system: linux-6
web_server: nginx
unit: {nodes: 2, spare_nodes: 0}
"""


@pytest.fixture
def network(tmp_path):
    """A function from changes to one node of the scenario, translated."""
    file = tmp_path / "tokens.yaml"
    file.write_text(TEXT)
    return lambda changes: single_node(translate(load(file, changes)).network)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"operating_system.socket_memory.limit": "2 MiB", "workload.retries.attempts": 2},
        {
            "server.sockets": 1,
            "server.cores_per_socket": 1,
            "server.threads_per_core": 1,
            "workload.patience": {"response": "0.7 s"},
        },
        {"workload.session.transport": "quic", "workload.request.pieces.count": 3},
    ],
)
def test_engines_agree_on_responses_in_pieces(network, changes):
    assert_twins(network(changes), PLAN, seed=3)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_each_engine_sends_every_piece_with_its_framing(network, engine):
    """120 B, 8 of the event, 6 of the chunk and 22 of the record are 156 B, in packets of 78 B more; the header comes
    with the first, and 5 B with the last."""
    tally = load_engine(engine).run(network({}), PLAN, 3)
    completed = tally.column("requests", "completed")[-1]
    assert completed > 100
    assert tally.column("requests", "wire")[-1] / completed == pytest.approx(30 * (156 + 78) + 350 + 5, rel=1e-12)
