"""Scenarios to translate: one download server, of which a test changes what it is about."""

import json
from copy import deepcopy

import pytest

from models.load import load
from models.scenario import Scenario

SERVER = {
    "scenario": "One server",
    "workload": {
        "cpu_measured_on": 1,
        "request": {"size": "30 kB", "cpu": "0.8 ms"},
        "session": {"requests": 10, "think_time": "2 s"},
        "clients": {"rate": "80 kB/s"},
        "content": {"catalogue": "5 GiB", "popularity": {"zipf": 0.8}},
        "offered": "1000 /s",
    },
    "server": {"model": "dl585-2.2ghz-4gb", "core_speed": 2},
    "operating_system": {"model": "windows-2003-x64", "cpu_factor": 1.25},
    "web_server": "iis-6",
    "unit": {"nodes": 3},
}
RECYCLING = {
    "virtual_memory": "1.6 GB",
    "initialise": "4 s",
    "start_up_work": "150 s",
    "start_up_threads": 8,
    "cold_factor": 2.5,
    "warm_time": "60 s",
}
ASP = {
    "name": "ASP",
    "threads": 24,
    "queue_limit": 1000,
    "base_memory": "100 MB",
    "request_memory": "1 MB",
    "growth": {"per_request": "20 kB", "plateau": "1.8 GB"},
    "recycling": RECYCLING,
}
PAGE = {"name": "page", "rate": "30 /s", "pool": "ASP", "size": "20 kB", "cpu": "25 ms", "wait": "27 ms"}
CACHED = {"name": "cached", "rate": "90 /s", "size": "8 kB", "cpu": "0.2 ms"}


@pytest.fixture
def scenario(tmp_path):
    """A function from changes, dotted path to value, to the scenario; a change to Ellipsis takes the value away."""

    def changed(changes: dict[str, object]) -> Scenario:
        document = deepcopy(SERVER)
        for path, value in changes.items():
            *groups, key = path.split(".")
            part = document
            for group in groups:
                if not isinstance(part.get(group), dict):
                    part[group] = {"model": part[group]} if group in part else {}
                part = part[group]
            if value is ...:
                part.pop(key)
            else:
                part[key] = value
        file = tmp_path / "scenario.yaml"
        file.write_text(json.dumps(document), encoding="utf-8")  # JSON is YAML, and has no aliases.
        return load(file)

    return changed


@pytest.fixture
def farm(scenario):
    """A function from changes to a web farm: pages of an application pool beside what the kernel answers."""
    classes = {"workload.request": ..., "workload.content": ..., "workload.offered": ...}
    classes |= {"workload.classes": [PAGE, CACHED], "web_server.pools": [ASP]}
    return lambda changes=None: scenario({**classes, **(changes or {})})
