"""Portfolio -> variants: every one loaded and judged before the first runs, each combination of values once."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.load import load
from models.reading.document import read_document
from models.scenario import Scenario
from models.variations.portfolio import CAPACITY, Portfolio
from models.variations.portfolio_axis import Sample
from models.variations.portfolio_drafts import Draft, drafts, variant_count
from models.visible import shortened, visible
from simulator.cli.inputs import require_one_currency
from simulator.experiment.sizing_basis import require_rate
from simulator.farm.candidates import why_no_farm
from simulator.farm.stamp import fingerprint
from simulator.messages.sweep import MEND_FIRST, not_judged
from simulator.studies.sweep.pareto import FEW as FEW_LEFT_OUT
from simulator.studies.sweep.pareto import ExcludedVariants, Twin
from simulator.studies.sweep.variant_limit import MANY, MOST, variant_limit_problem
from simulator.uncertainty.resolution import resolve

# Of more variants than FEW, those that cannot be after which the others are not judged: who edits the file has enough
# to go on with.
FEW, ENOUGH = 250, 25
LONGEST_NAME = 200  # Characters of the name of a variant in a message.
OVERRIDE = "override"
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


@dataclass(frozen=True)
class Variant:
    """One scenario to be answered, without a baseline: the variants are compared with each other.

    values: what its portfolio gives it, by path. sha256: of all its values except its name. also: the variants that
    turned out to have the same values.
    """

    name: str
    scenario: Scenario
    values: Mapping[str, object]
    sha256: str
    also: tuple[Twin, ...] = ()


@dataclass(frozen=True)
class Variants:
    """What a portfolio makes: `found` to be run, how many were `made`, and how many cannot be, with the reasons."""

    found: tuple[Variant, ...]
    made: int
    invalid: int = 0
    left_out: tuple[ExcludedVariants, ...] = ()


def expand_portfolio(
    portfolio: Portfolio,
    agreed: bool = False,
    everywhere: Mapping[str, object] | None = None,
    progress: Callable[[], None] = lambda: None,
    catalog: str = "",
) -> Variants:
    """Every variant of a portfolio; `everywhere` is laid over all of them, whatever else they change, and `catalog` is
    the folder of the planner's own catalogue, if not that beside a scenario.

    `progress` is called as each is judged. Raises ScenarioError for more than MANY variants that were not `agreed` to,
    for more than MOST, for a base that cannot be read, and for all problems of all variants, a problem that several
    have once; where the portfolio skips what cannot be, only if none is left. Of more than FEW variants it is raised as
    soon as ENOUGH cannot be.
    """
    made = variant_count(portfolio)
    most = MOST if agreed else MANY
    if made > most:
        raise ScenarioError((variant_limit_problem(portfolio, made, most),))
    _require_base(portfolio)
    points = sample_points(portfolio.sample) if portfolio.sample else ()
    found: dict[str, Variant] = {}
    lines: dict[str, int] = {}
    problems: dict[Problem, list[str]] = {}
    invalid = judged = 0
    for draft in drafts(portfolio, points):
        judged += 1
        progress()
        try:
            variant = _variant(draft, everywhere or {}, catalog, portfolio)
            if portfolio.question == CAPACITY:
                require_rate(variant.scenario)
        except ScenarioError as error:
            invalid += 1
            for problem in {_placed(each, draft, portfolio) for each in error.problems}:
                problems.setdefault(problem, []).append(draft.name)
            if invalid == ENOUGH and made > FEW and not portfolio.skip_invalid:
                problems[_hopeless(portfolio, judged, made)] = [draft.name]
                break
            continue
        lines.setdefault(variant.sha256, _line_of("datacenter.prices", draft))
        first = found.setdefault(variant.sha256, variant)
        if first is not variant:
            same = Twin(variant.name, variant.values, variant.scenario.file, variant.sha256)
            found[variant.sha256] = replace(first, also=(*first.also, same))
    if problems and not (portfolio.skip_invalid and found):
        of = f"{made:,}" if judged == made else f"the first {judged:,}"
        raise ScenarioError(
            tuple(sorted(_problem_of_variants(problem, names, of) for problem, names in problems.items()))
        )
    told_as = [(shortened(each.name, LONGEST_NAME), portfolio.file, lines[each.sha256]) for each in found.values()]
    require_one_currency([variant.scenario for variant in found.values()], told_as)
    return Variants(tuple(found.values()), made, invalid, tuple(_left_out(problems)))


def _variant(draft: Draft, everywhere: Mapping[str, object], catalog: str, portfolio: Portfolio) -> Variant:
    laid = {**draft.overrides, **everywhere}
    text = portfolio.base_text if draft.file == portfolio.base else None
    scenario = resolve(load(draft.file, laid or None, compared=False, catalog=catalog, text=text))
    own = {change.path: change.value for change in draft.changes if change.path in draft.own}
    return Variant(draft.name, scenario, own, values_fingerprint(scenario))


def values_fingerprint(scenario: Scenario) -> str:
    """The fingerprint of a scenario's values, whatever it is called."""
    return fingerprint(scenario.model_copy(update={"name": "", "baseline": None}))


