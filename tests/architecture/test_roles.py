"""Nothing is recognised by its name: from translate on, the program asks for roles and records, never for spellings.

What syntax can show: a name compared with a text, or taken apart at one, and the names that translate gives taken from
there. Two names may be compared with each other: steps and tallies refer to resources by name.
"""

import ast

from tests.architecture.sources import name, nodes, sources

TAKEN_APART = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "casefold"}
# Stages that make names, or have none of a network's.
MAKE_NAMES = ("simulator/translate/", "simulator/ui/", "simulator/store/", "simulator/machine/")
# An axis is written once with its unit: a sentence about a sentence, not about what it tells.
WORDING = {"simulator/output/renderers/workbook/grid.py: name.endswith"}
# What holds a name of something in a network, or the key of a measure of it.
NAMES = {"name", "label", "measure", "key", "jobs", "cause", "limit", "station"}


def named(node):
    """What a node is that reads a name, as code; "" for any other."""
    if isinstance(node, ast.Attribute) and node.attr in ("name", "label", "measure"):
        return ast.unparse(node)
    return node.id if isinstance(node, ast.Name) and node.id in NAMES else ""


def is_text(node):
    """Whether a node is a text written in the code, or a constant by how it is spelt, or several of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(is_text, node.elts))
    is_constant = isinstance(node, ast.Name) and node.id.isupper() and len(node.id) > 1
    return is_constant or (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "")


def recognised(found):
    """Where nodes of code tell what something is by its name."""
    for node in found:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = (node.left, node.comparators[0])
            attributes = [each for each in sides if isinstance(each, ast.Attribute) and named(each)]
            if attributes and any(map(is_text, sides)):
                yield ast.unparse(node)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        if node.func.attr in TAKEN_APART and named(node.func.value):
            yield f"{named(node.func.value)}.{node.func.attr}"


def after_translate():
    """The stages in which a thing has a role already."""
    return [file for file in sources("simulator") if not name(file).startswith(MAKE_NAMES)]


def test_nothing_is_recognised_by_its_name():
    found = {f"{name(file)}: {told}" for file in after_translate() for told in recognised(nodes(file))}
    assert not found - WORDING
    assert found >= WORDING, "no exception outlives what it was for"


def test_what_translate_calls_things_stays_there():
    taken = {
        f"{name(file)} takes {alias.name} of {node.module}"
        for file in after_translate()
        for node in nodes(file)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("simulator.translate")
        for alias in node.names
        if alias.name.isupper()
    }
    assert not taken


def test_the_check_finds_what_it_is_for():
    wrong = ('a.name == "CPU"', "b.name != CPU", "cache.name.endswith(LISTS)", 'name.startswith("response ")')
    assert [len(set(recognised(ast.walk(ast.parse(line))))) for line in wrong] == [1, 1, 1, 1]
    right = ("cache.name == region.cache", "usage.role is Role.CPU", 'engine.name == ""')
    assert [len(set(recognised(ast.walk(ast.parse(line))))) for line in right] == [0, 0, 0]
