"""Portfolio -> variants: every one loaded and judged before the first runs, each combination of values once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from models.errors import Problem, ScenarioError
from models.load import load
from models.portfolio import CAPACITY, Portfolio
from models.portfolio_drafts import Draft, count, drafts
from models.scenario import Scenario
from simulator.capacity import require_a_rate
from simulator.rollup.stamp import fingerprint
from simulator.sweep.answer import LeftOut
from simulator.sweep.samples import drawn

# More variants than this are made only by somebody who says that he means it.
MANY = 10_000
OVERRIDE = "override"


@dataclass(frozen=True)
class Variant:
    """One scenario to be answered, without a baseline: the variants are compared with each other.

    values: what its portfolio gives it, by path. sha256: of all its values except its name. also: the names of variants
    that turned out to have the same values.
    """

    name: str
    scenario: Scenario
    values: Mapping[str, object]
    sha256: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variants:
    """What a portfolio makes: `found` to be run, how many were `made`, and how many cannot be, with the reasons."""

    found: tuple[Variant, ...]
    made: int
    invalid: int = 0
    left_out: tuple[LeftOut, ...] = ()


def variants_of(portfolio: Portfolio, agreed: bool = False, everywhere: Mapping[str, object] | None = None) -> Variants:
    """Every variant of a portfolio; `everywhere` is laid over all of them, whatever else they change.

    Raises ScenarioError for more than MANY variants that were not `agreed` to, and for all problems of all variants, a
    problem that several have once; where the portfolio skips what cannot be, only if none is left.
    """
    made = count(portfolio)
    if made > MANY and not agreed:
        raise ScenarioError((_too_many(portfolio, made),))
    points = drawn(portfolio.sample) if portfolio.sample else ()
    found: dict[str, Variant] = {}
    problems: dict[Problem, list[str]] = {}
    invalid = 0
    for draft in drafts(portfolio, points):
        try:
            variant = _variant(draft, everywhere or {})
            if portfolio.question == CAPACITY:
                require_a_rate(variant.scenario)
        except ScenarioError as error:
            invalid += 1
            for problem in {_placed(each, draft, portfolio) for each in error.problems}:
                problems.setdefault(problem, []).append(draft.name)
            continue
        first = found.setdefault(variant.sha256, variant)
        if first is not variant:
            found[variant.sha256] = replace(first, also=(*first.also, variant.name))
    if problems and not (portfolio.skip_invalid and found):
        raise ScenarioError(tuple(sorted(_told(problem, names, made) for problem, names in problems.items())))
    return Variants(tuple(found.values()), made, invalid, tuple(_left_out(problems)))


def _variant(draft: Draft, everywhere: Mapping[str, object]) -> Variant:
    laid = {**draft.overrides, **everywhere}
    # Parents first: a part taken from the catalogue would wipe out what another change says of it.
    in_order = {path: laid[path] for path in sorted(laid, key=lambda path: path.count("."))}
    scenario = load(draft.file, in_order or None, compared=False)
    own = {change.path: change.value for change in draft.changes if change.path in draft.own}
    return Variant(draft.name, scenario, own, values_print(scenario))


def values_print(scenario: Scenario) -> str:
    """The fingerprint of a scenario's values, whatever it is called."""
    return fingerprint(scenario.model_copy(update={"name": "", "baseline": None}))


def _placed(problem: Problem, draft: Draft, portfolio: Portfolio) -> Problem:
    """A problem with what a portfolio laid over a scenario, at the line of the portfolio that says so."""
    if problem.file != OVERRIDE:
        return problem
    leading = [change for change in draft.changes if _leads_to(change.path, problem.path)]
    # A misspelt part is told by its own name, which what was to be changed in it begins with.
    stated = leading or [change for change in draft.changes if _leads_to(problem.path, change.path)]
    line = max(stated, key=lambda change: len(change.path)).line if stated else draft.line
    return replace(problem, file=portfolio.file, line=line)


def _leads_to(path: str, below: str) -> bool:
    return below == path or below.startswith((f"{path}.", f"{path}["))


def _told(problem: Problem, names: Sequence[str], made: int) -> Problem:
    """A problem with how many variants have it: who edits the file wants to know it once."""
    who = f"variant {names[0]}" if len(names) == 1 else f"{len(names):,} of {made:,} variants, first {names[0]}"
    return replace(problem, message=f"{problem.message} ({who})")


def _left_out(problems: Mapping[Problem, Sequence[str]]) -> Iterator[LeftOut]:
    for problem, names in sorted(problems.items()):
        yield LeftOut(str(problem), len(names), names[0])


def _too_many(portfolio: Portfolio, made: int) -> Problem:
    sizes = {"grid": _size(portfolio.grid), "one_at_a_time": _size(portfolio.one_at_a_time)}
    sizes["sample"] = portfolio.sample.size if portfolio.sample else 0
    key = Counter(sizes).most_common(1)[0][0]
    line = portfolio.lines.get(key, 0)
    remedy = "leave values out, sample the space instead (`sample: {size: 256, ...}`), or run it all with --yes"
    return Problem(portfolio.file, line, key, "", f"this makes {made:,} variants, more than {MANY:,}", remedy)


def _size(axes: Sequence) -> int:
    return sum(len(axis.values) for axis in axes)
