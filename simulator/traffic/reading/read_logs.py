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
    W3C_FIELDS,
    W3C_NEEDED,
    combined_patterns,
    json_keys,
    read_combined,
    read_json,
    read_w3c,
    w3c_fields,
)
from simulator.traffic.reading.opening import LONGEST_LINE, Chunk, LogFile

# Chunks that are parsed side by side, and blocks that wait for that.
WORKERS, WAITING = 2, 3


@dataclass(frozen=True)
class LogColumns:
    """What logs hold, in the order of their lines: a column of each name of SCHEMA, float64, int32, uint64 or bool
    (requests,)."""

    columns: dict[str, np.ndarray]
    account: Account


@dataclass(frozen=True)
class _Piece:
    """LogColumns of a file under one `#Fields:` (None: none yet), and the number of the first."""

    text: str
    first: int
    fields: tuple[str, ...] | None


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
    if not account.lines:
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
        for piece in _pieces(file):
            under_way.append(pool.submit(partial(_read, file.path), piece))
            if len(under_way) == WAITING:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _pieces(file: LogFile) -> Iterator[_Piece]:
    """Chunks, cut wherever a line says anew what stands in the lines behind it."""
    fields: tuple[str, ...] | None = None
    for block in file.blocks():
        text, first = block.text, block.first
        while (place := _directive(text)) >= 0:
            before, text = text[:place], text[place:]
            yield from _piece(Chunk(before, first), fields)
            first += before.count("\n")
            line, _, text = text.partition("\n")
            fields = w3c_fields(line)
            first += 1
        yield from _piece(Chunk(text, first), fields)


def _directive(text: str) -> int:
    """Where the first line that begins with `#Fields:` begins; -1 where there is none."""
    if text.startswith(W3C_FIELDS):
        return 0
    place = text.find("\n" + W3C_FIELDS)
    return place + 1 if place >= 0 else -1


def _piece(block: Chunk, fields: tuple[str, ...] | None) -> Iterator[_Piece]:
    if block.text:
        yield _Piece(block.text, block.first, fields)


def _read(file: str, piece: _Piece) -> tuple[pl.DataFrame, Account]:
    """The rows of a piece, in the order of its lines, and what became of these."""
    table = pl.DataFrame({"line": pl.Series([piece.text]).str.split("\n").explode()}).with_row_index("at")
    table = table.filter((pl.col("line") != "") & ~pl.col("line").str.starts_with("#"))
    account = Account(lines=table.height)
    long = pl.col("line").str.len_bytes() > LONGEST_LINE
    rest, rows = _count(file, piece, account, TOO_LONG, table, long), []
    for name, mine, read in _formats(rest, piece.fields):
        lines = rest.filter(mine)
        if lines.height:
            found = read(lines["line"]).with_columns(at=lines["at"]).filter(pl.col("time").is_not_null())
            if found.height:
                account.read[name] += found.height
                rows.append(found)
                rest = rest.join(found.select("at"), on="at", how="anti", maintain_order="left")
    is_json = pl.col("line").str.starts_with("{")
    rest = _count(file, piece, account, NOT_JSON, rest, is_json)
    _count(file, piece, account, _unread(piece, rest), rest, pl.lit(True))
    if not rows:
        return pl.DataFrame(schema=SCHEMA), account
    return (rows[0] if len(rows) == 1 else pl.concat(rows).sort("at")).drop("at"), account


def _unread(piece: _Piece, rest: pl.DataFrame) -> str:
    """Why lines were not read that are in no other format."""
    if piece.fields is None:
        return UNKNOWN
    missing = [name for name in W3C_NEEDED if name not in piece.fields]
    return f"#Fields without {', '.join(missing)}" if missing else "not in the fields that #Fields names"


_Format = tuple[str, pl.Expr, Callable[[pl.Series], pl.DataFrame]]


def _formats(table: pl.DataFrame, fields: tuple[str, ...] | None) -> Iterator[_Format]:
    """The formats that lines may be in: the name of each, which lines may be, and what reads them."""
    is_json = pl.col("line").str.starts_with("{")
    if fields is not None and all(name in fields for name in W3C_NEEDED):
        yield W3C, ~is_json, partial(read_w3c, fields=fields)
    first = table.filter(is_json)["line"].head(100)
    keys = next((keys for line in first if (keys := json_keys(line)) is not None), None)
    if keys is not None:
        yield JSON, is_json, partial(read_json, keys=keys)
    for pattern in combined_patterns(table.filter(~is_json)["line"]):
        yield COMBINED, ~is_json, partial(read_combined, pattern=pattern)


def _count(
    file: str, piece: _Piece, account: Account, reason: str, table: pl.DataFrame, which: pl.Expr
) -> pl.DataFrame:
    """Counts some lines as skipped; the others."""
    skipped = table.filter(which)
    if not skipped.height:
        return table
    samples = [SkippedLine.of(file, piece.first + at, line) for at, line in skipped.head(SHOWN).iter_rows()]
    account.skip(reason, skipped.height, samples)
    return table.filter(~which)
