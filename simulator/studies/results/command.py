"""`results`: what the store of finished runs holds; shown, pruned and exported."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli.arguments import Json, KeptScenario, PlanStore, StoreFile
from simulator.cli.outputs import check_writable, deliver, print_line, write_text
from simulator.errors import ReportError
from simulator.exits import DONE
from simulator.messages import kept_results

if TYPE_CHECKING:
    from simulator.store.store import Store, StoredRun
    from simulator.studies.results.result import KeptRuns

CSV, PARQUET = ".csv", ".parquet"
WIDTH = 140

results = typer.Typer(
    name="results",
    help="The finished runs that are kept: list, show, prune, export.",
    no_args_is_help=True,
    add_completion=False,
)


@results.command("list")
def list_(store: StoreFile = "", json: Json = "") -> None:
    """The runs that are kept, by scenario, engine and model."""
    raise typer.Exit(run_list(store, json))


@results.command()
def show(scenario: KeptScenario, store: StoreFile = "", json: Json = "") -> None:
    """The runs of one scenario."""
    raise typer.Exit(run_show(scenario, store, json))


@results.command()
def plans(store: PlanStore = "", json: Json = "") -> None:
    """The plans that are kept, with their scores; --json exports all of each."""
    raise typer.Exit(run_plans(store, json))


@results.command()
def prune(
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Those of a scenario, or of a variant.")] = "",
    old: Annotated[bool, typer.Option("--old", help="Those of other versions of this program.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    store: StoreFile = "",
) -> None:
    """Removes runs that are kept."""
    raise typer.Exit(run_prune(scenario, old, everything, store))


@results.command()
def export(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A file that ends in .csv or .parquet.")],
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Only those of a scenario, or of a variant.")] = "",
    store: StoreFile = "",
) -> None:
    """A row for each run that is kept."""
    raise typer.Exit(run_export(target, scenario, store))


def run_list(store: str, json: str) -> int:
    """Shows what is kept, by scenario, engine and model. Raises what `Store` raises."""
    from simulator.studies.results.result import KeptGroups

    check_writable(json)
    with _opened(store) as opened:
        found = KeptGroups(tuple(opened.groups()), opened.path)
    return deliver(found, json, width=WIDTH)


def run_show(scenario: str, store: str, json: str) -> int:
    """Shows the runs of one scenario, by its name or the beginning of its hash. Raises ReportError without any."""
    check_writable(json)
    return deliver(_kept_runs(store, scenario), json, width=WIDTH)


def run_plans(store: str, json: str) -> int:
    """Shows the plans that are kept. Raises StoreError where there are none."""
    from simulator.store.kept_plans import kept_plans
    from simulator.store.store_file import store_path
    from simulator.studies.results.result import KeptPlans
    from simulator.studies.score.kept_plan import from_store, stored_scores

    check_writable(json)
    path = store_path(store)
    stored = kept_plans(path)
    plans = tuple((from_store(each, str(path)), stored_scores(each, str(path))) for each in stored)
    return deliver(KeptPlans(plans), json)


def run_prune(scenario: str, old: bool, everything: bool, store: str) -> int:
    """Removes runs: those of a scenario, of other models than the present one, or all. Raises ReportError."""
    from simulator.store.run_key import model_version

    if not (scenario or old or everything):
        raise ReportError("results prune", *kept_results.WHICH_RUNS)
    with _opened(store) as opened:
        if scenario:
            next(_runs_of(opened, scenario))
        removed = opened.prune(scenario, model_version() if old else "")
        print_line(f"{removed:,} runs removed from {opened.path}.", "")
    return DONE


def run_export(target: Path, scenario: str, store: str) -> int:
    """Writes a row for each run, as CSV or Parquet: what was asked, and what was counted in the measured time.

    Raises ReportError for a file of another kind, and without any run.
    """
    if target.suffix not in (CSV, PARQUET):
        raise ReportError(str(target), *kept_results.other_format(CSV, PARQUET))
    check_writable(str(target))
    found = _kept_runs(store, scenario)
    found.write_parquet(target) if target.suffix == PARQUET else write_text(str(target), found.to_csv())
    print_line(f"{len(found.rows):,} runs written to {target}.", "")
    return DONE


def _opened(store: str) -> "Store":
    from simulator.store.store import Store
    from simulator.store.store_file import store_path

    return Store(store_path(store), create=False)


def _kept_runs(store: str, scenario: str) -> "KeptRuns":
    """The runs of a scenario, or all. Raises ReportError where there is none."""
    from simulator.studies.results.data import run_data
    from simulator.studies.results.result import KeptRuns

    with _opened(store) as opened:
        return KeptRuns(tuple(map(run_data, _runs_of(opened, scenario))))


def _runs_of(store: "Store", scenario: str) -> "Iterator[StoredRun]":
    """The runs of a scenario, or all. Raises ReportError where there is none."""
    runs = store.runs(scenario)
    first = next(runs, None)
    if first is None:
        place = f"{store.path}: {scenario}" if scenario else str(store.path)
        raise ReportError(place, *kept_results.NO_SUCH_RUN)
    yield first
    yield from runs
