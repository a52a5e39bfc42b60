"""A unit of five small servers, watched for seconds: its processors carry 50 requests a second each."""

from pathlib import Path

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.failover.survive import study_failover

UNIT = """
scenario: A small unit
workload:
  request: {size: 30 kB, cpu: 20 ms, cpu_distribution: exponential}
  session: {requests: 3, think_time: 1 s}
  clients: {rate: 10 MB/s}
  retries: {attempts: 3, back_off: 2 s}
server: {model: dl585-2.2ghz-4gb, sockets: 1}
operating_system: windows-2003-x64
web_server: iis-6
unit:
  nodes: 5
  spare_nodes: 1
  balancer: round-robin
  failures: {timetable: [{at: 60 s, lasts: 2 min}], watch: 60 s}
targets: {errors: 1 %, p95_response: 500 ms}
run: {warm_up: 20 s}
"""


@pytest.fixture(scope="session")
def unit(tmp_path_factory) -> Path:
    """The file of the unit."""
    file = tmp_path_factory.mktemp("unit") / "unit.yaml"
    file.write_text(UNIT)
    return file


@pytest.fixture(scope="session")
def watched_at(unit):
    """The unit as it is watched at a load, with changes and by an engine."""
    known = {}

    def watch(requests: str, engine: str = "kernel", **changes: object):
        key = (requests, engine, repr(changes))
        if key not in known:
            overrides = {path.replace("__", "."): value for path, value in changes.items()}
            known[key] = study_failover(load(unit, overrides), load_engine(engine), requests)
        return known[key]

    return watch
