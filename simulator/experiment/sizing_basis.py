"""Which way a server is sized, and that its load is stated where it is measured at one, steady where one is sought."""

from models.errors import Problem, Remedy, ScenarioError
from models.scenario import Scenario
from simulator.experiment.server_capacity import LARGEST, STATED
from simulator.messages.stages import experiment


def sizing_basis(scenario: Scenario) -> str:
    """Which way a server is sized: by the largest load that it carries within its targets, unless the scenario says so.

    A population and a load test offer what they are, so no load can be sought. Without a demand nothing is sized: then
    a server is shown at the load that is stated, where one is.
    """
    workload = scenario.workload
    if workload.population is not None or workload.ramp is not None:
        return STATED
    if scenario.demand is None:
        return STATED if workload.states_a_load else LARGEST
    return scenario.sized_by


def is_largest_load_enough(scenario: Scenario) -> bool:
    """Whether the largest load of a server is all that is asked: it sizes the farm, or there is none to be sized."""
    return scenario.demand is None or sizing_basis(scenario) == LARGEST


def require_offered(scenario: Scenario) -> None:
    """Raises ScenarioError for a scenario that states no load at which one server could be measured."""
    if not scenario.workload.states_a_load:
        ways = (Remedy({"workload.offered": "3400 /s"}), Remedy(command="capacity"))
        told = experiment.NOT_STATED, experiment.STATE_OFFERED
        raise ScenarioError((Problem(scenario.file, 0, "workload.offered", "none", *told, ways),))


def require_rate(scenario: Scenario) -> None:
    """Raises ScenarioError without a load that can be raised: a population offers what it is answered, and a load test
    finds its own end."""
    workload = scenario.workload
    part = "population" if workload.population is not None else "ramp" if workload.ramp is not None else None
    if part is not None:
        told = experiment.NO_STEADY_LOAD, experiment.use_offered(part)
        raise ScenarioError((Problem(scenario.file, 0, f"workload.{part}", "", *told, (Remedy(command="run"),)),))
