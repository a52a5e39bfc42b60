"""The kernel and the reference agree, request by request, on every published system in a shortened form."""

from pathlib import Path

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins
from tests.proven import mostly_proof

SCENARIOS = sorted(path.stem for path in Path("scenarios/published").glob("*.yaml"))
# One of each kind; the others differ from one of these in numbers only, and are for the proof.
OF_EACH_KIND = {
    "daytrader_32",
    "microsoft_com_x64",
    "microsoft_com_x86_3gb_flood",
    "microsoft_update_x64",
    "microsoft_update_x86",
    "soft_faults_recycling_allocator",
    "ssl_dl585_windows_2003_x86",
    "ssl_polywell_windows_2003_x64_kernel",
    "tcp_open_windows_2003_x86",
    "tcp_rate_windows_2003_x86",
}
# How a system is shortened, by the beginning of its name: changes that bring what it is about into some seconds, and
# how many seconds those are.
GROWTH = {"web_server.pools[0].growth.per_request": "1 MB", "web_server.pools[0].recycling.start_up_work": "2 s"}
QUICK = GROWTH | {"web_server.pools[0].recycling.warm_time": "5 s", "web_server.pools[0].recycling.initialise": "0.2 s"}
FLOOD = QUICK | {"workload.half_open.rate": "200 /s", "workload.half_open.kernel_pool": "25 kB"}
SHORT = {
    "microsoft_update": ({"workload.offered": "900 /s"}, 2.5),
    "microsoft_com_x86_flood": (FLOOD, 30.0),
    "microsoft_com_x86_3gb_flood": (FLOOD, 30.0),
    "microsoft_com": (QUICK, 20.0),
    "ssl": ({"workload.ramp.over": "6 s"}, 6.0),
    "tcp_open": ({"operating_system.kernel_pool": "22 MiB", "operating_system.kernel_pool_per_ram": "none"}, 5.0),
    "tcp_rate": ({"workload.ramp.over": "2.5 s"}, 2.5),
    "soft_faults": ({}, 30.0),
    "daytrader": ({"runtime.heap": "240 MiB"}, 2.0),
}
# What must have happened in the shortened form, or it would prove nothing.
HAPPENED = {
    "microsoft_com_x86": ("region", "applications memory", "recycles"),
    "microsoft_com_x86_3gb_flood": ("background", "half-open connections", "completed"),
    "ssl_dl585_windows_2003_x86": ("cause", "listen backlog", "gave up"),
    "tcp_open_windows_2003_x86": ("cause", "kernel pool", "gave up"),
    "tcp_rate_windows_2003_x86": ("cause", "listen backlog", "gave up"),
    "soft_faults_recycling_allocator": ("cache", "free lists", "hits"),
    "daytrader_64": ("region", "Java heap", "collections"),
    "microsoft_update_x86": ("cache", "file cache", "hits"),
}


@pytest.mark.parametrize("name", mostly_proof(SCENARIOS, OF_EACH_KIND))
def test_engines_agree_on_the_published_system(name):
    changes, seconds = next(short for start, short in SHORT.items() if name.startswith(start))
    network = translate(load(f"scenarios/published/{name}.yaml", changes)).network
    plan = RunPlan(windows=10, window=seconds / 10.0, warm_up=0.0, log=100_000)
    assert_twins(network, plan, seed=3)


@pytest.mark.parametrize("name", HAPPENED)
def test_the_shortened_system_does_what_it_is_about(name):
    changes, seconds = next(short for start, short in SHORT.items() if name.startswith(start))
    network = translate(load(f"scenarios/published/{name}.yaml", changes)).network
    tally = load_engine("kernel").run(network, RunPlan(windows=10, window=seconds / 10.0, warm_up=0.0), 3)
    assert tally.column(*HAPPENED[name])[-1] > 0
