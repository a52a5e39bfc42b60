"""A Prometheus that is asked: the same verdict as its export, and one clear error for whatever answers in its place."""

import json
import socket
import time
from urllib.parse import parse_qs, urlsplit

import pytest

import headroom
from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import prometheus
from simulator.telemetry import prometheus_get
from simulator.telemetry.prometheus_get import TOKEN
from simulator.telemetry.prometheus_query import PRESETS, ask_prometheus, prometheus_query, promql
from simulator.telemetry.read import read_counters
from tests.telemetry.prometheus_server import counters, error, serving, text
from tests.telemetry.written import START, STEP, answer, counter, downloads, series, server

FARM, EXPORT = "scenarios/first_farm.yaml", "scenarios/counters/downloads.json"
UNTIL = {"until": "2026-09-24", "days": 2}
SECRET = "s3cr3t-of-a-test"  # noqa: S105


@pytest.fixture(autouse=True)
def _no_token(monkeypatch):
    monkeypatch.delenv(TOKEN, raising=False)


def asked_of(reply, **others):
    """The counters of a Prometheus that answers so."""
    with serving(reply) as (url, _):
        return ask_prometheus(prometheus_query(url, **(UNTIL | others)))


def told(reply, **others):
    """What is wrong with one that answers so."""
    with serving(reply) as (url, asked), pytest.raises(ScenarioError) as failed:
        ask_prometheus(prometheus_query(url, **(UNTIL | others)))
    (problem,) = failed.value.problems
    assert problem.file == url and len(asked) == 1
    return problem.message, problem.remedy


def test_a_prometheus_and_its_export_have_the_same_verdict():
    query = prometheus_query("http://prometheus", step=3_600, **UNTIL)
    with serving(counters(list(downloads()), query)) as (url, asked):
        found = headroom.review(FARM, prometheus=url, step=3_600, engine="theory", **UNTIL).to_dict()
    exported = headroom.review(FARM, EXPORT, engine="theory").to_dict()
    read = "node_cpu_seconds_total, nginx_http_requests_total, node_network_transmit_bytes_total"
    assert found.pop("notes") == [*exported.pop("notes"), f"{url}: {prometheus.counters_read(read)}"]
    assert found.pop("peak") == pytest.approx(exported.pop("peak"))
    assert found.pop("hours") == [pytest.approx(each) for each in exported.pop("hours")]
    assert found.pop("model") == pytest.approx(exported.pop("model"))
    for key in ("verdict", "servers", "missing_servers", "give_back_servers", "binding_limit", "until", "record"):
        assert found[key] == exported[key], key
    assert all(path.startswith("/api/v1/query_range?query=") for path, _ in asked)


def spans(asked):
    """The first and last second, and the step, of each query, by its text."""
    found = {}
    for path, _ in asked:
        words = {key: value[0] for key, value in parse_qs(urlsplit(path).query).items()}
        found.setdefault(words["query"], []).append([float(words[key]) for key in ("start", "end", "step")])
    return found


def test_a_long_range_is_asked_for_in_pieces_that_prometheus_answers():
    with serving(text(answer([]))) as (url, asked), pytest.raises(ScenarioError):
        ask_prometheus(prometheus_query(url, days=92, until="2026-09-24"))
    for pieces in spans(asked).values():
        assert sum((end - start) / step + 1 for start, end, step in pieces) == 92 * 288
        assert all((end - start) / step + 1 <= 11_000 for start, end, step in pieces)
        assert all(after[0] == before[1] + STEP for before, after in zip(pieces, pieces[1:], strict=False))


def test_pieces_are_laid_side_by_side_without_a_gap():
    rates = [10.0 + place % 7 for place in range(10 * 288)]
    query = prometheus_query("http://p", days=10, until="2026-10-02")
    with serving(counters(list(server("w1", rates, [0.1] * len(rates))), query)) as (url, _):
        found = ask_prometheus(prometheus_query(url, days=10, until="2026-10-02"))
    of_rate = [each for each in found.series if each.gauge is Metric.RATE]
    values = [value for each in of_rate for value in each.values]
    assert len(of_rate) == 2 and values == pytest.approx(rates) and of_rate[0].at[0] == START


