"""`run`: one configuration, measured."""

from simulator.cli.arguments import EveryLimit, ScenarioFile
from simulator.cli.inputs import command_line, question, read_server, read_solver
from simulator.cli.options import CommandOptions, plain_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.experiment.sizing_basis import require_offered


@plain_command
def run(path: ScenarioFile, asked: CommandOptions, every_limit: EveryLimit = False) -> int:
    """One server measured at a stated load: throughput, responses, utilisation, refusals."""
    scenario = read_server(path, asked)
    require_offered(scenario)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    print_line(question(scenario), asked.json)

    from simulator.studies.run.study import run as run_server

    found = run_server(scenario, solver, command_line("run", [path], asked), show_progress)
    return deliver(found, asked.json, blocks=found.blocks(every_limit))
