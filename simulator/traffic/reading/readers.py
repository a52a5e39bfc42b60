"""The one table of what is read: from it lines find their reader, and the guide its table."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.traffic.reading import key_value_format, w3c
from simulator.traffic.reading.combined_format import COMBINED, combined_readers, uncertain_readers
from simulator.traffic.reading.key_value_format import JSON, LTSV, keyed_readers
from simulator.traffic.reading.line_reader import LineReader
from simulator.traffic.reading.options import LogOptions
from simulator.traffic.reading.text_formats import TEXT_FORMATS, text_readers
from simulator.traffic.reading.w3c import W3C, w3c_readers


class LogFormat(NamedTuple):
    """name: as lines are counted; written_by: the programs; taken: where the time taken stands, and in what unit."""

    name: str
    written_by: str
    taken: str


FORMATS = (
    LogFormat(COMBINED, "Apache, nginx, lighttpd, Tomcat, Varnish (varnishncsa), Traefik, morgan",
           "behind the user agent: `15ms`, `14.9 ms`, nginx's `0.005` (s); a whole number if it behaves as a time"),
    LogFormat(W3C, "IIS, Azure, CloudFront, Tomcat, proxies; spaces or tabs, quotes",
           "`time-taken`: ms, or s where it has a point"),
    *(LogFormat(each.name, each.written_by, f"{each.where}, {each.unit}") for each in TEXT_FORMATS),
    *(LogFormat(each.name, each.written_by, f"`{each.taken}`, {each.unit}" if each.taken else "between its two times")
      for each in key_value_format.PROGRAMS),
    LogFormat(JSON, "nginx, Apache, Echo, Fastly and others: known by the names of keys",
           "by its name (`duration_ms`), its text (`1.2ms`), `request_time` (s), or found"),
    LogFormat(LTSV, "labels of ltsv.org", "`reqtime` (s), `reqtime_microsec`, or as in JSON"),
)  # fmt: skip

# What is no access log, or lacks what one needs, told by name, with what to do.
NO_REQUESTS = (
    (r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d \[\w+\] \d+#\d+:", "of nginx's error log: bring its access log"),
    (r"^\[\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d(\.\d+)? \d{4}\] \[", "of Apache's error log: bring its access log"),
    (r"^[^ ]+:\d+ \[\d\d/\w{3}/\d{4}:[\d:.]+\] [^ ]+ [^ ]+ -?\d+/-?\d+/\+?\d+ ",
     "of HAProxy's log of connections: `option httplog` logs requests"),
    (r"^(\*? +<< +\w+ +>> |-+ +(Begin|Timestamp|Req\w+|Resp\w+|VCL_\w+|End) )",
     "of varnishlog: varnishncsa writes a line for each request"),
    (r"^tls \d", "of an AWS network load balancer, which knows connections and no requests"),
    (r"^\d \d{12} eni-", "of VPC flow logs, which know connections and no requests"),
    (r"^(GET|POST|HEAD|PUT|DELETE|PATCH|OPTIONS) [^ ]+ \d{3} ",
     "of morgan's short formats, without client and time: log its `combined`"),
)  # fmt: skip
NEARLY = "nearly {name}, but not with the fields that it documents"
NEAR_COMBINED = r"^[^\"]*\[[^\]]*[0-9]{4}[^\]]*\] \""
NO_JSON = "no JSON object that tells when who asked for what"
UNKNOWN = "in no format that is known"
OTHER_FIELDS = "not in the fields that #Fields names"


def sure_readers(lines: Sequence[str], fields: Sequence[str] | None, log_options: LogOptions) -> Iterator[LineReader]:
    """Readers of lines as they stand, by a sample of them; `fields` are those of the last `#Fields:`."""
    plain = [line for line in lines if not key_value_format.is_object(line)]
    yield from w3c_readers(plain, fields, log_options)
    yield from keyed_readers(lines, log_options)
    yield from text_readers(plain, log_options)
    yield from combined_readers(plain, log_options)


def less_sure_readers(lines: Sequence[str], log_options: LogOptions) -> Iterator[LineReader]:
    """Readers of lines that no other reads, and that have nothing known before them."""
    yield from uncertain_readers([line for line in lines if not key_value_format.is_object(line)], log_options)


def why_unread(line: str, fields: Sequence[str] | None, log_options: LogOptions) -> str:
    """What a line is that nothing reads, by the name of what it is nearest to."""
    if found := key_value_format.lacking(line, log_options):
        missing, keys = found
        if missing:
            return _lacking_keys(missing, keys, "JSON" if key_value_format.is_object(line) else LTSV, log_options)
    if key_value_format.is_object(line):
        return NO_JSON
    if near := next((told for pattern, told in NO_REQUESTS if re.match(pattern, line)), ""):
        return near
    if fields is not None:
        missing = w3c.lacking(fields, log_options)
        return f"#Fields without {', '.join(missing)}" if missing else OTHER_FIELDS
    for each in TEXT_FORMATS:
        if re.match(each.near, line):
            return NEARLY.format(name=each.name)
    if re.match(NEAR_COMBINED, line):
        if log_options.client:
            return f"without a field {log_options.client}, which --client-field names"
        return NEARLY.format(name="the common format")
    return UNKNOWN


# Keys that are shown.
SHOWN_KEYS = 15


def _lacking_keys(missing: Sequence[str], keys: Sequence[str], kind: str, log_options: LogOptions) -> str:
    told = {"time": "the time", "client": "the client", "object": "what is asked for", "status": "the status"}
    if missing == ["client"]:
        what = (
            f"a key {log_options.client}"
            if log_options.client
            else "a known key for the client (--client-field names it)"
        )
    else:
        what = f"a known key for {' and '.join(told[each] for each in missing)}"
    return f"{kind} without {what}; it has {shown_keys(keys)}"


def shown_keys(keys: Sequence[str]) -> str:
    """Names that were seen, the first of them."""
    more = f" and {len(keys) - SHOWN_KEYS} more" if len(keys) > SHOWN_KEYS else ""
    return ", ".join(keys[:SHOWN_KEYS]) + more
