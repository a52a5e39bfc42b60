"""`schema`: the JSON Schema of a scenario file."""

from simulator.commands.outputs import check_writable, write_text
from simulator.exits import DONE


def run_schema(json: str) -> int:
    """Writes the schema to a file or standard output."""
    from models.schema import scenario_schema
    from simulator.report.figures import to_json

    check_writable(json)
    write_text(json or "-", to_json(scenario_schema()))
    return DONE
