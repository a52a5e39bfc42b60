"""What is wrong with an access log or a line of it, and the formats of logs as the guide lists them."""

from collections.abc import Sequence

from models.messages.template import problem, sentence

# Files.
NO_FILE, NAME_A_LOG = "there is no such file", "name an access log"
JSON_ARRAY = (
    "it is one array of JSON, and larger than 256 MiB or damaged",
    "write an object a line, as `jq -c .[]` does",
)
# Of logs that are sent to a page.
PACKED_ARRAY = ("one array of JSON, packed", "send it unpacked, or an object a line, as `jq -c '.[]'` writes them")
too_long = problem(
    "more than a page reads: {most} MB of all files together, unpacked",
    "send a part of it, or use `headroom calibrate log`",
)
NAMED_TWICE = ("it is named twice", "name each log once")
CUT_OFF, DAMAGED = "it is cut off", "it is damaged"
NO_SIZES = ("it does not tell how large responses are", "name a log that has their sizes")
NO_CURVE = "a curve needs a request, and capacities that ascend from above 0"
packed_otherwise = problem("it is packed by {packer}", "unpack it, or pack it by gzip or zstd")


def no_lines(files: int) -> tuple[str, str]:
    """Of so many files without a line."""
    return f"there is no line in {'it' if files == 1 else 'them'}", "name an access log that has requests in it"


def no_request(lines: int, line: int, reason: str, text: str) -> tuple[str, str]:
    """Of logs in which no line is a request, with what one of them is."""
    told = f'no line of {lines:,} is a request; line {line} is {reason}: "{text}"'
    remedy = "bring a log of a kind in docs/bring-your-logs.md: common, combined, W3C, JSON or one of a load balancer"
    return told, remedy


# Lines that are in a format and no requests.
NO_STATUS = "with a status that is none of 100 to 999"
NO_TIME = "with a time that is none"
NO_SIZE = "with a size that is none"
# Lines that are no access log, or lack what one needs, with what to do.
NGINX_ERRORS = "of nginx's error log: bring its access log"
APACHE_ERRORS = "of Apache's error log: bring its access log"
HAPROXY_CONNECTIONS = "of HAProxy's log of connections: `option httplog` logs requests"
VARNISHLOG = "of varnishlog: varnishncsa writes a line for each request"
NETWORK_LOAD_BALANCER = "of an AWS network load balancer, which knows connections and no requests"
FLOW_LOGS = "of VPC flow logs, which know connections and no requests"
MORGAN_SHORT = "of morgan's short formats, without client and time: log its `combined`"
NO_JSON = "no JSON object that tells when who asked for what"
UNKNOWN = "in no format that is known"
OTHER_FIELDS = "not in the fields that #Fields names"
# Keys that are shown.
_SHOWN_KEYS = 15
_WHAT = {"time": "the time", "client": "the client", "object": "what is asked for", "status": "the status"}
nearly = sentence("nearly {name}, but not with the fields that it documents")
without_client_field = sentence("without a field {field}, which --client-field names")


def lacking_keys(kind: str, missing: Sequence[str], keys: Sequence[str], client: str) -> str:
    """Of a line of JSON or LTSV without keys for some of what one needs. client: the key that is stated to have it."""
    if missing == ["client"]:
        what = f"a key {client}" if client else "a known key for the client (--client-field names it)"
    else:
        what = f"a known key for {' and '.join(_WHAT[each] for each in missing)}"
    return f"{kind} without {what}; it has {shown_keys(keys)}"


def shown_keys(keys: Sequence[str]) -> str:
    """Names that were seen, the first of them."""
    more = f" and {len(keys) - _SHOWN_KEYS} more" if len(keys) > _SHOWN_KEYS else ""
    return ", ".join(keys[:_SHOWN_KEYS]) + more


# Formats: who writes them, and where the time taken stands.
COMBINED = (
    "Apache, nginx, lighttpd, Tomcat, Varnish (varnishncsa), Traefik, morgan",
    "behind the user agent: `15ms`, `14.9 ms`, nginx's `0.005` (s); a whole number if it behaves as a time",
)
W3C = ("IIS, Azure, CloudFront, Tomcat, proxies; spaces or tabs, quotes", "`time-taken`: ms, or s where it has a point")
OTHER_JSON = (
    "nginx, Apache, Echo, Fastly and others: known by the names of keys",
    "by its name (`duration_ms`), its text (`1.2ms`), `request_time` (s), or found",
)
LTSV = ("labels of ltsv.org", "`reqtime` (s), `reqtime_microsec`, or as in JSON")
BETWEEN_TWO_TIMES = "between its two times"
CLASSIC_BALANCERS = "access logs of classic load balancers"
HAPROXY_OPTIONS, LAST_TIMER = "`option httplog`, `option httpslog`", "the last timer, `Ta` or `Tt`"
SIDECARS, DEFAULT_TEXT = "sidecars and gateways, as text", "its default format, as text"
PROCESSING_TIMES = "the three processing times together"
# Programs that write JSON: their names, and how they do.
ENVOY_JSON = ("Envoy or Istio JSON", "`accessLogEncoding: JSON`, or keys of the same names")
GOOGLE_JSON = ("Google load balancer JSON", "Cloud Logging, an object a line or one array")
ELASTIC_JSON = ("Elastic Common Schema JSON", "Filebeat, Logstash and others")
API_GATEWAY_JSON = ("AWS API Gateway JSON", "with `responseLatency`")
# What writes something of its own before each line.
DOCKER_COMPOSE = "docker compose, docker service"
DOCKER_LOGS = "docker logs -t, kubectl logs --timestamps"

# Times taken: where they stand, and why numbers are none.
BEHIND = "behind the user agent"
TWO_TIMES = "the two times of each line"
COUNT_UP = "they count up from line to line"
ARE_BYTES = "they are the bytes of the response, or those and a few more"
HARDLY_VARY = "they hardly vary, as times would"
number_with_unit = sentence("the number with a unit {where}")
number_with_point = sentence("the number with a point {where}")
