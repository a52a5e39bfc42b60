"""What a refusal says to write instead of a speed that no load meets: it is met once it is written, and hardly anything
faster is; by simulation and by theory, of farms that are bought and rented, of one class of requests and of several."""

import re

import pytest

from models.load import load
from simulator.engines.engine import engine_named
from simulator.errors import NoLoad, NotConverged
from simulator.sizing.capacity import find_capacity
from simulator.sizing.carries import carries
from simulator.sizing.solvers import Theory
from simulator.targets import Target
from tests.sizing.farms import API, DOWNLOADS, MIXED

WRITTEN = MIXED.read_text(encoding="utf-8")
ONE = re.sub(r"  classes:\n(.*\n){2}", "  request: {size: 8 kB, cpu: 8 ms, cpu_distribution: exponential}\n", WRITTEN)
# By farm: its text, a speed that nobody receives at, and by which share a speed may be faster than what is told and yet
# be met: the shares by which replications differ, or where times grow with the first request, by which searches do.
BOUGHT = DOWNLOADS.read_text().replace("utilisation: 75 %", "client_speed: 79 kB/s, utilisation: 75 %")
FARMS = {
    "bought": (BOUGHT, 0.003),
    "bought, 32 cores": (API.read_text().replace("p99_response: 100 ms", "client_speed: 2 MB/s"), 0.015),
    "rented, several classes": (WRITTEN, 0.02),
    "rented, two cores": (ONE.replace("c7a.8xlarge", "m7i.xlarge"), 0.06),
    "rented, two cores, several classes": (WRITTEN.replace("c7a.8xlarge", "m7i.xlarge"), 0.06),
}
EVERY = [(name, seed) for name in FARMS for seed in (1, 2, 3)]


def asked(file, speed, seed=1):
    """The largest load of a farm whose clients shall receive at so many B/s."""
    changes = {"run.seed": str(seed)} | ({} if speed is None else {"targets.client_speed": f"{speed:.9g} B/s"})
    return find_capacity(load(file, changes), engine_named("kernel"), around=())


def require_exact(name, seed, tmp_path):
    text, faster = FARMS[name]
    file = tmp_path / "farm.yaml"
    file.write_text(text)
    with pytest.raises(NoLoad) as caught:
        asked(file, None, seed)
    speed = caught.value.instead[Target.SPEED]
    assert asked(file, speed, seed).offered.value > 0.0
    with pytest.raises((NoLoad, NotConverged)):
        asked(file, (1.0 + faster) * speed, seed)


@pytest.mark.parametrize("name", ["bought", "rented, several classes", "rented, two cores"])
def test_the_speed_that_is_told_is_met_and_one_that_is_hardly_faster_is_not(name, tmp_path):
    require_exact(name, 1, tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize(("name", "seed"), EVERY)
def test_the_speed_that_is_told_is_exact_on_every_farm_with_every_seed(name, seed, tmp_path):
    require_exact(name, seed, tmp_path)


@pytest.mark.parametrize("name", FARMS)
def test_what_theory_tells_is_met_in_theory_at_a_load_that_somebody_may_want(name, tmp_path):
    file = tmp_path / "farm.yaml"
    text, faster = FARMS[name]
    file.write_text(text)
    with pytest.raises(NoLoad) as caught:
        carries(load(file), Theory())
    speed = caught.value.instead[Target.SPEED]
    written = carries(load(file, {"targets.client_speed": f"{speed:.9g} B/s"}), Theory())
    most = carries(load(file, {"targets.client_speed": "none"}), Theory())
    assert written.requests.value > 0.1 * most.requests.value
    with pytest.raises(NoLoad):
        carries(load(file, {"targets.client_speed": f"{(1.0 + faster) * speed:.9g} B/s"}), Theory())


def test_what_is_written_is_told_to_as_many_digits_as_it_is_met(headroom, tmp_path):
    file = tmp_path / "farm.yaml"
    file.write_text(BOUGHT)
    said = headroom("plan", file)
    told = re.findall(r"write targets\.client_speed of at most ([0-9.]+ kB/s)", said.out + said.err)
    assert said.code == 1 and len(told) == 1, "theory, which is told before, leaves that to who simulates"
    file.write_text(BOUGHT.replace("79 kB/s", told[0]))
    assert headroom("plan", file).code == 0
