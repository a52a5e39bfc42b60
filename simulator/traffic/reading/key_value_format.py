"""Lines in which each value stands under a name: a JSON object a line, as Caddy and many others write it, and LTSV,
whose labels and values are divided by tabs.

What a value is, is told by its name and by what it looks like: `requestTime` may be when a request came or how long it
took. The time taken of a program that is known is in its unit; else its unit is in its name (`duration_ms`), in the
text ("1.2ms"), or to be found.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from simulator.extras import polars as pl
from simulator.messages.stages import traffic
from simulator.traffic.reading.columns import (
    any_time,
    checked_rows,
    hash_texts,
    host_and_path,
    parse_numbers,
    parse_sizes,
    request_target,
    stated_text,
)
from simulator.traffic.reading.combined_format import ADDRESS
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.options import UNIT_WORDS, UNITS, LogOptions, fold_name
from simulator.traffic.reading.time_units import NUMBER, STATED, TimePlace

JSON, LTSV = "JSON", "LTSV"
# What each is called, folded, the surest name first; the last part of a place in objects within objects is its name.
NAMES: dict[str, tuple[str, ...]] = {
    "time": ("starttime", "startutc", "edgestarttimestamp", "ts", "timeiso8601", "timestampiso8601", "timestamp",
             "msec", "time", "timelocal", "datetime", "requesttime", "requesttimestamp", "startlocal", "timestart",
             "startedat", "eventtime", "date"),
    "end": ("edgeendtimestamp",),
    "client": ("remoteaddr", "clientip", "realip", "remoteip", "clientaddr", "clienthost", "client", "sourceip", "cip",
               "srcip", "xforwardedfor", "forwardedfor", "httpxforwardedfor", "remotehost", "remoteaddress",
               "downstreamremoteaddress", "ip", "host"),
    "site": ("vhost", "requesthost", "clientrequesthost", "httphost", "host", "domain", "authority", "servername",
             "virtualhost", "xhostheader"),
    "object": ("requesturi", "clientrequesturi", "uri", "requesturl", "url", "requestpath", "clientrequestpath", "path",
               "uripath", "request", "requestline", "req", "target", "resourcepath", "original",
               "csuristem", "xenvoyoriginpath", "xenvoyoriginalpath"),
    "query": ("querystring", "query", "args", "csuriquery", "uriquery", "requestquery"),
    "status": ("status", "statuscode", "downstreamstatus", "edgeresponsestatus", "responsestatus", "responsecode",
               "httpstatus", "httpstatuscode", "responsestatuscode", "response", "code", "scstatus"),
    "bytes": ("bodybytessent", "bodybytes", "responsebodysize", "bytessent", "bytesout", "downstreamcontentsize",
              "edgeresponsebytes", "responsesize", "responsebytes", "responselength", "sentbytes", "respsize", "size",
              "contentlength", "bodysize", "bytes", "length", "scbytes"),
    "taken": ("latencyhuman", "requesttime", "reqtime", "duration", "responsetime", "resptime", "latency",
              "responselatency", "elapsed", "elapsedtime", "timeelapsed", "timetaken", "totaltime", "processtime",
              "took", "runtime", "servetime", "apptime", "time"),
}  # fmt: skip
NEEDED = ("time", "client", "object", "status")
# In LTSV `host` is who asks, and `vhost` the host that is asked (ltsv.org).
LTSV_NAMES = {**NAMES, "client": ("remoteaddr", "clientip", "remoteip", "host", *NAMES["client"][:-1])}
# A size under these names within a request is one of that.
OF_EITHER, REQUESTS = ("size", "length", "bytes", "contentlength", "bodysize", "bodybytes"), ("request", "req")
# Words that a name of a time may end with besides those of a unit that stands alone: `responseTimeMs`.
_SUFFIX = re.compile(rf"({'|'.join(sorted((word for word in UNIT_WORDS if len(word) > 1), key=len, reverse=True))})$")
_TIME = re.compile(
    r"\[?\d{2}/[A-Za-z]{3}/\d{4}:|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\d{9,}(\.\d+)?$|\d\.\d+e\+?(09|1\d)$", re.I
)
_DURATION = rf"^(?:([0-9.]+)h)?(?:([0-9.]+)m)?([0-9.]+) ?({'|'.join(sorted(UNIT_WORDS, key=len, reverse=True))})$"
_IS_ADDRESS = re.compile(rf"\[?{ADDRESS}\]?(:\d+)?([, ].*)?")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?", re.I)
_APART = {"date": re.compile(r"\d{4}-\d\d-\d\d$"), "time": re.compile(r"\d\d:\d\d:\d\d")}
# Objects within objects that are looked into.
DEEPEST = 4

KeyPath = tuple[str, ...]


class JsonProgram(NamedTuple):
    """A program that writes JSON of its own, in words too; the names that only it has, folded; the name of the time
    taken and its unit, "" where that is told by two times; whether a line has the time of its end; names that go
    first."""

    name: str
    written_by: str
    signs: tuple[str, ...]
    taken: str
    unit: str
    ended: bool
    names: Mapping[str, tuple[str, ...]] = {}


PROGRAMS = (
    JsonProgram("Traefik JSON", "`accessLog.format: json`",
            ("downstreamstatus", "requestpath"), "duration", "ns", False,
            {"time": ("startutc", "startlocal", "time"), "client": ("clienthost", "clientaddr"),
             "site": ("requesthost",)}),
    JsonProgram(*traffic.ENVOY_JSON,
            ("responseflags", "upstreamhost"), "duration", "ms", False,
            {"client": ("xforwardedfor", "downstreamremoteaddress"), "site": ("authority",)}),
    JsonProgram("Cloudflare JSON", "Logpush, Logpull",
            ("edgeresponsestatus", "clientip"), "", "", False,
            {"bytes": ("edgeresponsebodybytes", "edgeresponsebytes")}),
    JsonProgram(*traffic.GOOGLE_JSON,
            ("httprequest.requesturl", "httprequest.remoteip"), "latency", "s", False, {"time": ("timestamp",)}),
    JsonProgram("Caddy JSON", "Caddy",
            ("request.uri", "duration", "ts"), "duration", "s", True,
            {"client": ("clientip", "remoteip", "remoteaddr")}),
    JsonProgram("Kong JSON", "its log plug-ins", ("latencies.request", "startedat"), "request", "ms", False),
    JsonProgram("pino JSON", "pino-http", ("req.url", "responsetime"), "responsetime", "ms", True),
    JsonProgram(*traffic.ELASTIC_JSON,
            ("http.response.statuscode", "event.duration"), "duration", "ns", True),
    JsonProgram("Fastly JSON", "with `time_elapsed`", ("timeelapsed", "clientip"), "timeelapsed", "us", False),
    JsonProgram(*traffic.API_GATEWAY_JSON,
            ("requesttime", "responselatency"), "responselatency", "ms", False),
)  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """Where what stands in lines of one program: `places` has the keys that lead to it; unit: of the time taken, ""
    where that is to be found; keys: the names that were seen."""

    name: str
    places: Mapping[str, KeyPath]
    unit: str
    ended: bool
    keys: tuple[str, ...]


def keyed_readers(lines: Sequence[str], log_options: LogOptions) -> Iterator[LineReader]:
    """Readers of JSON and LTSV, one for each program that wrote some of the lines: several may write into one log."""
    for is_json in (True, False):
        layouts: list[Layout] = []
        for line in lines:
            if is_object(line) == is_json and (found := _flat(line)) is not None:
                layout, missing = layout_of(found, is_json, log_options)
                if not missing:
                    _add(layouts, layout)
        for layout in layouts:
            yield _reader(layout, is_json, log_options)


def is_object(line: str) -> bool:
    """Whether a line begins as an object of JSON does."""
    return re.match(r"\{\s*[\"}]", line) is not None


def lacking(line: str, log_options: LogOptions) -> tuple[list[str], tuple[str, ...]] | None:
    """What a line of JSON or LTSV has no known name for, and the names that it has; None for another line."""
    found = _flat(line)
    if not found:
        return None
    layout, missing = layout_of(found, is_object(line), log_options)
    return missing, layout.keys


def _flat(line: str) -> dict[KeyPath, str] | None:
    """Each value of a line as a text under the keys that lead to it."""
    if not is_object(line):
        parts = [part.partition(":") for part in line.split("\t")]
        is_ltsv = len(parts) > 1 and all(colon and re.fullmatch(r"[0-9A-Za-z_.-]+", label) for label, colon, _ in parts)
        return {(label,): value for label, _, value in parts} if is_ltsv else None
    try:
        found = json.loads(line, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        return None
    flat: dict[KeyPath, str] = {}
    _flatten(found, (), flat)
    return flat


def _flatten(found: Any, place: KeyPath, flat: dict[KeyPath, str]) -> None:
    if isinstance(found, dict) and len(place) < DEEPEST:
        for key, value in found.items():
            _flatten(value, (*place, key), flat)
    elif isinstance(found, str) and place:
        flat[place] = found


def layout_of(flat: Mapping[KeyPath, str], is_json: bool, log_options: LogOptions) -> tuple[Layout, list[str]]:
    """Where what stands in a line, and what of NEEDED it has not."""
    whole = {fold_name(".".join(place)) for place in flat} | {fold_name(place[-1]) for place in flat}
    program = next((each for each in PROGRAMS if is_json and all(_has(whole, sign) for sign in each.signs)), None)
    names = NAMES if is_json else LTSV_NAMES
    places: dict[str, KeyPath] = {}
    for what, known in names.items():
        first = program.names.get(what, ()) if program else ()
        if what == "taken" and program:
            known = (program.taken,)
        elif what == "client" and log_options.client:
            first, known = (), ()
            named = [place for place in flat if log_options.names_client(".".join(place))]
            places.update({"client": named[0]} if named else {})
        taken = {places[other] for other in places if other != "end"}
        if place := _first(flat, what, (*first, *known), taken, is_json):
            places[what] = place
    if "time" not in places:
        # CloudFront's JSON has the day and the time of the day apart, as W3C has.
        apart = {
            place[-1]: place for place, value in flat.items() if place[-1] in _APART and _APART[place[-1]].match(value)
        }
        places.update({"day": apart["date"], "time": apart["time"]} if len(apart) == 2 else {})
    unit = _unit(places.get("taken", ("",))[-1], program)
    keys = tuple(".".join(place) for place in flat)
    layout = Layout(program.name if program else JSON if is_json else LTSV, places, unit,
                    program.ended if program else True, keys)  # fmt: skip
    return layout, [what for what in NEEDED if what not in places]


def _has(whole: set[str], sign: str) -> bool:
    return sign in whole or any(each.endswith(f".{sign}") for each in whole)


def _first(
    flat: Mapping[KeyPath, str], what: str, names: Sequence[str], taken: set[KeyPath], is_json: bool
) -> KeyPath | None:
    """The place of the first name that there is with a value that can be it, the least deep first."""
    by_name: dict[str, list[KeyPath]] = {}
    for place in sorted(flat, key=len):
        name = fold_name(place[-1]).split(".")[-1]
        by_name.setdefault(name, []).append(place)
        if what == "taken" and (bare := _SUFFIX.sub("", name)) != name:
            by_name.setdefault(bare, []).append(place)
    for name in names:
        for place in by_name.get(name, ()):
            if place not in taken and _can_be(what, flat[place]) and _means(what, name, place, flat[place], is_json):
                return place
    return None


def _means(what: str, name: str, place: KeyPath, value: str, is_json: bool) -> bool:
    """Whether a name that may be of something else is of this."""
    if what == "client" and name == "host" and is_json:
        return _IS_ADDRESS.fullmatch(value) is not None
    return what != "bytes" or name not in OF_EITHER or not any(fold_name(part) in REQUESTS for part in place[:-1])


def _can_be(what: str, value: str) -> bool:
    """Whether a value looks like what its name says."""
    if what in ("time", "end"):
        return _TIME.match(value) is not None
    if what == "client":
        return _IS_ADDRESS.fullmatch(value) is not None or (value not in ("", "-") and not re.search(r"[\s/]", value))
    if what == "site":
        return value != "" and not re.search(r"[\s/]", value)
    if what == "object":
        return value.startswith("/") or "://" in value or re.match(r"[A-Z]+ [^ ]+", value) is not None
    if what == "status":
        return re.fullmatch(r"-?\d+", value) is not None
    if what == "bytes":
        return re.fullmatch(r"\d+|-", value) is not None
    if what == "taken":
        return _TIME.match(value) is None and bool(_NUMBER.fullmatch(value) or re.match(_DURATION, value))
    return True


def _unit(name: str, program: JsonProgram | None) -> str:
    """The unit of a time taken by its name or its program; "" where it is to be found."""
    if program and program.unit:
        return program.unit
    if found := re.search(r"[_-](s)$", name):
        return found[1]
    if suffix := _SUFFIX.search(fold_name(name)):
        return UNIT_WORDS[suffix[1]]
    # nginx's $request_time, and reqtime of LTSV, are in seconds.
    return "s" if fold_name(name) in ("requesttime", "reqtime", "apptime") else ""


def _add(layouts: list[Layout], layout: Layout) -> None:
    """Takes in a layout; one that only has more, or less, of what another one has is the same program's."""
    for number_, each in enumerate(layouts):
        common = each.places.keys() & layout.places.keys()
        if each.name == layout.name and all(each.places[what] == layout.places[what] for what in common):
            more = layout if len(layout.places) > len(each.places) else each
            layouts[number_] = Layout(each.name, {**each.places, **layout.places}, layout.unit or each.unit, each.ended,
                                      more.keys)  # fmt: skip
            return
    layouts.append(layout)


