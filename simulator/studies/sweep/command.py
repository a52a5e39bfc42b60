"""`sweep`: every variant of a portfolio, on this machine or on a cluster; what was run once is never run again."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from models.variations.portfolio import load_portfolio
from models.variations.portfolio_drafts import variant_count
from simulator.cli.arguments import (
    Formats,
    Json,
    Overrides,
    OwnCatalogue,
    Replications,
    ReportFolder,
    Seed,
    StoreFile,
    Template,
)
from simulator.cli.inputs import parse_overrides, read_solver, shell_quoted
from simulator.cli.options import Settings
from simulator.cli.outputs import check_writable, print_line, show_progress, write_text
from simulator.cli.reports import ReportFiles, Write, report_writer
from simulator.engines.engine import THEORY, engine_name
from simulator.errors import ReportError
from simulator.exits import DONE, MISSED
from simulator.machine.resources import usable_cores
from simulator.messages.arguments import BOTH_TO_OUTPUT, NAME_A_FILE, NOTHING_FOR_A_CLUSTER, STORE_AND_NONE
from simulator.messages.sweep import goes_on, runs_kept, to_be_answered

if TYPE_CHECKING:
    from simulator.store.store import Store
    from simulator.studies.sweep.answer import Workers


@dataclass(frozen=True)
class Where:
    """Where a sweep runs and keeps its runs: a store by name, the usual one ("") or none (None); threads here or the
    address of a Dask scheduler."""

    store: str | None = ""
    dask: str = ""
    threads: int | None = None


@dataclass(frozen=True)
class SweepFiles:
    """What a sweep writes, each where it has a name."""

    json: str = ""
    csv: str = ""
    report: ReportFiles = ReportFiles()


def sweep(
    portfolio: Annotated[Path, typer.Argument(metavar="PORTFOLIO", help="A portfolio file, YAML.")],
    report: ReportFolder = None,
    formats: Formats = "",
    template: Template = None,
    json: Json = "",
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write a row for each variant; - for standard output.")] = "",
    store: StoreFile = "",
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not use the store of finished runs.")] = False,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Run on this Dask cluster, e.g. tcp://host:8786.")] = "",
    engine: Annotated[str, typer.Option("--engine", help="kernel, reference, or theory.")] = "kernel",
    seed: Seed = None,
    threads: Annotated[int | None, typer.Option(min=1, max=1024, help="Runs at a time; else one a core.")] = None,
    replications: Replications = None,
    yes: Annotated[bool, typer.Option("--yes", help="Also run more than 10,000 variants.")] = False,
    override: Overrides = None,
    catalog: OwnCatalogue = "",
) -> None:
    """Every variant of a portfolio: the cheapest within the targets, and cost against capacity; resumable."""
    if no_store and store:
        raise typer.BadParameter(STORE_AND_NONE)
    where = Where(None if no_store else store, dask, threads)
    written = SweepFiles(json, csv, ReportFiles(report, formats, template))
    settings = {"seed": seed, "replications": replications, "catalog": catalog or None}
    raise typer.Exit(run_sweep(portfolio, engine_name(engine), where, written, settings, override or [], yes))


def run_sweep(
    path: Path,
    engine: str,
    where: Where,
    written: SweepFiles,
    settings: Settings,
    assignments: Sequence[str],
    yes: bool,
) -> int:
    """Sweeps a portfolio; the exit code says whether any variant keeps to its targets.

    Raises ScenarioError with all problems of all variants before the first runs, and what `sweep` raises.
    """
    from simulator.studies.sweep.variant_limit import MOST
    from simulator.studies.sweep.variants import expand_portfolio

    portfolio = load_portfolio(str(path))
    read_solver(engine)
    with show_progress(min(variant_count(portfolio), MOST), "judging") as step:
        laid, catalog = parse_overrides(assignments, settings), str(settings.get("catalog") or "")
        variants = expand_portfolio(portfolio, yes, laid, step, catalog)
    write_report = _check(written, where, engine)
    print_line(to_be_answered(portfolio.name, variants.made, len(variants.found)), _figures(written))

    from simulator.output.renderers.terminal import show
    from simulator.studies.sweep.document import WIDTH
    from simulator.studies.sweep.study import sweep as sweep_variants

    command = command_of(path, engine, settings, assignments, yes)
    with _store(where, engine) as store, _workers(engine, where, store) as workers, _message_if_stopped(store):
        found = sweep_variants(portfolio, variants, workers, command, show_progress)
        print_line("Nothing was kept." if store is None else _kept(store), _figures(written))
    files = write_report(found.report)
    if written.json:
        write_text(written.json, found.to_json())
    if written.csv:
        write_text(written.csv, found.to_csv())
    show(found.blocks(), _figures(written), files, WIDTH)
    return DONE if found.met else MISSED


def _figures(written: SweepFiles) -> str:
    """ "-" where figures go to standard output, and so words for people do not."""
    return "-" if "-" in (written.json, written.csv) else ""


def _check(written: SweepFiles, where: Where, engine: str) -> Write:
    """Whether everything can be written, asked before long work. Raises ReportError."""
    if written.json == written.csv == "-":
        raise ReportError("--json - --csv -", BOTH_TO_OUTPUT, NAME_A_FILE)
    for target in (written.json, written.csv):
        check_writable(target)
    if where.dask and engine == THEORY:
        raise ReportError("--dask", NOTHING_FOR_A_CLUSTER, "leave --dask out")
    return report_writer(written.report)


@contextmanager
def _store(where: Where, engine: str) -> Iterator["Store | None"]:
    """The store that is asked for; none for theory, which keeps nothing."""
    if where.store is None or engine == THEORY:
        yield None
        return
    from simulator.store.store import Store
    from simulator.store.store_file import store_path

    with Store(store_path(where.store)) as store:
        yield store


@contextmanager
def _workers(engine: str, where: Where, store: "Store | None") -> Iterator["Workers"]:
    """What makes the runs, for as long as the sweep lasts."""
    from simulator.studies.sweep.workers import cluster_workers, local_workers, theory_workers

    cores = where.threads or usable_cores()
    if not where.dask:
        yield theory_workers(cores) if engine == THEORY else local_workers(engine, cores, store)
        return
    from simulator.studies.sweep.dask_cluster import connect_cluster

    with connect_cluster(where.dask) as found:
        yield cluster_workers(engine, found, store)


@contextmanager
def _message_if_stopped(store: "Store | None") -> Iterator[None]:
    """Says what is kept when somebody stops a sweep."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None:
            print_line(goes_on(_kept(store)), "-")
        raise


def _kept(store: "Store") -> str:
    return runs_kept(store.added, store.reused, store.path)


def command_of(path: Path, engine: str, settings: Mapping[str, object], assignments: Sequence[str], yes: bool) -> str:
    """The command that gives the same figures again, wherever it runs."""
    words = ["headroom", "sweep", str(path), "--engine", engine]
    for name, value in settings.items():
        words += [f"--{name}", str(value)] if value is not None else []
    for assignment in assignments:
        words += ["--set", assignment]
    return shell_quoted([*words, *(["--yes"] if yes else [])])
