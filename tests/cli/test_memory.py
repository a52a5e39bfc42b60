"""What does not fit into memory is refused before anything runs, with the parameter to change and a value that fits."""

import re
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace

import pytest

from models.errors import ScenarioError
from models.load import load
from models.variations.portfolio import PLAN
from simulator.engines.engine import load_engine
from simulator.engines.kernel.engine import Kernel
from simulator.engines.memory import VARIABLE, available_bytes, resident_bytes
from simulator.experiment.memory_budget import require_memory
from simulator.experiment.solvers import Simulation
from simulator.studies.sweep.answer import answer_variant
from tests.cli.conftest import QUICK, SMALL

ROOM = "1 GB"
# A system that lets as many connect as come.
POOL = ("operating_system.kernel_pool=1 TB", "operating_system.kernel_pool_per_ram=none")
# What takes too much, the command, and the parameter that is named.
TOO_MUCH = {
    "a large catalogue": (("run", SMALL), ("workload.content.catalogue=100 TB",), "workload.content.catalogue"),
    "more objects than can be told apart": (
        ("plan", SMALL), ("demand=1 Gbps", "workload.content.catalogue=1 PB"), "workload.content.catalogue",
    ),
    "a long run in short windows": (("run", SMALL), ("run.duration=365 days", "run.window=10 ms"), "run.window"),
    "many replications of a day": (
        ("run", SMALL), ("run.replications=10000", "run.duration=1 days", "run.window=1 s"), "run.window",
    ),
    "a large population": (
        ("run", SMALL), ("workload.offered=none", "workload.population=50000000"), "workload.population",
    ),
    "many that think for long": (
        ("run", SMALL),
        ("workload.session.think_time.mean=6 days", "web_server.connection_timeout=30 days", *POOL),
        "workload.offered",
    ),
    "slow clients": (
        ("plan", SMALL),
        (
            "demand=10 Gbps", "server.cards=10 Gbps", "web_server.minimum_client_rate=0 B/s",
            "workload.clients[0].rate=100 B/s", "workload.request.size=10 MB", *POOL,
        ),
        "workload.clients[0].rate",
    ),
    "sessions that pile up": (
        ("run", SMALL),
        ("workload.offered=1,000,000 /s", *POOL, "run.duration=1 days"),
        "workload.offered",
    ),
}  # fmt: skip
BLOCKS = "scenarios/published/soft_faults_nt_heap.yaml"
REMEDY = re.compile(r'write at (?:most|least) (?:"([^"]+)"|([\d,]+),)')


def words(changes):
    return [word for change in changes for word in ("--set", change)]


@pytest.fixture
def no_run(monkeypatch):
    """Whoever simulates all the same is told so, and there is 1 GB of memory."""

    def run(*_):
        raise AssertionError("it was simulated")

    monkeypatch.setattr(Kernel, "run", run)
    monkeypatch.setenv(VARIABLE, ROOM)


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_takes_too_much_memory_is_refused_with_the_parameter_to_change(headroom, no_run, what):
    command, changes, path = TOO_MUCH[what]
    said = headroom(*command, *words(changes))
    assert said.code == 2, said
    assert re.search(rf"{re.escape(path)}( = .*)?: [\d,]+ [a-z ]+", said.err), said.err
    assert "of memory" in said.err or "can be told apart" in said.err
    assert REMEDY.search(said.err) and "Traceback" not in said.err


@pytest.mark.parametrize("what", TOO_MUCH)
def test_the_value_that_is_named_fits_and_one_that_is_much_further_does_not(headroom, no_run, what):
    command, changes, path = TOO_MUCH[what]
    remedy = REMEDY.search(headroom(*command, *words(changes)).err)
    value, factor = "".join(remedy.groups("")).replace(",", ""), 3.0 if "at most" in remedy[0] else 1.0 / 3.0
    stated, engine = dict(change.split("=", 1) for change in changes), Simulation(load_engine("kernel"))
    require_memory([load(command[1], stated | {path: value})], engine)
    number, _, unit = value.partition(" ")
    further = f"{factor * float(number):.0f} {unit}".strip()
    with pytest.raises(ScenarioError, match=re.escape(path)):
        require_memory([load(command[1], stated | {path: further})], engine)


def test_kinds_of_blocks_that_take_too_much_are_the_parameter_to_change(headroom, no_run, monkeypatch):
    monkeypatch.setenv(VARIABLE, "20 MB")
    changes = {"web_server.allocator.patterns": 1_000_000, "web_server.allocator.keeps": True}
    said = headroom("run", BLOCKS, *words(f"{path}={str(value).lower()}" for path, value in changes.items()))
    assert said.code == 2 and "patterns = 1000000: 1,000,000 kinds of blocks take about" in said.err, said
    most = int(REMEDY.search(said.err)[2].replace(",", ""))
    assert 1_000 < most < 1_000_000
    require_memory([load(BLOCKS, changes | {"web_server.allocator.patterns": most})], Simulation(load_engine("kernel")))


def test_a_variant_that_takes_too_much_memory_has_no_answer_and_the_others_have_theirs(no_run):
    scenario = load(SMALL, {"run.window": "10 ms", "run.duration": "365 days"})
    variant = SimpleNamespace(scenario=scenario, name="large", also=(), values={}, sha256="")
    answer = answer_variant(variant, Simulation(load_engine("kernel")), PLAN)
    assert answer.figures is None and "run.window = 10 ms: 3,153,600,000 windows" in answer.reason


def test_the_line_that_states_the_parameter_is_named(headroom, no_run, tmp_path):
    file = tmp_path / "large.yaml"
    run = "run:\n  duration: 300 days\n  window: 10 ms\n"
    file.write_text(f"format: 1\nscenario: large\nextends: {Path(SMALL).name}\n{run}")
    copyfile(SMALL, tmp_path / Path(SMALL).name)
    said = headroom("run", file)
    assert said.code == 2 and f"{file}:6: run.window = 10 ms: " in said.err, said.err


def test_memory_that_is_stated_as_no_size_is_refused(headroom, monkeypatch):
    for stated, said in (("4 Gb", "not a size"), ("much", "not a size"), ("-1 GB", "negative"), ("5", "which unit?")):
        monkeypatch.setenv(VARIABLE, stated)
        refused = headroom("run", SMALL, *QUICK)
        assert refused.code == 2 and refused.err.startswith(f'{VARIABLE}: "{stated}": ') and said in refused.err


def test_what_fits_runs_under_a_stated_limit(headroom, monkeypatch):
    monkeypatch.setenv(VARIABLE, "100 MB")
    assert headroom("run", SMALL, *QUICK).code == 0


def test_the_memory_of_this_machine_is_known():
    assert 1e8 < available_bytes() < 1e15
    assert 1e7 < resident_bytes() < 1e12
