"""`optimise`: the cheapest farm of the catalogue that carries the demand within its targets."""

import typer

from models.variations.choice import ServerFilter
from models.variations.choice import same_vendor as vendor_of
from simulator.cli.arguments import (
    EveryFarm,
    OwnedAlone,
    RentedAlone,
    SameVendor,
    ScenarioFile,
    ServerPattern,
    ZonePattern,
)
from simulator.cli.inputs import command_line, question, read_scenario, read_solver
from simulator.cli.options import CommandOptions, reporting_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.machine.resources import usable_cores
from simulator.messages.arguments import OWNED_AND_ZONE, RENTED_AND_OWNED


@reporting_command
def optimise(
    path: ScenarioFile,
    asked: CommandOptions,
    rented: RentedAlone = False,
    owned: OwnedAlone = False,
    server: ServerPattern = "*",
    same_vendor: SameVendor = False,
    zone: ZonePattern = "",
    every: EveryFarm = False,
) -> int:
    """The cheapest farm of the catalogue that meets the targets, and the next cheapest."""
    if rented and owned:
        raise typer.BadParameter(RENTED_AND_OWNED)
    if owned and zone:
        raise typer.BadParameter(OWNED_AND_ZONE)
    scenario = read_scenario(path, asked).without_baseline()
    vendor = vendor_of(scenario) if same_vendor else None
    which = ServerFilter(rented if rented or owned else None, server, zone, vendor)
    solver = read_solver(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)

    from simulator.studies.optimise.answer import require_demand
    from simulator.studies.optimise.study import filter_options
    from simulator.studies.optimise.study import optimise as cheapest_farm

    require_demand(scenario)
    print_line(question(scenario), asked.json)
    command = command_line("optimise", [path], asked) + filter_options(which) + (" --all" if every else "")
    found = cheapest_farm(scenario, solver, command, show_progress, which, usable_cores())
    return deliver(found, asked.json, write_report, blocks=found.blocks(every))
