"""Every problem of a transport is told with its place and its remedy."""

import pytest

TLS = "tls: {key: ecdsa-p256}"
# What is written within the session, and what the problem must say.
SPOILT = {
    f"transport: quick, {TLS}": ["workload.session.transport = \"quick\"", "did you mean \"quic\"", "quic, tcp"],
    "transport: quic": ["workload.session.transport: the packets of quic", "`tls: {key: ecdsa-p256}`"],
    f"transport: {{model: quic, packet: 1 MB}}, {TLS}": ["transport.packet = \"1 MB\": too large; allowed is 100 B to"],
    f"transport: {{model: quic, packet: 1228}}, {TLS}": ["transport.packet = 1228: which unit?"],
    "transport: {model: tcp, packet: 100 B, headers: 100 B}": ["transport.headers = \"100 B\"", "less than 100 B"],
    "transport: {model: tcp, acknowledged: 0}": ["transport.acknowledged = 0: too small; allowed is 1 to 1,000"],
    "transport: {model: tcp, round_trips: -1}": ["transport.round_trips = -1: too small; allowed is 0"],
    "transport: {model: tcp, cpu_per_byte: 1 s}": ["cpu_per_byte = \"1 s\": too large; allowed is 0 s to 1 ms"],
    "transport: {model: tcp, segment: 1460 B}": ["transport.segment = \"1460 B\": unknown key"],
    "transport: {packet: 9000 B}": ["transport.headers: missing", "transport.name: missing"],
    "transport: [tcp, quic]": ["workload.session.transport", "group of keys"],
    "round_trip_time: 50": ["session.round_trip_time = 50: which unit?"],
    "round_trip_time: 11 s": ["session.round_trip_time = \"11 s\": too large; allowed is 0 s to 10 s"],
}  # fmt: skip


@pytest.mark.parametrize(("spoilt", "fragments"), SPOILT.items(), ids=SPOILT)
def test_a_problem_says_where_what_and_how_to_repair(spoilt, fragments, smallest, problems_of):
    told = problems_of(with_session(smallest, spoilt))
    for fragment in fragments:
        assert fragment in told


def test_no_card_encrypts_datagrams(smallest, problems_of):
    text = with_session(smallest, f"transport: quic, {TLS}")
    told = problems_of(text.replace("web_server: iis-6", "web_server: {model: iis-6, encryption: card}"))
    assert 'web_server.encryption = "card"' in told and "write user" in told


def test_a_connection_cannot_be_set_up_in_less_than_its_round_trips(smallest, problems_of):
    text = with_session(smallest, f"transport: quic, round_trip_time: 300 ms, {TLS}")
    told = problems_of(text.replace("  session:", "  patience: {connect: 250 ms}\n  session:", 1))
    assert 'workload.patience.connect = "250 ms"' in told and "a connection takes 301 ms" in told


def with_session(text: str, keys: str) -> str:
    """The scenario with keys added to its session."""
    changed = text.replace("think_time:", f"{keys}, think_time:", 1)
    assert changed != text
    return changed
