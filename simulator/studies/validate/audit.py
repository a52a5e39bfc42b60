"""What published figures say about each other: quotients, Little's law, and where a table contradicts itself.

A quantity is declared in audit.yaml by what it is made of; nothing there is evaluated as code. An operand is a number,
the name of a figure or of a quantity declared before, which means the same column, or `NAME@COLUMN`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from simulator.messages import validation
from simulator.studies.validate.published import FAST
from simulator.studies.validate.rows import AuditRow, AuditTable

FILE = Path(__file__).with_name("audit.yaml")
Cells = dict[tuple[str, str], float]  # (figure or quantity, column) -> value.


def audit_tables(file: Path = FILE) -> tuple[AuditTable, ...]:
    """Every published table with what follows from it, in the order of the file."""
    return tuple(_table(entry) for entry in yaml.load(file.read_text(encoding="utf-8"), FAST))


def _table(entry: Mapping[str, Any]) -> AuditTable:
    columns = entry["columns"]
    cells = {
        (name, column): float(value)
        for name, values in entry["published"].items()
        for column, value in _by_column(values, columns).items()
    }
    rows = [row for quantity in entry["derived"] for row in _rows(quantity, columns, cells)]
    told = tuple(entry["contradictions"])
    return AuditTable(entry["case"], entry["table"], entry["source"], tuple(columns), tuple(rows), told)


def _by_column(values: Any, columns: Sequence[str]) -> Mapping[str, float]:
    """A figure's value in each column: a list in the order of the columns, or one value that holds in all."""
    if isinstance(values, list):
        return {column: value for column, value in zip(columns, values, strict=True) if value is not None}
    return dict.fromkeys(columns, values)


def _rows(quantity: Mapping[str, Any], columns: Sequence[str], cells: Cells) -> list[AuditRow]:
    """The quantity in each column that has all of its operands, or in one column of its own."""
    name, remark = quantity["quantity"], quantity.get("remark", "")
    rows = []
    for column in [quantity["column"]] if "column" in quantity else columns:
        value = derived_quantity(quantity, column, cells)
        if value is not None:
            cells[name, column] = value
            rows.append(AuditRow(name, column, value, quantity["unit"], remark))
    return rows


def derived_quantity(quantity: Mapping[str, Any], column: str, cells: Cells) -> float | None:
    """The value of a quantity in a column; None where the column lacks an operand.

    Raises KeyError for a name that stands nowhere and for a quantity that names no operation or several.
    """
    named = [name for name in OPERATIONS if name in quantity]
    if len(named) != 1:
        raise KeyError(validation.one_operation(quantity["quantity"], named))
    operands = [_value(operand, column, cells) for operand in quantity[named[0]]]
    return OPERATIONS[named[0]](operands) if None not in _flat(operands) else None


def _value(operand: object, column: str, cells: Cells) -> object:
    """The value of an operand; of a list of operands, their values."""
    if isinstance(operand, list):
        return [_value(part, column, cells) for part in operand]
    if isinstance(operand, int | float):
        return float(operand)
    name, _, elsewhere = str(operand).partition("@")
    if not any(name == known for known, _ in cells):
        raise KeyError(validation.not_declared(name))
    return cells.get((name, elsewhere or column))


def _flat(values: Sequence[Any]) -> list[Any]:
    return [part for value in values for part in (_flat(value) if isinstance(value, list) else [value])]


def _quotient(operands: Sequence[float]) -> float:
    """The first divided by all that follow."""
    return operands[0] / math.prod(operands[1:])


def _difference(operands: Sequence[float]) -> float:
    """The first less all that follow."""
    return operands[0] - sum(operands[1:])


OPERATIONS: Mapping[str, Callable[[Sequence[Any]], float]] = {
    "sum": sum,
    "difference": _difference,
    "product": math.prod,
    "quotient": _quotient,
    "sum_of_products": lambda products: sum(math.prod(factors) for factors in products),
}
