"""Every problem of classes, pools, recycling, attacks and load tests is told with its place and its remedy."""

import pytest

# One piece of the web farm, what replaces it, and what the problem must say.
SPOILT = [
    # Workload: one kind of request or several, offered from outside or by a population.
    (
        "  session:",
        "  request: {size: 30 kB, cpu: 1 ms}\n  session:",
        ["workload.request: there are `classes`", "`request: none`"],
    ),
    ("rate: 42 /s, ", "", ["shop.yaml:6: workload.classes[1].rate: missing", 'e.g. "3400 /s"']),
    ("name: images", "name: pages", ['yaml:4: workload.classes: more than one class of requests is called "pages"']),
    ("rate: 42 /s", "rate: 42", ["workload.classes[1].rate = 42: which unit? a request rate needs one"]),
    ("wait: 27 ms", "wait: 27", ["workload.classes[0].wait.mean = 27: which unit? a duration needs one"]),
    ("wait: 27 ms", "wait: {mean: 1 s, distribution: pareto}", ["a pareto distribution needs its shape"]),
    ("cpu_distribution: exponential", "cpu_distribution: normal", ["not one of the words", "constant, exponential"]),
    ("page_faults: 30", "page_faults: -1", ["page_faults = -1: too small; allowed is 0.0 to 1,000,000.0"]),
    (
        "half_open:",
        "population: 5\n  offered: 3 /s\n  half_open:",
        ['shop.yaml:10: workload.offered = "3 /s": there is a `population` too', "`offered: none`"],
    ),
    ("half_open:", "population: 0\n  half_open:", ["workload.population = 0: too small; allowed is 1 to"]),
    ("half_open:", "population: 5\n  half_open:", ["shop.yaml:11: workload.ramp: a `population` is there from"]),
    (
        "  half_open: {rate: 500 /s, time_out: 21 s, kernel_pool: 1 kB}\n  ramp: {over: 600 s}\n",
        "  population: 5\n  retries: {back_off: 0 s}\n",
        ["workload.retries.back_off = \"0 s\": a refused client of a population would come back", "e.g. 1 s"],
    ),
    ("time_out: 21 s, ", "", ["workload.half_open.time_out: missing"]),
    ("rate: 500 /s", "rat: 500 /s", ['workload.half_open.rat = "500 /s": unknown key; did you mean "rate"?']),
    ("{over: 600 s}", "{over: 600 s, shape: sine}", ["workload.ramp.shape", "allowed are constant, linear"]),
    ("{over: 600 s}", "600 s", ["workload.ramp = ", "expected a group of keys; its keys are over, shape"]),
    ("{over: 600 s}", "{over: 600 s, until_failed: 0 %}", ["until_failed", "must not be zero"]),
    ("handshake_cpu: 5 ms, ", "key: none, ", ["workload.session.tls.handshake_cpu: missing"]),
    ("handshake_cpu: 5 ms", "key: rsa-1024", ['tls.key = "rsa-1024": not one of the', "ecdsa-p256, none, rsa-2048"]),
    ("handshake_cpu: 5 ms, ", "resumed: 101 %, ", ["tls.resumed = \"101 %\": too large; allowed is 0 % to 100 %"]),
    ("request_round_trips: 1", "request_round_trips: 1.5", ["expected a whole number"]),
    (
        "  half_open:",
        "  content: {catalogue: 1 GiB, popularity: {zipf: 0.8}}\n  half_open:",
        ["shop.yaml:9: workload.content.object_size: missing"],
    ),
    # Application pools and the classes that enter them.
    (
        "pool: applications",
        "pool: aplications",
        [
            'shop.yaml:5: workload.classes[0].pool = "aplications": the web server has no such application pool',
            'did you mean "applications"? allowed are applications, none',
        ],
    ),
    ("name: applications", "name: other", ['workload.classes[0].pool = "applications"', "allowed are none, other"]),
    ("name: applications", "name: shop 2", ['name = "shop 2": a name that is needed', 'write e.g. "shop pages"']),
    ("name: applications", "name: request", ['name = "request": a name that is needed otherwise']),
    (
        "name: images",
        "name: images (process 1 of 2)",
        ["classes[1].name", "so the requests of one process of a web garden are called", 'write "images"'],
    ),
    ("processes: 2", "processes: 65", ["web_server.pools[0].processes = 65: too large; allowed is 1 to 64"]),
    ("base_memory: 150 MB", "base_memory: 2.5 GiB", ["address space of a process, 2 GiB", "write at most 1.99 GiB"]),
    (
        "processes: 2",
        "processes: 64",
        [
            'shop.yaml:11: server.ram = "4 GiB": too small for the processes of all application pools (8.94 GiB)',
            "write at least 9.2 GiB",
        ],
    ),
    ("{per_request: 100 kB, plateau: 3 GiB}", "100", ["pools[0].growth.per_request = 100: which unit?"]),
    ("plateau: 3 GiB", "plateau: 0 B", ["web_server.pools[0].growth.plateau", "must not be zero"]),
    (
        "  allocator:",
        "  recycling: {requests: 9, initialise: 1 s, start_up_work: 1 s, start_up_threads: 1, cold_factor: 1,"
        " warm_time: 1 s}\n  allocator:",
        ["shop.yaml:25: web_server.recycling: where there are application pools", "move it into the pools"],
    ),
    # Recycling.
    (
        "virtual_memory: 1.2 GiB, private_memory: 1 GiB, requests: 100000, period: 29 h, ",
        "",
        ["shop.yaml:24: web_server.pools[0].recycling: nothing ever makes this process recycle", "`recycling: none`"],
    ),
    ("virtual_memory: 1.2 GiB", "virtual_memory: 100 MiB", ["for ever, for it begins with 143 MiB", "to 100 MiB"]),
    ("virtual_memory: 1.2 GiB", "address_space_share: 5 %", ["recycling.address_space_share", "comes to 102 MiB"]),
    ("private_memory: 1 GiB", "private_memory: 100 MiB", ["recycling.private_memory", "comes to 119 MiB"]),
    ("initialise: 2 s", "initialise: 100 s", ["recycling.initialise", "takes 1.67 min and start_limit is 1.5 min"]),
    ("cold_factor: 2.5", "cold_factor: 0.5", ["too small; allowed is 1.0 to 100.0"]),
    ("start_up_threads: 8", "start_up_threads: 0", ["too small; allowed is 1 to 1,024"]),
    ("warm_time: 60 s", "warm_tim: 60 s", ['did you mean "warm_time"?', "recycling.warm_time: missing"]),
    # Processes, allocators and the limits of the system.
    (
        "bits: 32",
        "bits: 64",
        ['shop.yaml:15: web_server.process.bits = 64: windows-2003-x86 runs no 64-bit processes; write 32'],
    ),
    ("bits: 32", "bits: 48", ["web_server.process.bits = 48: no such process; write 32, 64, or none"]),
    ("aware: true", "aware: 1", ["web_server.process.large_address_aware = 1: expected true or false"]),
    ("share: 80 %", "share: 0.8", ["web_server.allocator.share = 0.8: which unit?", 'write e.g. "80 %"']),
    ("patterns: 1000", "patterns: 0", ["web_server.allocator.patterns = 0: too small"]),
    (
        "patterns: 1000",
        "patterns: 100000000",
        ["web_server.allocator.patterns = 100000000: too large; allowed is 1 to 1,000,000"],
    ),
    ("page_faults: 2500 /s", "page_faults: 2500", ["operating_system.page_faults = 2500: which unit?"]),
    ("connection_cores: 1", "connection_cores: 0", ["operating_system.connection_cores = 0: too small"]),
    (
        "connection_cores: 1",
        "address_space: {process_64: 4 GiB}",
        ['shop.yaml:12: operating_system.address_space.process_64 = "4 GiB": a 32-bit kernel runs no', "write none"],
    ),
    (
        "connection_cores: 1",
        "address_space: {process_32_large_aware: 5 GiB, process_32: 5 GiB}",
        ['shop.yaml:12: operating_system.address_space.process_32 = "5 GiB": more than the total of 4 GiB; write at'],
    ),
    (
        "connection_cores: 1",
        "address_space: {process_32_large_aware: 1 GiB}",
        ['process_32_large_aware = "1 GiB": less than process_32, 2 GiB; write at least process_32'],
    ),
    (
        "connection_cores: 1",
        "address_space: 4 GiB",
        ["operating_system.address_space", "expected a group of keys; its keys are total, kernel, process_32"],
    ),
    ("operating_system: {model: windows-2003-x86,", "operating_system: {model: windows-2003-x64-wow64,",
     ["not in the catalogue of operating systems"]),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "spoilt", "fragments"), SPOILT, ids=[spoilt[:50] for _, spoilt, _ in SPOILT])
