"""The commands about finished runs that are kept: list, show, prune, export.

They import what they need when they run, for a list of commands needs none of it.
"""

from pathlib import Path
from typing import Annotated

import typer

from simulator.questions.arguments import Json, KeptScenario, StoreFile

results = typer.Typer(
    name="results",
    help="The finished runs that are kept: list, show, prune, export.",
    no_args_is_help=True,
    add_completion=False,
)


@results.command("list")
def list_(store: StoreFile = "", json: Json = "") -> None:
    """The runs that are kept, by scenario, engine and model."""
    from simulator.questions.results.kept import run_list

    raise typer.Exit(run_list(store, json))


@results.command()
def show(scenario: KeptScenario, store: StoreFile = "", json: Json = "") -> None:
    """The runs of one scenario."""
    from simulator.questions.results.kept import run_show

    raise typer.Exit(run_show(scenario, store, json))


@results.command()
def prune(
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Those of a scenario, or of a variant.")] = "",
    old: Annotated[bool, typer.Option("--old", help="Those of other versions of this program.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    store: StoreFile = "",
) -> None:
    """Removes runs that are kept."""
    from simulator.questions.results.kept import run_prune

    raise typer.Exit(run_prune(scenario, old, everything, store))


@results.command()
def export(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A file that ends in .csv or .parquet.")],
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Only those of a scenario, or of a variant.")] = "",
    store: StoreFile = "",
) -> None:
    """A row for each run that is kept."""
    from simulator.questions.results.kept import run_export

    raise typer.Exit(run_export(target, scenario, store))
