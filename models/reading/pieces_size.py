"""The size of responses in pieces, where a scenario leaves it to them: so many times the size of a piece."""

from dataclasses import replace

from models.messages import default_sources
from models.quantities.fields import Part
from models.quantities.units import SIZE, QuantityError, format_quantity, parse_quantity
from models.reading.request_parts import with_default_size
from models.reading.source_tree import ReportedValue, SourceNode


def with_size_of_pieces(written: SourceNode, part: type[Part]) -> SourceNode:
    """The tree whose requests in pieces have a size; what is no number or no size is told where it stands."""
    return with_default_size(written, part, "pieces", _size)


def _size(pieces: SourceNode) -> SourceNode:
    origin = replace(pieces.origin, kind="default", source=default_sources.PIECES)
    payload = _payload(pieces)
    text = "" if payload is None else format_quantity(payload, SIZE)
    mean = SourceNode(text or ReportedValue(), origin, text=text)
    return SourceNode({"mean": mean, "distribution": SourceNode("constant", origin, text="constant")}, origin)


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
