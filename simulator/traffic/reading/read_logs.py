"""Access logs -> one table of requests in order of time, and an account of every line.

A file is read in blocks of whole lines. Each line is tried in the formats that there are, so that a file may change its
format half-way; blocks are parsed side by side, and only numbers are kept of them.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from simulator.errors import ReportError
from simulator.traffic.reading.account import NOT_JSON, SHOWN, TOO_LONG, UNKNOWN, Account, SkippedLine
from simulator.traffic.reading.columns import SCHEMA
from simulator.traffic.reading.formats import (
    COMBINED,
    JSON,
    W3C,
    W3C_NEEDED,
    combined_patterns,
    keys_of,
    read_combined,
    read_json,
    read_w3c,
    unclear_ends,
)
from simulator.traffic.reading.opening import LONGEST_LINE, LogFile, LogPiece

# Pieces that are parsed side by side, and those that wait for that.
WORKERS, WAITING = 2, 3


@dataclass(frozen=True)
class LogColumns:
    """What logs hold, in the order of their lines: a column of each name of SCHEMA, float64, int32, uint64 or bool
    (requests,)."""

    columns: dict[str, np.ndarray]
    account: Account


def read_logs(paths: Sequence[str], progress: Callable[[], None] = lambda: None) -> LogColumns:
    """The requests of some logs; `progress` is called after each piece.

    Raises ReportError for a file that is no log or cannot be read, that is named twice, and where no line of them all
    can be used: then with the first lines that cannot.
    """
    seen: set[Path] = set()
    for path in paths:
        if Path(path).resolve() in seen:
            raise ReportError(path, "it is named twice", "name each log once")
        seen.add(Path(path).resolve())
    files = [LogFile(path) for path in paths]
    kept: dict[str, list[np.ndarray]] = {name: [] for name in SCHEMA}
    account = Account()
    for file in files:
        for rows, counted in _parsed(file):
            for name, parts in kept.items():
                parts.append(rows[name].to_numpy())
            account.add(counted)
            progress()
        account.foreign += file.foreign
        if file.damaged is not None:
            account.damaged.append(file.damaged)
    if not account.read:
        raise _nothing(paths, account)
    return LogColumns({name: np.concatenate(kept.pop(name)) for name in tuple(kept)}, account)


def _nothing(paths: Sequence[str], account: Account) -> ReportError:
    if not account.skipped:
        reason = "there is no line in it" if len(paths) == 1 else "there is no line in them"
        return ReportError(", ".join(paths), reason, "name an access log that has requests in it")
    sample = next(iter(account.samples.values()))[0]
    told = f"no line of {account.lines:,} is a request; line {sample.line} is {next(iter(account.samples))}"
    return ReportError(
        sample.file, f'{told}: "{sample.text}"', "bring W3C, common, combined or JSON logs, packed by gzip or zstd"
    )


def _parsed(file: LogFile) -> Iterator[tuple[pl.DataFrame, Account]]:
    """The rows of each piece of a file in order, some of them parsed ahead."""
    under_way: deque[Future[tuple[pl.DataFrame, Account]]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for piece in file.pieces():
            under_way.append(pool.submit(partial(_read, file.path), piece))
            if len(under_way) == WAITING:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _read(file: str, piece: LogPiece) -> tuple[pl.DataFrame, Account]:
    """The rows of a piece, in the order of its lines, and what became of these."""
    table = pl.DataFrame({"line": pl.Series([piece.text]).str.split("\n").explode()}).with_row_index("at")
    is_blank, is_directive = pl.col("line") == "", pl.col("line").str.starts_with("#")
    account = Account(lines=table.height, blank=table.filter(is_blank).height)
    account.directives = table.filter(is_directive).height
    table = table.filter(~is_blank & ~is_directive)
    long = pl.col("line").str.len_bytes() > LONGEST_LINE
    rest, rows = _count(file, piece, account, TOO_LONG, table, long), []
    for name, mine, read, pattern in _formats(rest, piece.fields):
        lines = rest.filter(mine)
        if lines.height:
            found = read(lines["line"]).with_columns(at=lines["at"]).filter(pl.col("time").is_not_null())
            if found.height:
                account.read[name] += found.height
                _count_unclear(file, piece, account, lines, found, pattern)
                rows.append(found)
                rest = rest.join(found.select("at"), on="at", how="anti", maintain_order="left")
    is_json = pl.col("line").str.starts_with("{")
    rest = _count(file, piece, account, NOT_JSON, rest, is_json)
    _count(file, piece, account, _unread(piece, rest), rest, pl.lit(True))
    if not rows:
        return pl.DataFrame(schema=SCHEMA), account
    return (rows[0] if len(rows) == 1 else pl.concat(rows).sort("at")).drop("at"), account


def _unread(piece: LogPiece, rest: pl.DataFrame) -> str:
    """Why lines were not read that are in no other format."""
    if piece.fields is None:
        return UNKNOWN
    missing = [name for name in W3C_NEEDED if name not in piece.fields]
    return f"#Fields without {', '.join(missing)}" if missing else "not in the fields that #Fields names"


def _count_unclear(
    file: str, piece: LogPiece, account: Account, lines: pl.DataFrame, found: pl.DataFrame, pattern: str
) -> None:
    """Counts lines that were read without their time taken, for it is not clear which of their numbers that is."""
    without = lines.join(found.filter(pl.col("seconds").is_null()).select("at"), on="at", how="semi")
    ends = without.select("at", end=unclear_ends(without["line"], pattern)).drop_nulls("end")
    if ends.height:
        at, end = ends.row(0)
        account.unclear, account.unclear_sample = ends.height, SkippedLine.of(file, piece.first + at, end)


_Format = tuple[str, pl.Expr, Callable[[pl.Series], pl.DataFrame], str]


def _formats(table: pl.DataFrame, fields: tuple[str, ...] | None) -> Iterator[_Format]:
    """The formats that lines may be in: the name of each, which lines may be, what reads them, and by which pattern, ""
    where that is none."""
    is_json = pl.col("line").str.starts_with("{")
    if fields is not None and all(name in fields for name in W3C_NEEDED):
        yield W3C, ~is_json, partial(read_w3c, fields=fields), ""
    for keys in keys_of(table.filter(is_json)["line"].head(100)):
        yield JSON, is_json, partial(read_json, keys=keys), ""
    for pattern in combined_patterns(table.filter(~is_json)["line"]):
        yield COMBINED, ~is_json, partial(read_combined, pattern=pattern), pattern


def _count(
    file: str, piece: LogPiece, account: Account, reason: str, table: pl.DataFrame, which: pl.Expr
) -> pl.DataFrame:
    """Counts some lines as skipped; the others."""
    skipped = table.filter(which)
    if not skipped.height:
        return table
    samples = [SkippedLine.of(file, piece.first + at, line) for at, line in skipped.head(SHOWN).iter_rows()]
    account.skip(reason, skipped.height, samples)
    return table.filter(~which)
