"""The size of segments of video, where a scenario leaves it to their ladder: a step for each bit rate."""

from dataclasses import replace

from models.messages import default_sources
from models.quantities.fields import Part
from models.quantities.points import QuantileTable, quantile_mean, quantile_table
from models.quantities.units import DATA_RATE, DURATION, SHARE, SIZE, QuantityError, format_quantity, parse_quantity
from models.reading.request_parts import with_default_size
from models.reading.source_tree import ReportedValue, SourceNode


def with_size_of_ladder(written: SourceNode, part: type[Part]) -> SourceNode:
    """The tree whose requests of a ladder have a size; what is no rate, share or time is told where it stands."""
    return with_default_size(written, part, "ladder", _size)


def _size(ladder: SourceNode) -> SourceNode:
    origin = replace(ladder.origin, kind="default", source=default_sources.LADDER)
    points = _quantiles(ladder)
    if points is None:
        return SourceNode({"mean": SourceNode(ReportedValue(), origin)}, origin)
    mean = format_quantity(quantile_mean(points), SIZE)
    size = {
        "quantiles": SourceNode(points, origin, text=default_sources.LADDER),
        "mean": SourceNode(mean, origin, text=mean),
        "distribution": SourceNode("empirical", origin, text="empirical"),
    }
    return SourceNode(size, origin)


def _quantiles(ladder: SourceNode) -> QuantileTable | None:
    """The sizes of its segments; None where something of it cannot be read."""
    segment, rungs = ladder.child("segment"), ladder.child("rungs")
    try:
        found = [
            (parse_quantity(rate.value, DATA_RATE), parse_quantity(share.value, SHARE))
            for _, rung in (rungs.children if rungs is not None else ())
            for rate, share in ((rung.child("rate"), rung.child("share")),)
            if rate is not None and share is not None
        ]
        seconds = None if segment is None else parse_quantity(segment.value, DURATION)
    except (TypeError, QuantityError):
        return None
    whole = found and abs(sum(share for _, share in found) - 1.0) < 1e-6
    return quantile_table({rate * seconds: share for rate, share in sorted(found)}) if whole and seconds else None
