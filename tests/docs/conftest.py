"""A checkout for the commands of guides, which may be written to."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder that looks like a checkout and may be written to."""
    for folder in ("scenarios", "models"):  # With what Python has compiled of them, if that is kept.
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "simulator").symlink_to(ROOT / "simulator")  # No guide writes to it.
    monkeypatch.chdir(tmp_path)
    return tmp_path
