"""What the measures are called in tables."""

_MEASURES = {
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
    "client_speed": "speed at which clients receive",
    "connections": "open connections",
    "cache_hit_ratio": "hits of the file cache",
    "process_memory": "process memory",
    "refused_sessions": "sessions refused",
    "failed_requests": "requests failed",
    "errors": "requests not completed",
    "piling_up": "sessions piling up",
    "recycles": "processes recycled",
    "recycle_interval": "time between two recycles of a process",
    "failed_starts": "starts of a process that failed",
    "full_cpu": "time with all cores busy",
    "full_cpu_run": "all cores busy without a break, mean length",
    "collections": "collections of the heap",
    "collecting": "time spent collecting",
    "page_faults": "page faults",
    "warm_up_time": "time until the allocator was warm",
    "half_open": "half-open connections",
    "half_open_refused": "half-open connections refused",
    "ramp_seconds": "load test: seconds until too many failed",
    "ramp_sessions": "load test: sessions until then",
    "ramp_rate": "load test: new sessions accepted then",
    "ramp_open": "load test: sessions open then",
}
# Measures of one class of requests, whose name follows.
_OF_CLASS = {"response ": "response time, mean, {}", "requests ": "requests completed, {}"}


def measure_label(name: str) -> str:
    """What a measure is called in a table; one that is new here is called by its name."""
    for start, label in _OF_CLASS.items():
        if name.startswith(start):
            return label.format(name.removeprefix(start))
    return _MEASURES.get(name, name.replace("_", " "))
