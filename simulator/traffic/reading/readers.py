"""The one table of what is read: from it lines find their reader, and the guide its table."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.messages.stages import traffic
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
    LogFormat(COMBINED, *traffic.COMBINED),
    LogFormat(W3C, *traffic.W3C),
    *(LogFormat(each.name, each.written_by, f"{each.where}, {each.unit}") for each in TEXT_FORMATS),
    *(LogFormat(each.name, each.written_by, f"`{each.taken}`, {each.unit}" if each.taken else traffic.BETWEEN_TWO_TIMES)
      for each in key_value_format.PROGRAMS),
    LogFormat(JSON, *traffic.OTHER_JSON),
    LogFormat(LTSV, *traffic.LTSV),
)  # fmt: skip

# What is no access log, or lacks what one needs, told by name, with what to do.
NO_REQUESTS = (
    (r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d \[\w+\] \d+#\d+:", traffic.NGINX_ERRORS),
    (r"^\[\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d(\.\d+)? \d{4}\] \[", traffic.APACHE_ERRORS),
    (r"^[^ ]+:\d+ \[\d\d/\w{3}/\d{4}:[\d:.]+\] [^ ]+ [^ ]+ -?\d+/-?\d+/\+?\d+ ",
     traffic.HAPROXY_CONNECTIONS),
    (r"^(\*? +<< +\w+ +>> |-+ +(Begin|Timestamp|Req\w+|Resp\w+|VCL_\w+|End) )",
     traffic.VARNISHLOG),
    (r"^tls \d", traffic.NETWORK_LOAD_BALANCER),
    (r"^\d \d{12} eni-", traffic.FLOW_LOGS),
    (r"^(GET|POST|HEAD|PUT|DELETE|PATCH|OPTIONS) [^ ]+ \d{3} ",
     traffic.MORGAN_SHORT),
)  # fmt: skip
NEAR_COMBINED = r"^[^\"]*\[[^\]]*[0-9]{4}[^\]]*\] \""


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
            kind = "JSON" if key_value_format.is_object(line) else LTSV
            return traffic.lacking_keys(kind, missing, keys, log_options.client)
    if key_value_format.is_object(line):
        return traffic.NO_JSON
    if near := next((told for pattern, told in NO_REQUESTS if re.match(pattern, line)), ""):
        return near
    if fields is not None:
        missing = w3c.lacking(fields, log_options)
        return f"#Fields without {', '.join(missing)}" if missing else traffic.OTHER_FIELDS
    for each in TEXT_FORMATS:
        if re.match(each.near, line):
            return traffic.nearly(each.name)
    if re.match(NEAR_COMBINED, line):
        if log_options.client:
            return traffic.without_client_field(log_options.client)
        return traffic.nearly("the common format")
    return traffic.UNKNOWN
