"""Logs of requests, as JMeter and k6 write them: runs of a closed test at loads that the tests draw."""

from typing import NamedTuple

import numpy as np

START = 1_700_000_000.0


class Request(NamedTuple):
    """at, took: seconds; thread: from 1; users: how many there were when it ended."""

    at: float
    took: float
    thread: int
    users: int
    status: int


def held(rng, users, mean, lasts, start=START):
    """Each of some users sends the next request when the answer is there."""
    found = []
    for thread in range(1, users + 1):
        at = start
        while at < start + lasts:
            took = round(float(mean * rng.uniform(0.6, 1.4)), 3)
            found.append(Request(round(at, 3), took, thread, users, 503 if rng.uniform() < 0.004 else 200))
            at += took
    return sorted(found, key=lambda each: each.at + each.took)


def ramp(rng, most, mean, each, start):
    """One user more every so often."""
    return [
        Request(round(start + users * each, 3), round(float(mean * rng.uniform(0.6, 1.4)), 3), users, users, 200)
        for users in range(1, most)
    ]  # fmt: skip


HEADINGS = (
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,"
    "grpThreads,allThreads,URL,Latency,IdleTime,Connect"
)


def row(each, stamp=None, label="Home", size=2048):
    """A line of a JTL file."""
    ok = each.status < 400
    when = f"{each.at * 1e3:.0f}" if stamp is None else stamp(each.at)
    said = "OK" if ok else "Unavailable"
    return (
        f"{when},{each.took * 1e3:.0f},{label},{each.status},{said},Group 1-{each.thread},text,"
        f"{str(ok).lower()},,{size},120,{each.users},{each.users},http://192.0.2.1/,{each.took * 900:.0f},0,1"
    )


def jtl(requests, stamp=None, headings=True):
    """A JTL file as CSV."""
    return "\n".join([*([HEADINGS] if headings else []), *(row(each, stamp) for each in requests)]) + "\n"


def jtl_with_transactions(requests, pairs):
    """The same, of which each request is the two of a transaction, which stands behind them."""
    lines = [HEADINGS]
    for each in requests:
        half = each._replace(took=round(each.took / 2, 3))
        rest = half._replace(at=round(each.at + half.took, 3), took=round(each.took - half.took, 3))
        parent = row(each, label="Visit", size=4096).split(",")
        parent[6] = ""  # No data of its own.
        parent[13] = "null"
        if pairs:
            parent[4] = '"Number of samples in transaction : 2, number of failing samples : 0"'
        lines += [row(half, label="Visit-0"), row(rest, label="Visit-1"), ",".join(parent)]
    return "\n".join(lines) + "\n"


def jtl_xml(requests):
    """A JTL file as XML, each request within a transaction of its own."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<testResults version="1.2">']
    for each in requests:
        common = (
            f't="{each.took * 1e3:.0f}" it="0" lt="1" ct="1" ts="{each.at * 1e3:.0f}"'
            f' s="{str(each.status < 400).lower()}" rc="{each.status}" rm="OK"'
            f' tn="Group 1-{each.thread}" by="2048" ng="{each.users}" na="{each.users}"'
        )
        lines += [f'<sample {common} lb="Visit">', f'  <httpSample {common} lb="Home" dt="text"/>', "</sample>"]
    return "\n".join([*lines, "</testResults>"]) + "\n"


K6 = (
    "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,"
    "service,status,subproto,tls_version,url,extra_tags"
)


def k6_csv(requests, users):
    """k6 --out csv: seconds, and a metric on each line. users: at seconds."""
    lines = [K6]
    for each in requests:
        end = int(each.at + each.took)
        tags = f",,,true,,GET,http://192.0.2.1/,HTTP/1.1,default,,{each.status},,,http://192.0.2.1/,"
        lines.append(f"http_reqs,{end},1.000000{tags}")
        lines.append(f"http_req_duration,{end},{each.took * 1e3:.6f}{tags}")
        lines.append(f"iteration_duration,{end},{each.took * 1e3:.6f},,,,,,,,,default,,,,,,")
    lines += [f"vus,{at},{count}.000000,,,,,,,,,,,,,,," for at, count in users]
    return "\n".join(lines) + "\n"


def generator(seed):
    """Random numbers of one seed."""
    return np.random.default_rng(seed)
