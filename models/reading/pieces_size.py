"""The size of responses in pieces, where a scenario leaves it to them: so many times the size of a piece."""

from dataclasses import replace

from models.messages import default_sources
from models.parts.request import Request
from models.quantities.fields import Part
from models.quantities.units import SIZE, QuantityError, format_quantity, parse_quantity
from models.reading.source_tree import Path, ReportedValue, SourceNode, change_parts


def with_size_of_pieces(written: SourceNode, part: type[Part], path: Path = ()) -> SourceNode:
    """The tree whose requests in pieces have a size; what is no number or no size is told where it stands."""
    if not written.is_mapping:
        return written
    if not issubclass(part, Request):
        return change_parts(written, part, path, with_size_of_pieces)
    pieces = written.child("pieces")
    if pieces is None or not pieces.is_mapping or "size" in written.value:
        return written
    origin = replace(pieces.origin, kind="default", source=default_sources.PIECES)
    payload = _payload(pieces)
    text = "" if payload is None else format_quantity(payload, SIZE)
    mean = SourceNode(text or ReportedValue(), origin, text=text)
    constant = SourceNode("constant", origin, text="constant")
    return written.with_changes({"size": SourceNode({"mean": mean, "distribution": constant}, origin)})


def _payload(pieces: SourceNode) -> float | None:
    """The bytes of all pieces; None where their number or their size cannot be read."""
    count, size = pieces.child("count"), pieces.child("size")
    try:
        return (
            None
            if count is None or size is None
            else int(count.text.replace(",", "")) * parse_quantity(size.value, SIZE)
        )
    except (ValueError, TypeError, QuantityError):
        return None
