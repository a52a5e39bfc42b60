"""What Prometheus answers to one GET, within a time and a size.

It is http.client that asks: that follows no redirect, and reads neither proxies nor passwords of the environment. So
nothing but the address that somebody wrote is ever called, and no other one ever gets the token.
"""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from threading import Event, Timer
from typing import NoReturn
from urllib.parse import SplitResult, urlencode, urlsplit

from models.errors import Problem, ScenarioError
from models.visible import shortened
from simulator.calibration.reading.counters.monitoring import is_prometheus
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.source import Source
from simulator.messages.stages import prometheus

TOKEN = "HEADROOM_PROMETHEUS_TOKEN"  # The variable of the environment that holds a bearer token. # noqa: S105
TIME_OUT = 60.0  # Seconds that an answer may take in all: half of what Prometheus itself gives a query.
MOST_BYTES = 64 * 1024 * 1024  # Of an answer: a week of a thousand servers every five minutes.
_LONGEST_TEXT = 300  # Characters of what a server says about an error.


class Refusal(StrEnum):
    """Why there is no answer, for whoever may not read where the Prometheus is."""

    UNREACHED = "unreached"
    REDIRECTED = "redirected"
    NOT_ALLOWED = "not allowed"
    NOT_PROMETHEUS = "not Prometheus"
    QUERY_REFUSED = "query refused"
    TOO_MUCH = "too much"
    STATUS = "status"


@dataclass(frozen=True)
class PrometheusProblem(Problem):
    """A problem, and of which kind it is."""

    kind: str = ""


def split_address(url: str) -> SplitResult:
    """The parts of an address. Raises ScenarioError, without what may be a secret, for one that cannot be called."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        refuse(prometheus.NAME, *prometheus.NO_ADDRESS)
    if "@" in parts.netloc:
        refuse(prometheus.NAME, *prometheus.password(TOKEN))
    if parts.scheme not in ("http", "https"):
        refuse(prometheus.NAME, *prometheus.NO_SCHEME, value=shortened(url.partition(":")[0]))
    if not parts.hostname or port == 0 or not (url.isascii() and url.isprintable()) or " " in url:
        refuse(prometheus.NAME, *prometheus.NO_ADDRESS)
    if parts.query or parts.fragment:
        refuse(prometheus.NAME, *prometheus.NOT_THE_ADDRESS)
    return parts._replace(path=parts.path.rstrip("/"))


def get(address: SplitResult, path: str, parameters: Mapping[str, str]) -> Source:
    """What Prometheus answers. Raises ScenarioError where it does not, or not in time, and with what it says itself."""
    file, token = address.geturl(), _token()
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    headers = {"Accept": "application/json", "User-Agent": "headroom"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with closing(kind(address.hostname or "", address.port, timeout=TIME_OUT)) as connection:
        passed = Event()
        try:
            connection.connect()
            with _deadline(connection.sock, passed):
                connection.request("GET", f"{address.path}{path}?{urlencode(parameters)}", headers=headers)
                answer = connection.getresponse()
                body = answer.read(MOST_BYTES + 1)
        except (OSError, HTTPException) as error:
            late = passed.is_set() or isinstance(error, TimeoutError)
            if late:
                _refuse(Refusal.TOO_MUCH, file, *prometheus.too_late(TIME_OUT))
            _refuse(Refusal.UNREACHED, file, *prometheus.not_reached(_reason(error)))
    if passed.is_set():
        _refuse(Refusal.TOO_MUCH, file, *prometheus.too_late(TIME_OUT))
    if len(body) > MOST_BYTES:
        _refuse(Refusal.TOO_MUCH, file, *prometheus.too_large(MOST_BYTES))
    source = Source(body.decode("utf-8", "replace"), file)
    if answer.status != 200:
        _refuse_status(answer.status, answer.headers, source, bool(token))
    if not _is_json(source) or not is_prometheus(source):
        _refuse_error(source)
        _refuse(Refusal.NOT_PROMETHEUS, file, *prometheus.NOT_PROMETHEUS)
    return source


def _refuse(kind: Refusal, file: str, message: str, remedy: str) -> NoReturn:
    raise ScenarioError((PrometheusProblem(file, 0, "", "", message, remedy, kind=kind),))


def _token() -> str:
    token = os.environ.get(TOKEN, "").strip()
    if not (token.isascii() and token.isprintable()) or " " in token:
        refuse(TOKEN, *prometheus.NO_TOKEN)
    return token


@contextmanager
def _deadline(connected: socket.socket, passed: Event) -> Iterator[None]:
    """Ends a connection after the time-out: that of a socket begins anew with every byte that comes."""

    def cut() -> None:
        passed.set()
        with suppress(OSError):
            socket.socket.shutdown(connected, socket.SHUT_RDWR)  # Of the connection below TLS, which may be waiting.

    timer = Timer(TIME_OUT, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _reason(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return shortened(told or type(error).__name__, _LONGEST_TEXT)


def _is_json(source: Source) -> bool:
    with suppress(Exception):
        return isinstance(source.json, dict)
    return False


def _refuse_status(status: int, headers: HTTPMessage, source: Source, with_token: bool) -> NoReturn:
    if 300 <= status < 400:
        _refuse(Refusal.REDIRECTED, source.file, *prometheus.redirected(_origin(headers.get("Location", ""))))
    if status in (401, 403):
        _refuse(Refusal.NOT_ALLOWED, source.file, *prometheus.not_allowed(status, with_token, TOKEN))
    _refuse_error(source)
    _refuse(Refusal.STATUS, source.file, *prometheus.http_error(status))


def _refuse_error(source: Source) -> None:
    """Raises ScenarioError with what Prometheus says is wrong, where it does."""
    if _is_json(source) and source.at("status") == "error":
        told = prometheus.refused(shortened(str(source.at("error") or ""), _LONGEST_TEXT))
        _refuse(Refusal.QUERY_REFUSED, source.file, *told)


def _origin(location: str) -> str:
    """Where a redirect leads, without what else an address may hold."""
    with suppress(ValueError):
        parts = urlsplit(location)
        if parts.hostname:
            return f"{parts.scheme or 'http'}://{parts.netloc.rpartition('@')[2]}"
    return ""
