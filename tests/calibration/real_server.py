"""Debian's nginx and wrk in two network namespaces, on a link whose rate is limited: a real server to measure.
Everything is bounded: a few seconds a load, a few requests at a time, and nothing leaves the namespaces."""

import os
import re
import shutil
import subprocess
import sys
import time
from base64 import b64encode
from contextlib import contextmanager
from pathlib import Path
from random import Random

# What else the machine does must not take their cores from them.
FIRST = ("nice", "-n", "-18")
SERVES, ASKS = f"headroom-serves-{os.getpid()}", f"headroom-asks-{os.getpid()}"
# The link of the server: what it sends is limited, and what is asked of it, a hundredth, is not.
RATE, ADDRESS, PORT = "25mbit", "10.255.0.1", 8080
# So many segments of a response are on their way at once, so that responses take turns on the link: without a limit a
# connection sends a whole file when its turn comes, and a later one waits for all of it.
SEGMENTS = 2
SECONDS, WARM = 3, 1
THINK_MS = 25
# Digits and letters without an order, which compress by a quarter, to 12 kB: work of about a millisecond. Work that is
# much less depends on how many requests the server finds waiting when it wakes.
CHARACTERS = 16_400
NGINX = """
worker_processes 1;
worker_cpu_affinity 01;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  gzip on; gzip_comp_level 1; gzip_types text/plain;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen {address}:{port}; root {folder}/root; default_type text/plain; keepalive_requests 1000000; }}
}}
"""
# Users who think for 0 to twice the mean, so that a few seconds have the mean within some per cent; and the
# percentile that wrk does not print.
WRK = """
wrk.headers["Accept-Encoding"] = "gzip"
function setup(thread) thread:set("seed", os.time()) end
function init(args) math.randomseed(seed) end
function delay() return math.random(0, 2 * {think}) end
function done(summary, latency, requests)
  io.write(string.format(" 95.000%%   %.4fms\\n", latency:percentile(95) / 1000))
  io.write(string.format("Mean: %.6f s\\n", latency.mean / 1e6))
end
"""


def why_not():
    """Why no real server can be measured here; "" where it can."""
    missing = [tool for tool in ("nginx", "wrk", "ip", "tc", "taskset", "chrt") if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} not installed (Debian: nginx-light wrk iproute2)"
    if os.geteuid() != 0:
        return "a network namespace needs the rights of root"
    if len(os.sched_getaffinity(0)) < 2:
        return "one core would serve and measure at the same time"
    try:
        with _link():
            return ""
    except subprocess.CalledProcessError as error:
        return f"no shaped link between network namespaces: {error.stderr.decode().strip()}"


def _run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout.decode()


@contextmanager
def _link():
    """Two network namespaces and the link between them; yields how a command is run in each."""
    serves, asks = (("ip", "netns", "exec", name) for name in (SERVES, ASKS))
    try:
        for name in (SERVES, ASKS):
            _run("ip", "netns", "add", name)
        _run("ip", "link", "add", "card", "netns", SERVES, "type", "veth", "peer", "name", "user", "netns", ASKS)
        _run(*serves, "ip", "address", "add", f"{ADDRESS}/30", "dev", "card")
        _run(*asks, "ip", "address", "add", "10.255.0.2/30", "dev", "user")
        # What is handed to the link is one packet, which may go at once: else a whole response would.
        _run(*serves, "ip", "link", "set", "card", "gso_max_segs", "1", "up")
        _run(*asks, "ip", "link", "set", "user", "up")
        _run(*serves, "ip", "route", "replace", "10.255.0.0/30", "dev", "card", "cwnd", "lock", str(SEGMENTS))
        _run(*serves, "tc", "qdisc", "add", "dev", "card", "root", "tbf", "rate", RATE, "burst", "2kb", "limit", "1mb")
        yield serves, asks
    finally:
        for name in (SERVES, ASKS):
            subprocess.run(("ip", "netns", "del", name), check=False, capture_output=True)


@contextmanager
def _awake():
    """Work on the core that serves whenever the server leaves it idle: else a request that has to wake the core costs
    up to a third more, and what a request costs would depend on the load."""
    idle = ("chrt", "--idle", "0", "taskset", "-c", "0")
    spinning = subprocess.Popen([*idle, sys.executable, "-S", "-c", "while True: pass"])
    try:
        yield
    finally:
        spinning.kill()
        spinning.wait()


@contextmanager
def nginx(folder: Path):
    """nginx at work on the first core; yields how to measure it under so many users: (output of wrk, CPU %)."""
    (folder / "root").mkdir()
    (folder / "root/page.txt").write_bytes(b64encode(Random(1).randbytes(CHARACTERS * 3 // 4)))
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, address=ADDRESS, port=PORT))
    (folder / "users.lua").write_text(WRK.format(think=THINK_MS))
    os.chmod(folder, 0o755)
    with _link() as (serves, asks):
        command = [*serves, *FIRST, "nginx", "-c", f"{folder}/nginx.conf", "-g", "daemon off; user root;"]
        master = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with _awake():
                yield lambda users: _measured(asks, folder, users, _worker(folder))
        finally:
            master.terminate()
            master.wait(10)


def _worker(folder):
    """The process that serves."""
    for _ in range(100):
        pid = folder / "nginx.pid"
        if pid.exists() and pid.read_text().strip():
            master = pid.read_text().strip()
            children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
            if children:
                return int(children[0])
        time.sleep(0.05)
    raise RuntimeError((folder / "error.log").read_text())


def _cpu_seconds(pid):
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _measured(asks, folder, users, worker):
    """wrk with so many users for some seconds, and the share of its core that nginx worked meanwhile."""
    command = [*asks, *FIRST, "taskset", "-c", "1", "wrk", "-t", "1", "-c", str(users), "--latency",
               "-s", f"{folder}/users.lua", f"http://{ADDRESS}:{PORT}/page.txt"]  # fmt: skip
    subprocess.run([*command[:-1], "-d", f"{WARM}s", command[-1]], check=True, capture_output=True, timeout=60)
    before, begun = _cpu_seconds(worker), time.monotonic()
    said = _run(*command[:-1], "-d", f"{SECONDS}s", command[-1])
    cpu = (_cpu_seconds(worker) - before) / (time.monotonic() - begun)
    return said, 100.0 * cpu


def mean_of(said):
    """The mean response of an output, in milliseconds, with more digits than wrk prints."""
    return 1e3 * float(re.search(r"^Mean: ([\d.]+) s", said, re.MULTILINE)[1])
