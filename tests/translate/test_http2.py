"""HTTP/2: what its frames and compressed headers put on the wire, counted by hand; and the bytes of handshakes."""

import pytest

from models.errors import ScenarioError
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.wire import wire_bytes
from simulator.network.roles import Role
from simulator.network.steps import Seize, Serve
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins

SESSION, TRANSPORT = "workload.session", "workload.session.transport"
TLS = {f"{SESSION}.tls": {"key": "ecdsa-p256", "resumed": "40 %"}}
HTTP2 = {TRANSPORT: "http2", **TLS}
SENT = {f"{SESSION}.tls": {"key": "rsa-2048", "resumed": "40 %", "handshake_bytes": "4 kB", "resumed_bytes": "300 B"}}
PLAIN = {f"{SESSION}.tls": {"key": "rsa-2048", "resumed": "40 %"}}
PLAN = RunPlan(windows=8, window=0.5, warm_up=0.5, replication=2, log=100_000)


def sized(scenario, changes, size):
    network = translate(
        scenario({**changes, "workload.request.size": {"mean": size, "distribution": "constant"}})
    ).network
    return wire_bytes(network)


def framed(message):
    """Bytes of a response of HTTP/2 after its compressed header: a frame of HEADERS and one of DATA for each 16 KiB."""
    return message + 9 + 9 * -(-message // 16_384)


@pytest.mark.parametrize("size", [400, 30_000, 1_000_000, 30_000_000])
def test_frames_and_the_header_are_on_the_wire_to_less_than_a_frame(scenario, size):
    """A header of 350 B is 140 B. The stream goes in segments of 1,460 B with 78 B each."""
    stream = framed(size) + 140
    by_hand = stream + 78 * -(-stream // 1460)
    assert by_hand - 0.5 <= sized(scenario, HTTP2, f"{size} B") <= by_hand + 9 + 78


def test_a_large_response_takes_0_055_per_cent_more_than_over_http_1_1(scenario):
    more = sized(scenario, HTTP2, "30 MB") / sized(scenario, TLS, "30 MB")
    assert more - 1.0 == pytest.approx(9 / 16_384 * 1538 / 1460 / 1.0534, rel=0.02)
    assert sized(scenario, HTTP2, "400 B") < sized(scenario, TLS, "400 B")


def test_work_and_round_trips_are_those_of_tls_over_tcp(scenario):
    far = {f"{SESSION}.round_trip_time": "50 ms"}
    over = [translate(scenario({**each, **far})).network for each in (HTTP2, TLS)]
    assert over[0].source.connect == over[1].source.connect
    assert over[0].classes[0].steps[0] == over[1].classes[0].steps[0]


def test_a_handshake_puts_its_bytes_on_the_wire(scenario):
    """60 % of 4 kB and 40 % of 300 B are 2,520 B, in two segments of 78 B each: 2,676 B on the cards."""
    built = translate(scenario(SENT)).network
    (card,) = built.in_role(Role.CARD)
    (sent,) = [step for step in built.source.connect if isinstance(step, Serve) and step.at == card.name]
    assert sent.demand.mean == pytest.approx(2_520.0 + 2 * 78.0)
    plain = translate(scenario(PLAIN))
    assert not [step for step in plain.network.source.connect if isinstance(step, Serve) and step.at == card.name]


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_the_cards_carry_the_bytes_of_handshakes(scenario, engine):
    """Sessions of one request: 2,676 B a session more, beside those of its response."""
    load = {
        "workload.offered": "200 /s", "unit.nodes": "1", "unit.spare_nodes": "0", f"{SESSION}.requests": 1,
        "workload.request.size": {"mean": "30 kB", "distribution": "constant"}, "workload.clients": {"rate": "10 MB/s"},
    }  # fmt: skip
    work = []
    for changes in (SENT, PLAIN):
        network = translate(scenario({**changes, **load})).network
        (card,) = network.in_role(Role.CARD)
        tally = load_engine(engine).run(network, PLAN, 3)
        counts = tally.column("shared", card.name, "work"), tally.column("requests", "completed")
        work.append((counts[0][-1] - counts[0][0]) / (counts[1][-1] - counts[1][0]))
    assert work[0] - work[1] == pytest.approx(2_676.0, rel=0.05)


@pytest.mark.parametrize("changes", [HTTP2, SENT, {TRANSPORT: "http2", **SENT}])
def test_engines_agree_on_frames_and_on_bytes_of_handshakes(scenario, changes):
    load = {"workload.offered": "40 /s", "unit.nodes": "2", "unit.spare_nodes": "0"}
    assert_twins(translate(scenario({**changes, **load})).network, PLAN, seed=11)


@pytest.mark.parametrize(("changes", "told"), [
    ({TRANSPORT: {"model": "tcp", "frame_bytes": "9 B"}}, "responses are not cut into frames; write 0 B, or"),
    ({TRANSPORT: {"model": "http2", "frame": "0 B"}}, "frame"),
    ({TRANSPORT: {"model": "http2", "header_left": "0 %"}}, "allowed is 1 % to 100 %"),
    ({TRANSPORT: "http/2"}, "not in the catalogue of transports; allowed are http2, quic, tcp"),
    ({f"{SESSION}.streams": 3}, "a connection of tcp carries at most 1 at once; write at most that, or a"),
    ({TRANSPORT: "http2", f"{SESSION}.streams": 129}, "a connection of http2 carries at most 128 at once"),
    ({f"{SESSION}.tls": {"key": "ecdsa-p256", "handshake_bytes": "1 MB"}}, "allowed is 0 B to 64 KiB"),
])  # fmt: skip
def test_what_cannot_be_is_told(scenario, changes, told):
    with pytest.raises(ScenarioError, match=told):
        scenario({**TLS, **changes})


def test_streams_have_their_share_of_a_connection_and_of_its_handshake(scenario):
    """Of 3 streams each has a third of a connection, to 2^-20 of it, and of the work, the bytes and the memory."""
    today = {"operating_system": "linux-6", "web_server": {"model": "nginx", "worker_connections": 10_000}}
    one, three = (
        translate(scenario({**HTTP2, **SENT, **today, f"{SESSION}.connect_cpu": "1 ms", f"{SESSION}.streams": number}))
        for number in (1, 3)
    )
    assert three.network.source.streams == 3
    for whole, part in zip(one.network.source.connect, three.network.source.connect, strict=True):
        amounts = [each.demand.mean if isinstance(each, Serve) else each.amount for each in (whole, part)]
        assert amounts[1] == pytest.approx(amounts[0] / 3, rel=1e-3)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_ram_held_is_connections_and_those_who_read_in_each_engine(scenario, engine):
    """At any time: a third of an idle connection for each of three streams, and 60 kB and a header for each response
    under way to its client, of clients that read slowly."""
    load = {
        "workload.offered": "200 /s", "unit.nodes": "1", "unit.spare_nodes": "0", f"{SESSION}.requests": 4,
        "workload.request.size": {"mean": "60 kB", "distribution": "constant"}, "workload.clients": {"rate": "60 kB/s"},
        "operating_system": "linux-6", "web_server": "nginx", "server": "gold-6140-2x25gbe", "workload.content": ...,
    }  # fmt: skip
    network = translate(scenario({**HTTP2, **load, f"{SESSION}.streams": 3})).network
    (card,), (memory,) = network.in_role(Role.CARD), network.in_role(Role.SOCKET_MEMORY)
    (idle,) = [each.amount for each in network.source.connect if isinstance(each, Seize) and each.pool == memory.name]
    tally = load_engine(engine).run(network, PLAN, 3)
    used, reading, opened, moment = (
        tally.column(*name)
        for name in (
            ("pool", memory.name, "used"), ("shared", card.name, "jobs"), ("sessions", "open"),
            ("sessions", "open moment"),
        )
    )  # fmt: skip
    connected = opened[-1] * PLAN.windows * PLAN.window - moment[-1]
    assert used[-1] == pytest.approx(idle * connected + 60_350.0 * reading[-1], rel=2e-3)
