"""A module has several users, or a list names it, or it stands in the one that uses it.

Lists name pages, sections and commands, groups of checks, formats of reports, kinds of pictures and tables of load
tools. They name questions and engines too, by their folders: what a question asks, how that is answered, the record
that comes out and the blocks that tell it; what an engine runs. Neither length nor a late import is a reason. What only
starts with a program (app.py, `__main__`) stays: that is run, not read.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from tests.architecture.sources import FOLDERS, ROOT, sources, tree

LISTED = {"pages", "sections"}  # Folders whose files a list names.
# More lists, each in a file of its own, and where what it names stands.
LISTS = {
    "models.checks.checks": "models.checks.",
    "simulator.report.formats": "simulator.report.renderers.",
    "simulator.report.renderers.workbook.book": "simulator.report.renderers.workbook.pictures.",
    "simulator.calibration.reading.read": "simulator.calibration.reading.",
}
# Folders that a list names by their door, and what of them the door alone may use: of a question how it is answered,
# its data and what it says; of an engine whom it runs, and the nodes that it takes side by side.
QUESTION = "simulator.questions."
PARTS = {
    (QUESTION, "command"): {"answer", "data", "document"},
    ("simulator.engines.", "engine"): {"sessions", "cluster.nodes"},
}


def program() -> dict[str, str]:
    """The text of every module of ours by its dotted name."""
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): file.read_text(encoding="utf-8")
        for file in sources(*FOLDERS)
    }


def statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import below a node, wherever it stands."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not isinstance(child, ast.expr):  # No expression holds a statement.
            yield from statements(child)


@cache
def imported(text: str) -> frozenset[str]:
    """What may be a module that a file imports."""
    found: set[str] = set()
    for statement in statements(tree(text)):
        for alias in statement.names:
            whole = f"{statement.module}.{alias.name}" if isinstance(statement, ast.ImportFrom) else alias.name
            found |= {whole, whole.rpartition(".")[0]}
    return frozenset(found)


def out_of_place(modules: Mapping[str, str]) -> dict[str, str]:
    """The modules that should stand in another one, and in which."""
    users: defaultdict[str, set[str]] = defaultdict(set)
    for user, text in modules.items():
        for module in imported(text) & modules.keys():
            users[module].add(user)
    return {
        module: user
        for module, by in users.items()
        for user in by
        if len(by) == 1 and not is_listed(module, user) and not user.endswith("__main__")
    }


def is_listed(module: str, user: str) -> bool:
    """Whether a module is a page, a section or a command; a part of what its user is the door of; or what the list in
    its user names: a group of checks in that of all checks, a format in that of the formats, pictures in that
    of all kinds, tables that a tool writes in that of all files that are read. Each of those is added by a file and a
    line of the list, as a section is, and nothing of the list's own file belongs to any of them.
    """
    folders, _, name = module.rpartition(".")
    is_named = user in LISTS and module.startswith(LISTS[user])
    return is_named or is_part(module, user) or name == "command" or folders.rpartition(".")[2] in LISTED


def is_part(module: str, user: str) -> bool:
    """Whether a module is a part of a question or of an engine, and its user the door of that."""
    folder, _, door = user.rpartition(".")
    return any(
        folder.startswith(inside) and door == name and module.removeprefix(f"{folder}.") in parts
        for (inside, name), parts in PARTS.items()
    )


def test_what_one_module_imports_stands_in_it():
    assert not out_of_place(program())


def test_the_check_finds_a_module_of_one_user():
    """However it is imported, from wherever, now or later; also one that is added to the program."""
    now = ("from far.small import a", "from far import small", "import far.small")
    later = ("def f():\n    from far.small import a\n", "if TYPE_CHECKING:\n    from far.small import a\n")
    for statement in (*now, *later):
        assert out_of_place({"far.small": "a = 1", "far.user": statement}) == {"far.small": "far.user"}
    added = program() | {"simulator.small": "a = 1"}
    added["simulator.exits"] += "from simulator.small import a\n"
    assert out_of_place(added).items() - out_of_place(program()).items() == {("simulator.small", "simulator.exits")}


def test_the_check_knows_the_reasons():
    small, named = "a = 1\n", "from far.small import a\n"
    assert not out_of_place({"far.small": small, "far.user": named, "far.other": f"def f():\n    {named}"})
    assert not out_of_place({"far.small": small, "far.__main__": named})
    for listed in ("far.pages.plan", "far.sections.costs", "far.plan.command"):
        assert not out_of_place({listed: small, "far.user": f"from {listed} import a"})
    assert out_of_place({"far.commands": small, "far.user": "from far.commands import a"})


def test_the_check_knows_the_lists():
    for user, folder in LISTS.items():
        named = f"from {folder}small import a"
        assert not out_of_place({f"{folder}small": "a = 1", user: named})
        assert out_of_place({f"{folder}small": "a = 1", "far.user": named})
        assert out_of_place({"far.small": "a = 1", user: "from far.small import a"})


def test_the_check_knows_the_parts_of_questions_and_engines():
    for (inside, door), parts in PARTS.items():
        for part in parts:
            place = f"{inside}one.{part}"
            assert not out_of_place({place: "a = 1", f"{inside}one.{door}": f"from {place} import a"})
            assert out_of_place({place: "a = 1", f"{inside}another.{door}": f"from {place} import a"})
            assert out_of_place({f"far.{part}": "a = 1", f"far.{door}": f"from far.{part} import a"})
    other = {f"{QUESTION}plan.other": "a = 1", f"{QUESTION}plan.command": f"from {QUESTION}plan import other"}
    assert out_of_place(other)