def test_of_exporters_that_count_the_same_the_first_is_read():
    hours = [9.0] * 12
    both = [*server("w1", hours, [0.1] * 12), series("http_requests_total", counter([600.0] * 12), "w1:8080")]
    found = asked_of(counters(both, prometheus_query("http://p", **UNTIL)))
    assert found.notes == (prometheus.counters_read("node_cpu_seconds_total, nginx_http_requests_total"),)
    (rate,) = (each for each in found.series if each.gauge is Metric.RATE)
    assert rate.values.tolist() == pytest.approx(hours)


def test_a_balancer_stands_for_its_farm():
    envoy = series("envoy_http_downstream_rq_total", counter([3_000.0] * 12), "edge:9901")
    found = asked_of(counters([*server("w1", [1.0] * 12, [0.1] * 12), envoy], prometheus_query("http://p", **UNTIL)))
    (rate,) = (each for each in found.series if each.gauge is Metric.RATE)
    assert rate.host == "" and rate.values.tolist() == pytest.approx([10.0] * 12)


def test_a_counter_of_requests_can_be_named():
    name = "mysql_global_status_questions"
    of_database = series(name, counter([600.0] * 12), "db1:9104")
    query = prometheus_query("http://p", requests=name, **UNTIL)
    found = asked_of(counters([*server("db1", [9.0] * 12, [0.1] * 12), of_database], query), requests=name)
    (rate,) = (each for each in found.series if each.gauge is Metric.RATE)
    assert rate.values.tolist() == pytest.approx([2.0] * 12)


def test_counters_of_databases_are_no_requests_unless_they_are_named():
    known = {name for exporters in PRESETS.values() for names in exporters for name in names}
    assert not known & {"mysql_global_status_questions", "pg_stat_database_xact_commit"}


def test_the_labels_of_servers_stand_in_every_query():
    with serving(text(answer([]))) as (url, asked), pytest.raises(ScenarioError):
        ask_prometheus(prometheus_query(url, match='{job="web"}', **UNTIL))
    assert spans(asked) and all(query.count("{") == query.count('job="web"}') for query in spans(asked))


@pytest.mark.parametrize("match", ['job="web"', "{job='web',}", 'zone=~"eu-.*|a\\\\d" , job!="x}"', '"my.label"="1"'])
def test_labels_are_asked_for_as_they_are_written(match):
    labels = prometheus_query("http://prometheus", match=match, **UNTIL).match
    assert labels == match.removeprefix("{").removesuffix("}")


def test_the_cpus_of_a_server_are_counted():
    query = prometheus_query("http://p", **UNTIL)
    usual = counters(list(server("w1", [9.0] * 12, [0.1] * 12)), query)

    def reply(handler):
        if "query=count" in handler.path:
            assert spans([(handler.path, {})]).popitem()[1][0][:2] == [query.end, query.end]
            text(answer([{"metric": {"instance": "w1:9100"}, "values": [[query.end, "8"]]}]))(handler)
        else:
            usual(handler)

    assert asked_of(reply).cores == {"w1": 8}


def test_a_cpu_is_never_busy_below_nothing():
    assert promql(prometheus_query("http://p"), "node_cpu_seconds_total") == (
        'clamp_min(1 - sum by (instance) (rate(node_cpu_seconds_total{mode=~"idle|iowait"}[300s]))'
        ' / count by (instance) (node_cpu_seconds_total{mode="idle"}), 0)'
    )


def test_what_prometheus_warns_of_is_told():
    usual = counters(list(server("w1", [9.0] * 12, [0.1] * 12)), prometheus_query("http://p", **UNTIL))

    class Warned:
        def __init__(self, handler):
            self.handler, self.path, self.wfile = handler, handler.path, self

        def __getattr__(self, name):
            return (lambda *_: None) if name.startswith(("send", "end")) else getattr(self.handler, name)

        def write(self, body):
            text(json.dumps(json.loads(body) | {"warnings": ["a store is down"]}))(self.handler)

    assert prometheus.warned("a store is down") in asked_of(lambda handler: usual(Warned(handler))).notes


