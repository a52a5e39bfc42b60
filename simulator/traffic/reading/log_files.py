"""A log file as blocks of whole lines, whatever it is compressed with, in memory that does not grow with the file."""

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from models.reading.read_file import path_fault
from simulator.errors import ReportError
from simulator.messages.stages import traffic
from simulator.traffic.reading.byte_allowance import ByteAllowance
from simulator.traffic.reading.w3c import W3C_FIELDS, w3c_fields

BLOCK = 16 * 1024 * 1024
# A longer line is no request: it is counted, and its end is looked for without keeping it.
LONGEST_LINE = 64 * 1024
# `gcloud logging read --format=json` writes one array, as `jq -s` does.
_ARRAY, LARGEST_ARRAY = re.compile(rb"\s*\[\s*\{"), 256 * 1024 * 1024
_LINE_END = re.compile(rb"[\r\n]*\r[\r\n]*")
_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_OTHERS = {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"PK\x03\x04": "zip", b"7z\xbc\xaf": "7z"}


class FileDamage(NamedTuple):
    """Where a file ends before its end, in bytes of what it holds, and why."""

    file: str
    after: int
    reason: str


class LogPiece(NamedTuple):
    """Whole lines of a file and the number of the first of them, under one `#Fields:` (None: none yet), which begins
    them where it stands among them."""

    text: str
    first: int
    fields: tuple[str, ...] | None


class LogFile:
    """One file: `pieces` reads it once from end to end; `damaged` is why that ended early, None where it did not, and
    `foreign` how many of its lines have bytes that are no UTF-8.

    allowance: what may be unpacked of a file that somebody else sent, who may have packed any size into a few kB; None
    for files of one's own. Raises ReportError for what is no file, cannot be read, or is packed by what is not read
    here; `pieces` raises it for more than is allowed.
    """

    def __init__(self, path: str, allowance: ByteAllowance | None = None) -> None:
        self.path, self.allowance = path, allowance
        self.damaged: FileDamage | None = None
        self.foreign = 0
        if reason := path_fault(path):
            raise ReportError(path, reason, "name a log")
        try:
            with Path(path).open("rb") as opened:
                start = opened.read(8)
        except OSError as error:
            why = traffic.NO_FILE if isinstance(error, FileNotFoundError) else error.strerror or str(error)
            raise ReportError(path, why, traffic.NAME_A_LOG) from None
        for magic, name in _OTHERS.items():
            if start.startswith(magic):
                raise ReportError(path, *traffic.packed_otherwise(name))
        self.packed = packing(start)

    def pieces(self) -> Iterator[LogPiece]:
        """Its lines in blocks, cut wherever a line says anew what stands in the lines behind it."""
        fields: tuple[str, ...] | None = None
        for block, first in self._blocks():
            for number, part in enumerate(block.split("\n" + W3C_FIELDS)):
                text = W3C_FIELDS + part if number else part
                if text.startswith(W3C_FIELDS):
                    fields = w3c_fields(text.partition("\n")[0])
                yield LogPiece(text, first, fields)
                first += text.count("\n") + 1

    def _blocks(self) -> Iterator[tuple[str, int]]:
        """Blocks of whole lines, each with the number of its first; of a line that goes on through a whole block only
        the beginning."""
        first, rest = 1, b""
        for read in _with_line_ends(self._bytes()):
            whole, _, rest_of_read = read.rpartition(b"\n")
            if not whole and b"\n" not in read:
                # One line goes on through the block: of what is too long to be a request the beginning is enough.
                rest = (rest + read)[: 2 * LONGEST_LINE] if rest else read[: 2 * LONGEST_LINE]
                continue
            block = self._decoded(rest + whole)
            yield block, first
            first += block.count("\n") + 1
            rest = rest_of_read
        if rest:
            yield self._decoded(rest), first

    def _bytes(self) -> Iterator[bytes]:
        """What the file holds, unpacked, as far as that goes."""
        from simulator.extras import pyarrow

        after = 0
        try:
            with pyarrow.input_stream(self.path, compression=self.packed, buffer_size=1 << 20) as stream:
                read = self._counted(stream.read(BLOCK))
                if _ARRAY.match(read):
                    if self.packed and self.allowance is not None:
                        raise ReportError(self.path, *traffic.PACKED_ARRAY)
                    yield self._objects(read + self._counted(stream.read(LARGEST_ARRAY)))
                    return
                while read:
                    after += len(read)
                    yield read
                    read = self._counted(stream.read(BLOCK))
        except OSError as error:
            # Blocks are read whole or not at all: what is in order before the damage is read in small pieces.
            yield from self._until_damage(after, str(error))

    def _counted(self, read: bytes) -> bytes:
        """What was unpacked, once it is known to be allowed."""
        if self.allowance is not None:
            self.allowance.take(self.path, len(read))
        return read

    def _objects(self, array: bytes) -> bytes:
        """The objects of an array of JSON, one a line."""
        try:
            found = json.loads(array)
        except ValueError:
            raise ReportError(self.path, *traffic.JSON_ARRAY) from None
        return "\n".join(json.dumps(each) for each in found).encode()

    def _until_damage(self, after: int, why: str) -> Iterator[bytes]:
        from simulator.extras import pyarrow

        pieces: list[bytes] = []
        with pyarrow.input_stream(self.path, compression=self.packed, buffer_size=1) as stream:
            try:
                left = after
                while left:
                    left -= len(stream.read(min(left, BLOCK)))
                while read := stream.read(1024):
                    pieces.append(read)
            except OSError:
                pass
        found = b"".join(pieces)
        reason = traffic.CUT_OFF if "runcated" in why or "nexpected end" in why else traffic.DAMAGED
        self.damaged = FileDamage(self.path, after + len(found), reason)
        if found:
            yield self._counted(found)

    def _decoded(self, read: bytes) -> str:
        """Bytes as text. What is no UTF-8 is written as escapes, so that different bytes stay different."""
        try:
            return read.decode("utf-8")
        except UnicodeDecodeError:
            self.foreign += sum(not _is_text(line) for line in read.split(b"\n"))
            return read.decode("utf-8", "backslashreplace")


def packing(start: bytes) -> str | None:
    """What a file that begins so is packed by, of what is read here; None for a file that is not packed."""
    return next((name for magic, name in _MAGIC.items() if start.startswith(magic)), None)


def _with_line_ends(read: Iterator[bytes]) -> Iterator[bytes]:
    """What a file holds in UTF-8 with \\n between lines, whatever ends them in it: \\r\\n, \\r or \\n\\r."""
    is_first, held, decode = True, b"", None
    for block in read:
        if is_first:
            is_first = False
            if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                decode = codecs.getincrementaldecoder("utf-16")("replace")
            block = block.removeprefix(codecs.BOM_UTF8)
        if decode is not None:
            block = decode.decode(block).encode()
        block, held = held + block, b""
        if b"\r" in block:
            # What a line end begins with may be all that this block has of it; of blank lines without end, enough.
            kept = max(len(block.rstrip(b"\r\n")), len(block) - LONGEST_LINE)
            block, held = block[:kept], block[kept:]
            block = block.replace(b"\r\n", b"\n")
            if b"\r" in block:
                block = _LINE_END.sub(_one_end, block)
        if block:
            yield block
    if held:
        yield _LINE_END.sub(_one_end, held)


def _one_end(found: re.Match[bytes]) -> bytes:
    return b"\n" * max(1, found[0].count(b"\n"))


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
