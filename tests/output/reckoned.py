"""The formulas of a workbook done again in Python, for tests: names, + - * /, and PMT and ROUNDUP of spreadsheets."""

import ast
import math
import operator
from collections.abc import Mapping

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.workbook.defined_name import DefinedName

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def named_cells(book: Workbook) -> dict[str, Cell]:
    """The cell behind every name of a workbook, but for those that spreadsheets define themselves."""
    return {name: _cell(book, defined) for name, defined in book.defined_names.items()}


def reckoned(book: Workbook, changes: Mapping[str, float] | None = None) -> dict[str, float]:
    """The value of every named cell after some were changed, formulas computed from the others."""
    cells, values = named_cells(book), dict(changes or {})

    def value(name: str) -> float:
        if name not in values:
            content = cells[name].value
            formula = cells[name].data_type == "f"
            values[name] = evaluated(ast.parse(content[1:], mode="eval").body, value) if formula else float(content)
        return values[name]

    return {name: value(name) for name in cells}


def payment(rate: float, periods: float, present: float) -> float:
    """PMT (OpenFormula 1.2, section 6.12.36): what is paid each period, with the sign of a debt turned."""
    if rate == 0.0:
        return -present / periods
    return -present * rate * (1.0 + rate) ** periods / ((1.0 + rate) ** periods - 1.0)


def rounded_up(number: float, digits: float) -> float:
    """ROUNDUP (OpenFormula 1.2, section 6.17.6) of what is not negative."""
    return math.ceil(number * 10.0**digits) / 10.0**digits


FUNCTIONS = {"PMT": payment, "ROUNDUP": rounded_up}


def evaluated(node: ast.expr, value) -> float:
    """A parsed formula; raises KeyError or AttributeError for whatever else stands in it."""
    if isinstance(node, ast.Name):
        return value(node.id)
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.UnaryOp):
        assert isinstance(node.op, ast.USub)
        return -evaluated(node.operand, value)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](evaluated(node.left, value), evaluated(node.right, value))
    return FUNCTIONS[node.func.id](*(evaluated(argument, value) for argument in node.args))


def _cell(book: Workbook, defined: DefinedName) -> Cell:
    ((sheet, place),) = defined.destinations
    return book[sheet][place]
