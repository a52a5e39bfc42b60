"""A checkout for the commands of guides, which may be written to."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder that looks like a checkout: what guides write to is copied, all else linked."""
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    # Guides add models to the catalogue, and change none.
    shutil.copytree(ROOT / "models/catalog", tmp_path / "models/catalog", copy_function=os.symlink)
    for part in (ROOT / "simulator", *(ROOT / "models").iterdir()):
        beside = tmp_path / part.relative_to(ROOT)
        if not beside.exists():
            beside.symlink_to(part)
    monkeypatch.chdir(tmp_path)
    return tmp_path
