"""What is being asked, in one line: it stands on the terminal before the work begins."""

from models.scenario import Scenario


def question(scenario: Scenario) -> str:
    """The scenario as a question, e.g. "Microsoft Update downloads: 12 Gbps on HP ProLiant DL585 ..."."""
    demand = f"{scenario.demand.stated} on " if scenario.demand is not None else ""
    against = f", against {_system(scenario.baseline)}" if scenario.baseline else ""
    return f"{scenario.name}: {demand}{_system(scenario)}, {scenario.unit.nodes} to a unit{against} ..."


def _system(scenario: Scenario) -> str:
    return f"{scenario.server.name} with {scenario.operating_system.name}"
