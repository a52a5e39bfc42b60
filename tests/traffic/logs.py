"""Logs as tests write them: lines of each format, and a whole log of any length from a seed."""

from collections.abc import Iterator

import numpy as np

FIELDS = "#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip sc-status sc-bytes time-taken"
START = 1_795_910_400  # 2026-11-29 00:00:00 UTC, a Sunday.
AGENTS = ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0 Safari/537.36", "curl/8.5.0")


def common(second: int, client: str, path: str, sent: int = 1000, status: int = 200, zone: str = "+0000") -> str:
    """A line of the common format; `second` is counted from START, on the clock of the log."""
    return f'{client} - - [{_clf(second)} {zone}] "GET {path} HTTP/1.1" {status} {sent}'


def combined(second: int, client: str, path: str, sent: int = 1000, agent: str = AGENTS[1], taken: str = "") -> str:
    """A line of the combined format, with perhaps a time taken behind it."""
    return f'{common(second, client, path, sent)} "-" "{agent}"' + (f" {taken}" if taken else "")


def w3c(second: int, client: str, path: str, sent: int = 1000, status: int = 200, taken: int = 12) -> str:
    """A line as FIELDS says."""
    day, rest = divmod(second, 86_400)
    time = f"2026-11-{29 + day:02d} {rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"
    return f"{time} GET {path} - {client} {status} {sent} {taken}"


def caddy(second: float, client: str, path: str, sent: int = 1000, taken: float = 0.012) -> str:
    """A line as Caddy writes it."""
    request = f'{{"remote_ip":"{client}","client_ip":"{client}","method":"GET","uri":"{path}"}}'
    return f'{{"level":"info","ts":{START + second},"request":{request},"duration":{taken},"size":{sent},"status":200}}'


def flat_json(second: int, client: str, path: str, sent: int = 1000, taken: str = "0.012") -> str:
    """A line as nginx writes it where every value is quoted."""
    hour, minute = second // 3600, second // 60 % 60
    time = f"2026-11-29T{hour:02d}:{minute:02d}:{second % 60:02d}+00:00"
    return (
        f'{{"time_iso8601":"{time}","remote_addr":"{client}","request":"GET {path} HTTP/1.1",'
        f'"status":"200","body_bytes_sent":"{sent}","request_time":"{taken}"}}'
    )


def whole_log(lines: int, seed: int, rate: float = 100.0, objects: int = 100_000, zipf: float = 0.9) -> Iterator[bytes]:
    """A combined log of so many lines, a block at a time: Poisson arrivals of clients with geometric sessions of 5
    requests on average, lognormal sizes by object, popularity by Zipf's law."""
    draws = np.random.default_rng(seed)
    popular = np.cumsum(np.arange(1, objects + 1) ** -zipf)
    sizes = np.exp(np.random.default_rng(18).normal(9.0, 1.5, objects)).astype(np.int64) + 1
    now = 0.0
    for first in range(0, lines, 100_000):
        count = min(100_000, lines - first)
        times = now + np.cumsum(draws.exponential(1.0 / rate, count))
        now = float(times[-1])
        asked = np.searchsorted(popular, draws.random(count) * popular[-1])
        clients = draws.integers(0, 1 << 16, count)
        rows = zip(times.astype(int).tolist(), clients.tolist(), asked.tolist(), sizes[asked].tolist(), strict=True)
        text = "\n".join(
            combined(at, f"10.0.{client >> 8}.{client & 255}", f"/files/{item}.bin", size, AGENTS[item % 2])
            for at, client, item, size in rows
        )
        yield f"{text}\n".encode()


def _clf(second: int) -> str:
    day, rest = divmod(second, 86_400)
    month, day = ("Nov", 29 + day) if day < 2 else ("Dec", day - 1)
    return f"{day:02d}/{month}/2026:{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"
