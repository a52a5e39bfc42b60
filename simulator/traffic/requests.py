"""The requests of logs in order of time: who asked when for what, and what the log says about its own clock."""

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from simulator.traffic.reading.account import SHOWN, Account, SkippedLine
from simulator.traffic.reading.read_logs import LogColumns

# A clock that is put back for winter goes back by an hour, give or take the time between two lines.
HOUR, ABOUT = 3600.0, 60.0
# Lines are misdated that are no more than this share of a log, and so long before or after all others, s.
FEW, FAR = 0.01, 31 * 86_400.0
# Lines of which one may be told to be far from the others.
ENOUGH = 10


@dataclass(frozen=True)
class LogClock:
    """What a log says about its clock.

    offset: seconds ahead of UTC, of most lines; offsets: how many different ones there are; whole: whether it knows
    whole seconds only; back: lines that are earlier than the line before; furthest: the largest such step, s; hours: of
    these steps, those of about an hour, as where clocks are put back and the log has no zone.
    """

    offset: int
    offsets: int
    whole: bool
    back: int
    furthest: float
    hours: int


@dataclass(frozen=True)
class LoggedRequests:
    """Requests in order of their start.

    start: float64 (requests,), seconds since 1970 in UTC, those of the same whole second spread evenly over it where
    the log knows no better; client: int32 (requests,); object: int32 (requests,), the most popular is 0; status: uint16
    (requests,); bytes: float64 (requests,), of the response, nan where the log tells no size at all; seconds: float32
    (requests,), nan where the log does not tell; size: float64 (objects,), the largest response of each, at least 1
    byte, or nan.
    """

    start: np.ndarray
    client: np.ndarray
    object: np.ndarray
    status: np.ndarray
    bytes: np.ndarray
    seconds: np.ndarray
    size: np.ndarray
    clock: LogClock
    account: Account

    @property
    def requests(self) -> int:
        return int(self.start.size)

    @property
    def sized(self) -> bool:
        """Whether the log tells how large responses are."""
        return bool(np.isfinite(self.bytes[0]))

    @property
    def first(self) -> float:
        """The whole second in which the first request starts."""
        return float(np.floor(self.start[0]))

    @property
    def span(self) -> float:
        """Whole seconds from there to the end of the second of the last one."""
        return float(np.floor(self.start[-1])) + 1.0 - self.first


def sort_requests(lines: LogColumns) -> LoggedRequests:
    """The requests of lines. A line that is written as its request ends is put to where that began; the few that are
    dated far from all others are left out, and told; one without a size has that of its object, or of all."""
    columns = _without_misdated(lines)
    time, seconds = columns["time"], columns["seconds"]
    clock = _clock(time, columns["offset"])
    start = _spread(time) if clock.whole else time.copy()
    start -= np.where(columns["ended"] & np.isfinite(seconds), seconds, 0.0)
    order = np.argsort(start, kind="stable")
    lines.account.unsized = int(np.isnan(columns["bytes"]).sum())
    objects, size, sent = _objects(columns["object"][order], columns["bytes"][order])
    clients = np.unique(columns["client"][order], return_inverse=True)[1].astype(np.int32)
    return LoggedRequests(
        start[order], clients, objects, columns["status"][order], sent, seconds[order], np.maximum(size, 1.0), clock,
        lines.account,
    )  # fmt: skip


def _without_misdated(lines: LogColumns) -> dict[str, np.ndarray]:
    """The columns without the few lines that are dated FAR from all others, which their account tells of."""
    time, account = lines.columns["time"], lines.account
    if np.ptp(time) < FAR:
        return lines.columns
    order = np.argsort(time, kind="stable")
    cluster = np.concatenate([[0], np.cumsum(np.diff(time[order]) > FAR)])
    often = np.bincount(cluster)
    most = int(often.argmax())
    far = order[cluster != most]
    if far.size > max(FEW * time.size, 1.0) or time.size < ENOUGH:
        account.silence = float(np.diff(time[order]).max()) / 86_400.0
        return lines.columns
    if not far.size:
        return lines.columns
    kept = time[order[cluster == most]]
    far.sort()
    account.misdated = int(far.size)
    ends = np.array([end for _, end in lines.ends])
    for row in far[:SHOWN].tolist():
        file = lines.ends[int(np.searchsorted(ends, row, side="right"))][0]
        apart = time[row] - kept[-1] if time[row] > kept[-1] else kept[0] - time[row]
        where = "after" if time[row] > kept[-1] else "before"
        dated = datetime.fromtimestamp(float(time[row]), UTC)
        told = f"{dated:%Y-%m-%d %H:%M:%S}, {apart / 86_400.0:,.0f} days {where} all others"
        account.misdated_samples.append(SkippedLine.of(file, int(lines.line[row]), told))
    near = np.ones(time.size, dtype=bool)
    near[far] = False
    return {name: column[near] for name, column in lines.columns.items()}


def _clock(time: np.ndarray, offset: np.ndarray) -> LogClock:
    steps = np.diff(time)
    back = -steps[steps < 0.0]
    offsets, often = np.unique(offset, return_counts=True)
    return LogClock(
        offset=int(offsets[often.argmax()]),
        offsets=int(offsets.size),
        whole=bool((time == np.floor(time)).all()),
        back=int(back.size),
        furthest=float(back.max(initial=0.0)),
        hours=int((np.abs(back - HOUR) < ABOUT).sum()),
    )


def _spread(time: np.ndarray) -> np.ndarray:
    """The k-th of n lines of the same second comes (k - 1/2) / n of a second after its beginning."""
    order = np.argsort(time, kind="stable")
    ordered = time[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=-np.inf))
    many = np.diff(begins, append=ordered.size)
    place = np.arange(ordered.size) - np.repeat(begins, many)
    spread = np.empty_like(time)
    spread[order] = ordered + (place + 0.5) / np.repeat(many, many)
    return spread


def _objects(object_hash: np.ndarray, sent: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Objects by number, the most popular first, then by their first request; the largest response of each; and the
    responses, those without a size as large as their object, or as objects are on average."""
    _, first, inverse, often = np.unique(object_hash, return_index=True, return_inverse=True, return_counts=True)
    by_rank = np.lexsort((first, -often))
    rank = np.empty(by_rank.size, dtype=np.int32)
    rank[by_rank] = np.arange(by_rank.size, dtype=np.int32)
    objects = rank[inverse]
    together = np.argsort(objects, kind="stable")
    begins = np.concatenate([[0], np.cumsum(often[by_rank])[:-1]])
    size = np.fmax.reduceat(sent[together], begins)
    unknown = np.isnan(sent)
    if unknown.any() and not unknown.all():
        size[np.isnan(size)] = np.nanmean(size)
        sent = np.where(unknown, size[objects], sent)
    return objects, size, sent
