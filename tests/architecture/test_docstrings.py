"""Whatever is offered to other files says what it is."""

import ast

import pytest

from tests.architecture.sources import FOLDERS, name, parsed, sources

OFFERED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_public_function_and_class_has_a_docstring(folder):
    silent = [
        f"{name(file)}: {node.name}"
        for file in sources(folder)
        for node in parsed(file).body
        if isinstance(node, OFFERED) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert not silent


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_with_code_begins_by_saying_what_it_is(folder):
    silent = [name(file) for file in sources(folder) if parsed(file).body and not ast.get_docstring(parsed(file))]
    assert not silent
