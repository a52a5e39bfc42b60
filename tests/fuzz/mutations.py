"""Files of scenarios and portfolios, damaged where it hurts: keys, values, units, structure, quoting and bytes.

Half of the changes are plausible, such as a value at the end of what its parameter allows, so that many files still
load and go on to translation and theory; the others are what a slip, a bad editor or an enemy leaves behind.
"""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy

import yaml

from models.quantities.declarations import part_type
from models.quantities.fields import Numeric, Quantity
from models.quantities.units import KINDS, format_quantity
from models.scenario import FarmParts
from models.variations.portfolio_range import parameter_quantity
from tests.ui.mutations import DAMAGES, ODD

Tree = dict[str, object] | list[object]
Change = Callable[[Tree, random.Random, "Pool"], None]
MOST_CHANGES = 3
HOSTILE = (
    "\ud800", "\0", "\x1b[31m", "\u202e", "\n", "9" * 200, "x" * 4_000, "../" * 50 + "etc/passwd", "/dev/zero", ".",
    "single_server.yaml", "mutated.yaml", "a: b", "- a", "#", "'", '"', "[", "{", "|", ">", "%", "!", "?", "~", "=",
)  # fmt: skip
NUMBERS = (0, 1, -1, 0.5, 2, 1e-9, 1e9, 2**31, 2**63, 10**18, 10**200, float("nan"), float("inf"), True, None)
UNITS = sorted({unit for kind in KINDS for unit in kind.units}) + ["", "gb", "MBPS", "Ms", "/min"]
WORDS = ("none", "auto", "never", "constant", "exponential", "pareto", "uniform", "geometric", "cold", "linear")
QUOTES = ("'", '"', "''", '"\\', "'''", "`", "\u201c")


class Pool:
    """What the files hold, by key: a value that is right in one is tried in another."""

    def __init__(self, texts: list[str]) -> None:
        self.values: dict[str, list[object]] = {}
        for text in texts:
            for _, key, value in _places(yaml.safe_load(text)):
                self.values.setdefault(str(key), []).append(value)

    def like(self, key: object, chance: random.Random) -> object:
        """A value of that key, or of any."""
        return deepcopy(chance.choice(self.values.get(str(key)) or chance.choice(list(self.values.values()))))


def _places(tree: object) -> Iterator[tuple[Tree, object, object]]:
    """Every place of a tree: what holds it, its key or position, its value."""
    children = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(children):
        yield tree, key, value
        yield from _places(value)


def _paths(tree: object, above: str = "") -> Iterator[tuple[Tree, object, str]]:
    """The same with the dotted path of each place, as far as a scenario has such."""
    children = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(children):
        path = f"{above}[{key}]" if isinstance(key, int) else f"{above}.{key}".removeprefix(".")
        yield tree, key, path
        yield from _paths(value, path)


def _any(tree: Tree, chance: random.Random) -> tuple[Tree, object, object]:
    return chance.choice(list(_places(tree)))


def _other_value(tree: Tree, chance: random.Random, pool: Pool) -> None:
    holder, key, _ = _any(tree, chance)
    holder[key] = pool.like(key, chance)


