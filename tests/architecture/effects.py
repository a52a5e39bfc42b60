"""What the kernel's compiled functions read and change of the world, found in their sources."""

import ast
from functools import cache
from pathlib import Path

from simulator.engines.kernel.world import World
from tests.architecture.sources import Function, functions, sources

COMPILED = {"compiled", "seldom", "entry"}
FIELDS = World._fields
# What a name stands for: the world itself, one of its fields, or something else that the caller has handed over.
WORLD = "the world"
Effects = tuple[frozenset[str], frozenset[str]]
NONE: Effects = (frozenset(), frozenset())


@cache
def compiled_functions() -> dict[tuple[Path, str], Function]:
    """Every compiled function of the kernel by its file and name."""
    return {
        (file, function.name): function
        for file in sources("simulator/engines/kernel")
        for function in functions(file)
        if COMPILED & {d.id for d in function.decorator_list if isinstance(d, ast.Name)}
    }


@cache
def all_effects() -> dict[tuple[Path, str], Effects]:
    """What each function reads, and what it changes, itself or through whom it calls."""
    found = dict.fromkeys(compiled_functions(), NONE)
    while True:
        again = {key: _Reader(key, found).effects() for key in found}
        if again == found:
            return found
        found = again


class _Reader(ast.NodeVisitor):
    """Reads one function, given what is known of the others."""

    def __init__(self, key: tuple[Path, str], known: dict[tuple[Path, str], Effects]) -> None:
        self.file, self.known = key[0], known
        self.function = compiled_functions()[key]
        self.stands_for = {name: WORLD if name == "world" else name for name in _parameters(self.function)}
        self.reads: set[str] = set()
        self.changes: set[str] = set()

    def effects(self) -> Effects:
        for statement in self.function.body:
            self.visit(statement)
        return frozenset(self.reads - {WORLD}), frozenset(self.changes)

    def root(self, node: ast.AST) -> str | None:
        """What an expression is a part of."""
        if isinstance(node, ast.Name):
            return self.stands_for.get(node.id)
        if isinstance(node, ast.Attribute | ast.Subscript):
            root = self.root(node.value)
            return f"world.{node.attr}" if root == WORLD and isinstance(node, ast.Attribute) else root
        return None

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple):
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value] * len(target.elts)
                pairs = list(zip(target.elts, values, strict=True))
            for name, value in pairs:
                self._assign(name, value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self._assign(node.target, node.value)

    def _assign(self, target: ast.AST, value: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self.stands_for[target.id] = self.root(value)
            return
        self.changes.add(self.root(target))
        for part in ast.iter_child_nodes(target):
            self.visit(part)

    def visit_Name(self, node: ast.Name) -> None:
        self._read(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._read(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._read(node)
        self.visit(node.slice)
        self.visit(node.value)

    def _read(self, node: ast.expr) -> None:
        root = self.root(node)
        if root is not None:
            self.reads.add(root)

    def visit_Call(self, node: ast.Call) -> None:
        for argument in node.args:
            self.visit(argument)
        key = self._called(node.func)
        if key is None:
            return
        handed = dict(zip(_parameters(compiled_functions()[key]), node.args, strict=True))
        for mine, theirs in zip((self.reads, self.changes), self.known[key], strict=True):
            for effect in theirs:
                root = self.root(handed[effect]) if effect in handed else effect
                if root is not None:
                    mine.add(root)

    def _called(self, function: ast.AST) -> tuple[Path, str] | None:
        """The compiled function of the kernel that is called: of the same file, else of whichever it comes from."""
        if not isinstance(function, ast.Name):
            return None
        if (self.file, function.id) in self.known:
            return self.file, function.id
        others = [key for key in self.known if key[1] == function.id and not function.id.startswith("_")]
        assert len(others) < 2, f"{function.id} is in {len(others)} files"
        return others[0] if others else None


def _parameters(function: Function) -> list[str]:
    return [argument.arg for argument in function.args.args]


def told(key: tuple[Path, str]) -> str:
    """What the docstring of a function that takes the world must say of it."""
    reads, changes = (
        [field for field in FIELDS if f"world.{field}" in effects] for effects in all_effects()[key]
    )  # fmt: skip
    reads = [field for field in reads if field not in changes]
    parts = [f"{what}: {', '.join(fields)}." for what, fields in (("Reads", reads), ("Changes", changes)) if fields]
    return " ".join(parts)
