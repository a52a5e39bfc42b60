"""Responses in pieces over time: bytes on the wire, work, memory and time of a stream, each worked out by hand."""

import pytest

from models.errors import ScenarioError
from simulator.network.roles import Role
from simulator.network.steps import Delay, Release, ResponseBytes, Seize, Serve
from simulator.translate.pieces import TOGETHER
from simulator.translate.translate import translate

# Tokens of a model: 200 events of 120 B, one every 50 ms, over TCP without encryption.
TOKENS = {"count": 200, "pause": "50 ms", "size": "120 B", "cpu": "20 us", "events": True}
REQUEST = {"cpu": "1 ms", "header": "350 B"}
STREAM = {"workload.request": {**REQUEST, "pieces": TOKENS}, "workload.content": ...}
TLS = {"workload.session.tls": {"handshake_cpu": "1 ms", "per_byte": "0 s"}}
TODAY = {
    "server": "m7i.8xlarge",
    "operating_system": "linux-6",
    "web_server": "nginx",
    "datacenter.prices": "cloud-us-2026",
}


def stream(scenario, changes=None, **pieces):
    """The translation of a scenario whose responses come in pieces, with changes of both."""
    request = {**REQUEST, "pieces": {**TOKENS, **pieces}}
    return translate(scenario({**STREAM, "workload.request": request, **(changes or {})})).network


def sent(network):
    """Bytes on the wire of a response, and how many of them each step sends."""
    (asked,) = network.classes
    whole = network.transport.wire_bytes(asked.payload.mean + asked.header) + asked.piece_framing
    shares = [s.demand.share for s in asked.steps if isinstance(s, Serve) and isinstance(s.demand, ResponseBytes)]
    return whole, [share * whole for share in shares]


# 120 B are 128 B as an event ("data: " and an empty line), and 134 B as a chunk ("80", two line ends); each packet adds
# 40 B of IP and TCP and 38 B of the Ethernet. The header comes with the first, "0" and two line ends with the last.
FIRST, EACH, LAST = 350 + 134 + 78, 134 + 78, 134 + 5 + 78


def test_each_piece_is_a_packet_of_its_own_with_its_event_and_its_chunk(scenario):
    whole, groups = sent(stream(scenario))
    assert whole == FIRST + 198 * EACH + LAST == 42_755
    assert groups[0] == pytest.approx(FIRST) and groups[-1] == pytest.approx(24 * EACH + LAST)
    assert sum(groups) == pytest.approx(whole)


@pytest.mark.parametrize(
    ("changes", "pieces", "whole"),
    [
        (TLS, {}, 200 * (134 + 22 + 78) + 350 + 5),
        ({}, {"events": False}, 200 * (120 + 6 + 78) + 350 + 5),  # "78" and two line ends
        ({}, {"framing": "http2"}, 200 * (128 + 9 + 78) + 350),
        ({}, {"framing": "websocket", "events": False}, 200 * (120 + 2 + 78) + 350),
        ({}, {"framing": "websocket", "events": False, "size": "126 B"}, 200 * (126 + 4 + 78) + 350),
        # 70,010 B are 48 packets, and 49 with the header.
        ({}, {"framing": "websocket", "events": False, "size": "70 kB"}, 200 * (70_010 + 48 * 78) + 350 + 78),
        ({}, {"framing": "none"}, 200 * (128 + 78) + 350),
        # "7d8" and two line ends, in two packets.
        ({}, {"size": "2 kB"}, 200 * (2_008 + 7 + 2 * 78) + 350 + 5),
        # Datagrams are sealed one by one, and carry no records of TLS: 61 B of headers and the Ethernet;
        # QPACK leaves 40 % of the header.
        ({**TLS, "workload.session.transport": "quic"}, {"framing": "none"}, 200 * (128 + 99) + 140),
    ],
)
def test_framing_counts_to_the_byte(scenario, changes, pieces, whole):
    assert sent(stream(scenario, changes, **pieces))[0] == whole


def test_a_response_lasts_a_pause_less_than_it_has_pieces(scenario):
    (asked,) = stream(scenario).classes
    assert asked.payload.mean == 24_000.0
    pauses = [step.time.mean for step in asked.steps if isinstance(step, Delay)]
    assert sum(pauses) == pytest.approx(199 * 0.05) and len(pauses) == TOGETHER


def test_few_pieces_are_sent_one_by_one(scenario):
    (asked,) = stream(scenario, count=4).classes
    assert [step.time.mean for step in asked.steps if isinstance(step, Delay)] == [0.05] * 3


