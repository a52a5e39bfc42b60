"""Encryption: the work of a handshake, and of crossing between kernel and user mode where a process does it."""

from models.scenario import Scenario
from simulator.translate.resources import work_asked


def handshake(scenario: Scenario) -> float:
    """Seconds of work of one TLS handshake on a core of this server; 0 without TLS."""
    tls = scenario.workload.session.tls
    return 0.0 if tls is None else work_asked(scenario, tls.handshake_cpu) + crossings(
        scenario, tls.handshake_round_trips
    )


def crossings(scenario: Scenario, round_trips: int) -> float:
    """Seconds of work of so many round trips between kernel and user mode; none where the kernel encrypts.

    A round trip is the system's own, so that no `cpu_factor` comes on top of it.
    """
    if scenario.web_server.kernel_mode_tls:
        return 0.0
    return round_trips * scenario.operating_system.user_mode_round_trip / scenario.server.core_speed
