"""Any valid scenario runs: both engines tell the same story of it, and no figure is out of its range."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.exits import DONE
from simulator.translate.translate import translate
from tests.agreement.twins import assert_same_edges, assert_same_log
from tests.fuzz.asking import ask, limited
from tests.fuzz.scenarios import write_valid

FEW, MANY = 4, 500
SEED, PROOF_SEED = 1, 1_000
LOOSE = ("--set", "run.precision=50 %", "--set", "run.tail_precision=50 %")
# What may be negative: growth, and what one thing has more than another.
SIGNED = ("piling_up",)
ROUNDING = 1e-9


def out_of_range(data: object, path: str = "") -> Iterator[str]:
    """Every figure in the data of a run that cannot be: a share beyond 0 to 100 %, an amount or an interval below 0."""
    if isinstance(data, list):
        for position, each in enumerate(data):
            yield from out_of_range(each, f"{path}[{position}]")
    elif isinstance(data, dict) and {"value", "unit"} <= data.keys():
        value, most = data["value"], 100.0 if data["unit"] == "%" else float("inf")
        signed = path.rpartition(".")[2] in SIGNED
        if not (-most if signed else 0.0) - ROUNDING <= value <= most + ROUNDING or (data["half_width"] or 0.0) < 0.0:
            yield f"{path} is {value} ± {data['half_width']} {data['unit']}"
    elif isinstance(data, dict):
        for key, each in data.items():
            yield from out_of_range(each, f"{path}.{key}")


def run(seed: int, folder: Path) -> tuple[str, list[str]]:
    """How the scenario of that seed ends on the command line, and what is wrong with it, in simulation and theory."""
    file, figures = write_valid(seed, folder), folder / "figures.json"
    wrong: list[str] = []
    for engine in ("theory", "kernel"):
        answer = ask("run", file, "--engine", engine, "--json", figures, *LOOSE)
        if answer.fault:
            wrong.append(f"{engine}: {answer.fault}")
        elif answer.code == DONE:
            wrong += [f"{engine}: {each}" for each in out_of_range(json.loads(figures.read_text()))]
    return "ran" if answer.code == DONE else "refused", wrong


def agree(seed: int, folder: Path) -> None:
    """Both engines run the scenario of that seed, with the same outcome for every request; there may be none."""
    scenario = load(write_valid(seed, folder))
    duration = min(scenario.run.seconds, 10.0)
    plan = RunPlan(windows=10, window=duration / 10.0, warm_up=0.0, log=100_000)
    network = translate(scenario).network
    with limited():
        fast, slow = (load_engine(engine).run(network, plan, seed) for engine in ("kernel", "reference"))
    assert_same_log(fast, slow)
    assert_same_edges(fast, slow)
    assert (fast.histogram == slow.histogram).all() and fast.events == slow.events


def all_run(count: int, seed: int, folder: Path) -> None:
    """Each of so many scenarios runs, and the engines agree on it. What does not is told with its file, all at once."""
    print(f"{count} scenarios from seed {seed}")
    faults, ends = [], Counter()
    for each in range(seed, seed + count):
        end, wrong = run(each, folder)
        ends[end] += 1
        try:
            agree(each, folder)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is told of this scenario
            if isinstance(error, KeyboardInterrupt):
                raise
            wrong.append(f"the engines: {type(error).__name__}: {str(error)[:1_000]}")
        faults += [f"scenario {each}: {fault}" for fault in wrong]
    print(dict(ends))
    assert not faults, "\n".join(faults)
    assert ends["ran"] > count / 2


def test_a_few_scenarios_of_all_parts_run_alike_on_both_engines(tmp_path):
    all_run(FEW, SEED, tmp_path)


@pytest.mark.proof
def test_five_hundred_scenarios_of_all_parts_run_alike_on_both_engines(tmp_path):
    all_run(MANY, PROOF_SEED, tmp_path)


def figure(value: float, unit: str, half_width: float | None = 0.0) -> dict[str, object]:
    return {"value": value, "half_width": half_width, "unit": unit}


def test_a_figure_that_cannot_be_is_found():
    data = {"a": [figure(100.1, "%")], "b": figure(-0.1, "s", None), "c": figure(5.0, "s", -1.0)}
    data |= {"piling_up": figure(-3.0, "%"), "d": figure(5.0, "s", 9.0), "e": {"refused": "too few responses"}}
    assert [each.split(" ")[0] for each in out_of_range(data)] == [".a[0]", ".b", ".c"]
