"""`optimise`: the cheapest farm of the catalogue that carries the demand within its targets."""

from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer


@reporting_command
def optimise(path: ScenarioFile, asked: CommandOptions) -> int:
    """The cheapest farm of the catalogue that meets the targets, and the next cheapest."""
    scenario = read_scenario(path, asked).without_baseline()
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)

    from simulator.studies.optimise.answer import require_demand
    from simulator.studies.optimise.study import optimise as cheapest_farm

    require_demand(scenario)
    print_line(question(scenario), asked.json)
    found = cheapest_farm(scenario, solver, command_line("optimise", [path], asked), show_progress)
    return deliver(found, asked.json, write_report)
