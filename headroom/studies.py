"""The studies: each of a scenario, with what is laid over it, to a typed result.

All take `overrides` (dotted path to a value as a file has it, e.g. {"server.ram": "8 GiB"}) and keys of the scenario as
keywords (demand="200 Gbps"); and engine, seed, replications, threads, catalog and progress, see `Options`. All raise
ScenarioError (edit what is named), UnsupportedByEngine (choose another engine), Unstable and NoCapacity (more is asked
than there is), NotConverged (run longer).
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from headroom.question import OPTIONS, Options, Question, as_text, ask
from headroom.scenarios import (
    Source,
    merge_overrides,
    name_arguments,
    raw_scenario,
    require_one_of,
    require_whole,
    wrong_argument,
)
from models.scenario import Scenario
from models.variations.portfolio import QUESTIONS, Portfolio, is_portfolio, load_portfolio
from models.variations.portfolio_axis import Axis, ValueChange
from models.visible import shortened
from simulator.cli.inputs import parse_overrides, require_one_currency, without_plan
from simulator.engines.engine import THEORY
from simulator.messages.arguments import (
    BOOL_OR_NONE,
    GIVE_SOURCE,
    LEAVE_OUT,
    NAME_ANOTHER,
    NAME_COUNTERS,
    NO_BOOL,
    NO_LIST,
    NO_MAPPING_OF_LISTS,
    NOT_LOADED,
    OWN_VARIANTS,
    STORE_WITHOUT_KEEP,
    TWO_AT_LEAST,
    WRITE_LISTS,
)
from simulator.studies.watch import Callback, watch_with

if TYPE_CHECKING:
    from simulator.studies.backtest.result import BacktestResult
    from simulator.studies.capacity.result import CapacityResult, GroupCapacityResult
    from simulator.studies.compare.result import CompareResult
    from simulator.studies.daily.result import DailyResult
    from simulator.studies.grow.result import GrowResult
    from simulator.studies.optimise.result import OptimiseResult
    from simulator.studies.plan.result import PlanResult
    from simulator.studies.review.result import ReviewResult
    from simulator.studies.run.result import GroupRunResult, RunResult
    from simulator.studies.score.result import ScoreResult
    from simulator.studies.sensitivity.result import SensitivityResult
    from simulator.studies.survive.result import SurviveResult
    from simulator.studies.sweep.result import SweepResult

Overrides = Mapping[str, object] | None
Folder = str | os.PathLike[str]
GRID = "grid"


def run(
    scenario: Source,
    overrides: Overrides = None,
    *,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "RunResult | GroupRunResult":
    """One configuration measured: throughput, response, utilisation, refusals, each with its interval."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("run", [scenario], overrides, parameters, options) as question:
        from simulator.experiment.sizing_basis import require_offered
        from simulator.studies.run.study import run as run_server

        server = without_plan(question.scenario)
        require_offered(server)
        return run_server(server, question.solver, question.command(), question.watch)


