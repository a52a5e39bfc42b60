"""`grow`: in which month each limit is reached, what to order when, what that costs, and how sure that is."""

from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer


@reporting_command
def grow(path: ScenarioFile, asked: CommandOptions) -> int:
    """When the farm becomes too small as demand grows, what to order by when, and what it costs."""
    scenario = read_scenario(path, asked)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)
    print_line(question(scenario), asked.json)

    from simulator.experiment.results import Unavailable
    from simulator.growth.forecast import forecast_demand
    from simulator.messages.grow.when_to_buy import answer
    from simulator.messages.wording import why_no_theory
    from simulator.studies.grow.forecast_by_theory import forecast_growth_by_theory
    from simulator.studies.grow.study import grow as grow_farm

    ahead = forecast_demand(scenario)
    if not solver.at_once:
        said = forecast_growth_by_theory(scenario.without_baseline())
        told = f"not known. {why_no_theory(said.reason)}" if isinstance(said, Unavailable) else answer(said)
        print_line(f"In theory: {told}", asked.json)
    found = grow_farm(scenario, solver, ahead, command_line("grow", [path], asked), show_progress)
    return deliver(found, asked.json, write_report)
