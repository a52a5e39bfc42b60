"""Invariants hold on every engine that simulates.

`make test` looks at every network in the kernel, and in the slow reference at those of each kind: that both engines do
the same in all of them, request by request, is what tests/agreement compares. The proof looks at all in both.
"""

import pytest

from simulator.engines.engine import Engine, load_engine
from tests.networks import SIMULATORS

REFERENCE = SIMULATORS[1]
OF_EACH_KIND = {
    "download, short of everything",
    "three nodes, short of everything",
    "retries",
    "worker threads",
    "queue limits",
    "two caches",
    "processes that are recycled",
    "processes killed at once",
    "a heap that is collected",
    "a population that returns",
    "a flood in the background",
}


@pytest.fixture(params=SIMULATORS)
def engine(request) -> Engine:
    return load_engine(request.param)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        if given.get("engine") == REFERENCE and given.get("name", "") not in {"", *OF_EACH_KIND}:
            item.add_marker(pytest.mark.proof)