def _reader(layout: Layout, is_json: bool, log_options: LogOptions) -> LineReader:
    taken = layout.places.get("taken")
    where = traffic.TWO_TIMES if "end" in layout.places else f"`{'.'.join(taken or ())}`"
    unit = layout.unit or log_options.time_unit
    prefer = "ms" if taken and fold_name(taken[-1]) == "timetaken" else ""
    places = (
        TimePlace(where, STATED, "its own unit"),
        TimePlace(where, STATED, unit) if unit else TimePlace(where, NUMBER, prefer),
    )
    if "end" in layout.places:
        places = (TimePlace(where, STATED, "s"), *places[1:])
    lacks = tuple(what for what in ("bytes", "taken") if what not in layout.places)
    if "end" in layout.places:
        lacks = tuple(what for what in lacks if what != "taken")
    read = partial(_read, layout=layout, is_json=is_json, unit=unit)
    return LineReader(layout.name, read, places, lacks=lacks, keys=layout.keys)


OWN_UNIT, NUMBERED = 1, 2


def _read(lines: pl.Series, layout: Layout, is_json: bool, unit: str) -> pl.DataFrame:
    """Rows of SCHEMA; of lines that are no such objects, rows without a time."""
    field = _json_fields(lines, layout) if is_json else _ltsv_fields(lines, layout)
    when = field["day"] + "T" + field["time"] if "day" in field else field["time"].str.strip_chars("[]")
    time, zone = any_time(when)
    asked = request_target(field["object"])
    if "query" in field:
        query = stated_text(field["query"].str.strip_prefix("?")).set(asked.str.contains("?", literal=True), None)
        asked = (asked + "?" + query).fill_null(asked)
    seconds, place = _times_taken(field, time, unit)
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, len(lines))
    rows = pl.DataFrame({
        "time": time,
        "offset": zone,
        "client": hash_texts(_address(field["client"])),
        "object": hash_texts(host_and_path(asked, field.get("site"))),
        "status": parse_numbers(field["status"]),
        "bytes": parse_sizes(field.get("bytes", nothing)),
        "seconds": seconds,
        "place": place,
        "ended": seconds.is_not_null() & layout.ended,
    })  # fmt: skip
    return checked_rows(rows.lazy()).collect()


