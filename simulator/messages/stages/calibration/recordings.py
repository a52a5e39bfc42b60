"""What is wrong with what load tools and recorders of counters wrote, what to save instead, and what was left out."""

from collections.abc import Sequence

from models.messages.template import problem, sentence
from models.quantities.formatting import number

SAVE_OUTPUT_AGAIN = "save the output again"
SAVE_ANSWER_AGAIN = "save the answer again"
SAVE_COUNTERS_AGAIN = "save the counters again"
SAVE_METRICS_AGAIN = "save the log of metrics again"
TOO_MANY_LEVELS = ("JSON in too many levels", "save what the tool wrote")


def cut_off(kind: str, reason: str, what: str = "file") -> tuple[str, str]:
    """Of a text that begins as JSON, XML or a table and does not end as one."""
    return f"not {kind} to its end: {reason}", f"save the {what} again"


def broken_lines(count: int) -> str:
    """How many lines were left out; "" where none was."""
    return f"{count} lines are not whole, and are left out" if count else ""


# Load tools: outputs of one run, or of several.
_OVER_HTTP = "calibrate needs a test over HTTP"
AB_UNFINISHED = ("this output of ab has no rate or no concurrency", "let ab run to its end")
ARTILLERY_UNFINISHED = (
    "this output of artillery has no summary report with response times",
    "let artillery run to its end",
)
VEGETA_UNFINISHED = ("this report of vegeta has no latencies", "let `vegeta report` end")
OHA_WITHOUT_RATE = ("this JSON of oha has no summary.requestsPerSec", "write it with `oha --output-format json`")
ARTILLERY_WITHOUT_HTTP = ("this report of artillery has no response times over HTTP", _OVER_HTTP)
GATLING_WITHOUT_RATE = (
    "these statistics of Gatling have no meanNumberOfRequestsPerSecond",
    "save its global_stats.json",
)
K6_SUMMARY_WITHOUT_HTTP = ("this k6 summary has no http_reqs", _OVER_HTTP)
K6_OUTPUT_WITHOUT_HTTP = ("this output of k6 has no http_reqs", "let a test over HTTP run to its end")
K6_LOG_WITHOUT_HTTP = ("this log of k6 has no http_req_duration", _OVER_HTTP)
LOCUST_WITHOUT_REQUESTS = ("these statistics of Locust have no requests", "save those of a test that ran")
LOCUST_WITHOUT_INSTANTS = ("no instant with users and requests in this history", "save the history of a test that ran")
LOCUST_WITHOUT_USERS = (
    "the statistics of Locust do not say how many users there were: the row is one of an open test, unless a table adds"
    " them"
)
unfinished = problem("this output of {tool} has no {figure}", "let {tool} run to its end")


def unfinished_runs(lost: int, runs: int) -> str:
    """How many runs did not end; "" where all did."""
    return f"{lost} of {runs} runs did not end, and are left out" if lost else ""


no_clients = sentence(
    "{tool} does not write how many clients it had: its row is one of an open test, unless a table adds its users"
)


def k6_ramp(low: float, high: float) -> str:
    """Why a summary whose virtual users came and went is left out."""
    return (
        f"its virtual users went from {number(low)} to {number(high)}, and a summary is of all of them together: it has"
        " no steady row, and is left out; hold each number of users in a run of its own, or save its metrics with"
        " `--out csv=FILE`"
    )


# Logs of requests.
_RAMP = "a ramp is no load that holds, and is left out"
too_few_requests = problem("fewer than {fewest} requests", "save a longer test")
short_runs = sentence("{lost} requests of runs of fewer than {fewest} are left out")


def ramp(lost: int, requests: int, users: str, low: float, high: float) -> str:
    """How many requests were left out, sent while users, as the tool calls them, came and went."""
    went = f"the number of {users} went between {number(low)} and {number(high)}"
    return f"{number(lost)} of {number(requests)} requests were sent while {went}: {_RAMP}"


def users_did_not_hold(users: Sequence[float]) -> str:
    """Which numbers of users were left out; "" where none was."""
    if not users:
        return ""
    between = f"from {number(min(users))} to {number(max(users))}"
    return f"{number(len(users))} numbers of users, {between}, did not hold: {_RAMP}"


