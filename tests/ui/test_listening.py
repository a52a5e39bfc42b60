"""The pages are served on this machine only, however they are started, unless another address is named.

The module of the pages is looked at where it is served anyway: in browsers/test_many_planners.py.
"""

import os
import socket
import subprocess
import sys

import pytest

from tests.ui.browsers.serving import ROOT, wait_for

STREAMLIT = ("-m", "streamlit", "run", "app.py", "--server.headless=true", "--browser.gatherUsageStats=false")
LOOPBACK, ALL = "127.0.0.1", "0.0.0.0"
LISTENING = "0A"  # The state of a socket in /proc/net/tcp.

SOCKETS_ARE_LISTED = pytest.mark.skipif(
    not os.path.exists("/proc/net/tcp"), reason="sockets are looked up as Linux lists them"
)
pytestmark = SOCKETS_ARE_LISTED


@pytest.mark.parametrize(
    ("command", "address"),
    [
        (STREAMLIT, LOOPBACK),
        pytest.param((*STREAMLIT, "--server.address=0.0.0.0"), ALL, marks=pytest.mark.proof),
    ],
    ids=["streamlit run", "streamlit run on all addresses"],
)
def test_a_server_listens_where_it_is_told_to_and_else_on_this_machine_only(command, address):
    port = free_port()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STREAMLIT_")}
    server = subprocess.Popen([sys.executable, *command, f"--server.port={port}"], cwd=ROOT, env=environment)
    try:
        wait_for(f"http://{LOOPBACK}:{port}/_stcore/health", server)
        assert listening(port) == {address}
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        return free.getsockname()[1]


def listening(port: int) -> set[str]:
    """The addresses on which somebody listens on a port, as the system lists its sockets."""
    found = set()
    for table, family in (("/proc/net/tcp", socket.AF_INET), ("/proc/net/tcp6", socket.AF_INET6)):
        with open(table, encoding="ascii") as lines:
            for line in list(lines)[1:]:
                local, state = line.split()[1], line.split()[3]
                address, _, at = local.partition(":")
                if state == LISTENING and int(at, 16) == port:
                    found.add(socket.inet_ntop(family, _bytes(address)))
    return found


def _bytes(address: str) -> bytes:
    """An address of the table, whose words of 32 bits stand in the order of the processor."""
    words = [bytes.fromhex(address[i : i + 8]) for i in range(0, len(address), 8)]
    return b"".join(word if sys.byteorder == "big" else word[::-1] for word in words)
