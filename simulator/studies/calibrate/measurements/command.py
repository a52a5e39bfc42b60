"""`calibrate measurements`: a server fitted to rows of a load test or counters, its error, and a scenario of it."""

from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.arguments import Json, OwnCatalogue
from simulator.cli.outputs import check_writable, deliver, show_progress

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Tables with units in their headings, or outputs of load tools; NAME=FILE names the values of a query.",
    ),
]
OnServer = Annotated[
    str, typer.Option("--server", metavar="NAME", help="The server of the catalogue that was measured.")
]
OnCores = Annotated[int | None, typer.Option("--cores", min=1, max=1024, help="Its cores, where no server is named.")]
ThinkTime = Annotated[
    str, typer.Option("--think-time", metavar="TIME", help="Pause of each user, e.g. 1 s; 0 s is none.")
]
HoldBack = Annotated[
    int | None, typer.Option("--hold-back", min=0, help="Rows of most load to hold back; 3 of 10 if absent.")
]
AtLoads = Annotated[
    list[str] | None,
    typer.Option("--at", metavar="LOAD", help="Predict this load, e.g. 2000 /s or 200 users; repeatable."),
]
DecimalMark = Annotated[
    str, typer.Option("--decimal", metavar="MARK", help="The decimal mark of the files, . or , where it is not told.")
]
Named = Annotated[str, typer.Option("--name", help="Name of the scenario that is written.")]
OutFolder = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write scenario and server in here.")]


def measurements(
    files: Files,
    server: OnServer = "",
    cores: OnCores = None,
    think_time: ThinkTime = "",
    hold_back: HoldBack = None,
    at: AtLoads = None,
    decimal: DecimalMark = "",
    name: Named = "Our servers",
    out: OutFolder = None,
    json: Json = "",
    catalog: OwnCatalogue = "",
) -> None:
    """A server fitted to what you measured: CPU a request, waits, limits, each with its interval and error."""
    from simulator.studies.calibrate.measurements.answer import require_server
    from simulator.studies.calibrate.measurements.study import Rows, calibrate, measured_server

    rows = Rows(tuple(files), server, cores, think_time, hold_back, tuple(at or ()), decimal, name, catalog)
    if out is not None:
        require_server(measured_server(rows), str(out))
    check_writable(json)
    found = calibrate(rows, show_progress)
    written = found.write(out) if out is not None else []
    raise typer.Exit(deliver(found, json, lambda _: written))
