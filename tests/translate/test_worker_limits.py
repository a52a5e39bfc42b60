"""What Linux and its web servers count: sockets, connections of workers, file descriptors, backlogs and ports."""

import pytest

from models.load import load
from simulator.network.roles import LimitCategory, Role
from simulator.network.steps import Allocate, Delay, Release, Seize, Serve, flatten
from simulator.translate.translate import translate
from tests.models.test_ram_ledger import EDGE

API = EDGE.replace("cpu: 0.1 ms", "cpu: 0.1 ms, wait: 40 ms").replace(
    "  content: {catalogue: 2 TB, popularity: {zipf: 0.9}}\n", ""
)
# As a farm states them: what it does not state is as large as its hardware allows.
STATED = {
    "web_server.worker_connections": 16_384,
    "web_server.open_files": 65_536,
    "operating_system.ephemeral_ports.count": 28_232,
}


@pytest.fixture
def network(tmp_path):
    """The translation of a scenario on Linux, whose settings are stated, with changes."""
    file = tmp_path / "linux.yaml"

    def made(text, **changes):
        file.write_text(text)
        stated = {
            path: value
            for path, value in STATED.items()
            if "ports" not in path or (text == API and "operating_system__ephemeral_ports" not in changes)
        }
        return translate(load(file, stated | {path.replace("__", "."): value for path, value in changes.items()}))

    return made


def pool(translation, role):
    (found,) = translation.network.in_role(role)
    return found


def test_sockets_are_held_idle_by_connections_and_in_full_by_responses(network):
    found = network(EDGE)
    sockets = pool(found, Role.SOCKET_MEMORY)
    assert sockets.size == pytest.approx(0.0937 * 64 * 1024.0**3)
    source, (requests,) = found.network.source, found.network.classes
    assert [step.amount for step in source.connect if isinstance(step, Seize) and step.pool == sockets.name] == [4096.0]
    taken = [step for step in requests.steps if getattr(step, "pool", "") == sockets.name]
    assert taken == [Seize(sockets.name, 124 * 1024.0), Release(sockets.name, 124 * 1024.0)]
    before = requests.steps.index(taken[0])
    assert isinstance(requests.steps[before + 1], Serve) and requests.steps[before + 2] == taken[1]
    assert found.origins[sockets.name].path == "operating_system.socket_memory"
    assert not found.network.in_role(Role.KERNEL_POOL)


def test_a_page_cache_lies_in_no_process_and_reads_need_no_buffer(network):
    found = network(EDGE)
    (cache,) = found.network.caches
    assert cache.role is Role.CACHE and not found.network.regions
    assert not [step for program in found.network.programs() for step in flatten(program) if isinstance(step, Allocate)]
    assert found.origins[cache.name].path == "operating_system.page_cache"


def test_a_worker_of_one_thread_keeps_one_core_busy(network):
    """16 cores: one worker for each of them, unless so many are stated that some stay idle; other web servers have
    threads for all cores in one process."""
    (whole,), (few,), (many,) = (
        network(EDGE, **changes).network.in_role(Role.CPU)
        for changes in ({}, {"web_server.worker_processes": 2}, {"web_server.worker_processes": 64})
    )
    assert many == whole and whole.at_once is None
    assert few.at_once == 2 and few.capacity == 2.0
    origin = network(EDGE, **{"web_server.worker_processes": 2}).origins["CPU"]
    assert origin.path == "web_server.worker_processes" and ", 2 workers, worth 2 of them together" in origin.limit
    (threads,) = network(EDGE, **{"web_server": "haproxy"}).network.in_role(Role.CPU)
    assert threads.capacity == whole.capacity


def test_limits_of_a_worker_are_taken_times_the_workers(network):
    found = network(EDGE)
    connections, files = pool(found, Role.WORKER_CONNECTIONS), pool(found, Role.OPEN_FILES)
    assert (connections.size, files.size) == (16 * 16384.0, 16 * 65536.0)
    assert found.origins[connections.name].path == "web_server.worker_connections"
    assert found.origins[files.name].path == "web_server.open_files"
    assert pool(network(EDGE, web_server__worker_processes=2), Role.OPEN_FILES).size == 2 * 65536.0


def test_a_connection_and_a_file_that_is_sent_need_a_descriptor_each(network):
    found = network(EDGE)
    name = pool(found, Role.OPEN_FILES).name
    assert Seize(name, 1.0) in found.network.source.connect and Release(name, 1.0) in found.network.source.close
    steps = found.network.classes[0].steps
    assert (steps[0], steps[-1]) == (Seize(name, 1.0), Release(name, 1.0))


def test_a_request_that_waits_for_an_upstream_holds_connection_descriptor_and_port_meanwhile(network):
    found = network(API)
    names = [pool(found, role).name for role in (Role.WORKER_CONNECTIONS, Role.OPEN_FILES, Role.PORTS)]
    steps = found.network.classes[0].steps
    (think,) = [step for step in steps if isinstance(step, Delay)]
    at = steps.index(think)
    assert [step.pool for step in steps[at - 3 : at]] == names
    assert [step.pool for step in steps[at + 1 : at + 4]] == names[::-1]


