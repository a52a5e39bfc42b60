"""A server of the pages in a process of its own, as `make app` starts it, on a port that is free."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """The address of the server, for as long as it is needed: 127.0.0.1:PORT, a free one unless one is named."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "simulator.ui", f"--server.port={port}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STREAMLIT_")}
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def wait_for(health: str, server: subprocess.Popen) -> None:
    """Waits until a server answers; it has two minutes."""
    for _ in range(600):
        assert server.poll() is None, "the server ended at once"
        try:
            with urllib.request.urlopen(health, timeout=1.0) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server does not answer")
