"""Cases that repeat one claim over many inputs: a few that differ in kind in `make test`, all of them in the proof."""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def mostly_proof(cases: Iterable[object], in_test: Collection[object]) -> list[ParameterSet]:
    """Cases for `parametrize`: those that `make test` has too, and the others marked as proof."""
    listed = list(cases)
    assert set(in_test) <= set(listed), f"no such cases: {set(in_test) - set(listed)}"
    values = [case if isinstance(case, tuple) else (case,) for case in listed]
    marks = [() if case in in_test else pytest.mark.proof for case in listed]
    return [pytest.param(*value, marks=mark) for value, mark in zip(values, marks, strict=True)]
