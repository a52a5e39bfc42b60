"""Requests drawn from a seed, and lines of each format that tell of them, as its program documents it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import numpy as np

START = 1_795_910_400  # 2026-11-29 00:00:00 UTC.
AGENTS = ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0", "curl/8.5.0", "okhttp/4.9.3")
CLIENTS = ("192.0.2.{}", "10.1.{}.9", "2001:db8::{:x}")


@dataclass(frozen=True)
class Drawn:
    """A request: ms since 1970 of its beginning; taken: s, to a millisecond."""

    at: int
    client: str
    site: str
    path: str
    status: int
    size: int
    taken: float
    agent: str

    @property
    def end(self) -> int:
        return self.at + round(self.taken * 1000)

    @property
    def request(self) -> str:
        return f"GET {self.path} HTTP/1.1"

    @property
    def url(self) -> str:
        return f"https://{self.site}{self.path}"


def drawn(seed: int, count: int = 60, clients: Sequence[str] = CLIENTS, sites: int = 3) -> list[Drawn]:
    """So many requests, about ten a second, of some clients for some objects of some sites."""
    draws = np.random.default_rng(seed)
    at = START * 1000 + np.cumsum(draws.exponential(100.0, count)).astype(int)
    rows = []
    for each in at.tolist():
        kind, one = int(draws.integers(len(clients))), int(draws.integers(1, 30))
        status = int(draws.choice([200, 200, 200, 206, 304, 404, 500]))
        taken = round(float(draws.lognormal(-3.0, 1.0)), 3)
        rows.append(Drawn(each, clients[kind].format(one), f"www{int(draws.integers(sites))}.example.com",
                          f"/files/{int(draws.integers(12))}.bin", status, int(draws.lognormal(9.0, 1.5)) + 1,
                          max(0.001, taken), AGENTS[int(draws.integers(3))]))  # fmt: skip
    return rows


def clf(ms: int, zone: int = 0) -> str:
    """A time of the common format, `zone` minutes ahead of UTC."""
    return datetime.fromtimestamp(ms // 1000, timezone(timedelta(minutes=zone))).strftime("%d/%b/%Y:%H:%M:%S %z")


def iso(ms: int) -> str:
    """A time of ISO 8601 in UTC, with milliseconds."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def common(row: Drawn, at: int | None = None) -> str:
    """A line of the common format."""
    return f'{row.client} - - [{clf(row.end if at is None else at)}] "{row.request}" {row.status} {row.size}'


def combined(row: Drawn, rest: str = "", at: int | None = None) -> str:
    """A line of the combined format, with perhaps something behind it."""
    return f'{common(row, at)} "-" "{row.agent}"' + (f" {rest}" if rest else "")


def split_ms(row: Drawn) -> tuple[int, int, int]:
    """The time taken in three parts, ms."""
    whole = round(row.taken * 1000)
    return whole // 4, whole // 2, whole - whole // 4 - whole // 2


def balanced(row: Drawn, name: str) -> str:
    """What AWS load balancers have in common."""
    one, two, three = (f"{part / 1000:.3f}" for part in split_ms(row))
    return (f"{name} {row.client}:40500 10.0.0.66:80 {one} {two} {three} {row.status} {row.status} 34 {row.size}"
            f' "GET https://{row.site}:443{row.path} HTTP/1.1"')  # fmt: skip


def s3(row: Drawn) -> str:
    """A line of the server access logs of S3."""
    owner = "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be"
    return (f"{owner} {row.site} [{clf(row.at)}] {row.client} {owner} 3E57427F33A59F07 REST.GET.OBJECT {row.path[1:]}"
            f' "GET /{row.site}{row.path} HTTP/1.1" {row.status} - {row.size} {row.size} {round(row.taken * 1000)} 10'
            f' "-" "{row.agent}" - s9lzHYrFp76 SigV4 ECDHE AuthHeader {row.site} TLSv1.2 - -')  # fmt: skip


def haproxy(row: Drawn) -> str:
    """A line of `option httplog`."""
    at = f"{datetime.fromtimestamp(row.at // 1000, UTC):%d/%b/%Y:%H:%M:%S}.{row.at % 1000:03d}"
    return (f"{row.client}:33317 [{at}] web~ static/srv1 10/0/30/69/{round(row.taken * 1000)} {row.status} {row.size}"
            f' - - ---- 1/1/1/1/0 0/0 {{{row.site}}} {{}} "{row.request}"')  # fmt: skip


