"""`capacity`: the largest load within the targets."""

import sys
from collections.abc import Sequence
from pathlib import Path

from simulator.commands.inputs import Settings, read_engine, read_server
from simulator.commands.outputs import check_writable, progress, say, write_text
from simulator.commands.question import question
from simulator.exits import DONE


def run_capacity(path: Path, json: str, engine_name: str, settings: Settings, assignments: Sequence[str]) -> int:
    """Searches for the capacity of a scenario's server, without its baseline and its demand."""
    scenario = read_server(path, assignments, settings)
    engine = read_engine(engine_name)
    check_writable(json)
    say(question(scenario), json)

    from simulator.capacity import find_capacity, searches
    from simulator.report.capacity import capacity_data, print_capacity
    from simulator.report.figures import to_json

    with progress(searches(scenario), "searching") as step:
        found = find_capacity(scenario, engine, step)
    if json:
        write_text(json, to_json(capacity_data(found)))
    print_capacity(found, sys.stderr if json == "-" else sys.stdout)
    return DONE
