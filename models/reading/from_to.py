"""An amount that is known by a range, as planners write it: `{from: 250 Gbps, to: 400 Gbps, likely: 300 Gbps}` is the
likeliest value, with the range that it is assumed to lie in; without `likely` the middle of the range."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from models.messages.default_sources import STATED_RANGE
from models.quantities.units import QuantityError, QuantityKind, format_quantity, parse_quantity
from models.reading.source_tree import SourceNode

FROM, TO, LIKELY = "from", "to", "likely"


def with_ranges(written: SourceNode, kind_of: Callable[[str, str], QuantityKind | None]) -> SourceNode:
    """A group with what is stated by a range replaced by its likeliest value; the group itself may be one. `kind_of`
    says what a text is a quantity of at a key, "" where none is written. What is not understood stays, for validation
    to judge."""
    if not written.is_mapping:
        return written
    if written.value.keys() & {FROM, TO, LIKELY}:
        return _likeliest(written, partial(kind_of, ""))
    ranges = {key: child for key, child in written.value.items() if _is_range(child)}
    return written.with_changes({key: _likeliest(child, partial(kind_of, key)) for key, child in ranges.items()})


def _is_range(written: SourceNode) -> bool:
    return written.is_mapping and FROM in written.value and TO in written.value


def _likeliest(written: SourceNode, kind_of: Callable[[str], QuantityKind | None]) -> SourceNode:
    if not _is_range(written) or written.value.keys() - {FROM, TO, LIKELY}:
        return written
    low, high = (written.value[key] for key in (FROM, TO))
    likely = written.value.get(LIKELY)
    text = likely.text if likely is not None else _middle(low.text, high.text, kind_of(low.text))
    place = (likely or low).origin
    origin = replace(
        place, kind="assumed", source=STATED_RANGE, low=low.text, high=high.text, range_line=low.origin.line
    )
    return SourceNode(text, origin, text=text)


def _middle(low: str, high: str, kind: QuantityKind | None) -> str:
    """Half way between two amounts; the low one where they cannot be read, which is told of them."""
    try:
        ends = [parse_quantity(text, kind) for text in (low, high)] if kind else []
    except QuantityError:
        ends = []
    return format_quantity(sum(ends) / 2.0, kind) if ends and kind else low
