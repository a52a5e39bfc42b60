"""Settings that a scenario states and that stop a server before its hardware, or are why a tier has more servers than
its work takes: what to raise, and what that brings."""

import math
from collections.abc import Mapping
from dataclasses import replace

from models.caller_pools import UNIT, stated_pools
from models.errors import ScenarioError
from models.reading.source_tree import dotted
from models.reading.sources import parameter_values
from models.scenario import Scenario
from models.variations.assumptions import with_values
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.limits import Limit
from simulator.experiment.paired_differences import LEAST_IN_THEORY
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.raised_setting import FewerServers, RaisedSetting, SettingFirst
from simulator.farm.sizing import size_farm
from simulator.farm.tier_sizing import size_tiers
from simulator.farm.unit_capacity import MBPS
from simulator.messages.stages.farm import RAISED
from simulator.network.roles import LimitCategory, Role

# Settings that stop a server one after the other are few.
_MOST = 4
# What is in hand grows faster than the load where a server gets full: a setting is raised by so much more, so often,
# until it no longer stops the server.
_MORE, _TRIES = 1.2, 8
# All ports that are not reserved: 1024 to 65535.
_PORTS = 64_512
_COUNT, _KEPT = "operating_system.ephemeral_ports.count", "web_server.upstream.kept_alive"
_REFUSALS = (ScenarioError, NoCapacity, NotConverged, Unstable, UnsupportedByEngine)
_POOL, _TIMEOUT = ".pool", ".pool_timeout"
_SHARE, _LIMIT = "operating_system.socket_memory.share", "operating_system.socket_memory.limit"


def setting_first(scenario: Scenario, carried: ServerCapacity) -> SettingFirst | None:
    """What to raise where a setting stops a server at what it carries, or where pools of connections are why a tier has
    so many servers; None where neither is so, where that decides nothing, or theory does not know what is then."""
    rate, stop = carried.requests.value, carried.stop
    try:
        changed, values, fewer = _with_larger_pools(scenario)
        found = capacity_in_theory_with_limits(changed) if fewer else None
        stop = stop if found is None else found.stop
        for _ in range(_MOST):
            changes = _without(changed, stop) if stop is not None and stop.category is LimitCategory.SETTING else {}
            if changes.keys() <= values.keys():  # Nothing is left to raise: hardware stops it, or all ports are taken.
                break
            changed = with_values(changed, changes, RAISED)
            found = capacity_in_theory_with_limits(changed)
            values |= changes
            stop = found.stop
    except _REFUSALS:
        return None
    if found is None or not (fewer or found.requests.value > rate):
        return None
    first = _least_raise(scenario, values, fewer, found, max(1.0, found.requests.value / rate))
    return first if _decides(scenario, carried, first) else None


def _decides(scenario: Scenario, carried: ServerCapacity, first: SettingFirst) -> bool:
    """Whether what is raised spares servers, or gains more than the intervals of both capacities and than theory tells
    apart: else it is work for nothing."""
    now, noise = carried.requests.value, carried.requests.half_width + first.requests.half_width
    gain = first.requests.value - now
    if first.tiers or gain > max(noise, LEAST_IN_THEORY * now):
        return True
    if scenario.demand is None or gain <= noise:
        return False
    times = 1.0 + (gain - noise) / now
    mbps, requests = carried.mbps.times(times, MBPS), carried.requests.times(times, carried.requests.unit)
    then = replace(carried, mbps=mbps, requests=requests)
    return size_farm(scenario, then).servers.whole.value < size_farm(scenario, carried).servers.whole.value


def _least_raise(
    scenario: Scenario,
    values: Mapping[str, object],
    fewer: Mapping[str, FewerServers],
    unlimited: ServerCapacity,
    times: float,
) -> SettingFirst:
    """The least that settings are raised to so that they no longer stop a server, from `times` as much on, and what it
    serves then; as without these settings where theory does not know."""
    found = unlimited
    for _ in range(_TRIES):
        raised = tuple(
            _raised(scenario, path, value, times * _callers(scenario, path, fewer))
            for path, value in values.items()
            if not path.endswith(_TIMEOUT)
        )
        numbers = {each.path: round(each.raised) for each in raised if each.raised is not None}
        try:
            changed = with_values(scenario, {**values, **numbers}, RAISED)
            found = capacity_in_theory_with_limits(size_tiers(changed) if fewer else changed)
        except _REFUSALS:
            found = unlimited
        if found.stop is None or found.stop.origin not in values:
            break
        times *= _MORE
    return SettingFirst(raised, found.requests, found.mbps, found.stop, fewer)


def _with_larger_pools(scenario: Scenario) -> tuple[Scenario, dict[str, object], Mapping[str, FewerServers]]:
    """The scenario without the pools by which tiers have more servers than by their work, what that changes, and how
    many servers of these tiers do then; as it is where there are none."""
    callers = {pool.caller for pool in stated_pools(scenario)} - {UNIT}
    for _ in range(2):  # Without all pools first, to see which tiers have fewer servers; then without those alone.
        values = dict[str, object]()
        for pool in stated_pools(scenario):
            if pool.caller in callers:
                values |= _without_pool(dotted(pool.path))
        if not values:
            break
        changed = size_tiers(with_values(scenario, values, RAISED))
        fewer = {
            one.name: FewerServers(one.servers, other.servers)
            for one, other in zip(scenario.tiers, changed.tiers, strict=True)
            if one.name in callers and other.servers < one.servers
        }
        if fewer.keys() == callers:
            return changed, values, fewer
        callers = set(fewer)
    return scenario, {}, {}


def _without_pool(path: str) -> dict[str, object]:
    return {path: None, path.removesuffix(_POOL) + _TIMEOUT: None}


def _callers(scenario: Scenario, path: str, fewer: Mapping[str, FewerServers]) -> float:
    """How many times as many connections each server of a tier needs where fewer of it have as many as all had, with
    one of them down too."""
    caller = next((pool.caller for pool in stated_pools(scenario) if dotted(pool.path) == path), "")
    if caller not in fewer:
        return 1.0
    now, then = fewer[caller]
    return max(now / then, (now - 1) / (then - 1) if then > 1 else 1.0)


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
    return _without_pool(stop.origin) if stop.role is Role.CALLER_POOL else {stop.origin: None}


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