def _at_the_end(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A value at one end of what its parameter allows, or just beyond."""
    known = [
        (holder, key, measure)
        for holder, key, path in _paths(tree)
        if (measure := parameter_quantity(path)) is not None
    ]
    if known:
        holder, key, measure = chance.choice(known)
        holder[key] = _end(measure, chance)


def _end(measure: Quantity | Numeric, chance: random.Random) -> object:
    value = chance.choice((measure.minimum, measure.maximum))
    value = chance.choice((value, value, value, value * (1 + 1e-9), value - 1))
    return format_quantity(value, measure.kind) if isinstance(measure, Quantity) else value


def _new_parameter(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A parameter that the file did not state, at an end of its range or with a value that another file has."""
    path, part = [], FarmParts
    while True:
        key, field = chance.choice(list(part.model_fields.items()))
        path.append(key)
        part, is_list = part_type(field.annotation)
        if part is None or is_list or chance.random() < 0.1:
            break
    holder = tree
    for key in path[:-1]:
        inner = holder.get(key) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and not isinstance(inner, dict):
            inner = holder[key] = {} if inner is None else {"model": inner}
        holder = inner
    if isinstance(holder, dict):
        measure = parameter_quantity(".".join(path))
        holder[path[-1]] = pool.like(path[-1], chance) if measure is None else _end(measure, chance)


def _scaled(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A number times up to a thousand, or a part of it, with its unit."""
    numbers = [(holder, key, value) for holder, key, value in _places(tree) if _number(value) is not None]
    if numbers:
        holder, key, value = chance.choice(numbers)
        number, unit = _number(value)
        scaled = number * 10.0 ** chance.uniform(-3.0, 3.0)
        holder[key] = f"{scaled:.6g} {unit}" if unit else type(number)(scaled)


def _number(value: object) -> tuple[float, str] | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value, ""
    number, _, unit = value.partition(" ") if isinstance(value, str) else ("", "", "")
    try:
        return float(number.replace(",", "")), unit
    except ValueError:
        return None


def _other_unit(tree: Tree, chance: random.Random, pool: Pool) -> None:
    measured = [(holder, key, found) for holder, key, value in _places(tree) if (found := _number(value)) and found[1]]
    if measured:
        holder, key, (number, _) = chance.choice(measured)
        holder[key] = f"{number:g} {chance.choice(UNITS)}"


def _odd(tree: Tree, chance: random.Random, pool: Pool) -> None:
    holder, key, _ = _any(tree, chance)
    holder[key] = chance.choice(chance.choice((ODD, HOSTILE, NUMBERS, WORDS)))


def _key(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A key misspelt, swapped with another, hostile, or one that belongs elsewhere."""
    named = [(holder, key) for holder, key, _ in _places(tree) if isinstance(holder, dict)]
    holder, key = chance.choice(named)
    letters = list(str(key))
    at = chance.randrange(len(letters)) if letters else 0
    letters[at : at + 1] = chance.choice(("", "x", "xx"))
    misspelt = "".join(letters)
    other = chance.choice((misspelt, chance.choice(list(pool.values)), chance.choice(HOSTILE), chance.choice(NUMBERS)))
    holder[other] = holder.pop(key)


def _gone(tree: Tree, chance: random.Random, pool: Pool) -> None:
    holder, key, _ = _any(tree, chance)
    del holder[key]


def _other_shape(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A value where a list or a group is expected, and the other way round."""
    holder, key, value = _any(tree, chance)
    shapes = [[value], [value] * 3, {key: value}, {"value": value}, [], {}, str(value)]
    shapes.append({"value": value, "source": "a test"})
    shapes.append({"value": value, "assumed": f"{value} to {value}", "why": "a test"})
    if isinstance(value, dict | list) and value:
        shapes += [next(iter(value.values() if isinstance(value, dict) else value)), list(value)]
    holder[key] = deepcopy(chance.choice(shapes))


def _grafted(tree: Tree, chance: random.Random, pool: Pool) -> None:
    """A part of the tree at another place of it."""
    holder, key, _ = _any(tree, chance)
    _, other, value = _any(tree, chance)
    if isinstance(holder, dict):
        holder[other] = deepcopy(value)
    else:
        holder[key] = deepcopy(value)


PLAUSIBLE: tuple[Change, ...] = (_other_value, _at_the_end, _new_parameter, _scaled)
DAMAGING: tuple[Change, ...] = (_other_unit, _odd, _key, _gone, _other_shape, _grafted)


def _quoting(text: str, chance: random.Random) -> str:
    """A quotation mark, a bracket or an indent more or less."""
    at = chance.randrange(len(text))
    inserted = chance.choice((*QUOTES, *"[]{},:%\n\t", "  ", "- ", "&a ", "*a", "!!set "))
    end = at + chance.choice((0, 0, 1, 5))
    return text[:at] + inserted + text[end:]


def mutated(text: str, chance: random.Random, pool: Pool) -> bytes:
    """A file made of the text of another one by one to three changes of its tree, its text, or both."""
    kind = chance.random()
    if kind < 0.75:
        text = _rewritten(text, chance, pool)
    if kind > 0.65:
        for _ in range(chance.randint(1, MOST_CHANGES)):
            damage = chance.choice((_quoting, *DAMAGES)) if text.count(": ") > 2 else _quoting
            text = damage(text or " ", chance)
    return text.encode("utf-8", errors="surrogateescape" if kind > 0.75 else "replace")


def _rewritten(text: str, chance: random.Random, pool: Pool) -> str:
    """The text of the tree after one to three changes, in one of the ways in which YAML is written."""
    tree = yaml.safe_load(text)
    changes = chance.choice((PLAUSIBLE, PLAUSIBLE, PLAUSIBLE, DAMAGING, (*PLAUSIBLE, *DAMAGING)))
    for _ in range(chance.choice((1, 1, 1, 2, MOST_CHANGES))):
        if tree:
            chance.choice(changes)(tree, chance, pool)
    style = {
        "default_flow_style": chance.choice((None, False, True)),
        "default_style": chance.choice((None, None, None, None, "'", '"')),
        "allow_unicode": chance.random() < 0.5,
    }
    return yaml.dump(tree, Dumper=_NoAliases, sort_keys=False, width=10_000, **style)


class _NoAliases(yaml.SafeDumper):
    """Writes the same value twice where it stands twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True
