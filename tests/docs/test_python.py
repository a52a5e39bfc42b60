"""The Python of the guide and of the notebooks works as it is written."""

import json
import re
from pathlib import Path

import pytest

import headroom

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/use-from-python.md"
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def snippets(page):
    """The blocks of Python of a page, in their order."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def cells(notebook, kind="code"):
    """The texts of the cells of a notebook."""
    found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == kind]


def executed(texts, monkeypatch):
    """What is defined once all texts have been executed, one after another, from the folder of the checkout."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("simulator.calibration.work_spread.REQUESTS", 2_000)
    names = {"__name__": "__main__"}
    for number, text in enumerate(texts, start=1):
        exec(compile(text, f"block {number}", "exec"), names)
    return names


def test_the_snippets_of_the_guide_work(monkeypatch, capsys):
    names = executed(snippets(GUIDE), monkeypatch)
    farm, swept = names["farm"], names["swept"].to_frame()
    said = capsys.readouterr().out
    assert f"{farm.servers} USD {round(farm.cost_per_month)} {farm.bottleneck}" in said
    assert "argument demand" in said
    assert len(swept) == 4 and (swept["servers"] >= swept["unit.nodes"]).all()


def test_the_guide_names_every_study_and_what_its_results_have():
    rows = re.findall(r"^\| `headroom\.(\w+)\(", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    studies = {name for name in headroom.__all__ if name.islower() and callable(getattr(headroom, name))}
    assert set(rows) == studies - {"load", "constant", "exponential", "__version__"}


def test_a_farm_is_planned_in_a_notebook(monkeypatch):
    names = executed(cells(ROOT / "docs/notebooks/plan-a-farm.ipynb"), monkeypatch)
    farm, variants = names["farm"], names["variants"]
    assert farm.servers > 0 and farm._repr_html_().startswith("\n<div") or "<div" in farm._repr_html_()
    costs = variants[variants["server"] == variants["server"][0]].sort_values("servers")["cost_per_month"]
    assert len(variants) == 6 and costs.is_monotonic_increasing


def test_a_server_is_calibrated_in_a_notebook(monkeypatch):
    names = executed(cells(ROOT / "docs/notebooks/calibrate-and-predict.ipynb"), monkeypatch)
    assert names["fitted"].largest_rate > 0.0 and len(names["held_back"]) > 0
    assert names["ahead"].to_dict()["predicted"][0]["rate"]["value"] > 0.0
    mean = names["simulated"].measures["response_mean"]
    assert names["theory"].measures["response_mean"].value == pytest.approx(0.5)
    assert abs(mean.value - 0.5) < 3.0 * mean.half_width


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_kept_without_its_output(notebook):
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)
    assert cells(notebook) and cells(notebook, "markdown")