def test_the_work_is_that_of_the_request_of_each_piece_and_of_each_byte(scenario):
    """On a core of speed 2 with a system that takes 1.25 times as long."""
    (asked,) = stream(scenario, {**TLS, "workload.session.tls": {"handshake_cpu": "1 ms", "per_byte": "2 ns"}}).classes
    work = [step.demand.mean for step in asked.steps if isinstance(step, Serve) and step.at == "CPU"]
    assert sum(work) == pytest.approx((1e-3 + 200 * 20e-6 + 24_000 * 2e-9) * 1.25 / 2)
    assert work[0] == pytest.approx(1e-3 * 1.25 / 2)
    assert work[1] == pytest.approx((20e-6 + 120 * 2e-9) * 1.25 / 2)


def test_a_stream_holds_its_own_memory_and_no_send_buffer(scenario):
    network = stream(scenario, TODAY, memory="6 kB")
    (pool,) = network.in_role(Role.SOCKET_MEMORY)
    steps = network.classes[0].steps
    (taken,) = [at for at, step in enumerate(steps) if isinstance(step, Seize)]
    assert steps[taken] == Seize(pool.name, 6_000.0) and steps[-1] == Release(pool.name, 6_000.0)
    assert taken == 1


def test_a_thread_of_a_pool_is_held_until_the_last_piece(farm):
    pages = {"name": "page", "rate": "30 /s", "pool": "ASP", "cpu": "25 ms", "pieces": TOKENS}
    network = translate(farm({"workload.classes": [pages]})).network
    (asked,) = network.classes
    names = [getattr(step, "pool", getattr(step, "at", "")) for step in asked.steps]
    given = max(at for at, step in enumerate(asked.steps) if isinstance(step, Release) and "threads" in step.pool)
    assert given > max(at for at, name in enumerate(names) if name == "network cards")


@pytest.mark.parametrize(
    ("request_keys", "pieces", "path", "message"),
    [
        ({"size": "10 kB"}, {}, "workload.request.pieces", "200 pieces of 120 B are 24 kB, and `size` says 10 kB"),
        (
            {"size": {"mean": "24 kB", "distribution": "exponential"}},
            {},
            "workload.request.pieces",
            "200 pieces of 120 B are 24 kB, and `size` says 24 kB, exponential",
        ),
        ({}, {"pause": "0 s"}, "workload.request.pieces.pause", "zero"),
        ({}, {"pause": "-1 s"}, "workload.request.pieces.pause", "negative"),
        ({}, {"count": 1}, "workload.request.pieces.count", "too small"),
        ({}, {"size": "0 B"}, "workload.request.pieces.size", "zero"),
        ({}, {"size": "many"}, "workload.request.pieces.size", ""),
        ({}, {"framing": "morse"}, "workload.request.pieces.framing", ""),
    ],
)
def test_one_clear_error_for_each_mistake(scenario, request_keys, pieces, path, message):
    request = {**REQUEST, **request_keys, "pieces": {**TOKENS, **pieces}}
    with pytest.raises(ScenarioError) as error:
        scenario({**STREAM, "workload.request": request})
    (problem,) = error.value.problems
    assert problem.path == path and message in problem.message and problem.remedy


def test_a_target_that_the_pauses_alone_miss_is_told_so(scenario):
    with pytest.raises(ScenarioError) as error:
        scenario({**STREAM, "targets": {"p99_response": "5 s"}})
    (problem,) = error.value.problems
    assert problem.path == "targets.p99_response"
    assert "the pauses between their pieces alone keep 99 % of the responses for" in problem.message
    assert "10.3 s" in problem.remedy  # 9.95 s of pauses, and 24.35 kB at 80 kB/s, rounded up


def test_a_speed_of_clients_that_the_pauses_do_not_allow_is_told(scenario):
    """24 kB in 9.95 s of pauses, and 24.35 kB at 80 kB/s: 2.34 kB/s."""
    with pytest.raises(ScenarioError) as error:
        scenario({**STREAM, "targets": {"client_speed": "3 kB/s"}})
    (problem,) = error.value.problems
    assert problem.path == "targets.client_speed" and "at most 2.34 kB/s" in problem.message


def test_a_target_of_a_first_piece_where_nothing_comes_in_pieces_is_told(scenario):
    with pytest.raises(ScenarioError) as error:
        scenario({"targets": {"first_piece": "500 ms"}})
    (problem,) = error.value.problems
    assert problem.path == "targets.first_piece" and problem.message == "no response comes in pieces"
    assert problem.remedy.startswith("write `request.pieces`")
