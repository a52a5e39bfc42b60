"""What the commands are given on the command line: arguments and options, in words."""

from pathlib import Path
from typing import Annotated

import typer

ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file, YAML.")]
ComparedFiles = Annotated[list[Path], typer.Argument(metavar="A B", help="Scenario files; the first is the reference.")]
Json = Annotated[str, typer.Option("--json", metavar="FILE", help="Write all figures as JSON; - for standard output.")]
EngineName = Annotated[
    str,
    typer.Option("--engine", help="kernel (fast), reference (SimPy, slow) or theory (formulas, at once)."),
]
SimulatingEngineName = Annotated[str, typer.Option("--engine", help="kernel (fast) or reference (SimPy, slow).")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Seed of the random draws; default: the scenario's.")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, max=1024, help="Threads for replications.")]
Replications = Annotated[int | None, typer.Option("--replications", min=2, help="Number of independent replications.")]
ReportFolder = Annotated[Path | None, typer.Option(help="Write a report into this folder.", metavar="DIR")]
Formats = Annotated[str, typer.Option(metavar="LIST", help="Formats: html,pdf,xlsx by default; also markdown, csv.")]
Template = Annotated[Path | None, typer.Option(metavar="FILE", help="Company name, logo and colour, YAML.")]
LoadCurve = Annotated[bool, typer.Option("--load-curve", help="Also the capacity of a server, and its load curve.")]
WhatWouldHelp = Annotated[bool, typer.Option("--what-would-help", help="Also what each upgrade gains and costs.")]
DecisionFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Write settings, Terraform, inventory and alerts in here."),
]
EveryLimit = Annotated[bool, typer.Option("--all", help="Show every limit, also those used for less than 1 %.")]
EveryStep = Annotated[bool, typer.Option("--all", help="Tell what is equal each time, not once.")]
EveryDetail = Annotated[
    bool, typer.Option("--all", help="Show every limit, also those used for less than 1 %, and report all details.")
]
EveryFarm = Annotated[bool, typer.Option("--all", help="Show every server, also those of which there is no farm.")]
Matters = Annotated[bool, typer.Option("--sensitivity", help="Also how much assumed ranges move the answer.")]
WorldCount = Annotated[
    int | None,
    typer.Option("--worlds", min=16, max=65_536, metavar="N", help="Worlds drawn over what is not known; usually 256."),
]
RentedAlone = Annotated[bool, typer.Option("--rented", help="Servers of clouds alone.")]
OwnedAlone = Annotated[bool, typer.Option("--owned", help="Servers that one buys alone.")]
ServerPattern = Annotated[
    str, typer.Option("--server", metavar="GLOB", help="Servers of such names alone, e.g. --server 'c7g.*'.")
]
SameVendor = Annotated[bool, typer.Option("--same-vendor", help="Servers of the vendor of the present one alone.")]
ZonePattern = Annotated[
    str, typer.Option("--zone", metavar="GLOB", help="Servers rented in such zones alone, e.g. --zone 'us-east-*'.")
]
StoreFile = Annotated[str, typer.Option("--store", metavar="FILE", help="The store of runs; default: the user's own.")]
KeepPlan = Annotated[bool, typer.Option("--keep", help="Keep this plan, so that `score` can tell how good it was.")]
PlanStore = Annotated[
    str,
    typer.Option("--store", metavar="FILE", help="Where plans are kept, beside runs; default: the user's own store."),
]
CounterFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--counters",
        metavar="FILE",
        help="Counters of what runs, of Prometheus, CloudWatch, sar, ...; repeatable.",
    ),
]
KeptScenario = Annotated[str, typer.Argument(metavar="NAME", help="A scenario or variant, or how its hash begins.")]
OwnCatalogue = Annotated[
    str, typer.Option("--catalog", metavar="FOLDER", help="Your own catalogue; default: `catalog` beside the file.")
]
Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Change a parameter, e.g. --set 'server.ram=8 GiB'; other keys of a group stay; repeatable.",
    ),
]
