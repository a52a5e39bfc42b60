"""Encryption: the work of a handshake, of each byte, and of crossing between kernel and user mode where a process does
it."""

from models.scenario import Scenario
from simulator.translate.transport import transport


def handshake_work(scenario: Scenario) -> float:
    """Seconds of work of one TLS handshake on a core of this server; 0 without TLS."""
    tls = scenario.workload.session.tls
    if tls is None:
        return 0.0
    return scenario.work_asked(tls.mean_handshake) + crossing_work(scenario, tls.handshake_round_trips)


def handshake_bytes(scenario: Scenario) -> float:
    """Bytes on the wire that the server sends in one TLS handshake; 0 without TLS, and where nobody states any."""
    tls = scenario.workload.session.tls
    return 0.0 if tls is None or tls.mean_bytes == 0.0 else transport(scenario).wire_bytes(tls.mean_bytes)


def encryption_work(scenario: Scenario) -> float:
    """Seconds of work that encrypting a byte is on a core of this server: less of it in the kernel, unless each packet
    is encrypted by itself, nothing on the card and without TLS."""
    tls = scenario.workload.session.tls
    if tls is None or scenario.web_server.encryption == "card":
        return 0.0
    in_kernel = scenario.web_server.encryption == "kernel"
    share = tls.kernel_share if in_kernel and not scenario.workload.session.transport.encrypted_packets else 1.0
    return scenario.work_asked(tls.per_byte) * share


def encrypts_in_memory(scenario: Scenario) -> bool:
    """Whether a core of this server reads every byte and writes it again encrypted."""
    return scenario.workload.session.tls is not None and scenario.web_server.encryption != "card"


def crossing_work(scenario: Scenario, round_trips: int) -> float:
    """Seconds of work of so many round trips between kernel and user mode; none where the kernel or the card encrypts.

    A round trip is the system's own, so that no `cpu_factor` comes on top of it.
    """
    if scenario.web_server.encryption != "user":
        return 0.0
    return round_trips * scenario.operating_system.user_mode_round_trip / scenario.server.core_speed
