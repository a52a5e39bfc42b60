"""The settings of a server, which cost nothing: as the scenario states them, or as large as its hardware allows."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from models.ram_ledger import connection_memory, file_cache_bytes, takes_what_is_left
from models.scenario import Scenario
from models.unit_pods import as_node
from simulator.messages.stages.farm import HALF_OF_RAM, STATED_IN_SCENARIO

# The most that somaxconn, a listen queue and queueLength of IIS take, and the largest port.
MOST_QUEUED = LAST_PORT = 65_535
# The most that HTTP.sys takes, Microsoft Knowledge Base 820129, Http.sys registry settings for IIS.
MOST_OF_HTTP_SYS = 2_031_616
# A DWORD of the registry that means no limit.
NO_LIMIT = 4_294_967_295
# Descriptors of a connection: its own, and that of the file or the upstream behind it.
FILES_A_CONNECTION = 2
PAGE = 4_096.0
# Largest limit of open files that Linux grants unless fs.nr_open is raised.
NR_OPEN = 1_048_576
_APACHE_THREADS = 64


class SettingBound(StrEnum):
    """Why a setting is not larger."""

    MEMORY = "memory of connections"
    CORES = "cores"
    CONNECTIONS = "connections"
    FORMAT = "largest possible"
    STATED = STATED_IN_SCENARIO


@dataclass(frozen=True)
class Setting:
    """One setting as its file has it.

    path: the parameter of the scenario that it is, "" where it only follows from others. file: where it stands; name,
    value: as written there. unless_set: what it is otherwise, "" where that is not known. bound: why it is not larger.
    enough_for: connections of a server that it would do for unless set; infinite where it bounds none. block: the block
    of the file that it stands in, "" for none.
    """

    path: str
    file: str
    name: str
    value: str
    unless_set: str
    bound: SettingBound
    enough_for: float = math.inf
    block: str = ""


NGINX, SYSTEMD, HAPROXY, APACHE = "nginx.conf", "limits.conf", "haproxy.cfg", "mpm_event.conf"
# Blocks of them.
EVENTS, LISTEN, GLOBAL, DEFAULTS, HTTP_SYS = "events", "listen", "global", "defaults", "HTTP"
SYSCTL, FREEBSD, IIS, REGISTRY, METABASE = "sysctl.conf", "sysctl-freebsd.conf", "iis.cmd", "iis.reg", "metabase.cmd"


@dataclass(frozen=True)
class ServerSettings:
    """What the settings of a server of a scenario hang on.

    connections: that it may have open; workers: processes that share them; is_stated: whether the scenario says so.
    """

    scenario: Scenario
    connections: int
    workers: int
    is_stated: bool

    @property
    def bound(self) -> SettingBound:
        """Why there are not more connections."""
        return SettingBound.STATED if self.is_stated else SettingBound.MEMORY

    @property
    def a_worker(self) -> int:
        """Connections of one worker process."""
        return self.scenario.web_server.worker_connections or math.ceil(self.connections / self.workers)

    @property
    def files(self) -> int:
        """File descriptors of one worker process."""
        return self.scenario.web_server.open_files or FILES_A_CONNECTION * self.a_worker

    @property
    def backlog(self) -> int:
        """Connections being set up at the same time."""
        web, system = self.scenario.web_server.listen_backlog, self.scenario.operating_system.listen_backlog
        return min(each for each in (web, system, MOST_QUEUED) if each is not None)


def settings(scenario: Scenario) -> tuple[Setting, ...]:
    """What to write on each server that clients reach, in the order of the files; empty where nobody knows what its
    settings are called."""
    server = server_settings(scenario)
    found = [
        *_WEB.get(scenario.web_server.configuration, _none)(server),
        *_SYSTEM.get(scenario.operating_system.configuration, _none)(server),
    ]
    return tuple(found)


def needed_settings(scenario: Scenario, connections: float) -> tuple[Setting, ...]:
    """Those without which a server cannot have so many connections."""
    return tuple(each for each in settings(scenario) if each.enough_for < connections)


def server_settings(scenario: Scenario) -> ServerSettings:
    """What a server may have open: as stated, or as many as its memory of connections holds while they are idle."""
    scenario = as_node(scenario)
    web, held = scenario.web_server, connection_memory(scenario)
    workers = web.processes_on(scenario.server.cores)
    stated = [web.connection_limit, web.worker_connections and workers * web.worker_connections]
    said = [each for each in stated if each]
    room = _two_digits((held.size - held.reserve) / held.idle) if held.idle > 0.0 else NO_LIMIT
    return ServerSettings(scenario, min(said) if said else room, workers, bool(said))


def _two_digits(amount: float) -> int:
    """A number to write, rounded down."""
    step = 10.0 ** max(0, math.floor(math.log10(max(1.0, amount))) - 1)
    return max(1, int(math.floor(amount / step) * step))


def _bound_of(stated: object, otherwise: SettingBound = SettingBound.FORMAT) -> SettingBound:
    """Why a setting is not larger that the scenario states, or leaves to be as large as it can be."""
    return otherwise if stated is None else SettingBound.STATED


def _none(_: ServerSettings) -> Iterator[Setting]:
    yield from ()


def _nginx(server: ServerSettings) -> Iterator[Setting]:
    web = server.scenario.web_server
    processes = "auto" if web.worker_processes is None else f"{web.worker_processes}"
    of_cores = _bound_of(web.worker_processes, SettingBound.CORES)
    files = _bound_of(web.open_files, SettingBound.CONNECTIONS)
    yield Setting("web_server.worker_processes", NGINX, "worker_processes", processes, "1", of_cores)
    yield Setting("web_server.open_files", NGINX, "worker_rlimit_nofile", f"{server.files}", "1024", files,
                  1_024.0 * server.workers / FILES_A_CONNECTION)  # fmt: skip
    path = "web_server.worker_connections"
    most, enough = f"{server.a_worker}", 512.0 * server.workers
    yield Setting(path, NGINX, "worker_connections", most, "512", server.bound, enough, EVENTS)
    bound = _bound_of(web.listen_backlog)
    yield Setting("web_server.listen_backlog", NGINX, "backlog", f"{server.backlog}", "511", bound, block=LISTEN)
    yield _open_files(server)


def _open_files(server: ServerSettings) -> Setting:
    """The limit of the service that a process of it starts with."""
    enough = 1_024.0 * server.workers / FILES_A_CONNECTION
    return Setting("", SYSTEMD, "LimitNOFILE", f"{server.files}", "1024", SettingBound.CONNECTIONS, enough)


def _haproxy(server: ServerSettings) -> Iterator[Setting]:
    path = "web_server.connection_limit"
    yield Setting(path, HAPROXY, "maxconn", f"{server.connections}", "4000", server.bound, 4_000.0, GLOBAL)
    bound = _bound_of(server.scenario.web_server.listen_backlog)
    yield Setting(
        "web_server.listen_backlog", HAPROXY, "backlog", f"{server.backlog}", "maxconn", bound, block=DEFAULTS
    )
    yield _open_files(server)


def _apache(server: ServerSettings) -> Iterator[Setting]:
    processes = max(16, server.scenario.server.cores)
    threads = processes * _APACHE_THREADS
    factor = max(2, math.ceil(server.connections / threads) - 1)
    path = "web_server.connection_limit"
    yield Setting("", APACHE, "ServerLimit", f"{processes}", "16", SettingBound.CORES)
    yield Setting("", APACHE, "ThreadsPerChild", f"{_APACHE_THREADS}", "25", SettingBound.CORES)
    yield Setting("", APACHE, "MaxRequestWorkers", f"{threads}", "400", SettingBound.CORES)
    yield Setting(path, APACHE, "AsyncRequestWorkerFactor", f"{factor}", "2", server.bound, 1_200.0)
    yield _open_files(server)


def _iis(server: ServerSettings) -> Iterator[Setting]:
    yield _queue(server, IIS, "queueLength")


def _queue(server: ServerSettings, file: str, name: str) -> Setting:
    """The length of the queue of requests of an application pool."""
    stated = server.scenario.web_server.queue_limit
    length = min(stated or MOST_QUEUED, MOST_QUEUED)
    return Setting("web_server.queue_limit", file, name, f"{length}", "1000", _bound_of(stated), 1_000.0)


def _iis_6(server: ServerSettings) -> Iterator[Setting]:
    """Keys of the metabase and of the registry, Microsoft TechNet, IIS 6.0 Global Registry Entries."""
    scenario, web = server.scenario, server.scenario.web_server
    yield _queue(server, METABASE, "AppPoolQueueLength")
    cached = int(file_cache_bytes(scenario) / 1024.0**2)
    path = "web_server.file_cache.size"
    yield Setting(path, REGISTRY, "MemCacheSize", f"{cached}", HALF_OF_RAM, SettingBound.STATED)
    largest = NO_LIMIT if web.largest_cached_file is None else int(web.largest_cached_file)
    path = "web_server.largest_cached_file"
    yield Setting(path, REGISTRY, "MaxCachedFileSize", f"{largest}", "262144", SettingBound.STATED)
    kept = NO_LIMIT if web.time_to_live is None else math.ceil(web.time_to_live)
    yield Setting("web_server.time_to_live", REGISTRY, "ObjectCacheTTL", f"{kept}", "30", SettingBound.STATED)


def _linux(server: ServerSettings) -> Iterator[Setting]:
    scenario, system = server.scenario, server.scenario.operating_system
    bound = _bound_of(system.listen_backlog)
    path = "operating_system.listen_backlog"
    yield Setting(path, SYSCTL, "net.core.somaxconn", f"{server.backlog}", "4096", bound)
    yield Setting("", SYSCTL, "net.ipv4.tcp_max_syn_backlog", f"{server.backlog}", "", bound)
    if ports := _ports(scenario):
        path, bound = "operating_system.ephemeral_ports.count", SettingBound.FORMAT
        value = f"{LAST_PORT + 1 - ports} {LAST_PORT}"
        yield Setting(path, SYSCTL, "net.ipv4.ip_local_port_range", value, "32768 60999", bound)
    of_all = server.workers * server.files
    yield Setting("", SYSCTL, "fs.file-max", f"{_two_digits(1.2 * of_all)}", "", SettingBound.CONNECTIONS)
    if server.files > NR_OPEN:
        value, usual = f"{server.files}", f"{NR_OPEN}"
        enough = float(NR_OPEN * server.workers) / FILES_A_CONNECTION
        yield Setting("", SYSCTL, "fs.nr_open", value, usual, SettingBound.CONNECTIONS, enough)
    if takes_what_is_left(scenario):
        held = connection_memory(scenario)
        pages = " ".join(f"{int(share * held.size / PAGE)}" for share in (0.75, 0.875, 1.0))
        sockets = system.socket_memory
        default = 0.0 if sockets is None else (sockets.default_share or 0.0) * scenario.server.ram / sockets.idle
        path = "operating_system.socket_memory.share"
        yield Setting(path, SYSCTL, "net.ipv4.tcp_mem", pages, "", SettingBound.MEMORY, default)


def _ports(scenario: Scenario) -> int:
    """The ports towards each address of an upstream, where requests take some; 0 where they do not."""
    ports, workload = scenario.operating_system.ephemeral_ports, scenario.workload
    asked = [*workload.classes, *([workload.request] if workload.request is not None else [])]
    takes = scenario.web_server.upstream is not None and any(each.wait is not None for each in asked)
    return ports.count if takes and ports is not None else 0


def _freebsd(server: ServerSettings) -> Iterator[Setting]:
    bound = _bound_of(server.scenario.operating_system.listen_backlog)
    path, files = "operating_system.listen_backlog", server.workers * server.files
    yield Setting(path, FREEBSD, "kern.ipc.soacceptqueue", f"{server.backlog}", "128", bound)
    yield Setting("", FREEBSD, "kern.maxfiles", f"{_two_digits(1.2 * files)}", "", SettingBound.CONNECTIONS)
    yield Setting("", FREEBSD, "kern.maxfilesperproc", f"{server.files}", "", SettingBound.CONNECTIONS)


def _windows(server: ServerSettings) -> Iterator[Setting]:
    allowed = min(server.connections, MOST_OF_HTTP_SYS)
    yield Setting("", REGISTRY, "MaxConnections", f"{allowed}", "", server.bound, block=HTTP_SYS)


_WEB: Mapping[str, Callable[[ServerSettings], Iterator[Setting]]] = {
    "nginx": _nginx,
    "haproxy": _haproxy,
    "apache": _apache,
    "iis": _iis,
    "iis-6": _iis_6,
}
_SYSTEM: Mapping[str, Callable[[ServerSettings], Iterator[Setting]]] = {
    "linux": _linux,
    "freebsd": _freebsd,
    "windows": _windows,
}
