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

from simulator.errors import ReportError
from simulator.extras import polars as pl
from simulator.messages.stages import traffic
from simulator.traffic.reading.account import SHOWN, TOO_LONG, Account, SkippedLine
from simulator.traffic.reading.byte_allowance import ByteAllowance
from simulator.traffic.reading.columns import FAULTS, SCHEMA
from simulator.traffic.reading.combined_format import SEVERAL_WHOLE, unclear_end
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.log_files import LONGEST_LINE, LogFile, LogPiece
from simulator.traffic.reading.options import NOTHING_STATED, LogOptions
from simulator.traffic.reading.prefixes import without_prefix
from simulator.traffic.reading.readers import less_sure_readers, sure_readers, why_unread
from simulator.traffic.reading.time_units import TimePlace, settle_units

# Pieces that are parsed side by side, and those that wait for that.
WORKERS, WAITING = 2, 3
# Lines that are looked at to tell how the others may be: the first ones, and as many from all of a piece.
LOOKED_AT = 50
# Times that what is left of a piece is looked at anew: it may have several formats, each behind several prefixes.
ROUNDS = 8
# Lines of a piece that are each told why nothing reads them.
TOLD = 1_000


@dataclass(frozen=True)
class LogColumns:
    """What logs hold, in the order of their lines: a column of each name of SCHEMA but `place`, float64, int32, uint64
    or bool (requests,); line: uint32 (requests,), its number in its file; ends: for each file its name and how many
    requests stand up to its end."""

    columns: dict[str, np.ndarray]
    account: Account
    line: np.ndarray
    ends: tuple[tuple[str, int], ...]


class ParsedPiece:
    """The requests of a piece, the numbers of their lines, an account of them, and where their times taken stand."""

    def __init__(self) -> None:
        self.account = Account()
        self.places: list[TimePlace] = []
        self.rows: list[pl.DataFrame] = []

    def code_of(self, place: TimePlace) -> int:
        """The number of a place, counted from 1."""
        if place not in self.places:
            self.places.append(place)
        return self.places.index(place) + 1

    def table(self) -> pl.DataFrame:
        """All rows in the order of their lines, whose numbers are in `at`."""
        if not self.rows:
            return pl.DataFrame(schema={**SCHEMA, "at": pl.UInt32})
        return self.rows[0] if len(self.rows) == 1 else pl.concat(self.rows).sort("at")


def read_logs(
    paths: Sequence[str],
    progress: Callable[[], None] = lambda: None,
    stated: LogOptions = NOTHING_STATED,
    allowance: ByteAllowance | None = None,
) -> LogColumns:
    """The requests of some logs; `progress` is called after each piece. allowance: what may be unpacked of files that
    somebody else sent.

    Raises ReportError for a file that is no log or cannot be read, that is named twice, that unpacks to more than is
    allowed, and where no line of them all can be used: then with the first lines that cannot.
    """
    seen: set[Path] = set()
    for path in paths:
        if Path(path).resolve() in seen:
            raise ReportError(path, *traffic.NAMED_TWICE)
        seen.add(Path(path).resolve())
    files = [LogFile(path, allowance) for path in paths]
    kept: dict[str, list[np.ndarray]] = {name: [] for name in (*SCHEMA, "line")}
    account, places, ends, requests = Account(), list[TimePlace](), [], 0
    for file in files:
        for first, parsed in _parsed(file, stated):
            rows = parsed.table()
            for name in SCHEMA:
                kept[name].append(rows[name].to_numpy())
            kept["place"][-1] = _numbered(kept["place"][-1], parsed.places, places)
            kept["line"].append(rows["at"].to_numpy() + np.uint32(first))
            account.add(parsed.account)
            requests += rows.height
            progress()
        ends.append((file.path, requests))
        account.foreign += file.foreign
        if file.damaged is not None:
            account.damaged.append(file.damaged)
    if not account.read:
        raise _nothing(paths, account)
    columns = {name: np.concatenate(kept.pop(name)) for name in tuple(kept)}
    line, place = columns.pop("line"), columns.pop("place")
    if not columns["seconds"].flags.writeable:
        columns["seconds"] = columns["seconds"].copy()
    account.time_units = settle_units(places, place, columns["seconds"], columns["bytes"])
    return LogColumns(columns, account, line, tuple(ends))


