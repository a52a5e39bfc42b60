"""The load that is stated for one server: what measures a server at it says so where none is stated."""

from models.errors import Problem, ScenarioError
from models.scenario import Scenario


def require_offered(scenario: Scenario) -> None:
    """Raises ScenarioError for a scenario that states no load at which one server could be measured."""
    if not scenario.workload.states_a_load:
        message = "one server is measured at a stated load, and none is stated"
        remedy = 'write workload.offered, e.g. "3400 /s", or ask `capacity` for the largest one'
        raise ScenarioError((Problem(scenario.file, 0, "workload.offered", "none", message, remedy),))
