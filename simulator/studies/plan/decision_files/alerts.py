"""Rules of Prometheus for a farm: an alert at the use of each limit beyond which a server misses its targets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import yaml

from models.quantities.formatting import number
from simulator.errors import require
from simulator.experiment.estimate import Estimate
from simulator.experiment.limits import Limit, growing_limits
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.outcome import Outcome
from simulator.messages.numbers import short_text
from simulator.messages.plan import files
from simulator.network.roles import Role
from simulator.targets import Target

# The limits that are watched beside the bottleneck.
_NEXT = 3
_FOR = "10m"
# Use of a limit beyond which work waits, where no target says how much is allowed.
_USUAL = 0.8
# What connections hold.
_HELD = frozenset({Role.CONNECTIONS, Role.WORKER_CONNECTIONS, Role.OPEN_FILES, Role.SOCKET_MEMORY, Role.KERNEL_POOL})


@dataclass(frozen=True)
class AlertRule:
    """An alert: what is measured, in the language of Prometheus; above which value; what is used then, in words;
    stops: whether it is of what stops a server first."""

    name: str
    expression: str
    threshold: float
    summary: str
    stops: bool


def alert_rules(outcome: Outcome) -> str:
    """The file of rules, for an outcome with a farm."""
    source = f"{outcome.stamp.origin}; {outcome.stamp.engine}, {outcome.stamp.day}; {outcome.stamp.command}"
    rules = [
        {
            "alert": each.name,
            "expr": f"{each.expression} > {each.threshold:.6g}",
            "for": _FOR,
            "labels": {"severity": "page" if each.stops else "ticket"},
            "annotations": {"summary": each.summary, "source": source},
        }
        for each in alerts(outcome)
    ]
    group = {"groups": [{"name": "headroom", "rules": rules}]}
    return str(yaml.safe_dump(group, sort_keys=False, allow_unicode=True, width=1_000))


def alerts(outcome: Outcome) -> Iterator[AlertRule]:
    """Those of the bottleneck, of the limits that come next and of the connections; of a limit of which no exporter
    has the use, none. The bottleneck has the use at which a server is at its capacity, others what targets allow."""
    carried, targets = outcome.carried, outcome.scenario.targets
    measured = _EXPRESSIONS.get(outcome.scenario.operating_system.configuration, {})
    load = f"{short_text(carried.mbps)} ({short_text(carried.requests)})"
    # How long a disk that reads several pieces at once has any in hand says nothing of how much it is used.
    hidden = {Role.DISK} if outcome.scenario.server.disks.is_flash else set[Role]()
    seen = [each for each in growing_limits(carried.limits) if each.role in measured and each.role not in hidden]
    by_connections = carried.stop is not None and (carried.target is Target.CONNECTIONS or carried.stop.role in _HELD)
    for limit in seen[: 1 + _NEXT]:
        role = require(limit.role, "role")
        stops = limit.name == outcome.bottleneck.name and not by_connections
        share = limit.utilisation.value / 100.0 if stops else targets.utilisation or _USUAL
        used = files.used_at_capacity(short_text(limit.utilisation), load)
        what = f"{limit.name}: {used}" if stops else f"{limit.name}: more than {100.0 * share:g} % used; {used}"
        name = f"Headroom{''.join(word.title() for word in role.split())}"
        yield AlertRule(name, measured[role], _shown(limit, share, carried), what, stops)
    open_then = _connections_at_capacity(outcome)
    if open_then is not None and "connections" in measured:
        told = files.open_at_capacity(number(open_then), load)
        yield AlertRule("HeadroomConnections", measured["connections"], open_then, told, by_connections)


def _shown(limit: Limit, share: float, carried: ServerCapacity) -> float:
    """What an exporter shows where a share of a limit is used: of the CPU, the share of the time that threads are
    busy."""
    if limit.role is Role.CPU:
        (cpu,) = carried.network.in_role(Role.CPU)
        curve = getattr(cpu, "curve", ())
        if curve:  # What so many busy threads do together, and how many that takes.
            threads = float(np.interp(share * curve[-1], [0.0, *curve], range(len(curve) + 1)))
            return threads / len(curve)
    return share


def _connections_at_capacity(outcome: Outcome) -> float | None:
    """Connections of a server at its capacity: those at the demand in proportion; None where nobody knows."""
    if not outcome.operating_points:
        return None
    there = outcome.operating_points[-1]
    held = there.results.measures.get("connections")
    if not isinstance(held, Estimate) or there.requests.value <= 0.0:
        return None
    return held.value * outcome.carried.requests.value / there.requests.value


# What node_exporter of Linux and FreeBSD shows.
_OF_NODE: Mapping[Role | str, str] = {
    Role.CPU: '1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[5m]))',
    Role.CARD: (
        'sum by (instance) (rate(node_network_transmit_bytes_total{device!="lo"}[5m]))'
        ' / sum by (instance) (node_network_speed_bytes{device!="lo"})'
    ),
    Role.DISK: "avg by (instance) (rate(node_disk_io_time_seconds_total[5m]))",
    "connections": "node_sockstat_TCP_inuse",
}
_EXPRESSIONS: Mapping[str, Mapping[Role | str, str]] = {
    "linux": _OF_NODE,
    "freebsd": _OF_NODE,
    "windows": {
        Role.CPU: '1 - avg by (instance) (rate(windows_cpu_time_total{mode="idle"}[5m]))',
        Role.CARD: (
            "sum by (instance) (rate(windows_net_bytes_sent_total[5m]))"
            " / sum by (instance) (windows_net_current_bandwidth_bytes)"
        ),
        Role.DISK: "1 - avg by (instance) (rate(windows_logical_disk_idle_seconds_total[5m]))",
        "connections": 'windows_tcp_connections_established{af="ipv4"}',
    },
}
