"""What load tools write of a run, in the format of each: made of figures that the tests draw."""

import json
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Run:
    """Figures of one run. rate: requests a second; times in seconds; failed: requests of count that had status 503."""

    rate: float
    users: int
    mean: float
    least: float
    most: float
    p50: float
    p95: float
    p99: float
    count: int
    failed: int
    size: int

    @property
    def good(self):
        return self.count - self.failed


def drawn(seed):
    """The figures of one run of a closed test without think time."""
    rng = np.random.default_rng(seed)
    users, mean = int(rng.integers(4, 400)), float(rng.uniform(0.015, 0.4))
    rate, count = users / mean, int(rng.integers(5_000, 90_000))
    p50, p95, p99 = mean * 0.9, mean * 2.1, mean * 3.3
    return Run(
        round(rate, 2), users, mean, mean * 0.3, mean * 5.0, p50, p95, p99, count, int(rng.integers(0, count // 50)),
        int(rng.integers(800, 60_000)),
    )  # fmt: skip


def ms(seconds, digits=2):
    return f"{seconds * 1e3:.{digits}f}ms"


def wrk(run):
    """wrk 4 with --latency."""
    return f"""Running 30s test @ http://192.0.2.1:8080/
  4 threads and {run.users} connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    {ms(run.mean)}    {ms(run.mean)}  {ms(run.most)}   86.31%
    Req/Sec     1.20k   120.00     2.10k    70.00%
  Latency Distribution
     50%   {ms(run.p50)}
     95%   {ms(run.p95)}
     99%   {ms(run.p99)}
  {run.count} requests in 30.02s, {run.count * run.size / 1024**2:.2f}MB read
  Non-2xx or 3xx responses: {run.failed}
Requests/sec: {run.rate:10.2f}
Transfer/sec:    600.00MB
"""


def apache_bench(run):
    """ab 2.3, of pages that vary in length."""
    return f"""This is ApacheBench, Version 2.3 <$Revision: 1843412 $>

Server Software:        nginx
Server Hostname:        192.0.2.1
Server Port:            80

Document Path:          /
Document Length:        {run.size + 77} bytes

Concurrency Level:      {run.users}
Time taken for tests:   10.000 seconds
Complete requests:      {run.count}
Failed requests:        {run.count // 2 + 3}
   (Connect: 1, Receive: 0, Length: {run.count // 2}, Exceptions: 2)
Non-2xx responses:      {run.failed}
Total transferred:      {run.count * (run.size + 200)} bytes
HTML transferred:       {run.count * run.size} bytes
Requests per second:    {run.rate:.2f} [#/sec] (mean)
Time per request:       {run.mean * 1e3:.3f} [ms] (mean)
Time per request:       0.500 [ms] (mean, across all concurrent requests)
Transfer rate:          3000.00 [Kbytes/sec] received

Percentage of the requests served within a certain time (ms)
  50%     {run.p50 * 1e3:.0f}
  95%     {run.p95 * 1e3:.0f}
  99%     {run.p99 * 1e3:.0f}
 100%     {run.most * 1e3:.0f} (longest request)
"""


def hey(run):
    return f"""
Summary:
  Total:\t10.0021 secs
  Slowest:\t{run.most:.4f} secs
  Fastest:\t{run.least:.4f} secs
  Average:\t{run.mean:.4f} secs
  Requests/sec:\t{run.rate:.4f}

  Total data:\t{run.count * run.size} bytes
  Size/request:\t{run.size} bytes

Response time histogram:
  {run.least:.3f} [1]\t|
  {run.most:.3f} [{run.count - 1}]\t|■■■■■■■■■■


Latency distribution:
  50%% in {run.p50:.4f} secs
  95%% in {run.p95:.4f} secs
  99%% in {run.p99:.4f} secs

Details (average, fastest, slowest):
  DNS+dialup:\t0.0002 secs, 0.0000 secs, 0.0042 secs

Status code distribution:
  [200]\t{run.good} responses
  [503]\t{run.failed} responses

"""


def oha(run):
    """oha 1.4, whose times have the unit that fits."""
    return f"""Summary:
  Success rate:\t100.00%
  Total:\t10.0032 secs
  Slowest:\t{run.most:.4f} secs
  Fastest:\t{run.least:.4f} secs
  Average:\t{run.mean:.4f} secs
  Requests/sec:\t{run.rate:.4f}

  Total data:\t12.00 MiB
  Size/request:\t{run.size} B
  Size/sec:\t2.77 MiB

Response time histogram:
  {run.least:.3f} [1]    |

Response time distribution:
  50.00% in {run.p50:.4f} secs
  95.00% in {run.p95:.4f} secs
  99.00% in {run.p99:.4f} secs


Status code distribution:
  [200] {run.good} responses
  [503] {run.failed} responses

Error distribution:
  [7] aborted due to deadline
"""


def oha_newer(run):
    return (
        oha(run)
        .replace(f"Average:\t{run.mean:.4f} secs", f"Average:\t{run.mean * 1e3:.4f} ms")
        .replace(f"in {run.p50:.4f} secs", f"in {run.p50 * 1e3:.4f} ms")
    )


def oha_json(run):
    summary = {"successRate": 1.0, "total": 10.0, "slowest": run.most, "fastest": run.least, "average": run.mean,
               "requestsPerSec": run.rate, "totalData": 1, "sizePerRequest": run.size, "sizePerSec": 1.0}  # fmt: skip
    return json.dumps({
        "summary": summary, "latencyPercentiles": {"p50": run.p50, "p95": run.p95, "p99": run.p99},
        "statusCodeDistribution": {"200": run.good, "503": run.failed},
        "errorDistribution": {"aborted due to deadline": 5},
    })  # fmt: skip


def vegeta(run):
    return f"""Requests      [total, rate, throughput]         {run.count}, {run.rate:.2f}, {run.rate:.2f}
Duration      [total, attack, wait]             10.094965987s, 9.949883921s, 145.082066ms
Latencies     [min, mean, 50, 90, 95, 99, max]  {ms(run.least, 6)}, {ms(run.mean, 6)}, {ms(run.p50, 6)}, {ms(run.p95, 6)}, {ms(run.p95, 6)}, {ms(run.p99, 6)}, {ms(run.most, 6)}
Bytes In      [total, mean]                     {run.count * run.size}, {run.size:.2f}
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           {100 * run.good / run.count:.2f}%
Status Codes  [code:count]                      200:{run.good}  503:{run.failed}
Error Set:
503 Service Unavailable
"""  # noqa: E501


def vegeta_json(run):
    ns = 1_000_000_000
    latencies = {"total": 1, "mean": int(run.mean * ns), "50th": int(run.p50 * ns), "90th": int(run.p95 * ns),
                 "95th": int(run.p95 * ns), "99th": int(run.p99 * ns), "max": int(run.most * ns),
                 "min": int(run.least * ns)}  # fmt: skip
    return json.dumps({
        "latencies": latencies, "bytes_in": {"total": 1, "mean": run.size}, "bytes_out": {"total": 0, "mean": 0},
        "earliest": "2024-02-11T21:29:50.6Z", "latest": "2024-02-11T21:30:00.6Z", "end": "2024-02-11T21:30:00.7Z",
        "duration": 10 * ns, "wait": 99, "requests": run.count, "rate": run.rate, "throughput": run.rate,
        "success": run.good / run.count, "status_codes": {"200": run.good, "503": run.failed}, "errors": ["503"],
    })  # fmt: skip


def h2load(run):
    return f"""starting benchmark...
spawning thread #0: {run.users // 2} total client(s). {run.count // 2} total requests
spawning thread #1: {run.users - run.users // 2} total client(s). {run.count // 2} total requests
TLS Protocol: TLSv1.3
Application protocol: h2
progress: 50% done
progress: 100% done

finished in 12.58s, {run.rate:.2f} req/s, 33.75MB/s
requests: {run.count} total, {run.count} started, {run.count} done, {run.good} succeeded, {run.failed} failed, 0 errored, 0 timeout
status codes: {run.good} 2xx, 0 3xx, 0 4xx, {run.failed} 5xx
traffic: 87.09MB (91324840) total, 21.14KB (21643) headers (space savings 95.19%), 87.00MB ({run.count * run.size}) data
                     min         max         mean         sd        +/- sd
time for request:   {ms(run.least)}    {ms(run.most)}    {ms(run.mean)}      1.10ms    80.00%
time for connect:     1.00ms      2.00ms      1.50ms      0.30ms    60.00%
time to 1st byte:     2.00ms      9.00ms      4.50ms      1.30ms    60.00%
req/s           :      19.39       24.05       21.44        1.03    64.00%
"""  # noqa: E501


def fortio(run):
    return f"""Fortio 1.63.7 running at max qps with {run.users} thread(s) for 10s: http://192.0.2.1:8080/
12:00:00.001 r1 [INF] httprunner.go:121> Starting http test
Starting at max qps with {run.users} thread(s) [gomax 8] for 10s
Ended after 10.01s : {run.count} calls. qps={run.rate}
Aggregated Function Time : count {run.count} avg {run.mean:.9f} +/- 0.001 min {run.least:.9f} max {run.most:.9f} sum 1
# range, mid point, percentile, count
>= 0.001 <= 0.002 , 0.0015 , 50.00, 20
# target 50% {run.p50:.9f}
# target 95% {run.p95:.9f}
# target 99% {run.p99:.9f}
Error cases : count 0 avg 0 +/- 0 min 0 max 0 sum 0
Sockets used: 8 (for perfect keepalive, would be 8)
Code 200 : {run.good} ({100 * run.good / run.count:.1f} %)
Code 503 : {run.failed} ({100 * run.failed / run.count:.1f} %)
Response Header Sizes : count {run.count} avg 124 +/- 0 min 124 max 124 sum 1
Response Body/Total Sizes : count {run.count} avg {run.size} +/- 0 min {run.size} max {run.size} sum 1
All done {run.count} calls (plus 8 warmup) {run.mean * 1e3:.3f} ms avg, {run.rate:.1f} qps
"""


def fortio_json(run):
    shares = [{"Percentile": 50, "Value": run.p50}, {"Percentile": 95, "Value": run.p95},
              {"Percentile": 99, "Value": run.p99}]  # fmt: skip
    histogram = {"Count": run.count, "Min": run.least, "Max": run.most, "Sum": 1.0, "Avg": run.mean, "StdDev": 0.1,
                 "Data": [], "Percentiles": shares}  # fmt: skip
    return json.dumps({
        "RunType": "HTTP", "Labels": "", "StartTime": "2024-02-11T21:29:50Z", "RequestedQPS": "max",
        "RequestedDuration": "10s", "ActualQPS": run.rate, "ActualDuration": 10000000000, "NumThreads": run.users,
        "Version": "1.63.7", "DurationHistogram": histogram, "RetCodes": {"200": run.good, "503": run.failed},
        "Sizes": {"Count": run.count, "Avg": run.size}, "URL": "http://192.0.2.1/", "NumConnections": 1,
    })  # fmt: skip


def autocannon(run):
    return f"""Running 10s test @ http://192.0.2.1:3000
{run.users} connections

┌─────────┬──────┬──────┬───────┬──────┬─────────┬─────────┬──────────┐
│ Stat    │ 2.5% │ 50%  │ 97.5% │ 99%  │ Avg     │ Stdev   │ Max      │
├─────────┼──────┼──────┼───────┼──────┼─────────┼─────────┼──────────┤
│ Latency │ 1 ms │ {run.p50 * 1e3:.0f} ms │ {run.p95 * 1e3:.0f} ms │ {run.p99 * 1e3:.0f} ms │ {run.mean * 1e3:.2f} ms │ 2.16 ms │ {run.most * 1e3:.2f} ms │
└─────────┴──────┴──────┴───────┴──────┴─────────┴─────────┴──────────┘
┌───────────┬─────────┬─────────┬─────────┬─────────┬──────────┬─────────┬─────────┐
│ Stat      │ 1%      │ 2.5%    │ 50%     │ 97.5%   │ Avg      │ Stdev   │ Min     │
├───────────┼─────────┼─────────┼─────────┼─────────┼──────────┼─────────┼─────────┤
│ Req/Sec   │ 20,623  │ 20,623  │ 25,583  │ 26,271  │ {run.rate:,.2f} │ 1540.94 │ 20,615  │
├───────────┼─────────┼─────────┼─────────┼─────────┼──────────┼─────────┼─────────┤
│ Bytes/Sec │ 3.7 MB  │ 3.7 MB  │ 4.5 MB  │ 4.8 MB  │ {run.rate * run.size / 1e6:.4f} MB │ 293 kB  │ 3.7 MB  │
└───────────┴─────────┴─────────┴─────────┴─────────┴──────────┴─────────┴─────────┘

Req/Bytes counts sampled once per second.
# of samples: 10

{run.good} 2xx responses, {run.failed} non 2xx responses
{run.rate * 10.02 / 1e3:.3f}k requests in 10.02s, 49.1 MB read
"""  # noqa: E501


def autocannon_json(run):
    latency = {"average": run.mean * 1e3, "mean": run.mean * 1e3, "stddev": 2.1, "min": run.least * 1e3,
               "max": run.most * 1e3, "p0_1": 0, "p50": run.p50 * 1e3, "p95": run.p95 * 1e3, "p99": run.p99 * 1e3,
               "p99_9": run.most * 1e3, "totalCount": run.count}  # fmt: skip
    return json.dumps({
        "title": "a", "url": "http://192.0.2.1", "connections": run.users, "sampleInt": 1000, "pipelining": 1,
        "duration": 10.03, "samples": 10, "errors": 0, "timeouts": 0, "mismatches": 0, "non2xx": run.failed,
        "1xx": 0, "2xx": run.good, "3xx": 0, "4xx": 0, "5xx": run.failed, "latency": latency,
        "requests": {"average": run.rate, "mean": run.rate, "total": run.count, "sent": run.count},
        "throughput": {"average": run.rate * run.size, "total": 1},
    })  # fmt: skip


def _dotted(name, value, indent=""):
    return f"{indent}{name}: {'.' * max(2, 70 - len(name))} {value}\n"


def artillery(run):
    """Artillery 2."""
    lines = [
        "All VUs finished. Total time: 1 minute, 2 seconds\n\n", "--------------------------------\n",
        "Summary report @ 12:00:00(+0000)\n", "--------------------------------\n\n",
        _dotted("http.codes.200", run.good), _dotted("http.codes.503", run.failed),
        _dotted("http.downloaded_bytes", 12345), _dotted("http.request_rate", f"{run.rate}/sec"),
        _dotted("http.requests", run.count), "http.response_time:\n", _dotted("min", f"{run.least * 1e3:.0f}", "  "),
        _dotted("max", f"{run.most * 1e3:.0f}", "  "), _dotted("mean", f"{run.mean * 1e3:.1f}", "  "),
        _dotted("median", f"{run.p50 * 1e3:.1f}", "  "), _dotted("p95", f"{run.p95 * 1e3:.1f}", "  "),
        _dotted("p99", f"{run.p99 * 1e3:.1f}", "  "), "http.response_time.2xx:\n", _dotted("min", 1, "  "),
        _dotted("vusers.completed", 100), "vusers.session_length:\n", _dotted("min", 5.4, "  "),
    ]  # fmt: skip
    return "".join(lines)


def artillery_json(run):
    times = {"min": run.least * 1e3, "max": run.most * 1e3, "count": run.count, "mean": run.mean * 1e3,
             "p50": run.p50 * 1e3, "median": run.p50 * 1e3, "p95": run.p95 * 1e3, "p99": run.p99 * 1e3,
             "p999": run.most * 1e3}  # fmt: skip
    counters = {"http.requests": run.count, "http.codes.200": run.good, "http.codes.503": run.failed}
    return json.dumps({"aggregate": {
        "counters": counters, "rates": {"http.request_rate": run.rate}, "summaries": {"http.response_time": times},
        "histograms": {}, "firstMetricAt": 1, "lastMetricAt": 2}, "intermediate": []})  # fmt: skip


def gatling(run):
    """Gatling 3.9."""

    def line(name, value, failed=0):
        return f"> {name:<48} {value:>9} (OK={value:<7}KO={failed or '-':<6})\n"

    rows = [
        line("request count", run.count, run.failed), line("min response time", round(run.least * 1e3)),
        line("max response time", round(run.most * 1e3)), line("mean response time", round(run.mean * 1e3)),
        line("std deviation", 12), line("response time 50th percentile", round(run.p50 * 1e3)),
        line("response time 75th percentile", round(run.p50 * 1e3)),
        line("response time 95th percentile", round(run.p95 * 1e3)),
        line("response time 99th percentile", round(run.p99 * 1e3)), line("mean requests/sec", run.rate),
    ]  # fmt: skip
    return (
        "=" * 80 + "\n---- Global Information " + "-" * 56 + "\n" + "".join(rows)
        + "---- Response Time Distribution " + "-" * 48 + "\n> t < 800 ms  9 ( 90%)\n"
    )  # fmt: skip


def gatling_newer(run):
    """Gatling 3.15, with columns."""

    def line(name, value, failed="-"):
        shown = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
        return f"> {name:<83}|{shown:>10} |{shown:>10} |{failed:>10}\n"

    rows = [
        line("request count", run.count, f"{run.failed:,}"), line("min response time (ms)", round(run.least * 1e3)),
        line("max response time (ms)", round(run.most * 1e3)), line("mean response time (ms)", round(run.mean * 1e3)),
        line("response time std deviation (ms)", 12), line("response time 50th percentile (ms)", round(run.p50 * 1e3)),
        line("response time 95th percentile (ms)", round(run.p95 * 1e3)),
        line("response time 99th percentile (ms)", round(run.p99 * 1e3)), line("mean throughput (rps)", run.rate),
    ]  # fmt: skip
    return "---- Global Information " + "-" * 90 + "\n" + "".join(rows) + "---- Response Time Distribution " + "-" * 80


def gatling_json(run):
    def of(value, failed=0):
        return {"total": value, "ok": value, "ko": failed}

    return json.dumps({
        "name": "All Requests", "numberOfRequests": of(run.count, run.failed),
        "minResponseTime": of(run.least * 1e3), "maxResponseTime": of(run.most * 1e3),
        "meanResponseTime": of(run.mean * 1e3), "standardDeviation": of(3), "percentiles1": of(run.p50 * 1e3),
        "percentiles2": of(run.p50 * 1e3), "percentiles3": of(run.p95 * 1e3), "percentiles4": of(run.p99 * 1e3),
        "meanNumberOfRequestsPerSecond": of(run.rate),
    })  # fmt: skip


def jmeter_dashboard(run):
    whole = {"transaction": "Total", "sampleCount": run.count, "errorCount": run.failed, "errorPct": 1.0,
             "meanResTime": run.mean * 1e3, "medianResTime": run.p50 * 1e3, "minResTime": run.least * 1e3,
             "maxResTime": run.most * 1e3, "pct1ResTime": run.p95 * 1e3, "pct2ResTime": run.p95 * 1e3,
             "pct3ResTime": run.p99 * 1e3, "throughput": run.rate,
             "receivedKBytesPerSec": run.rate * run.size / 1024, "sentKBytesPerSec": 1.0}  # fmt: skip
    return json.dumps({"Home": whole | {"transaction": "Home", "throughput": 1.0}, "Total": whole})


def jmeter_plugins(run):
    """JMeterPluginsCMD --plugin-type AggregateReport."""
    cells = [run.count, run.mean * 1e3, run.p50 * 1e3, run.p95 * 1e3, run.p95 * 1e3, run.p99 * 1e3, run.least * 1e3,
             run.most * 1e3, f"{100 * run.failed / run.count:.6f}%", run.rate,
             run.rate * run.size / 1024, 3.0]  # fmt: skip
    headings = (
        "sampler_label,aggregate_report_count,average,aggregate_report_median,aggregate_report_90%_line,"
        "aggregate_report_95%_line,aggregate_report_99%_line,aggregate_report_min,aggregate_report_max,"
        "aggregate_report_error%,aggregate_report_rate,aggregate_report_bandwidth,aggregate_report_stddev"
    )
    row = ",".join(map(str, cells))
    return f"{headings}\nHome,1,1,1,1,1,1,1,1,0%,1,1,1\nTOTAL,{row}\n"


def k6(run):
    """k6 0.50."""
    duration = f"avg={ms(run.mean)} min={ms(run.least)} med={ms(run.p50)} max={ms(run.most)} p(90)={ms(run.p95)} p(95)={ms(run.p95)}"  # noqa: E501
    return f"""
     checks.........................: 100.00% ✓ {run.count}      ✗ 0
     data_received..................: 93 MB  {run.rate * run.size / 1e3:.3f} kB/s
     data_sent......................: 3.9 MB 39 kB/s
     http_req_blocked...............: avg=3.16µs   min=0s      med=1µs     max=31.1ms   p(90)=2µs     p(95)=3µs
     http_req_connecting............: avg=1.7µs    min=0s      med=0s      max=8.46ms   p(90)=0s      p(95)=0s
   ✓ http_req_duration..............: {duration}
       {{ expected_response:true }}...: avg=1.1ms min=1ms med=1ms max=2ms p(90)=1ms p(95)=1ms
     http_req_failed................: {100 * run.failed / run.count:.6f}%   ✓ {run.failed}      ✗ {run.good}
     http_req_waiting...............: avg=7.76ms   min=1.2ms   med=6.1ms   max=120.3ms  p(90)=14.1ms  p(95)=19.1ms
     http_reqs......................: {run.count}  {run.rate}/s
     iteration_duration.............: avg={ms(run.mean)} min=2.1ms   med=6.5ms   max=121.2ms  p(90)=14.7ms  p(95)=20.3ms
     iterations.....................: {run.count}  {run.rate}/s
     vus............................: {run.users}     min={run.users}      max={run.users}
     vus_max........................: {run.users}     min={run.users}      max={run.users}
"""


def k6_newer(run):
    """k6 1.0, with parts."""
    duration = f"avg={ms(run.mean)} min={ms(run.least)} med={ms(run.p50)} max={ms(run.most)} p(90)={ms(run.p95)} p(95)={ms(run.p95)}"  # noqa: E501
    return f"""  █ TOTAL RESULTS

    checks_total.......................: {run.count}  {run.rate}/s

    HTTP
    http_req_duration.......................................................: {duration}
      {{ expected_response:true }}............................................: avg=1ms min=1ms med=1ms max=2ms p(90)=1ms p(95)=1ms
    http_req_failed.........................................................: {100 * run.failed / run.count:.6f}% {run.failed} out of {run.count}
    http_reqs...............................................................: {run.count}  {run.rate}/s

    EXECUTION
    iteration_duration......................................................: avg={ms(run.mean)} min=1ms med=1ms max=2ms p(90)=1ms p(95)=1ms
    iterations..............................................................: {run.count}  {run.rate}/s
    vus.....................................................................: {run.users} min={run.users} max={run.users}
    vus_max.................................................................: {run.users} min={run.users} max={run.users}

    NETWORK
    data_received...........................................................: 93 MB  {run.rate * run.size / 1e3:.3f} kB/s
    data_sent...............................................................: 3.9 MB 39 kB/s
"""  # noqa: E501
