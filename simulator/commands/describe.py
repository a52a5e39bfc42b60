"""`describe`: the queueing network of a scenario, as a page that a person can check."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from simulator.commands.inputs import read_scenario
from simulator.commands.outputs import check_writable, say, write_text
from simulator.exits import DONE


def run_describe(path: Path, json: str, assignments: Sequence[str]) -> int:
    """Prints the network that the scenario translates to."""
    from simulator.network.describe import describe
    from simulator.report.figures import to_json
    from simulator.translate.translate import translate

    scenario = read_scenario(path, assignments, {})
    check_writable(json)
    translation = translate(scenario)
    say(describe(translation.network, translation.origins), json)
    if json:
        origins = {name: asdict(origin) for name, origin in translation.origins.items()}
        write_text(json, to_json({"network": asdict(translation.network), "origins": origins}))
    return DONE
