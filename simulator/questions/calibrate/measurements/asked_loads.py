"""The loads that `--at` asks for: requests a second of an open test, users of a closed one."""

from collections.abc import Sequence
from typing import NamedTuple

from models.errors import Problem, ScenarioError
from models.quantities.units import REQUEST_RATE, USERS, QuantityError, check_range, has_unit, parse_quantity
from models.visible import shortened
from simulator.calibration.load_kind import LoadKind

_LEAST = 0.001
_EXAMPLES = {LoadKind.OPEN: "2000 /s", LoadKind.CLOSED: "200 users"}
_OTHERWISE = {
    True: f'requests a second of an open test, e.g. "{_EXAMPLES[LoadKind.OPEN]}"',
    False: f'users of a closed test, e.g. "{_EXAMPLES[LoadKind.CLOSED]}"',
}
_OF_ROWS = {
    LoadKind.OPEN: "the rows are of an open test, without users",
    LoadKind.CLOSED: "the rows are of a closed test, with users",
}


class AskedLoad(NamedTuple):
    """text: as it was written; value: requests a second or users; kind: which of them, None where no unit says it."""

    text: str
    value: float
    kind: LoadKind | None


def asked_loads(texts: Sequence[str]) -> tuple[AskedLoad, ...]:
    """The loads that texts state: "2000 /s", "200 users", or a number alone, which is of the kind that the rows are of.

    Raises ScenarioError with every text that is none.
    """
    found, problems = [], []
    for text in texts:
        kind = None if not has_unit(text) else LoadKind.CLOSED if "user" in text else LoadKind.OPEN
        quantity = REQUEST_RATE if kind is LoadKind.OPEN else USERS
        try:
            found.append(AskedLoad(text, check_range(parse_quantity(text, quantity), quantity, _LEAST, 1e9), kind))
        except QuantityError as error:
            remedy = f"{error.remedy}, or {_OTHERWISE[quantity is USERS]}"
            problems.append(Problem("--at", 0, "", f'"{shortened(text)}"', error.message, remedy))
    if problems:
        raise ScenarioError(tuple(problems))
    return tuple(found)


def loads_of(asked: Sequence[AskedLoad], kind: LoadKind) -> tuple[float, ...]:
    """The loads in what rows of a kind are loaded by. Raises ScenarioError for those that state the other."""
    problems = tuple(
        Problem("--at", 0, "", f'"{shortened(each.text)}"', _OF_ROWS[kind], f'write e.g. "{_EXAMPLES[kind]}"')
        for each in asked
        if each.kind not in (None, kind)
    )
    if problems:
        raise ScenarioError(problems)
    return tuple(each.value for each in asked)
