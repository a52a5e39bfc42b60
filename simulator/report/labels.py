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
    "connections": "open connections",
    "cache_hit_ratio": "hits of the file cache",
    "process_memory": "process memory",
    "refused_sessions": "sessions refused",
    "failed_requests": "requests failed",
    "errors": "requests not completed",
}


def measure_label(name: str) -> str:
    """What a measure is called in a table; one that is new here is called by its name."""
    return _MEASURES.get(name, name.replace("_", " "))
