"""Small scenarios that have every part there is between them, each run within milliseconds: what is varied from."""

RUN = "run: {seed: 7, replications: 2, warm_up: 0 s, duration: 1 s, window: 0.2 s, start: START}\n"
MACHINE = """
server: {model: dl585-2.2ghz-4gb, sockets: 2, disks: {count: 4, service_time: 5 ms}}
operating_system: {model: windows-2003-x64}
unit: {nodes: 2, spare_nodes: 1}
"""
DOWNLOADS = (
    """
scenario: downloads
workload:
  request: {size: 20 kB, cpu: 1 ms, page_faults: 10, wait: 2 ms}
  session: {requests: 3, think_time: 50 ms, connect_cpu: 0.2 ms, tls: {handshake_cpu: 1 ms, handshake_round_trips: 2,
    request_round_trips: 1}}
  clients: [{rate: 80 kB/s, share: 60 %}, {rate: 1 MB/s, share: 40 %}]
  content: {catalogue: 4 MB, object_size: {mean: 20 kB, distribution: pareto, shape: 2.5}, popularity: {zipf: 0.9}}
  retries: {attempts: 1, back_off: 100 ms}
  offered: 40 /s
web_server: {model: iis-6, file_cache: {up_to: 2 MB}, queue_limit: 50, connection_limit: 500}
targets: {errors: 100 %}
"""
    + MACHINE
)
PAGES = (
    """
scenario: pages
workload:
  classes:
    - {name: page, rate: 20 /s, size: 8 kB, cpu: 3 ms, cpu_distribution: exponential, wait: 5 ms, pool: ASP}
    - {name: image, rate: 30 /s, size: {mean: 3 kB, distribution: uniform}, cpu: 0.2 ms}
  session: {requests: 1, think_time: 0 s}
  clients: [{rate: 1 MB/s}]
web_server:
  model: iis-6
  pools: [{name: ASP, processes: 2, threads: 4, queue_limit: 30, base_memory: 50 MB, request_memory: 200 kB,
    growth: {per_request: 0 B, plateau: 10 MB}}]
targets: {errors: 5 %, p95_response: 1 s, p99_response: 2 s, client_speed: 1 kB/s, utilisation: 90 %, connections: 900}
"""
    + MACHINE
)
WORN = PAGES.replace("pages", "worn").replace("per_request: 0 B", "per_request: 1 MB").replace(
    "plateau: 10 MB}", "plateau: 500 MB}, recycling: {virtual_memory: 200 MB,"
    " private_memory: 300 MB, requests: 20, period: 1 s, initialise: 20 ms, start_up_work: 100 ms,"
    " start_up_threads: 2, cold_factor: 3, warm_time: 500 ms, start_limit: 1 s, stop_limit: 1 s}",
).replace("iis-6\n", "iis-6\n  allocator: {share: 50 %, keeps: true, patterns: 100, zipf: 1}\n").replace(
    "cpu: 3 ms", "page_faults: 5, cpu: 3 ms"
).replace("x64}", "x64, page_faults: 1000 /s, listen_backlog: 50, connection_cores: 1}").replace(
    "think_time: 0 s", "think_time: 10 ms, connect_cpu: 1 ms"
) + """
runtime: {model: j9-6, heap: 300 MiB, live_data: 100 MiB, garbage: 20 MB}
"""  # fmt: skip
FLOODED = DOWNLOADS.replace("downloads", "flooded").replace("page_faults: 10, ", "").replace(
    "  offered", "  half_open: {rate: 50 /s, time_out: 500 ms, kernel_pool: 500 B}\n  offered"
).replace("iis-6,", "iis-6, recycling: {requests: 30, initialise: 10 ms, start_up_work: 50 ms, start_up_threads: 2,"
          " cold_factor: 2, warm_time: 200 ms},")  # fmt: skip
POPULATION = DOWNLOADS.replace("downloads", "population").replace("  offered: 40 /s", "  population: 20")
LINUX = (
    DOWNLOADS.replace("downloads", "linux")
    .replace("page_faults: 10, ", "")
    .replace(
        "windows-2003-x64", "linux-6, socket_memory: {limit: 1 GiB}, ephemeral_ports: {count: 300, time_wait: 2 s}"
    )
    .replace("iis-6", "nginx, worker_processes: 4, worker_connections: 100, open_files: 200, upstream: {addresses: 2}")
)
RAMP = DOWNLOADS.replace("downloads", "ramp").replace("  offered", "  ramp: {over: 1 s, until_failed: 1 %}\n  offered")

BASES = {
    f"{name}, {start}": text + RUN.replace("START", start)
    for start in ("cold", "warm")
    for name, text in {
        "downloads": DOWNLOADS, "pages": PAGES, "worn": WORN, "flooded": FLOODED, "population": POPULATION,
        "ramp": RAMP, "linux": LINUX
    }.items()
}  # fmt: skip