def test_a_problem_says_where_what_and_how_to_repair(piece, spoilt, fragments, farm, problems_of):
    assert piece in farm
    told = problems_of(farm.replace(piece, spoilt, 1))
    for fragment in fragments:
        assert fragment in told


def test_content_that_no_request_reads_is_refused(farm, problems_of):
    """Classes without a pool are answered by the kernel: 200 TB of content and none gave one plan, without a word."""
    content = "  content: {catalogue: 1 GiB, object_size: 40 kB, popularity: {zipf: 0.8}}\n  half_open:"
    told = problems_of(farm.replace("  half_open:", content).replace(", pool: applications", ""))
    assert "workload.content: no request reads it: no class has a `pool`" in told and "`content: none`" in told
    assert "no request reads it" not in problems_of(farm.replace("  half_open:", content + " [x]"))


def test_no_jargon_of_the_libraries_is_told(farm, problems_of):
    for piece, spoilt, _ in SPOILT:
        told = problems_of(farm.replace(piece, spoilt, 1)).lower()
        for jargon in ("pydantic", "input should", "nonetype", "traceback", "<class", "union", "tuple"):
            assert jargon not in told


@pytest.mark.parametrize(
    ("line", "spoilt", "told"),
    [
        ("  request: {size: 30 kB, cpu: 0.7 ms}\n", "", "workload.request: missing; write `request: ...` where all"),
        ("  request: {size: 30 kB, cpu: 0.7 ms}\n", "  classes: []\n", "workload.request: missing"),
        (
            "  offered: 2000 /s\n",
            "  ramp: {over: 600 s}\n",
            'shop.yaml:8: workload.ramp: no load is stated that it could rise to; write `offered: ...`, e.g. "3400 /s"',
        ),
        (
            "web_server: iis-6\n",
            "web_server: {model: iis-6, pools: [{name: a, base_memory: 50 MB, request_memory: 1 MB, growth: 1 kB}]}\n",
            "web_server.pools: all requests are of one kind and enter no application pool; write workload.classes",
        ),
        (
            "operating_system: windows-2003-x64\n",
            "operating_system: {model: windows-2003-x64, address_space: {process_64: none}}\n",
            'shop.yaml:11: web_server.process.bits = "none": windows-2003-x64 runs no 64-bit processes; write 32',
        ),
        (
            "web_server: iis-6\n",
            "web_server: {model: iis-6, recycling: {virtual_memory: 90 MB, initialise: 1 s, start_up_work: 1 s,"
            " start_up_threads: 1, cold_factor: 1, warm_time: 1 s}}\n",
            'shop.yaml:11: web_server.recycling.virtual_memory = "90 MB": a process would recycle for ever',
        ),
        (
            "web_server: iis-6\n",
            "web_server: {model: iis-6, recycling: {address_space_share: 80 %, initialise: 1 s, start_up_work: 1 s,"
            " start_up_threads: 1, cold_factor: 1, warm_time: 1 s}}\n",
            'address_space_share = "80 %": a process would never recycle for this, for it comes to 6.4 TiB',
        ),
    ],
)
def test_a_problem_of_a_server_without_classes(line, spoilt, told, smallest, problems_of):
    assert line in smallest
    assert told in problems_of(smallest.replace(line, spoilt))


def test_two_pools_of_one_name_are_told(farm, problems_of):
    extra = "    - {name: applications, base_memory: 1 MB, request_memory: 1 MB, growth: 1 kB}\n  allocator:"
    told = problems_of(farm.replace("  allocator:", extra))
    assert 'web_server.pools: more than one application pool is called "applications"' in told


def test_a_class_without_any_pool_on_the_server_is_told_to_add_one(farm, problems_of):
    start, end = farm.index("  pools:"), farm.index("  allocator:")
    assert "add it to web_server.pools, or write `pool: none`" in problems_of(farm[:start] + farm[end:])
