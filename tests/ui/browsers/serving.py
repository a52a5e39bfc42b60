"""A server of the pages in a process of its own, as `make app` starts it, on a port that is free."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from simulator.ui.plans.shelf import FILE

ROOT = Path(__file__).parents[3]
HANGS = 300.0  # Seconds, only to end a test that hangs: a server that compiles first takes one of them.
# `python -m simulator.ui`, in so many worlds: 256, which no test of a browser looks at, take half of a server's time.
STARTS = """
import runpy
from simulator.uncertainty import draws
draws.WORLDS = {worlds}
runpy.run_module("simulator.ui", run_name="__main__", alter_sys=True)
"""


class Server:
    """A server that is started and stopped, always at the same address and with the same file of plans. worlds: in how
    many it answers a plan.

    address: 127.0.0.1:PORT, once it has been started.
    """

    def __init__(self, plans: Path, worlds: int) -> None:
        self.address, self._plans, self._worlds, self._running = "", plans, worlds, ExitStack()

    def start(self) -> None:
        """Starts it; when this returns, it answers."""
        port = int(self.address.rpartition(":")[2] or 0)
        self.address = self._running.enter_context(_serving(port, self._plans, self._worlds))

    def stop(self) -> None:
        """Stops it; when this returns, nobody answers."""
        self._running.close()


@contextmanager
def _serving(port: int, plans: Path, worlds: int) -> Iterator[str]:
    """The address of a server, for as long as it is needed: at a free port if that is 0."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", STARTS.format(worlds=worlds), f"--server.port={port}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STREAMLIT_")}
    environment[FILE] = str(plans)
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def wait_for(health: str, server: subprocess.Popen) -> None:
    """Waits until a server answers; it has as long as a machine with other work may need."""
    gives_up = time.monotonic() + HANGS
    while time.monotonic() < gives_up:
        assert server.poll() is None, "the server ended at once"
        try:
            with urllib.request.urlopen(health, timeout=10.0) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server does not answer")
