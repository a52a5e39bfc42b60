"""The largest load of a server by formulas, told as a search tells it: its limits there, and the load curve around."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.scenario import Scenario
from simulator.engines.theory.bottleneck import offered_rate
from simulator.errors import UnsupportedByEngine, require
from simulator.experiment.capacity_by_solver import capacity_in_theory_with_limits
from simulator.experiment.largest_load import LargestLoad, LoadPoint
from simulator.experiment.load_imbalance import unit_capacity_factor
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.single_server import saturated_server, sole_binding_loads
from simulator.experiment.theory_results import theory_results
from simulator.messages.stages import experiment
from simulator.network.scaling import scale_load, single_node


def largest_load_in_theory(scenario: Scenario, around: Sequence[float]) -> LargestLoad:
    """The largest load of a scenario's server within the targets that theory judges, with nothing simulated: intervals
    are its known error. The load curve has a point at each of `around` times the capacity at which theory finds a
    steady state.

    Raises what `largest_rate` raises, and UnsupportedByEngine where theory does not know the limits there.
    """
    carried = capacity_in_theory_with_limits(scenario, required=True)
    return LargestLoad(
        offered=carried.requests,
        server_mbps=carried.mbps,
        unit_mbps=carried.mbps.times(unit_capacity_factor(scenario), "Mbps"),
        nodes=scenario.unit.nodes,
        spare_nodes=scenario.unit.spare_nodes,
        in_pods=scenario.unit.pods is not None,
        target=require(carried.target, experiment.STOPPING_TARGET),
        expected=carried.expected,
        alone=sole_binding_loads(single_node(carried.network)),
        limits=carried.limits,
        stop=require(carried.stop, experiment.STOPPING_LIMIT),
        simulations=0,
        curve=tuple(_load_curve(scenario, carried, around)),
        curve_replications=0,
        warm_up=0.0,
        duration=0.0,
        unjudged=carried.unjudged,
        standing=carried.standing,
    )


def _load_curve(scenario: Scenario, carried: ServerCapacity, around: Sequence[float]) -> Iterator[LoadPoint]:
    """The server at loads around its largest one, but where theory finds no steady state."""
    translation = saturated_server(scenario)
    for factor in around:
        offered = factor * carried.requests.value
        network = scale_load(translation.network, offered / offered_rate(translation.network))
        try:
            results = theory_results(scenario.run, replace(translation, network=network))
        except UnsupportedByEngine:
            continue
        errors, connections = (results.measures[name] for name in ("errors", "connections"))
        if isinstance(errors, Unavailable) or isinstance(connections, Unavailable):
            continue
        yield LoadPoint(
            offered=offered,
            wire_mbps=results.estimate("wire_mbps"),
            response_mean=results.measures["response_mean"],
            response_p95=results.measures["response_p95"],
            errors=errors,
            connections=connections,
            met=factor <= 1.0,
        )