def envoy(row: Drawn) -> str:
    """A line of Envoy's default format."""
    return (f'[{iso(row.at)}] "{row.request}" {row.status} - 154 {row.size} {round(row.taken * 1000)} 5'
            f' "{row.client}" "{row.agent}" "cc21d9b0-cf5c-432b-8c7e" "{row.site}" "10.0.2.1:80"')  # fmt: skip


def istio(row: Drawn) -> str:
    """A line of Istio's default format, of a client without X-Forwarded-For."""
    return (f'[{iso(row.at)}] "{row.request}" {row.status} - via_upstream - "-" 154 {row.size}'
            f' {round(row.taken * 1000)} 5 "-" "{row.agent}" "cc21d9b0" "{row.site}" "10.44.1.27:80"'
            f" inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 {row.client}:37652 outbound_.8000_ default")  # fmt: skip


def squid(row: Drawn) -> str:
    """A line of Squid's native format, which has the time of the end."""
    return (f"{row.end / 1000:.3f} {round(row.taken * 1000):6d} {row.client} TCP_MISS/{row.status:03d} {row.size}"
            f" GET {row.url} - HIER_DIRECT/10.0.0.1 text/html")  # fmt: skip


IIS = ("date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs-host sc-status"
       " sc-bytes time-taken")  # fmt: skip
CLOUDFRONT = ("date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent)"
              " cs-uri-query x-host-header time-taken")  # fmt: skip
PROXY = "date time time-taken c-ip sc-status sc-bytes cs-method cs-host cs-uri-path cs(User-Agent)"


def iis(row: Drawn) -> str:
    """A line under IIS."""
    day, time = iso(row.end)[:19].split("T")
    return (f"{day} {time} 10.0.0.5 GET {row.path} - 443 - {row.client} {row.agent.replace(' ', '+')} {row.site}"
            f" {row.status} {row.size} {round(row.taken * 1000)}")  # fmt: skip


def cloudfront(row: Drawn) -> str:
    """A line under CLOUDFRONT."""
    day, time = iso(row.end)[:19].split("T")
    return "\t".join((day, time, "DFW3", str(row.size), row.client, "GET", "d1.cloudfront.net", row.path,
                      str(row.status), row.agent.replace(" ", "%20"), "-", row.site, f"{row.taken:.3f}"))  # fmt: skip


def proxy(row: Drawn) -> str:
    """A line under PROXY, with quotes around what has spaces."""
    day, time = iso(row.end)[:19].split("T")
    return (f"{day} {time} {round(row.taken * 1000)} {row.client} {row.status} {row.size} GET {row.site} {row.path}"
            f' "{row.agent} ""x"""')  # fmt: skip


def traefik(row: Drawn) -> str:
    """A line of Traefik's JSON."""
    return json.dumps({
        "ClientAddr": f"{row.client}:50321", "ClientHost": row.client, "DownstreamContentSize": row.size,
        "DownstreamStatus": row.status, "Duration": round(row.taken * 1e9), "OriginDuration": 1, "RequestCount": 7,
        "RequestHost": row.site, "RequestMethod": "GET", "RequestPath": row.path, "RouterName": "web@docker",
        "StartUTC": iso(row.at), "time": iso(row.end),
    })  # fmt: skip


def caddy(row: Drawn) -> str:
    """A line of Caddy's."""
    request = {"remote_ip": row.client, "client_ip": row.client, "method": "GET", "host": row.site, "uri": row.path,
               "headers": {"User-Agent": [row.agent]}}  # fmt: skip
    return json.dumps({"level": "info", "ts": row.end / 1000, "msg": "handled request", "request": request,
                       "bytes_read": 0, "duration": row.taken, "size": row.size, "status": row.status})  # fmt: skip


def envoy_json(row: Drawn) -> str:
    """A line of Istio's JSON, of a client without X-Forwarded-For."""
    peer = f"[{row.client}]:44312" if ":" in row.client else f"{row.client}:44312"
    return json.dumps({"start_time": iso(row.at), "method": "GET", "path": row.path, "authority": row.site,
                       "response_code": row.status, "response_flags": "-", "bytes_received": 0, "bytes_sent": row.size,
                       "duration": round(row.taken * 1000), "x_forwarded_for": None, "upstream_host": "10.0.0.1:80",
                       "downstream_remote_address": peer})  # fmt: skip


def envoy_gateway(row: Drawn) -> str:
    """A line of Envoy Gateway's JSON."""
    return json.dumps({"start_time": iso(row.at), "method": "GET", "x-envoy-origin-path": row.path, "duration":
                       round(row.taken * 1000), "response_code": row.status, "response_flags": "-", "bytes_sent":
                       row.size, "bytes_received": 0, "x-forwarded-for": row.client, ":authority": row.site,
                       "upstream_host": "10.0.0.1:80", "downstream_remote_address": "10.0.0.9:5"})  # fmt: skip