def _times_taken(field: Mapping[str, pl.Series], time: pl.Series, unit: str) -> tuple[pl.Series, pl.Series]:
    """What the request took, in seconds or as a number without its unit, and its place."""
    if "end" in field:
        between = any_time(field["end"])[0] - time
        return between, between.is_not_null().cast(pl.UInt8) * OWN_UNIT
    if "taken" not in field:
        return pl.Series([None], dtype=pl.Float64).new_from_index(0, len(time)), (time * 0).fill_null(0).cast(pl.UInt8)
    text = field["taken"]
    told = parse_numbers(text) * UNITS.get(unit, 1.0)
    place = told.is_not_null().cast(pl.UInt8) * NUMBERED
    if (told.is_null() & text.is_not_null()).any():
        parts = text.str.extract_groups(_DURATION).struct.unnest()
        hours, minutes, last = (parse_numbers(parts[group]).fill_null(0.0) for group in ("1", "2", "3"))
        factors = {word: UNITS[meant] for word, meant in UNIT_WORDS.items()}
        with_unit = hours * 3600.0 + minutes * 60.0 + last * parts["4"].replace_strict(factors, default=None)
        told = told.fill_null(with_unit)
        place = place.set(with_unit.is_not_null(), OWN_UNIT)
    return told, place