# JMeter.
_SAVE_LOG_AGAIN = "save the log again"
REQUEST_WITHOUT_TIME = ("a request without a time", "leave out lines that are no requests")
SAVE_MILLISECONDS = "save it with times in milliseconds since 1970"
JMETER_DECLARES_TYPES = ("a log of JMeter declares no types of its own", _SAVE_LOG_AGAIN)
JMETER_WITHOUT_TOTAL = ("no line TOTAL among several", "save the report with the line of all requests together")
JMETER_NOT_A_RATE = ("not a rate", "write e.g. 12.5/sec")
JMETER_REPORT_WITHOUT_THREADS = (
    "an aggregate report of JMeter does not say how many threads there were: its row is one of an open test, unless a"
    " table adds its users"
)
JMETER_LINES_WITHOUT_THREADS = (
    "what JMeter prints is of a whole test, with its ramp, and does not say how many threads there were: a row of an"
    " open test, unless a table adds its users"
)


def transactions(count: int) -> str:
    """How many lines are transactions; "" where none is."""
    return f"{number(count)} transactions, whose requests stand beside them, are no requests" if count else ""


def parent_samples(count: int) -> str:
    """How many samples hold others; "" where none does."""
    return f"{number(count)} samples that hold others are no requests" if count else ""


def jmeter_unknown_columns(width: int) -> tuple[str, str]:
    """Of a log without headings whose columns are those of no version."""
    remedy = "save it with its field names (jmeter.save.saveservice.print_field_names=true)"
    return f"a log of JMeter without headings, of {width} columns", remedy


def jmeter_columns(names: Sequence[str]) -> str:
    """What the columns of a log without headings are taken for."""
    return f"the log has no headings: its {len(names)} columns are taken for {', '.join(names[:2])} ... {names[-1]}"


xml_read_to = sentence("the log is not XML to its end (line {line}): what stands before is read")


def sample_not_a_number(place: int) -> tuple[str, str]:
    """Of an attribute of a sample."""
    return f"sample {place}: not a number", _SAVE_LOG_AGAIN


sample_without_time = problem("sample {place} has no time (ts) or no duration (t)", "save the log with both")


# Counters over time.
LONGER_RANGE = "query a longer range"
NO_RANGE_QUERY = ("this is no answer of a range query", "save what /api/v1/query_range answers")
ADD_UP_IN_QUERY = "add them up in the query, e.g. sum(rate(...)) or avg(...)"
EXPORT_UNFORMATTED = "export the panel without formatted data"
NOTHING_KNOWN = "nothing that is known is counted in it"
SAVE_SAR = "save what `sar -u 10` or `sar -n DEV 10` prints"
SAVE_SADF = "save what `sadf -d -- -u -n DEV -b` prints"
NO_LINE_OF_VMSTAT = ("not a line of vmstat", "leave the line out")
VMSTAT_EMPTY = ("this output of vmstat has no lines", "save what `vmstat -t 10` prints")
NO_COUNTER_KNOWN = ("none of its counters is known", r"record \Processor(_Total)\% Processor Time at least")
RECORD_LONGER = "record a longer time"
TOO_FEW_INSTANTS = "fewer than 2 instants of what is known"
NO_TIME_IN_COMMON = (
    "this record and the others have no time in common",
    "record the same time, and clocks that agree (UTC where there is a date)",
)


def not_finite(lost: int, values: int) -> str:
    """How many values of a series are no numbers; "" where all are."""
    return f"{lost} of {values} values are no finite numbers, and count as not measured" if lost else ""


values_without_unit = problem("its values have no unit", 'name them, e.g. "CPU %={file}"')


def several_series(count: int, remedy: str = "add them up, e.g. sumSeries(...)") -> tuple[str, str]:
    """Of an answer with several series."""
    return f"{count} series in one answer", remedy


several_in_panel = problem("{count} series in one panel", "export a panel of one series")
several_metrics = problem("{count} metrics in one answer", "query one, and save each by itself")
several_machines = problem("{count} machines in one file", "save each machine's by itself")


def several_statistics(metric: str, statistics: Sequence[str], wanted: str) -> tuple[str, str]:
    """Of a metric with none or several statistics, of which one is wanted, "" where nobody knows."""
    told = f"{metric or 'its metric'} has {' and '.join(statistics) or 'no statistic'}"
    return told, f"query one, e.g. --statistics {wanted or 'Average'}"


divided_sum = sentence("{metric} is a sum of each period of {period:g} s, and is divided by it")
statistic_taken = sentence("{metric} does not say its statistic: it is taken for {statistic}")
save_output = sentence("save what `{command}` prints")
lines_without_times = sentence(
    "its lines have no times: their mean is one row, to be named in a table; `{command}` writes them"
)
