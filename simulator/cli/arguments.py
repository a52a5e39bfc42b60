"""What the commands are given on the command line: arguments and options, in words."""

from pathlib import Path
from typing import Annotated

import typer

ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file, YAML.")]
ComparedFiles = Annotated[list[Path], typer.Argument(metavar="A B", help="Scenario files; the first is the reference.")]
Json = Annotated[str, typer.Option("--json", metavar="FILE", help="Write the figures as JSON; - for standard output.")]
EngineName = Annotated[
    str,
    typer.Option("--engine", help="kernel (fast), reference (SimPy, slow), or analytic: theory, where it can answer."),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Seed of the random draws; the scenario's if absent.")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, max=1024, help="Threads to run replications on.")]
Replications = Annotated[int | None, typer.Option("--replications", min=2, help="Independent replications.")]
ReportFolder = Annotated[Path | None, typer.Option(help="Write the report into this folder.", metavar="DIR")]
Formats = Annotated[str, typer.Option(metavar="LIST", help="Of html, pdf, xlsx (all three if absent), markdown, csv.")]
Template = Annotated[Path | None, typer.Option(metavar="FILE", help="Name, logo and colour of a company, YAML.")]
LoadCurve = Annotated[bool, typer.Option("--load-curve", help="Also what a server carries at other loads.")]
WhatWouldHelp = Annotated[bool, typer.Option("--what-would-help", help="What each option gains, and what it costs.")]
DecisionFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Write settings, Terraform, inventory and alerts in here."),
]
EveryLimit = Annotated[bool, typer.Option("--all", help="Every limit, also those that are used for less than 1 %.")]
Matters = Annotated[bool, typer.Option("--sensitivity", help="Also which assumed values move the answer.")]
WorldCount = Annotated[
    int, typer.Option("--worlds", min=16, max=65_536, metavar="N", help="Worlds drawn over what is not known.")
]
StoreFile = Annotated[str, typer.Option("--store", metavar="FILE", help="The store of runs; the user's own if absent.")]
KeptScenario = Annotated[str, typer.Argument(metavar="NAME", help="A scenario or variant, or how its hash begins.")]
OwnCatalogue = Annotated[
    str, typer.Option("--catalog", metavar="FOLDER", help="A catalogue of one's own; else `catalog` beside the file.")
]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a parameter, e.g. --set 'server.ram=8 GiB'; repeatable."),
]
