"""What is loaded with the library, and what is said where a name or a library is not its own or not there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import headroom
from simulator import extras
from simulator.cli.main import main

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "scipy", "numba", "pandas", "pydantic", "simpy", "altair", "polars", "pyarrow", "statsmodels",
         "streamlit", "distributed", "typst", "vl_convert", "xlsxwriter", "rich", "typer", "jinja2")  # fmt: skip


def python(code, path=ROOT, folder=ROOT):
    """How a program of Python ends."""
    environment = os.environ | {"PYTHONPATH": str(path)}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_nothing_heavy_is_loaded_with_the_library():
    said = python(f"import sys, headroom; print([name for name in {HEAVY!r} if name in sys.modules])")
    assert said.stdout.strip() == "[]", said.stderr


def test_a_plan_loads_no_library_of_an_extra():
    of_extras = tuple({module.partition(".")[0] for module, _ in extras.LIBRARIES.values()})
    plan = "farm = headroom.plan('scenarios/first_farm.yaml', engine='theory'); repr(farm), farm.to_dict()"
    said = python(f"import sys, headroom; {plan}; print([name for name in {of_extras!r} if name in sys.modules])")
    assert said.stdout.strip() == "[]", said.stderr


def test_every_name_that_is_offered_is_there():
    for name in headroom.__all__:
        assert getattr(headroom, name) is not None, name
    assert set(dir(headroom)) == set(headroom.__all__)
    with pytest.raises(AttributeError):
        headroom.plans  # noqa: B018


@pytest.mark.parametrize("name", ["models", "simulator"])
def test_beside_a_package_of_the_same_name_it_says_so(name, tmp_path):
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    said = python("import headroom", path=f"{tmp_path}{os.pathsep}{ROOT}", folder=tmp_path)
    last = said.stderr.strip().splitlines()[-1]
    assert said.returncode == 1 and f"`{name}`" in last and str(tmp_path / name) in last
    assert last.startswith("ImportError") and last.count(". ") == 0


@pytest.mark.parametrize("name", extras.LIBRARIES)
def test_a_library_that_is_not_installed_is_told_with_its_extra(name, monkeypatch):
    module, extra = extras.LIBRARIES[name]
    for part in (module, module.partition(".")[0]):
        monkeypatch.setitem(sys.modules, part, None)
    with pytest.raises(extras.MissingExtra, match=rf"headroom\[{extra}\]"):
        getattr(extras, name)


@pytest.mark.parametrize(("form", "library"), [("pdf", "typst"), ("xlsx", "xlsxwriter")])
def test_a_command_without_the_library_of_its_format_ends_as_wrong_input_before_it_plans(
    form, library, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("simulator.studies.plan.study.plan", lambda *given: pytest.fail("it has planned"))
    words = ["plan", "scenarios/first_farm.yaml", "--engine", "theory", "--report", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", ["headroom", *words, "--formats", form])
    assert main() == 2
    assert "pip install 'headroom[reports]'" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_the_command_line_is_the_same_by_either_name():
    said = [
        subprocess.run([sys.executable, "-m", name, "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in ("headroom", "simulator")
    ]
    assert said[0].stdout == said[1].stdout == f"headroom {headroom.__version__}\n"
