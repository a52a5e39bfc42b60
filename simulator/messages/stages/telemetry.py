"""Sentences about counters of a farm that runs: each what is wrong with them, and what to save or query instead."""

from models.messages.template import problem, sentence
from models.quantities.formatting import count_text, significant

NO_TIME = ("no time", "save the counters again: seconds since 1970, or dates")
NO_NUMBER = ("not a number", "save the answer again")
NOT_PROMETHEUS = ("not what Prometheus answers to query_range", "save what /api/v1/query_range answers")
NO_SERIES = ("no series in this answer", "check the query and its range")
too_many_series = problem(
    "{count:,} series, and at most {most:,} are read",
    "choose the servers of this farm by their labels",
)
several_namespaces = problem(
    "{name} is a deployment of several namespaces: {spaces}", "choose one by a label: namespace="
)
no_such_hosts = problem("no host of {tier} was measured", "name some of those that were, with * for letters: {names}")
host_of_two = problem("{host} is a host of {first} and of {second}", "state `hosts` of both tiers")
NEGATIVE = ("a counter below 0", "save the answer again")
NOT_READ = ("a review reads CPU %, requests/s and Mbps", "name one of these")
NO_IDLE = ("CPU times without those that are idle", "query all modes of node_cpu_seconds_total")
IDLE_OF_SOME = ("idle times of an unknown number of CPUs", "query them by cpu, or all modes")
NOT_CLOUDWATCH = ("not what CloudWatch answers", "save what `aws cloudwatch get-metric-data` answers, as JSON")
chart_without_statistic = problem("{metric} without its {statistic}", "choose the statistic {statistic} in the graph")
SEVERAL_STATISTICS = ("a graph of several statistics", "download it with one of them")
NO_ZONE = "its times name no zone, and count as UTC: set the console to UTC before the download"
SAR_ZONE = "its times name no zone, and count as UTC: `sadf -d` writes them in UTC"
columns_are_servers = sentence("each of {count:,} columns counts as a server: its legend must be its name")
PARTIAL = ("an answer in several pages", "save all of them: the CLI does so by itself")
UNKNOWN_METRIC = (
    "this metric is not known", "query CPUUtilization (Average), NetworkOut (Sum) or RequestCount (Sum)",
)  # fmt: skip
unknown_cloud_metric = problem("this metric is not known", "query {known}")
NOT_AZURE = ("not what Azure Monitor answers", "save what `az monitor metrics list` answers, as JSON")
without_aggregation = problem("{metric} without its {aggregation}", "query it with --aggregation {aggregation}")
AZURE_TEXT = ("metrics of Azure as a table", "save what `az monitor metrics list ... -o json` answers")
AZURE_BATCH = (
    "an answer to metrics:getBatch", "save what `az monitor metrics list` answers for each server, in one file",
)  # fmt: skip
NOT_GOOGLE = ("not what Google Cloud Monitoring answers", "save what timeSeries.list answers, as JSON")
GOOGLE_PAGE = ("a page of several", "append the other pages to this file: pageToken asks for the next one")
GOOGLE_CUMULATIVE = ("a counter from its beginning on", "query it with the aligner ALIGN_RATE")
GOOGLE_SUM = ("sums without their interval", "query it with the aligner ALIGN_RATE, or ALIGN_DELTA")
GOOGLE_QUERY = (
    "an answer to timeSeries.query", "save what timeSeries.list answers, or ask its Prometheus API by --prometheus",
)  # fmt: skip
NOT_DATADOG = ("not what Datadog answers", "save what /api/v1/query answers, as JSON")
unknown_datadog_metric = problem(
    "this metric is not known", 'say what its values are, e.g. "CPU %={file}" or "requests/s={file}", or query {known}'
)
DATADOG_MEAN = ("a mean over servers or cards", "query it with `sum:` in place of `avg:`, by {host}")
DATADOG_NO_COUNT = ("a mean of counts", "query it with `.as_count()` behind it")
DATADOG_EXPORTED_COUNT = (
    "counts from the exporter, which may be means of an interval",
    "ask /api/v1/query for it with `.as_count()` behind it, and save what it answers, as JSON",
)
DATADOG_COUNT = ("counts of an interval where a rate is known", "query it without `.as_count()`")
NO_DATADOG_COLUMN = (
    "no series of Datadog", "head each column with its metric and scope, such as sum:system.net.bytes_sent{host:web1}",
)  # fmt: skip
DATADOG_V2 = ("an answer to /api/v2/query", "save what /api/v1/query answers")
NO_COLUMN = ("no column of counters", 'write e.g. "requests/s", "CPU %" or "Mbps" above a column')
NOT_MEASURED = ("nothing was measured in it", "query a range in which the farm served")
NO_TIMES = ("it tells no times, and so no hours", "record counters over time, e.g. `sadf -d -- -u -n DEV`")
NO_DATE = ("times without a date, beside files that have one", "save it with dates, as `sadf -d` does")
NO_LOAD = (
    "counters without the load: neither requests nor bytes sent",
    "add e.g. nginx_http_requests_total or node_network_transmit_bytes_total",
)
NO_STEP = ("no time at which every server was measured", "query all servers over the same range")
NO_SERVERS = (
    "nothing says how many servers run",
    "query counters by `instance`, or write e.g. `supply: {today: [{units: 2}]}`",
)
NO_DEMAND_MEASURED = ("no request was served in it", "query a range in which the farm served")
not_finite = sentence("{count:,} values are no finite numbers, and count as not measured")


def clock_back(at: float) -> tuple[str, str]:
    """That times do not rise, and behind which."""
    told = f"time runs back, or stands still, after {at:.0f}"
    return told, "save the counters of one record, in the order of their times"


def impossible(gauge: str, most: float, unit: str) -> tuple[str, str]:
    """That a counter has a value that no server has, and what is possible."""
    told = f"{gauge} from 0 to {significant(most, 3)}{unit} are possible"
    return told, "check the unit, and what the query divides by"


def unknown_counter(name: str, file: str, known: str) -> tuple[str, str]:
    """That a series is of no metric that is known, or of none that is named; `known`: those that are."""
    told = "this metric is not known" if name else "a series without a name, as a query that computes gives"
    return told, f'say what its values are, e.g. "CPU %={file}" or "requests/s={file}", or query {known}'


without_statistic = problem("{label} without its {statistic}", "query it with --statistics {statistic}")


def unequal(times: int, values: int) -> tuple[str, str]:
    """That there are not as many values as times."""
    return f"{times} times and {values} values", NOT_CLOUDWATCH[1]


def too_many_servers(measured: int, standing: int) -> tuple[str, str]:
    """That more servers were measured than the scenario says stand."""
    told = f"{measured} servers were measured at once, and supply.today has {standing}"
    return told, "correct `units`, or leave out of the query what is no server of this farm"


def no_whole_units(servers: int, a_unit: int, in_pods: bool) -> tuple[str, str]:
    """That servers make no whole number of units."""
    told = f"units of {a_unit} do not add up to {count_text(servers, 'server')}"
    key = "unit: {pods: {replicas: ..., most: ...}}" if in_pods else "unit: {nodes: ...}"
    remedy = f"write `{key}` as it stands, or `supply: {{today: [{{units: ...}}]}}`"
    return told, f"{remedy}, or choose the servers of this farm by their labels"
