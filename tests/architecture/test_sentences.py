"""English stands in one place: sentences of the program are in the folders of messages."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import FOLDERS, name, parsed, sources

MESSAGES = ("models/messages/", "simulator/messages/")
# What finds out whose `simulator` is installed speaks before it may import any of it.
BEFORE_IMPORTS = ("headroom/__init__.py", "headroom/own_packages.py")
# What a parameter or an option means stands beside it, where it is declared; a pattern is none.
DECLARED = ("models/parts/", "models/catalog/")
EXPLAINED = {"help", "description", "meaning", "source", "short_help", "epilog"}
DECLARING = {"parameter", "compile"}
# The fewest words that make a sentence: shorter texts are labels, keys and units.
SENTENCE = 4
_WORD = re.compile(r"(?<![\w/.{<-])[A-Za-z][A-Za-z']+(?![\w/({>=-])")
_CODE = re.compile(
    r"<\w+[ >]|\bSELECT\b|\bINSERT\b|\bDELETE FROM\b|\bUPDATE\b|\bORDER BY\b|\bCREATE TABLE"
    r"|\bfunction\b|=>|://\S+$|;\n|by \(instance\)|\[5m\]"
)
# Patterns of what other programs print.
_PATTERN = re.compile(r"\\[SdwW(\[\\]|\(\?|\w\|\w|^\^")
# Lines and columns of other programs.
FOREIGN = {
    'appcmd set apppool "DefaultAppPool"',
    "Windows Registry Editor Version 5.00",
    "number of samples in transaction",
    "total average response time",
    "mean response time (ms)",
}


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines and texts of a syntax tree that people read as sentences; docstrings and explanations apart."""
    passed = set()
    for each in ast.walk(node):
        if isinstance(each, DOCUMENTED) and ast.get_docstring(each):
            passed.add(id(each.body[0].value))
        if isinstance(each, ast.Call):
            declares = getattr(each.func, "id", getattr(each.func, "attr", "")) in DECLARING
            explained = [*each.args] if declares else []
            explained += [keyword.value for keyword in each.keywords if keyword.arg in EXPLAINED]
            passed.update(id(part) for value in explained for part in ast.walk(value))
        if isinstance(each, ast.JoinedStr):
            passed.update(id(part) for part in each.values)
    for each in ast.walk(node):
        text = _text(each) if id(each) not in passed else ""
        foreign = text in FOREIGN or _CODE.search(text) or _PATTERN.search(text)
        if len(_WORD.findall(text)) >= SENTENCE and not foreign:
            yield each.lineno, text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_sentences_stand_in_messages(folder):
    files = [file for file in sources(folder) if not name(file).startswith((*MESSAGES, *BEFORE_IMPORTS, *DECLARED))]
    wrong = {f"{name(file)}:{line}: {text}" for file in files for line, text in sentences(parsed(file))}
    assert not wrong


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("raise ValueError('a tier that nobody calls')", ["a tier that nobody calls"]),
        ("f'{count} servers stand in zone {zone}'", ["\0 servers stand in zone \0"]),
        ("'''What this module is about, at length.'''", []),
        ("parameter('how many servers there are')", []),
        ("Option(help='which of them is shown first')", []),
        ("label = 'network cards'", []),
    ],
)
def test_a_sentence_is_told_from_labels_and_explanations(code, texts):
    assert [text for _, text in sentences(ast.parse(code))] == texts