def _numbered(place: np.ndarray, own: Sequence[TimePlace], places: list[TimePlace]) -> np.ndarray:
    """The places of one piece by their numbers among those of all; changes `places`."""
    places.extend(each for each in own if each not in places)
    numbers = np.array([0, *(places.index(each) + 1 for each in own)], dtype=np.uint8)
    numbered: np.ndarray = numbers[place]
    return numbered


def _nothing(paths: Sequence[str], account: Account) -> ReportError:
    if not account.skipped:
        return ReportError(", ".join(paths), *traffic.no_lines(len(paths)))
    reason, count = account.skipped.most_common(1)[0]
    sample = account.samples[reason][0]
    return ReportError(sample.file, *traffic.no_request(account.lines, sample.line, reason, sample.text))


def _parsed(file: LogFile, stated: LogOptions) -> Iterator[tuple[int, ParsedPiece]]:
    """Each piece of a file in order, with the number of its first line; some of them are parsed ahead."""
    under_way: deque[tuple[int, Future[ParsedPiece]]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for piece in file.pieces():
            under_way.append((piece.first, pool.submit(partial(_read, file.path, stated=stated), piece)))
            if len(under_way) == WAITING:
                first, parsed = under_way.popleft()
                yield first, parsed.result()
        for first, parsed in under_way:
            yield first, parsed.result()


def _read(file: str, piece: LogPiece, stated: LogOptions) -> ParsedPiece:
    """The rows of a piece, and what became of its lines."""
    table = pl.DataFrame({"line": pl.Series([piece.text]).str.split("\n").explode()}).with_row_index("at")
    is_blank, is_directive = pl.col("line") == "", pl.col("line").str.starts_with("#")
    parsed_piece = ParsedPiece()
    account = parsed_piece.account
    account.lines, account.blank = table.height, table.filter(is_blank).height
    account.directives = table.filter(is_directive).height
    table = table.filter(~is_blank & ~is_directive)
    is_long = pl.col("line").str.len_bytes() > LONGEST_LINE
    _skip(file, piece, account, TOO_LONG, table.filter(is_long))
    rest, faults = _read_lines(file, piece, parsed_piece, table.filter(~is_long), stated)
    if rest.height:
        _skip_unread(file, piece, account, table.join(rest.select("at"), on="at", how="semi"), rest, faults, stated)
    return parsed_piece


def _read_lines(
    file: str, piece: LogPiece, parsed_piece: ParsedPiece, rest: pl.DataFrame, stated: LogOptions
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Reads what can be read of some lines; the lines that are left, without what carries them, and what is wrong with
    those of them that are in a format."""
    faults = pl.DataFrame(schema={"at": pl.UInt32, "fault": pl.UInt8})

    def read_by(readers: Iterator[LineReader]) -> bool:
        nonlocal rest, faults
        before = rest.height
        for reader in readers:
            rest, wrong = _read_by(reader, file, piece, parsed_piece, rest)
            faults = pl.concat([faults, wrong])
            if not rest.height:
                break
        return rest.height < before

    for _ in range(ROUNDS):
        if not rest.height:
            break
        read_by(sure_readers(_sample(rest), piece.fields, stated))
        if not rest.height:
            break
        shorter = without_prefix(rest, _sample(rest))
        if shorter is not None:
            rest = shorter
        elif not read_by(less_sure_readers(_sample(rest), stated)):
            break
    return rest, faults


def _sample(table: pl.DataFrame) -> list[str]:
    """Some of the lines of a table."""
    lines = table["line"]
    some = lines.head(LOOKED_AT).to_list()
    if lines.len() > LOOKED_AT:
        some += lines.slice(LOOKED_AT).gather_every(max(1, (lines.len() - LOOKED_AT) // LOOKED_AT)).to_list()
    return some


def _read_by(
    reader: LineReader, file: str, piece: LogPiece, parsed_piece: ParsedPiece, rest: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Takes what one reader reads of some lines; the others, and what is wrong with those that are in its format."""
    rows = reader.read(rest["line"]).with_columns(at=rest["at"])
    is_read = rows["time"].is_not_null()
    wrong = rows.filter(rows["fault"] > 0).select("at", "fault")
    count = int(is_read.sum())
    if not count:
        return rest, wrong
    account = parsed_piece.account
    account.read[reader.name] += count
    lines = rest if count == rest.height else rest.filter(is_read)
    rows = rows.drop("fault") if count == rows.height else rows.filter(is_read).drop("fault")
    for what in reader.lacks:
        account.lacks.setdefault(what, reader.keys)
    if reader.carried:
        account.carried += count
        account.carried_sample = account.carried_sample or _shown(file, piece, lines)
    if reader.ends:
        _count_unclear(file, piece, account, lines.filter(rows["place"] == SEVERAL_WHOLE), reader.ends)
    codes = [parsed_piece.code_of(place) for place in reader.places]
    if codes != list(range(1, len(codes) + 1)):
        rows = rows.with_columns(
            place=pl.col("place").replace_strict(dict(enumerate([0, *codes])), return_dtype=pl.UInt8)
        )
    parsed_piece.rows.append(rows)
    return rest.clear() if count == rest.height else rest.filter(~is_read), wrong


def _shown(file: str, piece: LogPiece, lines: pl.DataFrame) -> SkippedLine:
    at, line = lines.row(0)
    return SkippedLine.of(file, piece.first + at, line)


def _count_unclear(file: str, piece: LogPiece, account: Account, lines: pl.DataFrame, pattern: str) -> None:
    """Counts lines that were read without their time taken, for it is not clear which of their numbers that is."""
    if lines.height:
        account.unclear += lines.height
        at, line = lines.row(0)
        sample = SkippedLine.of(file, piece.first + at, unclear_end(line, pattern))
        account.unclear_sample = account.unclear_sample or sample


def _skip_unread(
    file: str, piece: LogPiece, account: Account, lines: pl.DataFrame, rest: pl.DataFrame, faults: pl.DataFrame,
    stated: LogOptions,
) -> None:  # fmt: skip
    """Counts lines that nothing read, by what is wrong with them; `rest` has them without what carries them."""
    faults = faults.unique("at", keep="first", maintain_order=True)
    wrong = rest.join(faults, on="at", how="left", maintain_order="left").with_columns(whole=lines["line"])
    in_format = pl.col("fault").is_not_null()
    for (fault,), each in wrong.filter(in_format).group_by("fault", maintain_order=True):
        _skip(file, piece, account, FAULTS[int(str(fault))], each.select("at", line="whole"))
    is_json = pl.col("line").str.starts_with("{")
    for kind in (wrong.filter(~in_format & is_json), wrong.filter(~in_format & ~is_json)):
        reasons = [
            _reason(line, whole, piece, stated) for line, whole in kind.select("line", "whole").head(TOLD).iter_rows()
        ]
        if not reasons:
            continue
        # Of very many lines that nothing reads, those behind the first are what most of these are.
        reasons += [max(set(reasons), key=reasons.count)] * (kind.height - len(reasons))
        told = kind.select("at", line="whole", reason=pl.Series(reasons, dtype=pl.String))
        for (reason,), each in told.group_by("reason", maintain_order=True):
            _skip(file, piece, account, str(reason), each.drop("reason"))


def _reason(line: str, whole: str, piece: LogPiece, stated: LogOptions) -> str:
    """Why a line is not read; `whole` has what was taken off, which may have been no more than what carries a log."""
    why = why_unread(line, piece.fields, stated)
    return why_unread(whole, piece.fields, stated) if why == traffic.UNKNOWN and whole != line else why


def _skip(file: str, piece: LogPiece, account: Account, reason: str, lines: pl.DataFrame) -> None:
    """Counts some lines as skipped."""
    samples = [SkippedLine.of(file, piece.first + at, line) for at, line in lines.head(SHOWN).iter_rows()]
    account.skip(reason, lines.height, samples)