def _hopeless(portfolio: Portfolio, judged: int, made: int) -> Problem:
    return Problem(portfolio.file, 0, "", "", not_judged(ENOUGH, judged, made), MEND_FIRST)


def _require_base(portfolio: Portfolio) -> None:
    """Raises ScenarioError for a base that none of the variants could be read from, before any is."""
    if not portfolio.base:
        return
    try:
        read_document(Path(portfolio.base), portfolio.base, [], portfolio.base_text)
    except ScenarioError as error:
        line = portfolio.lines.get("base", 0)
        raise ScenarioError(tuple(_named(each, portfolio, "base", line) for each in error.problems)) from None


def _named(problem: Problem, portfolio: Portfolio, key: str, line: int) -> Problem:
    """A problem with a file as a whole, at the line of the portfolio that names it; any other one as it is."""
    if problem.line:
        return problem
    return replace(problem, file=portfolio.file, line=line, path=key, value=f'"{problem.file}"')


def _placed(problem: Problem, draft: Draft, portfolio: Portfolio) -> Problem:
    """A problem with what a portfolio laid over a scenario, or with a file that it names, at the line of the portfolio
    that says so."""
    if problem.file != OVERRIDE:
        return _named(problem, portfolio, "scenarios", draft.line) if draft.file != portfolio.base else problem
    return replace(problem, file=portfolio.file, line=_line_of(problem.path, draft))


def _line_of(path: str, draft: Draft) -> int:
    """The line of the portfolio that says what stands at a path in a draft; that of the draft where none does."""
    leading = [change for change in draft.changes if _leads_to(change.path, path)]
    # A misspelt part is told by its own name, which what was to be changed in it begins with.
    stated = leading or [change for change in draft.changes if _leads_to(path, change.path)]
    if not stated:
        return draft.line
    nearest = max(stated, key=lambda change: len(change.path))
    rest = path.removeprefix(visible(nearest.path)) if leading else ""
    return nearest.line_at(tuple(int(index) if index else key for index, key in _STEP.findall(rest)))


def _leads_to(path: str, below: str) -> bool:
    above, below = visible(path), visible(below)
    return below == above or below.startswith((f"{above}.", f"{above}["))


def _problem_of_variants(problem: Problem, names: Sequence[str], of: str) -> Problem:
    """A problem with how many variants have it: who edits the file wants to know it once."""
    first = shortened(names[0], LONGEST_NAME)
    who = f"variant {first}" if len(names) == 1 else f"{len(names):,} of {of} variants, first {first}"
    return replace(problem, message=f"{problem.message} ({who})")


def _left_out(problems: Mapping[Problem, Sequence[str]]) -> Iterator[ExcludedVariants]:
    for problem, names in sorted(problems.items()):
        few = tuple(names) if len(names) <= FEW_LEFT_OUT else ()
        yield ExcludedVariants(str(problem), len(names), names[0], why_no_farm(ScenarioError((problem,))), few)


def sample_points(sample: Sample) -> Iterator[Mapping[str, object]]:
    """The points of a sample, each as values by path; the same seed gives the same points.

    Latin hypercube (McKay, Beckman and Conover 1979, A Comparison of Three Methods): each range is cut into `size`
    parts, and each part is met once. Sobol (1967), scrambled after Owen (1998): balanced in all projections.
    """
    # scipy.stats takes most of a second to load: only who samples waits for it.
    from scipy.stats import qmc

    kind = {"latin-hypercube": qmc.LatinHypercube, "sobol": qmc.Sobol}[sample.method]
    points = kind(d=len(sample.ranges), rng=sample.seed).random(sample.size)
    for point in points:
        yield {each.path: each.at(float(share)) for each, share in zip(sample.ranges, point, strict=True)}
