"""The program's own sources, parsed."""

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("headroom", "models", "simulator")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(*folders: str) -> list[Path]:
    """Every Python file below some folders; a folder that does not exist yet has none."""
    return [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]


def name(file: Path) -> str:
    """The path of a file as messages tell it."""
    return file.relative_to(ROOT).as_posix()


@cache
def parsed(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return tree(file.read_text(encoding="utf-8"))


@cache
def tree(text: str) -> ast.Module:
    """The syntax tree of a text: each is parsed once, whoever asks.

    Meanwhile Python looks for no rubbish, which took three quarters of the time: whatever is made here is kept.
    """
    looks = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        if looks:
            gc.enable()


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax tree of a file."""
    return tuple(ast.walk(parsed(file)))


@cache
def imports(file: Path) -> frozenset[str]:
    """Every module that a file imports, wherever in it, and the names taken from packages of ours."""
    found: set[str] = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}: relative imports hide which way they go"
            is_package = (ROOT / str(node.module).replace(".", "/")).is_dir()
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if is_package else {str(node.module)}
    return frozenset(found)


@cache
def functions(file: Path) -> tuple[Function, ...]:
    """Every function and method of a file, nested ones too."""
    return tuple(node for node in nodes(file) if isinstance(node, Function))