def _address(text: pl.Series) -> pl.Series:
    """Who asks, without a port, which each connection has of its own: the first of several addresses."""
    if text.str.contains_any([",", " "]).any():
        text = text.str.extract(r"^([^, ]+)", 1)
    if text.str.contains(":", literal=True).any():
        text = text.str.replace(r"^\[?([0-9.]+|[^\[\]:]+|[^\[\]]+\])\]?:[0-9]{1,5}$", "$1").str.strip_chars("[]")
    return text


def _ltsv_fields(lines: pl.Series, layout: Layout) -> dict[str, pl.Series]:
    named = {what: rf"(?:^|\t){re.escape(place[0])}:([^\t]*)" for what, place in layout.places.items()}
    return {what: lines.str.extract(pattern, 1) for what, pattern in named.items()}


# Lines of JSON that are decoded one by one where they are no array together.
FEW = 1_000


def _json_fields(lines: pl.Series, layout: Layout) -> dict[str, pl.Series]:
    """Each value of lines as a text, none where a line is no object: that begins and ends with a brace."""
    braced = lines.str.starts_with("{") & lines.str.strip_chars_end().str.ends_with("}")
    place = braced.arg_true()
    found = _decoded(lines if braced.all() else lines.gather(place), layout)
    if not braced.all():
        row = pl.Series([None], dtype=pl.UInt32).new_from_index(0, len(lines))
        found = found[row.scatter(place, pl.int_range(len(place), dtype=pl.UInt32, eager=True))]
    return found.to_dict()


