"""Checks of how values hang together: two values each, each pair once, and all of them at the same time."""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from models.messages import correlations
from models.reading.finding import Finding
from models.reading.sources import parameter_values
from models.scenario import FarmParts
from models.suggest import did_you_mean

# Correlations are written with three digits: so much of what they say may be rounding.
_ROUNDING = 2e-3


def _pairs_are_stated_once(farm: FarmParts) -> Iterator[Finding]:
    seen: set[frozenset[str]] = set()
    for number, each in enumerate(farm.correlations):
        pair = frozenset(map(_value, (each.first, each.second)))
        if len(pair) == 1:
            yield Finding(("correlations", number, "second"), *correlations.CORRELATED_WITH_ITSELF)
        elif pair in seen:
            yield Finding(("correlations", number), *correlations.PAIR_TWICE)
        seen.add(pair)


def _correlations_can_be(farm: FarmParts) -> Iterator[Finding]:
    paths = sorted({path for each in farm.correlations for path in (each.first, each.second)})
    if not _is_positive_definite(correlation_matrix(farm, paths)):
        yield Finding(("correlations",), *correlations.IMPOSSIBLE_TOGETHER, ("[]",))


def correlation_matrix(farm: FarmParts, paths: Sequence[str]) -> list[list[float]]:
    """The correlations of some values, by their paths, row by row."""
    matrix = [[float(row == column) for column in range(len(paths))] for row in range(len(paths))]
    at = {_value(path): place for place, path in enumerate(paths)}
    for each in farm.correlations:
        one, other = at.get(_value(each.first)), at.get(_value(each.second))
        if one is not None and other is not None and one != other:
            matrix[one][other] = matrix[other][one] = each.correlation
    return matrix


def _is_positive_definite(matrix: list[list[float]]) -> bool:
    """Whether a symmetric matrix of ones in its diagonal is one, but for rounding: Cholesky's decomposition of it, a
    little nearer to the identity, has a root to take in each row (Golub and Van Loan 2013, section 4.2)."""
    root = [[0.0] * len(matrix) for _ in matrix]
    for row in range(len(matrix)):
        for column in range(row + 1):
            stated = 1.0 if row == column else (1.0 - _ROUNDING) * matrix[row][column]
            left = stated - sum(root[row][k] * root[column][k] for k in range(column))
            if row == column and left <= 0.0:
                return False
            root[row][column] = sqrt(left) if row == column else left / root[column][column]
    return True


def unknown_correlated(farm: FarmParts) -> Iterator[Finding]:
    """Paths of which the farm has no parameter."""
    known = set(map(_value, parameter_values(farm))) if farm.correlations else set()
    for number, each in enumerate(farm.correlations):
        for key, path in (("first", each.first), ("second", each.second)):
            if _value(path) not in known:
                yield Finding(("correlations", number, key), "no such parameter", did_you_mean(path, known))


def _value(path: str) -> str:
    """A path as it is where a value has no distribution: what is known of a distribution is its mean."""
    return path.removesuffix(".mean")


CORRELATION_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (_pairs_are_stated_once, _correlations_can_be)
