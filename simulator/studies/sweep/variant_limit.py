"""More variants than anybody runs: counted before any is made, and refused with what would make fewer."""

from collections.abc import Mapping
from math import prod

from models.errors import Problem
from models.variations.portfolio import Portfolio
from simulator.messages.sweep import fewer_variants, too_many

# More variants than MANY are made only by somebody who says that he means it, and more than MOST by nobody: their
# scenarios alone would fill the memory of a machine.
MANY, MOST = 10_000, 100_000


def variant_limit_problem(portfolio: Portfolio, made: int, most: int) -> Problem:
    """The problem of a portfolio that makes more than `most` variants, at the group that makes most of them."""
    sizes = _sizes(portfolio)
    key = max(sizes, key=sizes.__getitem__)
    line = portfolio.lines.get(key, 0)
    message = too_many(f"{made:,}" if made < 10**15 else f"about 10^{len(str(made)) - 1}", most)
    return Problem(portfolio.file, line, key, "", message, fewer_variants(key, most, made <= MOST))


def _sizes(portfolio: Portfolio) -> Mapping[str, int]:
    """How many variants each group makes."""
    return {
        "grid": prod(axis.size for axis in portfolio.grid) if portfolio.grid else 0,
        "one_at_a_time": sum(axis.size for axis in portfolio.one_at_a_time),
        "sample": portfolio.sample.size if portfolio.sample else 0,
        "alternatives": len(portfolio.alternatives),
        "scenarios": len(portfolio.scenarios),
    }
