"""A small server through a day: its processor carries 50 requests a second."""

import pytest

from models.load import load
from simulator.daily import load_curve, windows
from simulator.daily.day import simulate_day
from simulator.engines.engine import load_engine

HOURS = [30, 22, 16, 13, 12, 13, 18, 30, 45, 55, 60, 64, 68, 66, 64, 62, 62, 66, 74, 86, 97, 100, 80, 50]
SERVER = f"""
scenario: A small server
workload:
  request: {{size: 30 kB, cpu: 20 ms, cpu_distribution: exponential}}
  session: {{requests: 3, think_time: 1 s}}
  clients: {{rate: 10 MB/s}}
  day:
    hours: {HOURS}
server: {{model: dl585-2.2ghz-4gb, sockets: 1}}
operating_system: windows-2003-x64
web_server: iis-6
unit: {{nodes: 2}}
targets: {{errors: 1 %, p95_response: 500 ms}}
run: {{warm_up: 20 s, replications: 3}}
"""
PEAK = "38 /s"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The file of the server."""
    file = tmp_path_factory.mktemp("day") / "server.yaml"
    file.write_text(SERVER)
    return file


@pytest.fixture(scope="session")
def followed(server):
    """A day of the server with changes, each asked once, of a third of the requests at each load and in each window:
    intervals are wider for it, and what is asked of figures is asked beyond their intervals. `fewer` is how many times
    fewer requests there are, for what shows in fewer still."""
    known = {}

    def find(load_: str = PEAK, fewer: float = 3.0, **changes: object):
        key = (load_, fewer, repr(changes))
        if key not in known:
            overrides = {path.replace("__", "."): value for path, value in changes.items()}
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(load_curve, "REQUESTS", load_curve.REQUESTS / fewer)
                patch.setattr(windows, "BUDGET", windows.BUDGET / fewer)
                known[key] = simulate_day(load(server, overrides), load_engine("kernel"), load_)
        return known[key]

    return find