def _decoded(objects: pl.Series, layout: Layout) -> pl.DataFrame:
    """A column for each value, a row for each line. All lines are decoded as one array; where that is none, or not of
    as many objects, FEW lines at a time are, and those of which that is not so one by one."""
    try:
        decoded = objects.str.json_decode(_struct(layout.places.values()))
        if len(decoded) == len(objects):
            return decoded.to_frame("found").select(_column(place).alias(what) for what, place in layout.places.items())
    except pl.exceptions.PolarsError:
        pass
    if len(objects) > FEW:
        return pl.concat([_decoded(objects.slice(at, FEW), layout) for at in range(0, len(objects), FEW)])
    rows = [_flat(line) or {} for line in objects]
    each = {what: [row.get(place) for row in rows] for what, place in layout.places.items()}
    return pl.DataFrame(each, schema={what: pl.String for what in each})


def _struct(places: Any) -> pl.Struct:
    """The type of what is read: every value as a text, in the objects that it stands in."""
    inside: dict[str, list[KeyPath]] = {}
    for first, *others in places:
        inside.setdefault(first, []).append(tuple(others))
    return pl.Struct({key: _struct(below) if any(below) else pl.String for key, below in inside.items()})


def _column(place: KeyPath) -> pl.Expr:
    column = pl.col("found")
    for part in place:
        column = column.struct.field(part)
    return column
