"""Debian's nginx and wrk in a network namespace of their own, on a loopback whose rate is limited: a real server to
measure. Everything is bounded: a few seconds a load, a few requests at a time, and nothing leaves the namespace."""

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

# What else the machine does must not take their cores from them.
FIRST = ("nice", "-n", "-18")
NAMESPACE = f"headroom-{os.getpid()}"
RATE, PORT = "1gbit", 8080
SECONDS, WARM = 6.0, 1.0
THINK_MS = 25
NGINX = """
worker_processes 1;
worker_cpu_affinity 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  gzip on; gzip_comp_level 6; gzip_types text/plain; gzip_min_length 1;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; root {folder}/root; default_type text/plain; keepalive_requests 1000000; }}
}}
"""
# The same work as a request's, over and over for a fraction of a second: how fast the core is just now.
YARDSTICK = """
import sys, time, zlib
text = open(sys.argv[1], "rb").read()
least, count = time.process_time(), 0
while time.process_time() - least < 0.25:
    zlib.compress(text, 6)
    count += 1
print((time.process_time() - least) / count)
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
        with _namespace():
            return ""
    except subprocess.CalledProcessError as error:
        return f"no shaped link in a network namespace: {error.stderr.decode().strip()}"


def _run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout.decode()


@contextmanager
def _namespace():
    """A network namespace with a loopback of a limited rate."""
    _run("ip", "netns", "add", NAMESPACE)
    try:
        inside = ("ip", "netns", "exec", NAMESPACE)
        _run(*inside, "ip", "link", "set", "lo", "mtu", "1500", "up")
        _run(
            *inside, "tc", "qdisc", "add", "dev", "lo", "root", "tbf", "rate", RATE, "burst", "256kb", "latency", "50ms"
        )
        yield inside
    finally:
        _run("ip", "netns", "del", NAMESPACE)


def core_seconds(folder: Path) -> float:
    """CPU time that the yardstick takes on the core that serves: half as fast a core takes twice as long."""
    command = [*FIRST, "taskset", "-c", "0", sys.executable, "-S", "-c", YARDSTICK, str(folder / "root/page.txt")]
    return float(_run(*command))


@contextmanager
def _busy_neighbour():
    """Work on the core of the users whenever they leave it idle: where the two are threads of one core, the server's
    would else be up to 40 % faster whenever the users rest, and how fast it is would depend on the load."""
    idle = ("chrt", "--idle", "0", "taskset", "-c", "1")
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
    # Text that compresses as pages do: words in an order without a pattern.
    words = [f"word{(k * 7919) % 2003}" for k in range(9_000)]
    (folder / "root/page.txt").write_text(" ".join(words))
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=PORT))
    (folder / "users.lua").write_text(WRK.format(think=THINK_MS))
    os.chmod(folder, 0o755)
    with _namespace() as inside:
        command = [*inside, *FIRST, "nginx", "-c", f"{folder}/nginx.conf", "-g", "daemon off; user root;"]
        master = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with _busy_neighbour():
                yield lambda users: _measured(inside, folder, users, _worker(folder))
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
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _measured(inside, folder, users, worker):
    """wrk with so many users for some seconds, and the share of its core that nginx worked meanwhile."""
    command = [*inside, *FIRST, "taskset", "-c", "1", "wrk", "-t", "1", "-c", str(users), "--latency",
               "-s", f"{folder}/users.lua", f"http://127.0.0.1:{PORT}/page.txt"]  # fmt: skip
    subprocess.run([*command[:-1], "-d", f"{WARM:.0f}s", command[-1]], check=True, capture_output=True, timeout=60)
    before, begun = _cpu_seconds(worker), time.monotonic()
    said = _run(*command[:-1], "-d", f"{SECONDS:.0f}s", command[-1])
    cpu = (_cpu_seconds(worker) - before) / (time.monotonic() - begun)
    return said, 100.0 * cpu


def mean_of(said):
    """The mean response of an output, in milliseconds, with more digits than wrk prints."""
    return 1e3 * float(re.search(r"^Mean: ([\d.]+) s", said, re.MULTILINE)[1])
