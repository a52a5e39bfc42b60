"""Headroom as a package: everything it needs is inside, and the command works from any folder."""

import os
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from packaging.requirements import Requirement

from simulator.version import VERSION

ROOT = Path(__file__).parents[2]
FOLDERS = ("headroom", "models", "simulator", "scenarios")
LEFT_OUT = ignore_patterns(".*", "__pycache__", "reports", "build", "*.egg-info", "tests", "docs")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of an installed package, without what it depends on."""
    tree, wheels = tmp_path_factory.mktemp("tree") / "headroom", tmp_path_factory.mktemp("wheels")
    copytree(ROOT, tree, ignore=LEFT_OUT)
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(wheels)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(next(wheels.glob("*.whl"))).extractall(folder)
    return folder


def called(installed, folder, *words):
    """The command of the package, called from another folder."""
    command = [sys.executable, "-c", "from simulator.cli.main import start; start()", *words]
    environment = os.environ | {"PYTHONPATH": str(installed)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_all_files_of_the_program_are_in_the_package(installed):
    files = {path.relative_to(ROOT) for name in FOLDERS for path in (ROOT / name).rglob("*.*") if path.is_file()}
    missing = [str(path) for path in files if "__pycache__" not in path.parts and not (installed / path).exists()]
    assert missing == []


def test_types_and_catalogues_are_in_the_package(installed):
    assert (installed / "headroom/py.typed").is_file()
    shipped = {path.relative_to(ROOT) for path in (ROOT / "models/catalog").rglob("*.yaml")}
    assert shipped and all((installed / path).is_file() for path in shipped)


def test_what_an_extra_brings_is_no_requirement_of_the_package_itself(installed):
    found = Distribution.at(next(installed.glob("*.dist-info")))
    extras = set(found.metadata.get_all("Provides-Extra"))
    assert extras == {"page", "reports", "cluster", "logs", "forecast"}
    plain = {Requirement(each).name for each in found.requires or () if "extra ==" not in each}
    assert plain == {"jinja2", "numba", "numpy", "pandas", "pydantic", "pyyaml", "rich", "scipy", "simpy", "typer"}


def test_the_library_of_the_package_plans(installed, tmp_path):
    code = "import headroom; print(headroom.plan('first.yaml', engine='theory').servers)"
    (tmp_path / "first.yaml").write_text("extends: first_farm.yaml\nscenario: Mine\n")
    environment = os.environ | {"PYTHONPATH": str(installed)}
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert said.stdout == "10\n", said.stderr


def test_the_commands_and_their_version_are_those_of_the_package(installed, tmp_path):
    found = Distribution.at(next(installed.glob("*.dist-info")))
    assert found.version == VERSION
    assert {each.name for each in found.entry_points} == {"headroom", "headroom-page"}
    assert all(callable(each.load()) for each in found.entry_points)
    assert called(installed, tmp_path, "--version").stdout == f"headroom {VERSION}\n"


def test_a_scenario_of_any_folder_is_planned_and_reported(installed, tmp_path):
    (tmp_path / "mine.yaml").write_text("extends: first_farm.yaml\nscenario: Mine\n")
    said = called(installed, tmp_path, "plan", "mine.yaml", "--engine", "theory", "--report", "out")
    assert "Buy 10 servers" in said.stdout, said
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".html", ".pdf", ".xlsx"}


def test_published_figures_are_found_in_the_package(installed, tmp_path):
    """They were looked for below the folder in which somebody stood."""
    said = called(installed, tmp_path, "validate", "address_space", "--markdown", "page.md")
    assert said.returncode == 0 and "10 of 10 figures reproduced" in said.stdout, said
    assert (tmp_path / "page.md").exists()
