"""A plan made ready to be kept: its figures, and what it predicts of a server at every load, in all of its worlds."""

from collections.abc import Sequence
from math import exp, isfinite
from pathlib import Path

import numpy as np

from models.scenario import Scenario
from models.unit_pods import as_servers, nodes_a_server
from simulator.calibration.reading.problems import refuse
from simulator.engines.theory.wire import wire_bytes
from simulator.errors import ReportError
from simulator.experiment.capacity_by_solver import server_network
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.experiment.sizing_basis import sizing_basis
from simulator.farm.farm import Farm
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import PREDICTED, FarmPrediction, PredictionInterval
from simulator.farm.stamp import Stamp, scenario_values
from simulator.messages import plan_scores
from simulator.network.network import Network
from simulator.network.roles import Role
from simulator.store.kept_plans import keep_plan, require_store
from simulator.store.store_file import store_path
from simulator.studies.score.kept_plan import KeptInterval, KeptPlan, LoadBand, to_store
from simulator.telemetry.model_fit import cpu_busy
from simulator.uncertainty.model_error import LimitSort, limit_spread
from simulator.uncertainty.predict import farm_worlds
from simulator.uncertainty.worlds import Worlds

# Loads of a server, in times what it carries: a farm may run beyond its targets, and up to there it is predicted.
LOADS = (0.001, *(number / 10.0 for number in range(1, 16)))
_ENDS = ((1.0 - PREDICTED) / 2.0, 0.5, (1.0 + PREDICTED) / 2.0)


def require_keepable(scenario: Scenario, store: str) -> None:
    """Raises ScenarioError, before long work, for a scenario whose plan predicts nothing of a server, and StoreError
    for a store that cannot be written to."""
    if scenario.demand is None:
        refuse(scenario.file, *plan_scores.NO_FARM, path="demand")
    if sizing_basis(scenario) != LARGEST:
        refuse(scenario.file, *plan_scores.STATED_LOAD, path="sized_by")
    if scenario.unit.paths:
        refuse(scenario.file, *plan_scores.GROUPS, path="unit.paths")
    require_store(store_path(store))


def keep(outcome: Outcome, store: str) -> Path:
    """Keeps a plan in a store, and returns its file. Raises ReportError for a plan that predicts nothing, and
    StoreError."""
    path = store_path(store)
    keep_plan(path, to_store(kept_plan(outcome)))
    return path


def kept_plan(outcome: Outcome) -> KeptPlan:
    """A plan with all that is kept of it. Raises ReportError for one that predicts nothing."""
    farm, prediction = outcome.farm, outcome.prediction
    if farm is None or prediction is None:
        raise ReportError(*plan_scores.NOT_RECOMMENDED)
    worlds = farm_worlds(farm)
    if isinstance(prediction, Unavailable) or isinstance(worlds, Unavailable):
        why = next(each.reason for each in (prediction, worlds) if isinstance(each, Unavailable))
        raise ReportError(*plan_scores.no_prediction(why))
    return _kept(farm, prediction, worlds, outcome.stamp)


def _kept(farm: Farm, prediction: FarmPrediction, worlds: Worlds, stamp: Stamp) -> KeptPlan:
    scenario, on = farm.scenario, nodes_a_server(farm.scenario)
    network = server_network(as_servers(scenario))
    loads = on * farm.carried.requests.value * np.array(LOADS)
    cpu, sent = _bands(worlds, loads)
    # Requests/s that the farm must serve in each world.
    requests = worlds.demanded * np.array([
        each.carried.requests.value / each.carried.mbps.value for each in worlds.answers
    ])  # fmt: skip
    return KeptPlan(
        name=scenario.name, file=stamp.scenario_file, sha256=stamp.scenario_sha256, model=stamp.model_version,
        made=stamp.day, engine=stamp.engine, command=stamp.command,
        servers=int(farm.decided.sizing.servers.whole.value),
        cpus=scenario.server.threads,
        line=_line(network),
        in_bytes=scenario.demand is not None and scenario.demand.is_in_bytes,
        requests=KeptInterval(*map(float, np.quantile(requests, _ENDS))),
        mbps=_interval(prediction.demand), server_mbps=_interval(prediction.server, on),
        farm_mbps=_interval(prediction.farm),
        cost=_interval(prediction.cost) if isfinite(prediction.cost.high) else None,
        currency=scenario.datacenter.prices.currency,
        loads=loads.tolist(), cpu=cpu, sent=sent, scenario=scenario_values(scenario),
    )  # fmt: skip


def _interval(interval: PredictionInterval, times: float = 1.0) -> KeptInterval:
    return KeptInterval(times * interval.low, times * interval.middle, times * interval.high)


def _line(network: Network) -> float:
    """Bytes/s of the cards of a server, 0 where they limit nothing."""
    names = {each.name for each in network.in_role(Role.CARD)}
    return float(sum(each.capacity for each in network.shared if each.name in names))


def _bands(worlds: Worlds, loads: np.ndarray) -> tuple[LoadBand, LoadBand]:
    """The share of the CPUs that is busy, and bytes/s that are sent, by the load of a server. In each world the model
    is off by as much as models of such limits are, which are of a node."""
    each = loads / nodes_a_server(worlds.scenario)
    work, transfer = (
        [limit_spread(worlds.scenario, kind, float(load)) for load in each]
        for kind in (LimitSort.WORK, LimitSort.TRANSFER)
    )
    busy, sent = [], []
    for answer, away in zip(worlds.answers, worlds.draws.error[worlds.numbers], strict=True):
        server = as_servers(answer.scenario)
        network = server_network(server)
        busy.append(cpu_busy(server, loads, _off(work, away)))
        sent.append(loads * wire_bytes(network) * _off(transfer, away))
    return _band(busy), _band(sent)


def _off(spreads: Sequence[float], away: float) -> np.ndarray:
    """What a request takes in times the model's, at each load: where a server carries more, it takes less."""
    return np.array([exp(-spread * away) for spread in spreads])


def _band(worlds: Sequence[np.ndarray]) -> LoadBand:
    low, middle, high = np.nanquantile(np.array(worlds), _ENDS, axis=0)
    return LoadBand(low.tolist(), middle.tolist(), high.tolist())
