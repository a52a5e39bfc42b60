"""The parameters of a line through rows by least squares, with how far they may be off together."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Solved(NamedTuple):
    """The parameters; the inverse of the matrix of normal equations, of which their covariance is a multiple; and the
    sum of the squares that are left."""

    parameters: list[float]
    spread: list[list[float]]
    left: float


def least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> Solved | None:
    """The parameters whose sums over each row are nearest to what is wanted of it, None where the rows do not tell them
    apart.

    By the columns made orthogonal one after the other (modified Gram and Schmidt), so that nothing is squared before it
    must be.
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    count, left = len(columns), list(wanted)
    upper = [[0.0] * count for _ in range(count)]
    turned = [0.0] * count
    for k in range(count):
        before = math.hypot(*columns[k])
        for j in range(k):
            upper[j][k] = _product(columns[j], columns[k])
            columns[k] = [x - upper[j][k] * y for x, y in zip(columns[k], columns[j], strict=True)]
        upper[k][k] = math.hypot(*columns[k])
        if upper[k][k] <= 1e-12 * before:
            return None
        columns[k] = [x / upper[k][k] for x in columns[k]]
        turned[k] = _product(columns[k], left)
        left = [x - turned[k] * y for x, y in zip(left, columns[k], strict=True)]
    inverse = [_solved(upper, [float(i == k) for i in range(count)]) for k in range(count)]
    normal = [[sum(inverse[m][i] * inverse[m][j] for m in range(count)) for j in range(count)] for i in range(count)]
    return Solved(_solved(upper, turned), normal, _product(left, left))


def _product(some: Sequence[float], others: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(some, others, strict=True))


def _solved(upper: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """What an upper triangular matrix makes `wanted` of."""
    found = [0.0] * len(wanted)
    for k in reversed(range(len(wanted))):
        found[k] = (wanted[k] - _product(upper[k][k + 1 :], found[k + 1 :])) / upper[k][k]
    return found
