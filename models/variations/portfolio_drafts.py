"""The variants that a portfolio lists: its alternatives, files, grid and single changes, each with a readable name."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from models.quantities.declarations import part_type
from models.scenario import FarmParts
from models.variations.portfolio import Portfolio
from models.variations.portfolio_axis import Axis, ValueChange
from models.visible import visible

AS_IT_IS = "as it is"
# Values of a range that is too narrow for six digits are alike, which is known only once they are made.
COUNTED_EXACTLY = 10_000
# What a part of the catalogue is named by, and what is left unsaid of one in which something else is changed too.
MODEL, UNSAID = "model", ("price", "idle_power", "busy_power")


@dataclass(frozen=True)
class Draft:
    """A variant before it is loaded: the scenario's file and what is laid over it."""

    name: str
    file: str
    line: int
    changes: tuple[ValueChange, ...]
    own: tuple[str, ...]

    @property
    def overrides(self) -> Mapping[str, object]:
        """The changes as `load` takes them."""
        return {change.path: change.value for change in self.changes}


def variant_count(portfolio: Portfolio) -> int:
    """How many variants a portfolio makes: counted, not made. Of more than COUNTED_EXACTLY, at most so many."""
    most = _count(portfolio, lambda axis: axis.size)
    return most if most > COUNTED_EXACTLY else _count(portfolio, lambda axis: len(axis.values))


def _count(portfolio: Portfolio, size: Callable[[Axis], int]) -> int:
    listed = len(portfolio.alternatives) + len(portfolio.scenarios)
    grid = prod(map(size, portfolio.grid)) if portfolio.grid else 0
    drawn = portfolio.sample.size if portfolio.sample else 0
    return _bases(portfolio) + listed + grid + sum(map(size, portfolio.one_at_a_time)) + drawn


def _bases(portfolio: Portfolio) -> int:
    """Whether the base is a variant too: where single changes are compared with it."""
    return 1 if portfolio.alternatives or portfolio.one_at_a_time else 0


def drafts(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]] = ()) -> Iterator[Draft]:
    """Every variant, in the order of the file; `drawn` are the values of the samples, by path. Names are unique."""
    used: dict[str, int] = {}
    for draft in _drafts(portfolio, drawn):
        name = visible(draft.name)
        used[name] = again = used.get(name, 0) + 1
        yield replace(draft, name=name if again == 1 else f"{name} ({again})")


def _drafts(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]]) -> Iterator[Draft]:
    if _bases(portfolio):
        yield _draft(portfolio, AS_IT_IS, portfolio.lines.get("base", 0), ())
    for name, changes in portfolio.alternatives.items():
        yield _draft(portfolio, name, changes[0].line, changes)
    for line, file in portfolio.scenarios:
        yield Draft(file, file, line, portfolio.everywhere, ())
    yield from _grid(portfolio)
    keys = short_keys([axis.path for axis in portfolio.one_at_a_time])
    for axis in portfolio.one_at_a_time:
        key = keys[axis.path]
        for change in axis.changes:
            yield _draft(portfolio, value_label(axis.path, key, change.value), change.line, (change,))
    yield from _sampled(portfolio, drawn)


def _grid(portfolio: Portfolio) -> Iterator[Draft]:
    if not portfolio.grid:
        return
    keys = short_keys([axis.path for axis in portfolio.grid])
    for changes in product(*(axis.changes for axis in portfolio.grid)):
        name = ", ".join(value_label(change.path, keys[change.path], change.value) for change in changes)
        yield _draft(portfolio, name, portfolio.lines.get("grid", 0), changes)


def _sampled(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]]) -> Iterator[Draft]:
    """The samples, numbered: their values are too long to tell them apart at a glance."""
    if portfolio.sample is None:
        return
    lines = {each.path: each.line for each in portfolio.sample.ranges}
    keys = short_keys(list(lines))
    width = len(str(portfolio.sample.size))
    for number, values in enumerate(drawn, 1):
        name = ", ".join(value_label(path, keys[path], value) for path, value in values.items())
        changes = tuple(ValueChange(path, value, lines[path]) for path, value in values.items())
        yield _draft(portfolio, f"sample {number:0{width}}: {name}", portfolio.lines.get("sample", 0), changes)


def _draft(portfolio: Portfolio, name: str, line: int, changes: Sequence[ValueChange]) -> Draft:
    laid = (*portfolio.everywhere, *changes)
    return Draft(name, portfolio.base, line, laid, tuple(change.path for change in changes))


def short_keys(paths: Sequence[str]) -> dict[str, str]:
    """The shortest end of each path that no other one has: server.ram as "ram" beside server.cards."""
    ends = {path: _ends(path) for path in paths}
    often = Counter(end for each in ends.values() for end in each)
    return {path: next(end for end in each if often[end] == 1) for path, each in ends.items()}


def _ends(path: str) -> list[str]:
    """Its last step, its last two ..., and all of it."""
    steps = path.split(".")
    return [".".join(steps[start:]) for start in range(len(steps) - 1, -1, -1)]


def value_label(path: str, key: str, value: object) -> str:
    """A value in the name of a variant: a model of the catalogue by its name, and by what is other in it than its price
    and power; others with their key."""
    part = part_type(FarmParts.model_fields[path].annotation)[0] if path in FarmParts.model_fields else None
    if part is not None and part.catalogue_folder and isinstance(value, str):
        return value
    if part is not None and part.catalogue_folder and isinstance(value, Mapping) and isinstance(value.get(MODEL), str):
        other = {name: each for name, each in value.items() if name not in (MODEL, *UNSAID)}
        return f"{value[MODEL]} with {_spoken(other)}" if other else value[MODEL]
    return f"{key.replace('_', ' ')} {_spoken(value)}"


def _spoken(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_spoken(each)}" for key, each in value.items())
    if isinstance(value, list):
        each = [_spoken(item) for item in value]
        return f"{len(each)} x {each[0]}" if each and len(set(each)) == 1 else " + ".join(each) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return f"{value:g}" if isinstance(value, float) else str(value)
