"""A Prometheus of a test: an HTTP server on this machine, which answers as it is told, and what it was asked."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from simulator.calibration.point import Metric
from simulator.calibration.reading.source import Source
from simulator.telemetry.prometheus import METRICS, read_prometheus
from simulator.telemetry.prometheus_query import OF_TIERS, of_tier_hosts, promql, tiers_promql
from tests.telemetry.written import answer


@contextmanager
def serving(reply):
    """An HTTP server whose GETs are answered by `reply(handler)`; gives its address and the paths and headers that it
    was asked with."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, dict(self.headers)))
            try:
                reply(self)
            except OSError:  # Nobody waits for it any more.
                self.close_connection = True

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def text(body, status=200, **headers):
    """A reply that is a text."""

    def reply(handler):
        written = body.encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(written)))
        handler.end_headers()
        handler.wfile.write(written)

    return reply


def counters(series, query):
    """A reply as Prometheus computes it: of the counters that stand in `series`, as an export has them, what they gain
    a second, at the end of each step that is asked for, of the hosts that a query of tiers selects. Queries but those
    of `query` have an empty answer."""
    names = {promql(query, name): name for name in {*METRICS, query.requests} - {""}}
    names |= {tiers_promql(query, name): name for name in OF_TIERS}
    names |= {promql(of_tier_hosts(query), name): name for name in METRICS} if query.hosts else {}
    by_name = {}
    for each in series:
        by_name.setdefault(each["metric"]["__name__"], []).append(each)

    def reply(handler):
        words = {key: value[0] for key, value in parse_qs(urlsplit(handler.path).query).items()}
        name = names.get(words["query"], "")
        own = selected(by_name.get(name, []), words["query"])
        result = of_name(own, float(words["start"]), float(words["end"])) if own else []
        text(answer(result))(handler)

    def of_name(own, start, end):
        metric = METRICS[name_of(own)]
        for each in read_prometheus(Source(answer(own), "export")).series:
            values = each.values if each.gauge is Metric.CPU else each.values / metric.factor
            rows = [(at + query.step, repr(value)) for at, value in zip(each.at, values.tolist(), strict=True)]
            values = [[at, value] for at, value in rows if start <= at <= end]
            if values:
                yield {"metric": {"instance": each.host} if each.host else {}, "values": values}

    return reply


def selected(series, asked):
    """Those whose `instance` a query matches, where it says one."""
    pattern = re.search(r'instance=~("(?:[^"\\]|\\.)*")', asked)
    if pattern is None:
        return series
    return [each for each in series if re.fullmatch(json.loads(pattern[1]), each["metric"]["instance"])]


def name_of(series):
    """The name of some series of one counter."""
    return series[0]["metric"]["__name__"]


def error(kind, told):
    """What Prometheus writes where it refuses a query."""
    return json.dumps({"status": "error", "errorType": kind, "error": told})
