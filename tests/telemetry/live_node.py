"""Debian's nginx on loopback, with Debian's exporters and Prometheus beside it: a real node to review.

What is not installed is downloaded as packages, unpacked below the folder of the test, and run from there: nothing is
installed, and no service of the machine is started. Everything listens on loopback alone, and ends with the test.
"""

import os
import shutil
import socket
import subprocess
import time
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

import numpy as np

# Each program and its package.
PROGRAMS = {each: each for each in ("nginx", "prometheus", "prometheus-node-exporter", "prometheus-nginx-exporter")}
_PLACES = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SCRAPED = 2  # Seconds from one scrape to the next.
_STARTS = 300.0  # Seconds within which a program answers, and ends: what waits longer is stuck, however slow.
# Digits and letters without an order, which compress by a quarter: work of about a millisecond a request.
_CHARACTERS = 16_400
_NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
events {{ worker_connections 64; }}
http {{
  access_log off;
  gzip on; gzip_comp_level 1; gzip_types text/plain;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port}; root {folder}/root; default_type text/plain; keepalive_requests 1000000;
    location = /stub_status {{ stub_status; }}
  }}
}}
"""
_PROMETHEUS = """
global: {{scrape_interval: {scraped}s, scrape_timeout: {scraped}s}}
scrape_configs:
  - job_name: web
    static_configs: [{{targets: ["127.0.0.1:{nginx}", "127.0.0.1:{node}"]}}]
"""


class NoPackages(Exception):  # noqa: N818 - said to whoever reads why a test has not run
    """Why Debian's packages cannot be had here."""


@dataclass
class Load:
    """What was asked of nginx. sent: when each request was answered, seconds since 1970, rising; clock, busy, of: what
    /proc/stat said: at a time, seconds of all CPUs that were busy, and all of their seconds."""

    sent: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    of: list[float] = field(default_factory=list)

    def rate(self, begins: float, ends: float) -> float:
        """Requests/s between two times."""
        return (bisect_left(self.sent, ends) - bisect_left(self.sent, begins)) / (ends - begins)

    def cpu(self, begins: float, ends: float) -> float:
        """The share of the CPUs that was busy between two times."""
        busy, of = (np.diff(np.interp([begins, ends], self.clock, each))[0] for each in (self.busy, self.of))
        return float(busy / of)

    def look(self) -> None:
        """Reads /proc/stat: user, nice, system, idle, iowait, irq, softirq and steal, in that order."""
        ticks = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        self.clock.append(time.time())
        self.busy.append(float(sum(ticks) - ticks[3] - ticks[4]))
        self.of.append(float(sum(ticks)))


@dataclass(frozen=True)
class LiveNode:
    """A node that serves. prometheus: where it is asked; port: of nginx."""

    prometheus: str
    port: int

    def serve(self, rates: list[float], seconds: float, seed: int) -> Load:
        """Asks for so many requests/s in each of the stretches of so many seconds, at random, one after the other."""
        load, random = Load(), Random(seed)
        begun = due = time.time()
        looked = 0.0
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=_STARTS)) as connection:
            while due < begun + seconds * len(rates):
                due += random.expovariate(rates[min(len(rates) - 1, int((due - begun) // seconds))])
                time.sleep(max(0.0, due - time.time()))
                connection.request("GET", "/page.txt", headers={"Accept-Encoding": "gzip"})
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 200
                load.sent.append(time.time())
                if load.sent[-1] - looked >= 1.0:
                    looked = load.sent[-1]
                    load.look()
        load.look()
        return load


@contextmanager
def live_node(folder: Path) -> Iterator[LiveNode]:
    """A node at work, until the end of the block. Raises NoPackages."""
    programs = _programs(folder)
    (folder / "root").mkdir()
    (folder / "root/page.txt").write_bytes(b64encode(Random(1).randbytes(_CHARACTERS * 3 // 4)))
    os.chmod(folder, 0o755)
    port, node, nginx, prometheus = _free_ports(4)
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, port=port))
    (folder / "prometheus.yml").write_text(_PROMETHEUS.format(scraped=SCRAPED, nginx=nginx, node=node))
    commands = {
        port: [programs["nginx"], "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf", *_as_root()],
        node: [programs["prometheus-node-exporter"], f"--web.listen-address=127.0.0.1:{node}"],
        nginx: [programs["prometheus-nginx-exporter"], f"-web.listen-address=127.0.0.1:{nginx}",
                f"-nginx.scrape-uri=http://127.0.0.1:{port}/stub_status"],
        prometheus: [programs["prometheus"], f"--config.file={folder}/prometheus.yml",
                     f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{prometheus}"],
    }  # fmt: skip
    with ExitStack() as running:
        for listens, command in commands.items():
            running.enter_context(_process(command, listens, folder))
        yield LiveNode(f"http://127.0.0.1:{prometheus}", port)


def _as_root() -> list[str]:
    return ["-g", "user root;"] if os.geteuid() == 0 else []


def _programs(folder: Path) -> dict[str, str]:
    """Where each program is: installed, or unpacked below `folder`. Raises NoPackages."""
    found = {name: shutil.which(name, path=_PLACES) for name in PROGRAMS}
    missing = [PROGRAMS[name] for name, place in found.items() if place is None]
    if missing:
        if not all(map(shutil.which, ("apt-get", "dpkg-deb"))):
            raise NoPackages(f"{', '.join(missing)} not installed, and no apt-get here")
        _run(["apt-get", "download", *missing], folder)
        for package in folder.glob("*.deb"):
            _run(["dpkg-deb", "--extract", str(package), "unpacked"], folder)
        unpacked = ":".join(f"{folder}/unpacked{place}" for place in _PLACES.split(":"))
        found |= {name: shutil.which(name, path=unpacked) for name in missing}
    return {name: str(place) for name, place in found.items()}


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        raise NoPackages(f"{' '.join(command[:2])}: {done.stderr.strip()} (`apt-get update` first?)")


def _free_ports(count: int) -> list[int]:
    with ExitStack() as held:
        sockets = [held.enter_context(closing(socket.socket())) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@contextmanager
def _process(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """A program that runs until the end of the block, and answers on its port from the beginning."""
    log = folder / f"{Path(command[0]).name}.log"
    with log.open("w") as written:
        process = subprocess.Popen(command, cwd=folder, stdout=written, stderr=written)
        try:
            _wait_for(port, process, log)
            yield
        finally:
            process.terminate()
            process.wait(_STARTS)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = time.monotonic() + _STARTS
    while time.monotonic() < ends and process.poll() is None:
        try:
            with closing(HTTPConnection("127.0.0.1", port, timeout=2.0)) as connection:
                connection.request("GET", "/-/ready")
                if connection.getresponse().status < 500:
                    return
        except (OSError, HTTPException):
            pass
        time.sleep(0.1)
    raise RuntimeError(f"{log.name}: {log.read_text()[-2_000:]}")
