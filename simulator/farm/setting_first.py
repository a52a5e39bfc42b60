"""Settings that a scenario states and that stop a server before its hardware: what to raise, and what stops then."""

import math
from collections.abc import Mapping

from models.errors import ScenarioError
from models.reading.sources import parameter_values
from models.scenario import Scenario
from models.variations.assumptions import with_values
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.limits import Limit
from simulator.farm.raised_setting import RaisedSetting, SettingFirst
from simulator.messages.stages.farm import RAISED
from simulator.network.roles import LimitCategory, Role

# Settings that stop a server one after the other are few.
_MOST = 4
# All ports that are not reserved: 1024 to 65535.
_PORTS = 64_512
_COUNT, _KEPT = "operating_system.ephemeral_ports.count", "web_server.upstream.kept_alive"
_SHARE, _LIMIT = "operating_system.socket_memory.share", "operating_system.socket_memory.limit"


def setting_first(scenario: Scenario, stop: Limit | None, rate: float) -> SettingFirst | None:
    """What to raise where `stop`, a setting, stops a server at a rate of requests/s; None where it is no setting, or
    theory does not know what is then."""
    values: dict[str, object] = {}
    changed, found = scenario, None
    for _ in range(_MOST):
        changes = _without(changed, stop) if stop is not None and stop.category is LimitCategory.SETTING else {}
        if changes.keys() <= values.keys():  # Nothing is left to raise: hardware stops it, or all ports are taken.
            break
        try:
            changed = with_values(changed, changes, RAISED)
            found = capacity_in_theory_with_limits(changed)
        except (ScenarioError, NoCapacity, NotConverged, Unstable, UnsupportedByEngine):
            return None
        values |= changes
        stop = found.stop
    if found is None or found.requests.value <= rate:
        return None
    times = found.requests.value / rate
    raised = (_raised(scenario, path, value, times) for path, value in values.items())
    return SettingFirst(tuple(raised), found.requests, found.mbps, found.stop)


def _without(scenario: Scenario, stop: Limit) -> Mapping[str, object]:
    """What lets a setting allow as much as the hardware does."""
    if stop.role is Role.PORTS:
        ports = scenario.operating_system.ephemeral_ports
        upstream = scenario.web_server.upstream
        if ports is not None and ports.count < _PORTS:
            return {_COUNT: _PORTS}
        return {} if upstream is None or upstream.kept_alive else {_KEPT: True}
    if stop.role is Role.SOCKET_MEMORY:
        return {_SHARE: None, _LIMIT: None}
    return {stop.origin: None}


def _raised(scenario: Scenario, path: str, value: object, times: float) -> RaisedSetting:
    """The least that a setting is raised to, to two digits, for a load that is so many times as large."""
    known = parameter_values(scenario).get(path)
    stated = float(known) if isinstance(known, int | float) and not isinstance(known, bool) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return RaisedSetting(path, stated, float(value))
    if stated is None:
        return RaisedSetting(path, None, None)
    step = 10.0 ** max(0, math.floor(math.log10(max(1.0, stated * times))) - 1)
    return RaisedSetting(path, stated, math.ceil(stated * times / step) * step)