def cloudfront_json(row: Drawn) -> str:
    """A line of CloudFront's, as JSON."""
    return json.dumps({"date": iso(row.end)[:10], "time": iso(row.end)[11:19], "x-edge-location": "SEA19-C1",
                       "sc-bytes": str(row.size), "c-ip": row.client, "cs-method": "GET", "cs(Host)": "d1.net",
                       "cs-uri-stem": row.path, "sc-status": str(row.status), "x-host-header": row.site,
                       "time-taken": f"{row.taken:.3f}"})  # fmt: skip


def with_iso(row: Drawn) -> str:
    """A line of nginx's with $time_iso8601."""
    return combined(row, f"{row.taken:.3f}").replace(clf(row.end), f"{iso(row.end)[:19]}+00:00")


def with_fraction(row: Drawn) -> str:
    """A line of Apache's with %{msec_frac}t."""
    return common(row, row.at).replace(clf(row.at), clf(row.at).replace(" ", f".{row.at % 1000:03d} "))


def cloudflare(row: Drawn) -> str:
    """A line of Cloudflare's Logpush, whose times are in nanoseconds."""
    return json.dumps({
        "ClientIP": row.client, "ClientRequestHost": row.site, "ClientRequestMethod": "GET",
        "ClientRequestURI": row.path, "EdgeEndTimestamp": row.end * 1_000_000, "EdgeResponseBytes": row.size,
        "EdgeResponseStatus": row.status, "EdgeStartTimestamp": row.at * 1_000_000, "RayID": "3a6050bcbe121a87",
    })  # fmt: skip


def google(row: Drawn) -> str:
    """A line of a load balancer of Google's."""
    return json.dumps({
        "httpRequest": {"requestMethod": "GET", "requestUrl": row.url, "status": row.status, "remoteIp": row.client,
                        "responseSize": str(row.size), "latency": f"{row.taken:.6f}s", "serverIp": "10.0.0.2"},
        "timestamp": iso(row.at), "severity": "INFO", "receiveTimestamp": iso(row.end + 900),
        "jsonPayload": {"statusDetails": "response_sent_by_backend"},
    })  # fmt: skip


def echo(row: Drawn) -> str:
    """A line of Echo's logger, which has nanoseconds and the same with its unit."""
    return json.dumps({"time": iso(row.end), "id": "", "remote_ip": row.client, "host": row.site, "method": "GET",
                       "uri": row.path, "status": row.status, "error": "", "latency": round(row.taken * 1e9),
                       "latency_human": f"{row.taken * 1e3:.3f}ms", "bytes_in": 28, "bytes_out": row.size})  # fmt: skip


def kong(row: Drawn) -> str:
    """A line of Kong's."""
    return json.dumps({"latencies": {"request": round(row.taken * 1e3), "kong": 1, "proxy": 3}, "client_ip": row.client,
                       "request": {"uri": row.path, "size": "75", "headers": {"host": row.site}}, "started_at": row.at,
                       "response": {"status": row.status, "size": str(row.size)}})  # fmt: skip


def pino(row: Drawn) -> str:
    """A line of pino-http's."""
    return json.dumps({"level": 30, "time": row.end, "pid": 17, "hostname": "web1", "responseTime": row.taken * 1e3,
                       "req": {"method": "GET", "url": row.path, "headers": {"host": row.site},
                               "remoteAddress": row.client, "remotePort": 50321},
                       "res": {"statusCode": row.status, "headers": {"content-length": str(row.size)}}})  # fmt: skip


def ecs(row: Drawn) -> str:
    """A line of the Elastic Common Schema."""
    response = {"status_code": row.status, "body": {"bytes": row.size}}
    return json.dumps({"@timestamp": iso(row.end), "source": {"ip": row.client}, "http": {"response": response},
                       "url": {"path": row.path, "domain": row.site}, "host": {"name": "web1"},
                       "event": {"duration": round(row.taken * 1e9)}})  # fmt: skip


def fastly(row: Drawn) -> str:
    """A line of Fastly's, with %D."""
    return json.dumps({"timestamp": iso(row.at), "time_elapsed": round(row.taken * 1e6), "client_ip": row.client,
                       "host": row.site, "url": row.path, "response_status": row.status,
                       "response_body_size": row.size})  # fmt: skip


