"""Values that say what they are based on: `{value: 9 ms, assumed: "6 ms to 10 ms", why: "..."}`, or what they were
measured to be: `{value: 9 ms, kind: measured, source: "...", interval: "8.7 ms to 9.3 ms"}`."""

from dataclasses import replace
from typing import get_args

from models.errors import Problem
from models.quantities.provenance import SourceKind
from models.reading.written import Path, Place, Written, dotted

_KEYS = frozenset({"value", "source", "kind", "assumed", "why", "interval"})


def take_sources(written: Written, problems: list[Problem], path: Path = ()) -> Written:
    """The tree with every `{value: ..., source: ...}` replaced by its value, which keeps the source.

    Appends to `problems` where such a group is incomplete or has other keys.
    """
    if written.is_mapping and "value" in written.value:
        return _sourced(written, problems, path)
    return written.with_children([(key, take_sources(each, problems, (*path, key))) for key, each in written.children])


def file_origin(written: Written, problems: list[Problem]) -> Written:
    """A catalogue file's values with the file's own `kind` and `source`, which are taken out of it."""
    values = dict(written.value)
    kind, source = values.pop("kind", None), values.pop("source", None)
    origin = replace(written.origin, source=_on_one_line(source) if source else "")
    if kind is not None:
        origin = replace(origin, kind=_kind(kind, problems, ("kind",)))
    return _with_origin(written.with_value(values), origin)


def _sourced(written: Written, problems: list[Problem], path: Path) -> Written:
    keys = written.value
    value = take_sources(keys["value"], problems, path)
    for key in keys.keys() - _KEYS:
        _report(
            problems,
            keys[key],
            (*path, key),
            "unknown key beside `value`",
            f"allowed are {', '.join(sorted(_KEYS))}",
        )
    if "assumed" in keys:
        origin = _assumption(keys, problems, path, written.origin)
    elif "source" in keys:
        kind: SourceKind = "published" if written.origin.kind == "scenario" else written.origin.kind
        if "kind" in keys:
            kind = _kind(keys["kind"], problems, (*path, "kind"))
        origin = replace(written.origin, kind=kind, source=_on_one_line(keys["source"]))
        if "interval" in keys:
            origin = _measured(keys["interval"], problems, path, origin)
    else:
        _report(
            problems,
            written,
            path,
            "a value without its source",
            "add `source: ...` or `assumed: LOW to HIGH`",
        )
        origin = written.origin
    return _with_origin(value, origin)


def _measured(interval: Written, problems: list[Problem], path: Path, origin: Place) -> Place:
    """A measured value with the ends of its interval."""
    low, separator, high = interval.text.partition(" to ")
    at = (*path, "interval")
    if not (separator and low.strip() and high.strip()):
        _report(problems, interval, at, "an interval needs its two ends", "write `LOW to HIGH`")
    if origin.kind != "measured":
        _report(problems, interval, at, "an interval belongs to what was measured", "add `kind: measured`")
    return replace(origin, low=low.strip(), high=high.strip())


def _assumption(keys: dict[str, Written], problems: list[Problem], path: Path, origin: Place) -> Place:
    low, separator, high = keys["assumed"].text.partition(" to ")
    if not (separator and low.strip() and high.strip()):
        _report(
            problems,
            keys["assumed"],
            (*path, "assumed"),
            "an assumption needs its range",
            "write `LOW to HIGH`",
        )
    if "why" not in keys:
        _report(problems, keys["assumed"], path, "an assumption without its reason", "add `why: ...`")
    why = _on_one_line(keys["why"]) if "why" in keys else ""
    return replace(origin, kind="assumed", source=why, low=low.strip(), high=high.strip())


def _with_origin(written: Written, origin: Place) -> Written:
    """The tree with another source for every value; every value keeps its own line."""
    own = Place(written.origin.file, written.origin.line, origin.kind, origin.source, origin.low, origin.high)
    children = [(key, _with_origin(child, origin)) for key, child in written.children]
    return written.with_children(children).with_origin(own)


def _on_one_line(written: Written) -> str:
    """A text that may have been written over several lines."""
    return " ".join(written.text.split())


def _kind(written: Written, problems: list[Problem], path: Path) -> SourceKind:
    allowed: list[SourceKind] = [kind for kind in get_args(SourceKind) if kind not in ("default", "scenario")]
    for kind in allowed:
        if written.value == kind:
            return kind
    _report(problems, written, path, "not a kind of source", f"allowed are {', '.join(allowed)}")
    return "published"


def _report(problems: list[Problem], at: Written, path: Path, message: str, remedy: str) -> None:
    problems.append(Problem(at.origin.file, at.origin.line, dotted(path), "", message, remedy))
