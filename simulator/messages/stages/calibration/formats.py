"""What is read of what a tool writes, and what it becomes, as the guide lists it where it takes more than a word."""

# What a file becomes.
ROW_EACH_RUN = "a row for each run"
ROW_EACH_THREADS = "a row for each number of threads that holds"
ROW_EACH_VIRTUAL_USERS = "a row for each number of virtual users that holds"
ROW_EACH_USERS = "a row for each number of users that holds"
ROW_OF_OPEN_TEST = "a row of an open test"
ROW_WITHOUT_CLIENTS = "a row; a table adds its clients"
ROW_WITHOUT_THREADS = "a row; a table adds its threads"
ROW_WITHOUT_USERS = "a row; a table adds its users"
RUNS_WITHOUT_CLIENTS = "a row for each run; a table adds their clients"
RUNS_WITHOUT_THREADS = "a row for each run; a table adds its threads"
COUNTER_TO_NAME = "a counter over time, to be named"
COUNTERS_OR_ROW = "counters over time; a row without times"

# What of a tool is read.
ARTILLERY_JSON = "its report in JSON (`--output`)"
CLOUDWATCH_DATA = "`aws cloudwatch get-metric-data`, one metric"
GATLING_JSON = "stats.json or global_stats.json of its report"
GATLING_TEXT = "the text that it prints at its end"
GRAFANA_CSV = "CSV of a panel, or any table of a time and one value"
GRAPHITE_JSON = "`format=json`, one series; the JSON of older versions of Grafana too"
IOSTAT = "its text (with times: `iostat -t`)"
JMETER_CSV = "its log (JTL) as CSV, with any times"
JMETER_BARE = "its log (JTL) as CSV without a line of headings"
JMETER_XML = "its log (JTL) as XML"
JMETER_REPORT = "its aggregate or summary report as CSV, of JMeterPluginsCMD too"
JMETER_LINES = "the lines `summary =` that it prints"
JMETER_JSON = "statistics.json of its dashboard"
K6_JSON = "its JSON summary (`--summary-export`, `handleSummary`)"
K6_TEXT = "the summary that it prints"
K6_CSV = "its metrics as CSV (`--out csv=FILE`)"
K6_LINES = "its metrics as lines of JSON (`--out json=FILE`)"
PROMETHEUS = "the answer of /api/v1/query_range, one series"
SYSSTAT_JSON = "`sadf -j`, `mpstat -o JSON`, `iostat -o JSON`"
SYSSTAT_TEXT = "their text, in any language"
VEGETA_TEXT = "the text of `vegeta report`"
VMSTAT = "its text (with times: `vmstat -t`)"
WINDOWS = "counters of Windows as CSV, in any language"


# What is often brought and tells no load, and what to bring instead.
LOCUST_FAILURES = ("these are failures of Locust, which tell no load", "bring NAME_stats.csv or NAME_stats_history.csv")
JMETER_PLAN = ("this is a plan of JMeter, not what it measured", "run it, and bring its log (JTL)")
PROMETHEUS_SCRAPE = ("this is a scrape of Prometheus, of one instant", "save what /api/v1/query_range answers")
K6_WITHOUT_TIMES = ("this output of k6 has no http_req_duration", "calibrate needs a test over HTTP")
GATLING_LOG = ("this is a log of Gatling", "bring js/stats.json or js/global_stats.json of its report")
VEGETA_RESULTS = ("these are single results of vegeta", "bring `vegeta report -type=json`")
PROMETHEUS_ERROR = ("Prometheus answers with an error", "repeat the query, and save its answer")
CLOUDWATCH_METRICS = ("this is a list of metrics of CloudWatch", "bring what get-metric-statistics answers")
ACCESS_LOG = ("this is an access log", "ask `calibrate log`")
