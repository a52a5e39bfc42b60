"""What the measures of a server are called."""

# Those of the whole server, by key.
LABELS = {
    "offered_requests": "requests that clients mean to send",
    "requests": "requests that arrive",
    "completed_requests": "requests completed",
    "requests_max": "requests in the busiest window",
    "wire_mbps": "traffic on the wire",
    "goodput_mbps": "payload",
    "response_mean": "response time, mean",
    "response_p50": "response time, median",
    "response_p95": "response time, 95th percentile",
    "response_p99": "response time, 99th percentile",
    "first_piece_mean": "time to the first piece, mean",
    "first_piece_p50": "time to the first piece, median",
    "first_piece_p95": "time to the first piece, 95th percentile",
    "first_piece_p99": "time to the first piece, 99th percentile",
    "client_speed": "speed at which clients receive",
    "connections": "open connections",
    "refused_sessions": "sessions refused",
    "failed_requests": "requests failed",
    "errors": "requests not completed",
    "piling_up": "sessions piling up",
    "recycles": "processes recycled",
    "recycle_interval": "time between two recycles of a process",
    "failed_starts": "starts of a process that failed",
    "full_cpu": "windows with all cores busy throughout",
    "full_cpu_run": "all cores busy for windows on end, mean length",
    "throttled": "periods in which a CPU quota was used up",
    "collections": "collections of the heap",
    "collecting": "time spent collecting",
    "page_faults": "page faults",
    "warm_up_time": "time until the allocator was warm",
    "ramp_seconds": "load test: seconds until too many failed",
    "ramp_sessions": "load test: sessions until then",
    "ramp_rate": "load test: new sessions accepted then",
    "ramp_open": "load test: sessions open then",
}
DONE_IN, DONE_IN_P95 = "done in, mean", "done in, 95th percentile"
BACKLOG = "not done yet, mean"
CACHE_HITS = "hits of the file cache"
NO_MEASURE = "is no measure of a server"
