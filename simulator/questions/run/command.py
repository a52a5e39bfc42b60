"""`run`: one configuration, measured."""

from simulator.questions.arguments import EveryLimit, ScenarioFile
from simulator.questions.asked import Asked, plain_command
from simulator.questions.inputs import command_line, first_lines, read_server, read_solver
from simulator.questions.outputs import check_writable, deliver, progress, say
from simulator.sizing.sized_by import require_offered


@plain_command
def run(path: ScenarioFile, asked: Asked, every_limit: EveryLimit = False) -> int:
    """One configuration measured: throughput, response, utilisation, refusals, each with its interval."""
    scenario = read_server(path, asked)
    require_offered(scenario)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.run.study import run as run_server

    found = run_server(scenario, solver, command_line("run", [path], asked), progress)
    return deliver(found, asked.json, blocks=found.blocks(every_limit))
