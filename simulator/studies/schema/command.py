"""`schema`: the JSON Schema of a scenario file, and its keys as a page to read."""

from typing import Annotated

import typer

from simulator.cli.arguments import Json
from simulator.cli.outputs import check_writable, write_text
from simulator.exits import DONE


def schema(
    json: Json = "",
    markdown: Annotated[str, typer.Option(metavar="FILE", help="Write the keys as a page to read.")] = "",
) -> None:
    """The JSON Schema of a scenario file, for editors; or its keys as a page."""
    raise typer.Exit(run_schema(json, markdown))


def run_schema(json: str, markdown: str = "") -> int:
    """Writes the schema to a file or standard output, the page to a file; the schema unless only the page is asked."""
    from models.description.schema import scenario_schema
    from simulator.output.figure import to_json
    from simulator.studies.schema.document import scenario_keys

    check_writable(json)
    check_writable(markdown)
    if markdown:
        write_text(markdown, scenario_keys())
    if json or not markdown:
        write_text(json or "-", to_json(scenario_schema()))
    return DONE