def plan(
    scenario: Source,
    overrides: Overrides = None,
    *,
    load_curve: bool = False,
    what_would_help: bool = False,
    sensitivity: bool = False,
    worlds: int | None = None,
    keep: bool = False,
    store: Folder = "",
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "PlanResult":
    """What to buy: units, servers, racks, cost, what binds and how near the next limit is.

    load_curve: also what a server carries at other loads; what_would_help: also what each option gains and costs;
    sensitivity: also which assumed values move the answer; worlds: drawn over what is not known, 256 unless
    said; keep: keep the plan for `score`, in the file `store` or the user's own. Raises NoLoad where no farm is
    recommended, with the target that is missed and the remedy.
    """
    own = ("load_curve", "what_would_help", "sensitivity", "worlds", "keep", "store")
    if worlds is not None:
        require_whole("worlds", worlds, 16, 65_536)
    if store and not keep:
        raise wrong_argument("store", os.fspath(store), STORE_WITHOUT_KEEP, "add keep=True")
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("plan", [scenario], overrides, parameters, options, own) as question:
        from simulator.studies.plan.further import Further
        from simulator.studies.plan.study import plan as plan_farm
        from simulator.translate.one_world import require_one_world

        further = Further(load_curve, what_would_help, sensitivity, worlds)
        if not question.theory_alone:
            require_one_world(question.scenario)
        simulates = None if question.theory_alone else question.engine
        command = question.command(further.flags)
        if keep:
            from simulator.studies.score.keep import require_keepable

            require_keepable(question.scenario, os.fspath(store))
        found = plan_farm(question.scenario, question.solver, simulates, further, command, question.watch)
        if keep:
            from simulator.studies.score.keep import keep as keep_plan

            keep_plan(found.outcome, os.fspath(store))
        return found


def capacity(
    scenario: Source,
    overrides: Overrides = None,
    *,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "CapacityResult | GroupCapacityResult":
    """The largest load that a server carries within its targets, and the load curve around it."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("capacity", [scenario], overrides, parameters, options) as question:
        from simulator.studies.capacity.study import capacity as server_capacity

        return server_capacity(
            question.scenario.without_baseline(), question.solver, question.command(), question.watch
        )


def compare(
    *scenarios: Source,
    overrides: Overrides = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "CompareResult":
    """Differences between servers on the same workload, each with its interval; the first scenario is the reference."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("compare", scenarios, overrides, parameters, options, by_theory=False) as question:
        from simulator.studies.compare.study import compare as compare_servers

        if len(scenarios) < 2:
            raise wrong_argument("scenarios", "", TWO_AT_LEAST, NAME_ANOTHER)
        require_one_currency(question.scenarios)
        servers = [each.without_baseline() for each in question.scenarios]
        return compare_servers(servers, question.engine, question.command(), question.watch)


def optimise(
    scenario: Source,
    overrides: Overrides = None,
    *,
    rented: bool | None = None,
    servers: str = "*",
    same_vendor: bool = False,
    zone: str = "",
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "OptimiseResult":
    """The cheapest farm of the catalogue that carries the demand within its targets, and the next cheapest.

    rented: of servers of clouds alone, or of those that one buys alone; None for both. servers: what their names must
    fit, such as "c7g.*". same_vendor: of those of the vendor of the present server alone. zone: of those that are
    rented in zones of such names alone, such as "us-east-*".
    """
    if rented not in (None, True, False):
        raise wrong_argument("rented", repr(rented), NO_BOOL, BOOL_OR_NONE)
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask(
        "optimise", [scenario], overrides, parameters, options, ("rented", "servers", "same_vendor", "zone")
    ) as question:
        from models.variations.choice import ServerFilter
        from models.variations.choice import same_vendor as vendor_of
        from simulator.studies.optimise.study import filter_options
        from simulator.studies.optimise.study import optimise as cheapest_farm

        scenario = question.scenario.without_baseline()
        which = ServerFilter(rented, servers, zone, vendor_of(scenario) if same_vendor else None)
        command = question.command(filter_options(which))
        return cheapest_farm(scenario, question.solver, command, question.watch, which)


def grow(
    scenario: Source,
    overrides: Overrides = None,
    *,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "GrowResult":
    """When the farm is too small as its demand grows, what to order when, and what that costs."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("grow", [scenario], overrides, parameters, options) as question:
        from simulator.growth.forecast import forecast_demand
        from simulator.studies.grow.study import grow as grow_farm

        ahead = forecast_demand(question.scenario)
        return grow_farm(question.scenario, question.solver, ahead, question.command(), question.watch)


def review(
    scenario: Source,
    counters: Folder | Sequence[Folder] = (),
    overrides: Overrides = None,
    *,
    prometheus: str = "",
    match: str = "",
    requests: str = "",
    days: float = 28.0,
    until: str = "",
    step: int = 300,
    tolerance: float = 0.05,
    keep: bool = False,
    store: Folder = "",
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "ReviewResult":
    """Whether what runs is enough, short or too large, until when, and whether the model describes it.

    counters: files of Prometheus, CloudWatch, sar and the like, or a table; prometheus: the address of one that is
    asked. Of that: match: labels of its servers, such as 'job="web"'; requests: the counter of requests, else the first
    that is known; days, until: so many days before a time in UTC, else before now; step: in seconds. tolerance: the
    share within which a verdict stays, 0 to 0.5; keep: hold on to the verdict that was kept last in the file `store` or
    the user's own, within the tolerance, and keep this one. The verdict is None where the model does not describe what
    runs.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    own = ("counters", "prometheus", "match", "requests", "days", "until", "step", "tolerance", "keep", "store")
    if store and not keep:
        raise wrong_argument("store", os.fspath(store), STORE_WITHOUT_KEEP, "add keep=True")
    with ask("review", [scenario], overrides, parameters, options, own) as question:
        from simulator.studies.review.command import memory_option, source_options, tolerance_option
        from simulator.studies.review.study import counter_sources
        from simulator.studies.review.study import review as review_counters

        files = _files(counters, bool(prometheus))
        if not 0.0 <= tolerance <= 0.5:
            raise wrong_argument("tolerance", f"{tolerance}", "out of range", "allowed are 0 to 0.5")
        sources = counter_sources(files, prometheus, match, requests, days, until, step)
        command = question.command(f" {source_options(sources)}{tolerance_option(100.0 * tolerance)}")
        command += memory_option(keep, os.fspath(store))
        alone = question.scenario.without_baseline()
        return review_counters(
            alone, sources, tolerance, question.solver, command, question.watch, keep, os.fspath(store)
        )


def backtest(
    scenario: Source,
    counters: Folder | Sequence[Folder] = (),
    overrides: Overrides = None,
    *,
    prometheus: str = "",
    match: str = "",
    requests: str = "",
    days: float = 7.0,
    until: str = "",
    step: int = 60,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "BacktestResult":
    """The autoscaler of a scenario on recorded counters: servers by the minute, money, minutes outside the targets;
    beside a fixed farm and the best schedule by the hour.

    counters, prometheus, match, requests, days, until, step: as `review` has them.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    own = ("counters", "prometheus", "match", "requests", "days", "until", "step")
    with ask("backtest", [scenario], overrides, parameters, options, own) as question:
        from simulator.studies.backtest.study import backtest as try_autoscaler
        from simulator.studies.review.command import source_options
        from simulator.studies.review.study import counter_sources

        files = _files(counters, bool(prometheus))
        sources = counter_sources(files, prometheus, match, requests, days, until, step)
        command = question.command(f" {source_options(sources)}")
        alone = question.scenario.without_baseline()
        return try_autoscaler(alone, sources, question.solver, command, question.watch)


def score(
    counters: Folder | Sequence[Folder], plan: Folder = "", *, store: Folder = "", hindcast: bool = False
) -> "ScoreResult":
    """Kept plans beside later counters: what lay in its prediction interval, and how far off the rest was.

    plan: a scenario file, the name of a kept plan, or how its hash begins; without it the only scenario of which plans
    are kept. store: the file in which they are, the user's own without it; hindcast: also by counters from before the
    plan, which are no track record. Raises ReportError where no such plan is kept.
    """
    from simulator.studies.score.study import score as score_plans

    return score_plans(_files(counters), os.fspath(plan), os.fspath(store), hindcast)


def daily(
    scenario: Source,
    overrides: Overrides = None,
    *,
    load: str | None = None,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "DailyResult":
    """A day of the farm by its hours, with what happens on it; load: of each server with all up, a share of what it
    carries or requests/s, in place of that of the farm."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("daily", [scenario], overrides, parameters, options, ("load",), by_theory=False) as question:
        from simulator.studies.daily.study import daily as follow_day

        farm, of_each = question.scenario.without_baseline(), as_text(load)
        return follow_day(farm, question.engine, of_each, question.command(load=of_each), question.watch)


def survive(
    scenario: Source,
    overrides: Overrides = None,
    *,
    load: str | None = None,
    collapse: bool = False,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "SurviveResult":
    """What becomes of a unit whose nodes fail or are maintained: who is hurt, how long, and which limit breaks.

    load: of each server with all up, a share of what it carries or requests/s, in place of that of the farm; collapse:
    also the load that gets over it.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("survive", [scenario], overrides, parameters, options, ("load", "collapse"), by_theory=False) as question:
        from simulator.studies.survive.study import survive as survive_failures

        unit, of_each = question.scenario.without_baseline(), as_text(load)
        command = question.command(" --collapse" if collapse else "", of_each)
        return survive_failures(unit, question.engine, of_each, collapse, command, question.watch)


def sensitivity(
    scenario: Source,
    overrides: Overrides = None,
    *,
    samples: int = 64,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "SensitivityResult":
    """How much the ranges of assumed values move capacity and cost, and what to measure next; samples: points of the
    Sobol sequence, a power of two."""
    options = Options(engine, seed, replications, threads, catalog, progress)
    with ask("sensitivity", [scenario], overrides, parameters, options, ("samples",)) as question:
        from simulator.studies.sensitivity.command import require_power_of_two
        from simulator.studies.sensitivity.study import sensitivity as vary_assumed

        require_whole("samples", samples, 8, 65_536)
        require_power_of_two(samples)
        command = question.command(f" --samples {samples}")
        return vary_assumed(question.scenario.without_baseline(), question.solver, samples, command, question.watch)


def sweep(
    base: Source,
    grid: Mapping[str, Sequence[object]] | None = None,
    overrides: Overrides = None,
    *,
    question: str = "plan",
    skip_invalid: bool = False,
    engine: str = "kernel",
    seed: int | None = None,
    replications: int | None = None,
    threads: int | None = None,
    catalog: Folder = "",
    progress: Callback | None = None,
    **parameters: object,
) -> "SweepResult":
    """Every combination of the values of a grid, by path, laid over a scenario; or every variant of a portfolio file.

    question: plan, each variant as its scenario is sized, or capacity, each at the largest load within its targets; of
    a portfolio file its own. skip_invalid: leave out variants that cannot be. threads: runs at a time; else one a core.
    Nothing is kept between calls: the command keeps its runs.
    """
    options = Options(engine, seed, replications, threads, catalog, progress)
    own = ("grid", "question", "skip_invalid", *OPTIONS)
    with name_arguments(overrides, parameters, own):
        from simulator.machine.resources import usable_cores
        from simulator.studies.sweep.command import command_of
        from simulator.studies.sweep.study import sweep as sweep_variants
        from simulator.studies.sweep.variants import expand_portfolio
        from simulator.studies.sweep.workers import local_workers, theory_workers

        Question("sweep", (), {}, options).check()
        require_one_of("question", question, QUESTIONS, "question")
        portfolio = _portfolio(base, grid, question, skip_invalid)
        changes = merge_overrides(overrides, parameters) | parse_overrides((), options.settings)
        variants = expand_portfolio(portfolio, True, changes, lambda: None, os.fspath(catalog))
        at_once = threads or usable_cores()
        workers = theory_workers(at_once) if options.engine == THEORY else local_workers(options.engine, at_once, None)
        if grid is None:
            command = command_of(
                Path(portfolio.file), options.engine, options.settings, [f"{k}={v}" for k, v in changes.items()], True
            )
        else:
            command = f"headroom.sweep({portfolio.base!r}, {dict(grid)!r}, engine={options.engine!r})"
        return sweep_variants(portfolio, variants, workers, command, watch_with(progress))


def _portfolio(
    base: Source, grid: Mapping[str, Sequence[object]] | None, question: str, skip_invalid: bool
) -> Portfolio:
    """The portfolio in a file, or of a grid over a scenario. Raises ScenarioError."""
    if isinstance(base, Scenario):
        raise wrong_argument("base", repr(base), NOT_LOADED, GIVE_SOURCE)
    raw = raw_scenario(base)
    if grid is None:
        return load_portfolio(raw.name)
    if raw.text is None and is_portfolio(Path(raw.name)):
        raise wrong_argument(GRID, "", OWN_VARIANTS, LEAVE_OUT)
    if not isinstance(grid, Mapping) or not grid:
        raise wrong_argument(GRID, shortened(repr(grid)), NO_MAPPING_OF_LISTS, WRITE_LISTS)
    axes = tuple(Axis(str(path), 0, _values(str(path), values)) for path, values in grid.items())
    return Portfolio(
        name=f"{raw.name}, {' x '.join(axis.path for axis in axes)}",
        file=GRID,
        base=raw.name,
        question=question,
        grid=axes,
        skip_invalid=skip_invalid,
        base_text=raw.text,
    )


def _values(path: str, values: object) -> tuple[ValueChange, ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Sequence) or not values:
        raise wrong_argument(f'{GRID}["{path}"]', shortened(repr(values)), NO_LIST, WRITE_LISTS)
    return tuple(ValueChange(path, value, 0) for value in merge_overrides({"value": list(values)}, {})["value"])  # type: ignore[attr-defined]


def _files(counters: Folder | Sequence[Folder], elsewhere: bool = False) -> list[str]:
    """The files of counters. Raises ScenarioError where there are none, and no counters elsewhere."""
    files = [os.fspath(each) for each in ([counters] if isinstance(counters, str | os.PathLike) else counters)]
    if not (files or elsewhere):
        raise wrong_argument("counters", "", "no counters", NAME_COUNTERS)
    return files
