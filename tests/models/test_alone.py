"""models/ knows no simulator: it imports nothing of it, no engine, and arrays only to fit a law, or
to sum over the ranks of millions of items, a hundred times as fast."""

import ast
from pathlib import Path

ARRAYS = {"scaling_law.py", "least_recently_used.py", "checkpoints.py", "shield.py"}
MODELS = Path(__file__).parents[2] / "models"
ALLOWED = {
    "models", "pydantic", "pydantic_core", "yaml", "collections", "dataclasses", "decimal", "difflib", "json", "math",
    "datetime", "fnmatch", "functools", "itertools", "os", "pathlib", "re", "statistics", "types", "typing",
}  # fmt: skip


def imported(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[0] for name in names}


def test_models_import_only_what_reading_a_file_takes():
    for file in MODELS.rglob("*.py"):
        arrays = {"numpy", "scipy"} if file.name in ARRAYS else set()
        assert imported(file) <= ALLOWED | arrays, file.name
