"""`run`: one configuration, measured."""

from models.scenario import Scenario
from simulator.exits import DONE
from simulator.questions.arguments import EveryLimit, ScenarioFile
from simulator.questions.asked import Asked, plain_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_server, read_solver
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.sizing.sized_by import require_offered
from simulator.solver import Solver


@plain_command
def run(path: ScenarioFile, asked: Asked, every_limit: EveryLimit = False) -> int:
    """One configuration measured: throughput, response, utilisation, refusals, each with its interval."""
    scenario = read_server(path, asked)
    require_offered(scenario)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.plan.terminal import run_blocks
    from simulator.report.data import figures
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.sizing.measuring import replications
    from simulator.sizing.study import study

    command = command_line("run", [path], asked)
    if scenario.unit.paths:
        return _by_group(scenario, solver, asked.json, command, every_limit)
    with progress(replications(scenario), "simulating") as step:
        outcome = study(scenario, solver, command, today(), step)
    if asked.json:
        write_text(asked.json, to_json(figures(outcome)))
    show(run_blocks(outcome, every_limit), asked.json)
    return DONE


def _by_group(scenario: Scenario, solver: Solver, json: str, command: str, every_limit: bool) -> int:
    """The same where groups of nodes serve classes of their own: a server of each, at its share of what is offered to
    the servers of the unit on average."""
    from simulator.questions.plan.terminal import run_blocks
    from simulator.report.blocks import Block, Heading
    from simulator.report.data import figures
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.sizing.by_path import offered_by_group
    from simulator.sizing.measuring import replications
    from simulator.sizing.study import study

    blocks, data = list[Block](), dict[str, object]()
    groups = offered_by_group(scenario)
    with progress(len(groups) * replications(scenario), "simulating") as step:
        for name, group in groups.items():
            outcome = study(group, solver, command, today(), step)
            blocks += [Heading(f"A server of {name}", 2), *run_blocks(outcome, every_limit)]
            data[name] = figures(outcome)
    if json:
        write_text(json, to_json({"scenario": scenario.name, "groups": data}))
    show(blocks, json)
    return DONE