def test_files_and_a_prometheus_are_read_together(write):
    file = write(answer(server("w2", [9.0] * 12, [0.1] * 12)))
    query = prometheus_query("http://p", **UNTIL)
    with serving(counters(list(server("w1", [9.0] * 12, [0.1] * 12)), query)) as (url, _):
        found = read_counters([file], prometheus_query(url, **UNTIL))
    assert {each.host for each in found.series} == {"w1", "w2"}


# What answers in place of a Prometheus, and what is told then.
REPLIES = {
    "a query that it refuses": (
        text(error("bad_data", "parse error: unexpected character"), 400),
        prometheus.refused("parse error: unexpected character"),
    ),
    "too many samples": (text(error("execution", "too many samples"), 422), prometheus.refused("too many samples")),
    "an error of status 200": (text(error("internal", "no")), prometheus.refused("no")),
    "no token": (text("Unauthorized", 401), prometheus.not_allowed(401, False, TOKEN)),
    "another server": (text("<html>not found</html>", 404), prometheus.http_error(404)),
    "a gateway that is down": (text("<html>", 502), prometheus.http_error(502)),
    "no JSON": (text("<html><body>Grafana</body></html>"), prometheus.NOT_PROMETHEUS),
    "JSON that does not end": (text('{"status": "success", "data": {'), prometheus.NOT_PROMETHEUS),
    "JSON in many levels": (text('{"a": ' + "[" * 100_000), prometheus.NOT_PROMETHEUS),
    "other JSON": (text('{"status": "success", "data": []}'), prometheus.NOT_PROMETHEUS),
    "nothing": (text(""), prometheus.NOT_PROMETHEUS),
    "bytes that are no text": (lambda handler: handler.wfile.write(b"\xff\xfe\r\n\r\n"), None),
    "a redirect without a place": (text("", 302), prometheus.redirected("")),
    "a redirect with a secret in it": (
        text("", 302, Location="https://u:pw@login.example/?token=1"),
        prometheus.redirected("https://login.example"),
    ),
}


@pytest.mark.parametrize("case", REPLIES)
def test_what_is_no_answer_is_one_clear_error(case):
    reply, expected = REPLIES[case]
    found = told(reply)
    assert found == expected if expected else found[0].startswith(prometheus.not_reached("")[0])


@pytest.mark.parametrize("name", ["", "traefik_service_requests_total"])
def test_a_prometheus_without_such_counters(name):
    """Where one is named that has no values, others do not stand in for it."""
    of_others = counters(
        [] if not name else list(server("w1", [9.0] * 12, [0.1] * 12)), prometheus_query("http://p", **UNTIL)
    )
    with serving(of_others) as (url, _), pytest.raises(ScenarioError) as failed:
        ask_prometheus(prometheus_query(url, requests=name, **UNTIL))
    (problem,) = failed.value.problems
    assert (problem.message, problem.remedy) == (prometheus.not_counted(name) if name else prometheus.NOTHING)


def test_a_redirect_is_not_followed():
    with serving(text(answer([]))) as (other, called):
        elsewhere = other.replace("127.0.0.1", "localhost")
        assert told(text("", 307, Location=f"{elsewhere}/api/v1/query_range?query=1")) == prometheus.redirected(
            elsewhere
        )
        assert not called


def drip(before, each, after_headers):
    """A server that writes a byte now and then, and never ends."""

    def reply(handler):
        if after_headers:
            handler.send_response(200)
            handler.end_headers()
        handler.wfile.write(before)
        while True:
            handler.wfile.write(each)
            handler.wfile.flush()
            time.sleep(0.05)

    return reply


def silent(handler):
    time.sleep(3.0)