def test_a_port_lingers_unless_connections_are_kept_alive(network):
    ports = pool(network(API), Role.PORTS)
    assert (ports.size, ports.lingers, ports.when_short) == (28232.0, 60.0, "refuse")
    assert pool(network(API, web_server__upstream__kept_alive=True), Role.PORTS).lingers == 0.0
    assert pool(network(API, web_server__upstream__addresses=3), Role.PORTS).size == 3 * 28232.0


def test_no_port_is_counted_where_nobody_waits_or_no_upstream_is_reached_by_one(network):
    assert not network(EDGE).network.in_role(Role.PORTS)
    assert not network(API, web_server__upstream="none").network.in_role(Role.PORTS)
    assert not network(API, operating_system__ephemeral_ports="none").network.in_role(Role.PORTS)


@pytest.mark.parametrize(("own", "path", "size"), [(511, "web_server", 511.0), (8192, "operating_system", 4096.0)])
def test_of_two_backlogs_the_lesser_one_holds(network, own, path, size):
    found = network(
        EDGE,
        workload__session__connect_cpu="20 us",
        web_server__listen_backlog=own,
        operating_system__listen_backlog=4_096,
    )
    backlog = pool(found, Role.BACKLOG)
    assert backlog.size == size and found.origins[backlog.name].path == f"{path}.listen_backlog"


def test_limits_that_are_none_are_no_resources(network):
    nothing = {"web_server__worker_connections": "none", "web_server__open_files": "none"}
    found = network(EDGE, **nothing).network
    assert not found.in_role(Role.WORKER_CONNECTIONS) and not found.in_role(Role.OPEN_FILES)


SILENT = {path.replace(".", "__"): "none" for path in STATED if "ports" not in path}


def test_settings_that_nobody_states_bound_nothing_but_what_the_hardware_does(tmp_path):
    (tmp_path / "linux.yaml").write_text(API)
    found = translate(load(tmp_path / "linux.yaml", {"workload.session.connect_cpu": "20 us"})).network
    for role in (Role.WORKER_CONNECTIONS, Role.OPEN_FILES, Role.BACKLOG):
        assert not found.in_role(role)
    (ports,) = found.in_role(Role.PORTS)
    assert ports.size == 64_512.0  # 1024 to 65535


def test_connections_of_a_server_that_caches_nothing_have_the_ram_that_the_rest_leaves(network):
    """64 GiB less 1 GiB of the kernel and 16 processes of 20 MB; 4 KiB of the kernel, 10 kB of the process and 20 kB of
    TLS each."""
    found = network(API, **SILENT)
    memory = pool(found, Role.SOCKET_MEMORY)
    assert memory.size == pytest.approx(63 * 1024.0**3 - 16 * 20e6)
    (idle,) = [step.amount for step in found.network.source.connect if getattr(step, "pool", "") == memory.name]
    assert idle == pytest.approx(4096.0 + 10e3)
    encrypted = network(API, **SILENT, workload__session__tls={"key": "ecdsa-p256"}).network.source.connect
    assert Seize(memory.name, 4096.0 + 30e3) in encrypted
    stated = network(API, **SILENT, operating_system__socket_memory__share="5 %")
    assert pool(stated, Role.SOCKET_MEMORY).size == pytest.approx(0.05 * 64 * 1024.0**3)


def test_each_limit_says_what_a_plan_does_with_it(network):
    found = network(API, web_server__worker_processes=2, workload__session__connect_cpu="20 us",
                    web_server__listen_backlog=511)  # fmt: skip
    categories = {each.role: found.origins[each.name].category for each in found.network.resources}
    settings = (Role.CPU, Role.WORKER_CONNECTIONS, Role.OPEN_FILES, Role.PORTS, Role.BACKLOG)
    assert {role for role, each in categories.items() if each is LimitCategory.SETTING} == set(settings)
    assert categories[Role.CARD] is categories[Role.SOCKET_MEMORY] is LimitCategory.HARDWARE
    rented = network(API, server="c7a.8xlarge", datacenter__prices="cloud-us-2026")
    (cards,) = rented.network.in_role(Role.CARD)
    assert rented.origins[cards.name].category is LimitCategory.CONTRACT


def test_what_connections_hold_is_whole_bytes_so_that_nothing_is_left_when_it_is_given_back(network):
    uneven = {"operating_system__socket_memory__idle": "8.14124 kB", "web_server__connection_memory": "4.22246 kB"}
    for text in (EDGE, API):
        found = network(text, **SILENT, **uneven).network
        amounts = [step.amount for program in found.programs() for step in flatten(program) if isinstance(step, Seize)]
        assert amounts and all(amount.is_integer() for amount in amounts)