def gateway(row: Drawn) -> str:
    """A line of AWS API Gateway, of one domain."""
    return json.dumps({"requestId": "c6af9ac6", "ip": row.client, "requestTime": clf(row.at), "httpMethod": "GET",
                       "routeKey": "$default", "path": row.path, "status": str(row.status), "protocol": "HTTP/1.1",
                       "responseLength": str(row.size), "responseLatency": str(round(row.taken * 1e3))})  # fmt: skip


def ltsv(row: Drawn) -> str:
    """A line of LTSV."""
    return "\t".join((f"time:[{clf(row.end)}]", f"host:{row.client}", f"req:{row.request}", f"status:{row.status}",
                      f"size:{row.size}", f"vhost:{row.site}", f"ua:{row.agent}",
                      f"reqtime:{row.taken:.3f}"))  # fmt: skip


def varnish(row: Drawn) -> str:
    """A line of varnishncsa, which has the address in full."""
    return combined(row).replace(row.path, f"http://{row.site}{row.path}")


# Of each format: how lines are counted, what stands before the lines, a line, and what it tells: s of the clock and of
# the time taken as far as told (0: not at all), and whether it has the site.
@dataclass(frozen=True)
class Written:
    name: str
    line: Callable[[Drawn], str]
    first: tuple[str, ...] = ()
    clock: float = 1.0
    taken: bool = True
    sites: bool = True


COMBINED = "common or combined"
WRITTEN = {
    "common": Written(COMBINED, common, taken=False, sites=False),
    "nginx": Written(COMBINED, lambda row: combined(row, f"{row.taken:.3f}"), sites=False),
    "traefik": Written(COMBINED, lambda row: combined(row, f'{row.at} "web@docker" "http://172.18.0.2:80" '
                                                           f"{round(row.taken * 1000)}ms", row.at), sites=False),
    "morgan": Written(COMBINED, lambda row: combined(row, f"- {row.taken * 1e3:.3f} ms"), sites=False),
    "host with port": Written(COMBINED, lambda row: f"{row.site}:443 {combined(row)}", taken=False),
    "host": Written(COMBINED, lambda row: f"{row.site} {common(row)}", taken=False),
    "lighttpd": Written(COMBINED, lambda row: combined(row).replace(" - ", f" {row.site} ", 1), taken=False),
    "varnish": Written(COMBINED, varnish, taken=False),
    "time in iso": Written(COMBINED, with_iso, sites=False),
    "iis": Written("W3C", iis, (f"#Fields: {IIS}",)),
    "cloudfront": Written("W3C", cloudfront, ("#Version: 1.0", f"#Fields: {CLOUDFRONT}")),
    "w3c with quotes": Written("W3C", proxy, (f"#Fields: {PROXY}",)),
    "alb": Written("AWS ALB", lambda row: f"https {iso(row.end)} {balanced(row, 'app/web/50dc6c495c0c9188')}"
                                          f' "{row.agent}" ECDHE-RSA TLSv1.2 arn:aws "Root=1-58337262"', clock=0.001),
    "elb": Written("AWS ELB", lambda row: f'{iso(row.at)} {balanced(row, "my-lb")} "{row.agent}" - -', clock=0.001),
    "s3": Written("AWS S3", s3),
    "haproxy": Written("HAProxy", haproxy, clock=0.001, sites=False),
    "envoy": Written("Envoy", envoy, clock=0.001),
    "istio": Written("Istio", istio, clock=0.001),
    "squid": Written("Squid", squid, clock=0.001),
    "traefik json": Written("Traefik JSON", traefik, clock=0.001),
    "caddy": Written("Caddy JSON", caddy, clock=0.001),
    "istio json": Written("Envoy or Istio JSON", envoy_json, clock=0.001),
    "envoy gateway": Written("Envoy or Istio JSON", envoy_gateway, clock=0.001),
    "cloudfront json": Written("JSON", cloudfront_json),
    "cloudflare": Written("Cloudflare JSON", cloudflare, clock=0.001),
    "google": Written("Google load balancer JSON", google, clock=0.001),
    "kong": Written("Kong JSON", kong, clock=0.001),
    "pino": Written("pino JSON", pino, clock=0.001),
    "elastic": Written("Elastic Common Schema JSON", ecs, clock=0.001),
    "fastly": Written("Fastly JSON", fastly, clock=0.001),
    "api gateway": Written("AWS API Gateway JSON", gateway, sites=False),
    "echo": Written("JSON", echo, clock=0.001),
    "ltsv": Written("LTSV", ltsv),
}  # fmt: skip
