"""What one other module imports stands in that module: a file has several users, or a reason to be one by itself.

The reasons: it is a page, a section or a command, which a list names, or a group of checks or a format of reports,
which a list names too; it is loaded only once it is asked for; the two would pass the longest file together. What only
starts with a program (app.py, `__main__`) stays: that is run, not read.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from tests.architecture.sources import FOLDERS, LONGEST_FILE, ROOT, Function, sources, tree

LISTED = {"pages", "sections"}  # Folders whose files a list names.
# Two more lists, each in a file of its own, and where what it names stands.
LISTS = {"models.checks.checks": "models.checks.", "simulator.report.formats": "simulator.report.renderers."}


def program() -> dict[str, str]:
    """The text of every module of ours by its dotted name."""
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): file.read_text(encoding="utf-8")
        for file in sources(*FOLDERS)
    }


def statements(node: ast.AST, at_once: bool = True) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Every import below a node, and whether it is loaded with the file: not from a function, nor for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, at_once
        elif not isinstance(child, ast.expr):  # No expression holds a statement.
            for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            yield from statements(child, at_once and not for_types and not isinstance(child, Function))


@cache
def imported(text: str) -> tuple[tuple[str, bool], ...]:
    """What may be a module that a file imports, and whether each is loaded with it."""
    found: list[tuple[str, bool]] = []
    for statement, at_once in statements(tree(text)):
        for alias in statement.names:
            whole = f"{statement.module}.{alias.name}" if isinstance(statement, ast.ImportFrom) else alias.name
            found += ((name, at_once) for name in (whole, whole.rpartition(".")[0]))
    return tuple(found)


def out_of_place(modules: Mapping[str, str]) -> dict[str, str]:
    """The modules that should stand in another one, and in which."""
    users: defaultdict[str, defaultdict[str, bool]] = defaultdict(lambda: defaultdict(bool))
    for user, text in modules.items():
        for module, at_once in imported(text):
            if module in modules:
                users[module][user] |= at_once
    return {
        module: user
        for module, by in users.items()
        for user, at_once in by.items()
        if len(by) == 1 and at_once and not is_listed(module, user) and not user.endswith("__main__")
        if len((modules[module] + modules[user]).splitlines()) <= LONGEST_FILE
    }


def is_listed(module: str, user: str = "") -> bool:
    """Whether a module is a page, a section or a command; or what the list in its user names: a group of checks in that
    of all checks, a format in that of the formats. Each of those is added by a file and a line of the list, as a
    section is, and nothing of the list's own file belongs to any of them."""
    folders, _, name = module.rpartition(".")
    is_named = user in LISTS and module.startswith(LISTS[user])
    return is_named or name == "command" or folders.rpartition(".")[2] in LISTED


def test_what_one_module_imports_stands_in_it():
    assert not out_of_place(program())


def test_the_check_finds_a_small_module_of_one_user():
    """However it is imported, from wherever; also one that is added to the program."""
    for statement in ("from far.small import a", "from far import small", "import far.small"):
        assert out_of_place({"far.small": "a = 1", "far.user": statement}) == {"far.small": "far.user"}
    added = program() | {"simulator.small": "a = 1"}
    added["simulator.exits"] += "from simulator.small import a\n"
    assert out_of_place(added).items() - out_of_place(program()).items() == {("simulator.small", "simulator.exits")}


def test_the_check_knows_the_reasons():
    small, at_once, later = "a = 1\n", "from far.small import a\n", "def f():\n    from far.small import a\n"
    for_types = f"if TYPE_CHECKING:\n    {at_once}"
    for user in (later, for_types + later, at_once + LONGEST_FILE * "b = 1\n"):
        assert not out_of_place({"far.small": small, "far.user": user})
    assert out_of_place({"far.small": small, "far.user": later + at_once})
    assert not out_of_place({"far.small": small, "far.user": at_once, "far.other": later})
    assert not out_of_place({"far.small": small, "far.__main__": at_once})
    for listed in ("far.pages.plan", "far.sections.costs", "far.plan.command"):
        assert not out_of_place({listed: small, "far.user": f"from {listed} import a"})
    for user, folder in LISTS.items():
        named = f"from {folder}small import a"
        assert not out_of_place({f"{folder}small": small, user: named})
        assert out_of_place({f"{folder}small": small, "far.user": named})
        assert out_of_place({"far.small": small, user: at_once})
    assert out_of_place({"far.commands": small, "far.user": "from far.commands import a"})
