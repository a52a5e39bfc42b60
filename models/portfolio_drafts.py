"""The variants that a portfolio lists: its alternatives, files, grid and single changes, each with a readable name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from models.portfolio import Change, Portfolio
from models.scenario import Farm
from models.shorthand import part_of

AS_IT_IS = "as it is"
# What a part of the catalogue is named by, and what is left unsaid of one in which something else is changed too.
MODEL, UNSAID = "model", ("price", "idle_power", "busy_power")


@dataclass(frozen=True)
class Draft:
    """A variant before it is loaded: the scenario's file and what is laid over it."""

    name: str
    file: str
    line: int
    changes: tuple[Change, ...]
    own: tuple[str, ...]

    @property
    def overrides(self) -> Mapping[str, object]:
        """The changes as `load` takes them."""
        return {change.path: change.value for change in self.changes}


def count(portfolio: Portfolio) -> int:
    """How many variants a portfolio makes: counted, not made."""
    listed = len(portfolio.alternatives) + len(portfolio.scenarios)
    grid = prod(len(axis.values) for axis in portfolio.grid) if portfolio.grid else 0
    single = sum(len(axis.values) for axis in portfolio.one_at_a_time)
    drawn = portfolio.sample.size if portfolio.sample else 0
    return _bases(portfolio) + listed + grid + single + drawn


def _bases(portfolio: Portfolio) -> int:
    """Whether the base is a variant too: where single changes are compared with it."""
    return 1 if portfolio.alternatives or portfolio.one_at_a_time else 0


def drafts(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]] = ()) -> Iterator[Draft]:
    """Every variant, in the order of the file; `drawn` are the values of the samples, by path. Names are unique."""
    used: dict[str, int] = {}
    for draft in _drafts(portfolio, drawn):
        used[draft.name] = again = used.get(draft.name, 0) + 1
        yield draft if again == 1 else Draft(f"{draft.name} ({again})", *_rest(draft))


def _rest(draft: Draft) -> tuple:
    return draft.file, draft.line, draft.changes, draft.own


def _drafts(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]]) -> Iterator[Draft]:
    if _bases(portfolio):
        yield _draft(portfolio, AS_IT_IS, portfolio.lines.get("base", 0), ())
    for name, changes in portfolio.alternatives.items():
        yield _draft(portfolio, name, changes[0].line, changes)
    for line, file in portfolio.scenarios:
        yield Draft(file, file, line, portfolio.everywhere, ())
    yield from _grid(portfolio)
    for axis in portfolio.one_at_a_time:
        key = short_keys([each.path for each in portfolio.one_at_a_time])[axis.path]
        for value in axis.values:
            changes = (Change(axis.path, value, axis.line),)
            yield _draft(portfolio, worded(axis.path, key, value), axis.line, changes)
    yield from _sampled(portfolio, drawn)


def _grid(portfolio: Portfolio) -> Iterator[Draft]:
    if not portfolio.grid:
        return
    keys = short_keys([axis.path for axis in portfolio.grid])
    for values in product(*(axis.values for axis in portfolio.grid)):
        chosen = list(zip(portfolio.grid, values, strict=True))
        name = ", ".join(worded(axis.path, keys[axis.path], value) for axis, value in chosen)
        changes = tuple(Change(axis.path, value, axis.line) for axis, value in chosen)
        yield _draft(portfolio, name, portfolio.lines.get("grid", 0), changes)


def _sampled(portfolio: Portfolio, drawn: Iterable[Mapping[str, object]]) -> Iterator[Draft]:
    """The samples, numbered: their values are too long to tell them apart at a glance."""
    if portfolio.sample is None:
        return
    lines = {each.path: each.line for each in portfolio.sample.ranges}
    keys = short_keys(list(lines))
    width = len(str(portfolio.sample.size))
    for number, values in enumerate(drawn, 1):
        name = ", ".join(worded(path, keys[path], value) for path, value in values.items())
        changes = tuple(Change(path, value, lines[path]) for path, value in values.items())
        yield _draft(portfolio, f"sample {number:0{width}}: {name}", portfolio.lines.get("sample", 0), changes)


def _draft(portfolio: Portfolio, name: str, line: int, changes: Sequence[Change]) -> Draft:
    laid = (*portfolio.everywhere, *changes)
    return Draft(name, portfolio.base, line, laid, tuple(change.path for change in changes))


def short_keys(paths: Sequence[str]) -> dict[str, str]:
    """The shortest end of each path that no other one has: server.ram as "ram" beside server.cards."""
    found = {}
    for path in paths:
        steps = path.split(".")
        ends = (".".join(steps[start:]) for start in range(len(steps) - 1, -1, -1))
        found[path] = next(end for end in ends if sum(f".{other}".endswith(f".{end}") for other in set(paths)) == 1)
    return found


def worded(path: str, key: str, value: object) -> str:
    """A value in the name of a variant: a model of the catalogue by its name, and by what is other in it than its price
    and power; others with their key."""
    part = part_of(Farm.model_fields[path].annotation)[0] if path in Farm.model_fields else None
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