NEVER_ENDS = {
    "a body": drip(b'{"status": "success", "data": "', b"x", True),
    "headers": drip(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x", False),
    "nothing": silent,
}


@pytest.mark.parametrize("case", NEVER_ENDS)
def test_an_answer_that_never_ends_is_given_up(case, monkeypatch):
    monkeypatch.setattr(prometheus_get, "TIME_OUT", 0.4)
    began = time.monotonic()
    assert told(NEVER_ENDS[case]) == prometheus.too_late(0.4)
    assert time.monotonic() - began < 3.0


def test_an_answer_that_is_too_large_is_given_up(monkeypatch):
    monkeypatch.setattr(prometheus_get, "MOST_BYTES", 2**20)
    assert told(text("x" * 2**21)) == prometheus.too_large(2**20)


def test_a_server_that_is_not_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(ScenarioError, match="no answer: Connection refused"):
            ask_prometheus(prometheus_query(url))


def test_the_token_of_the_environment_goes_to_the_server_and_nowhere_else(monkeypatch):
    monkeypatch.setenv(TOKEN, SECRET)
    query = prometheus_query("http://prometheus", step=3_600, **UNTIL)
    with serving(counters(list(downloads()), query)) as (url, asked):
        found = headroom.review(FARM, prometheus=url, step=3_600, engine="theory", **UNTIL)
    assert {headers["Authorization"] for _, headers in asked} == {f"Bearer {SECRET}"}
    shown = [found.to_json(), repr(found), found._repr_html_(), repr(found.stamp), repr(found.report())]
    assert not any(SECRET in each for each in shown)


@pytest.mark.parametrize("status", [401, 403])
def test_a_token_that_is_refused_is_not_quoted(status, monkeypatch):
    monkeypatch.setenv(TOKEN, SECRET)
    found = told(text("no", status))
    assert found == prometheus.not_allowed(status, True, TOKEN) and SECRET not in " ".join(found)


@pytest.mark.parametrize("token", ["a\r\nHost: elsewhere", "two words", "schlüssel"])
def test_a_token_that_no_header_may_have_is_refused_unquoted(token, monkeypatch):
    monkeypatch.setenv(TOKEN, token)
    with pytest.raises(ScenarioError) as failed:
        ask_prometheus(prometheus_query("http://127.0.0.1:9"))
    (problem,) = failed.value.problems
    assert (problem.file, problem.value, problem.message) == (TOKEN, "", prometheus.NO_TOKEN[0])


ADDRESSES = {
    "file:///etc/passwd": prometheus.NO_SCHEME,
    "ftp://prometheus/": prometheus.NO_SCHEME,
    "prometheus:9090": prometheus.NO_SCHEME,
    "/tmp/week.json": prometheus.NO_SCHEME,
    "http://": prometheus.NO_ADDRESS,
    "http://prometheus:none": prometheus.NO_ADDRESS,
    "http://prometheus:99999": prometheus.NO_ADDRESS,
    "http://[::1": prometheus.NO_ADDRESS,
    "http://two words": prometheus.NO_ADDRESS,
    "http://prometheus\r\nX: y": prometheus.NO_ADDRESS,
    "http://user:pw@prometheus": prometheus.password(TOKEN),
    "http://prometheus/graph?g0.expr=up": prometheus.NOT_THE_ADDRESS,
    "http://prometheus/#/alerts": prometheus.NOT_THE_ADDRESS,
}


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_that_cannot_be_called(url):
    with pytest.raises(ScenarioError) as failed:
        prometheus_query(url)
    (problem,) = failed.value.problems
    assert (problem.message, problem.remedy) == ADDRESSES[url] and "pw" not in str(failed.value)


@pytest.mark.parametrize(
    "wrong",
    [{"days": 0}, {"days": 5_000}, {"days": float("nan")}, {"step": 10}, {"step": 90.5}, {"step": 1e6},
     {"until": "soon"}, {"requests": "up) or vector(1"}, {"match": 'job="a"} or up{job="b"'}, {"match": "job=web"},
     {"match": 'job="web" zone="a"'}],
    ids=str,
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(wrong):
    (name,) = wrong
    with pytest.raises(ScenarioError) as failed:
        prometheus_query("http://prometheus", **wrong)
    (problem,) = failed.value.problems
    assert (problem.file, problem.path) == (prometheus.NAME, name)


def test_a_path_before_the_api_is_kept():
    with serving(text(answer([]))) as (url, asked), pytest.raises(ScenarioError):
        ask_prometheus(prometheus_query(f"{url}/prometheus/", **UNTIL))
    assert asked[0][0].startswith("/prometheus/api/v1/query_range?")
