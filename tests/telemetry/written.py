"""Counters of a farm, written as Prometheus and CloudWatch answer them."""

import json
import math
from itertools import accumulate

START = 1_790_035_200  # 2026-09-22, midnight in UTC.
STEP = 300
HOUR = 3_600
DAY_STEPS = 288


def counter(increments, step=STEP, start=START):
    """The samples of a counter that gains so much in each step, from 0."""
    total, found = 0.0, [[start, "0"]]
    for number, each in enumerate(increments, start=1):
        total += each
        found.append([start + number * step, repr(total)])
    return found


def series(name, values, host="web1:9100", **labels):
    """One series of a range query."""
    return {"metric": {"__name__": name, "instance": host, **labels}, "values": values}


def answer(result):
    """An answer of /api/v1/query_range, as text."""
    return json.dumps({"status": "success", "data": {"resultType": "matrix", "result": list(result)}})


def server(host, rates, cpu, sent=None, cores=4, step=STEP, start=START):
    """All counters of a server: requests/s, the share of its CPUs that is busy and bytes/s, in each step."""
    yield series("nginx_http_requests_total", counter([step * each for each in rates], step, start), f"{host}:9113")
    for core in range(cores):
        busy, idle = ([step * share for share in shares] for shares in (cpu, [1.0 - each for each in cpu]))
        yield series("node_cpu_seconds_total", counter(busy, step, start), f"{host}:9100", cpu=str(core), mode="user")
        yield series("node_cpu_seconds_total", counter(idle, step, start), f"{host}:9100", cpu=str(core), mode="idle")
    if sent is not None:
        of_card = counter([step * each for each in sent], step, start)
        yield series("node_network_transmit_bytes_total", of_card, f"{host}:9100", device="eth0")
        yield series("node_network_transmit_bytes_total", of_card, f"{host}:9100", device="lo")


def downloads():
    """The counters that ship beside the first farm: two days of ten servers by the hour, whose requests take 0.9 ms of
    a core, and a backup from two to four in the morning."""
    hours, servers, peak = 48, 10, 9_000.0
    load = [peak / servers * (0.55 + 0.45 * math.cos((hour % 24 - 20) / 12.0 * math.pi)) for hour in range(hours)]
    backup = [0.12 if hour % 24 in (2, 3) else 0.0 for hour in range(hours)]
    for host in range(1, servers + 1):
        rates = [round(HOUR * rate * (1.0 + 0.002 * (host % 5 - 2))) for rate in load]
        busy = [round(rate * 0.9e-3 + 4.0 * HOUR * more) for rate, more in zip(rates, backup, strict=True)]
        idle, sent = [4 * HOUR - each for each in busy], [35_700 * rate for rate in rates]
        name, found = f"www{host}:9100", (("user", busy), ("idle", idle))
        yield series("nginx_http_requests_total", whole(rates), f"www{host}:9113")
        for mode, times in found:
            yield series("node_cpu_seconds_total", whole(times), name, mode=mode)
        yield series("node_network_transmit_bytes_total", whole(sent), name, device="eth0")


def whole(increments):
    """A counter of whole numbers, by the hour."""
    total = accumulate(increments, initial=0)
    return [[START + place * HOUR, str(each)] for place, each in enumerate(total)]
