"""requirements.txt pins all that is installed, and nothing else: it is made from pyproject.toml by `make lock`."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from simulator.extras import LIBRARIES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OWN = canonicalize_name(PROJECT["project"]["name"])
# An environment has these before anything is installed into it.
THERE = {OWN, "pip"}


class Pin(NamedTuple):
    """A pinned package: its version, for which systems, how many hashes, and whether pyproject.toml names it."""

    version: str
    marker: str
    hashes: int
    direct: bool


def pins():
    """The pinned packages by name."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    found = {}
    for each in re.split(r"\n(?=\w)", text)[1:]:
        head = re.match(r"([\w.-]+)==(\S+)(?: ; ([^\\\n]+?))? \\\n", each)
        assert head is not None, each.splitlines()[0]
        name, version, marker = head.groups()
        direct = "headroom (pyproject.toml" in each
        found[canonicalize_name(name)] = Pin(version, marker or "", each.count("--hash=sha256:"), direct)
    return found


def named():
    """What pyproject.toml names: what the program runs on, and what its extras, its tests and its pages need."""
    extras = [each for extra in PROJECT["project"]["optional-dependencies"].values() for each in extra]
    groups = [each for group in PROJECT["dependency-groups"].values() for each in group]
    written = [*PROJECT["project"]["dependencies"], *extras, *groups]
    return {canonicalize_name(each.name): each for each in map(Requirement, written)}


def test_each_package_is_pinned_by_its_hashes_and_from_no_named_place():
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert len(pins()) > len(named())
    assert all(pin.hashes for pin in pins().values())
    assert "://" not in text and not re.search(r"^\s*-(?!-hash=)", text, flags=re.MULTILINE)


def test_what_pyproject_names_is_what_is_pinned_for_its_own_sake():
    found = pins()
    assert {name for name, pin in found.items() if pin.direct} == set(named())
    assert [each for name, each in named().items() if found[name].version not in each.specifier] == []


def test_what_is_installed_is_what_is_pinned():
    installed = {canonicalize_name(each.name): each.version for each in distributions()}
    wanted = {name: pin.version for name, pin in pins().items() if not pin.marker or Marker(pin.marker).evaluate()}
    assert {name: version for name, version in installed.items() if name not in THERE} == wanted


@pytest.mark.parametrize("target", [".venv/ready", "docs/Containerfile"])
def test_who_installs_asks_for_the_hashes(target):
    file = ROOT / ("Makefile" if target.startswith(".") else target)
    (line,) = [each for each in file.read_text(encoding="utf-8").splitlines() if "-r requirements.txt" in each]
    assert "--require-hashes" in line


def test_a_package_that_several_extras_need_is_allowed_in_the_same_versions():
    allowed = {}
    for extra in PROJECT["project"]["optional-dependencies"].values():
        for each in map(Requirement, extra):
            assert allowed.setdefault(each.name, each.specifier) == each.specifier, each.name


def test_every_library_of_an_extra_stands_in_it():
    """Distributions by the modules that they bring, where these are called otherwise."""
    called = {"vl_convert": "vl-convert-python"}
    stated = PROJECT["project"]["optional-dependencies"]
    for name, (module, extra) in LIBRARIES.items():
        top = module.partition(".")[0]
        assert called.get(top, top) in {Requirement(each).name for each in stated[extra]}, name
    base = {Requirement(each).name for each in PROJECT["project"]["dependencies"]}
    assert not base & {Requirement(each).name for extra in stated.values() for each in extra}
