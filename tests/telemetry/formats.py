"""The counters of a simulated farm in each format that is read: what stands in files, by the option that names them."""

import json
import math
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone

from tests.telemetry.trials import SimulatedFarm
from tests.telemetry.written import START, STEP, answer, server

Write = Callable[[str, str], str]


def prometheus(farm: SimulatedFarm, write: Write) -> list[str]:
    """What a range query of node_exporter and nginx answers."""
    found = [each for name, *own in _hosts(farm) for each in server(name, *own)]
    return [write(answer(found), "week.json")]


def cloudwatch(farm: SimulatedFarm, write: Write) -> list[str]:
    """get-metric-data of a balancer and its instances: sums of a period, the newest first."""
    times = [_at(place) for place in range(farm.steps)][::-1]

    def metric(label: str, values: list[float]) -> dict[str, object]:
        return {"Id": "m", "Label": label, "StatusCode": "Complete", "Timestamps": times, "Values": values[::-1]}

    found = [metric("RequestCount", [STEP * each for each in farm.rate.sum(axis=0).tolist()])]
    for place, (_, _, cpu, sent) in enumerate(_hosts(farm)):
        name = f"i-{place:017x}"
        found.append(metric(f"{name} CPUUtilization", [100.0 * each for each in cpu]))
        found.append(metric(f"{name} NetworkOut", [STEP * each for each in sent]))
    return [write(json.dumps({"MetricDataResults": found}), "cloud.json")]


def sadf(farm: SimulatedFarm, write: Write) -> list[str]:
    """`sadf -d -- -u -n DEV`, a file a server: it counts no requests, and a step stands at its end."""
    found = []
    for name, _, cpu, sent in _hosts(farm):
        rows = ["# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle"]
        rows += [f"{name};{STEP};{_utc(at)};-1;{100.0 * each:.2f};0.00;0.00;0.00;0.00;{100.0 - 100.0 * each:.2f}"
                 for at, each in enumerate(cpu, start=1)]  # fmt: skip
        rows += ["# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s;rxkB/s;txkB/s;rxcmp/s;txcmp/s;rxmcst/s;%ifutil"]
        rows += [f"{name};{STEP};{_utc(at)};eth0;10.00;20.00;5.00;{each / 1024.0:.2f};0.00;0.00;0.00;0.00"
                 for at, each in enumerate(sent, start=1)]  # fmt: skip
        found.append(write("\n".join(rows) + "\n", f"{name}.sadf"))
    return found


def perfmon(farm: SimulatedFarm, write: Write) -> list[str]:
    """CSV of perfmon, a file a server: a rate stands at the end of the time that it is of."""
    found = []
    for name, *columns in _hosts(farm):
        counters = (r"Processor(_Total)\% Processor Time", r"Web Service(_Total)\Total Method Requests/sec",
                    r"Network Interface(nic)\Bytes Sent/sec")  # fmt: skip
        rows = [",".join(['"(PDH-CSV 4.0) (UTC)(0)"', *(f'"\\\\{name}\\{each}"' for each in counters)])]
        for place, (rate, cpu, sent) in enumerate(zip(*columns, strict=True)):
            at = datetime.fromtimestamp(START + (place + 1) * STEP, UTC).strftime("%m/%d/%Y %H:%M:%S.000")
            rows.append(",".join(f'"{each}"' for each in (at, 100.0 * cpu, rate, sent)))
        found.append(write("\n".join(rows) + "\n", f"{name}.csv"))
    return found


def table(farm: SimulatedFarm, write: Write) -> list[str]:
    """A table of one's own."""
    rows = ["time,server,requests/s,CPU %,Mbps"]
    for name, *columns in _hosts(farm):
        rows += [f"{_at(place)},{name},{rate:.3f},{100.0 * cpu:.3f},{8e-6 * sent:.4f}"
                 for place, (rate, cpu, sent) in enumerate(zip(*columns, strict=True))]  # fmt: skip
    return [write("\n".join(rows) + "\n", "farm.csv")]


def azure(farm: SimulatedFarm, write: Write) -> list[str]:
    """`az monitor metrics list` of a gateway and of its servers, one after the other: totals of a grain."""
    found = [azure_answer("applicationGateways/front", {"TotalRequests": ("total", _sums(farm.rate.sum(axis=0)))})]
    for name, _, cpu, sent in _hosts(farm):
        metrics = {"Percentage CPU": ("average", [100.0 * each for each in cpu]),
                   "Network Out Total": ("total", [STEP * each for each in sent])}  # fmt: skip
        found.append(azure_answer(f"virtualMachines/{name}", metrics))
    return [write("\n".join(map(json.dumps, found)), "azure.json")]


def azure_answer(resource: str, metrics: dict[str, tuple[str, list[float]]], times: list[str] | None = None):
    """What Azure Monitor answers of one resource."""
    before = f"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/{resource}/providers/Microsoft.Insights"

    def data(kind: str, values: list[float]) -> list[dict[str, object]]:
        none = {"average": None, "count": None, "maximum": None, "minimum": None, "total": None}
        clock = times or [_at(place) for place in range(len(values))]
        return [{"timeStamp": at, **none, kind: value} for at, value in zip(clock, values, strict=True)]

    value = [
        {"id": f"{before}/metrics/{name}", "name": {"localizedValue": name, "value": name}, "unit": "Count",
         "timeseries": [{"metadatavalues": [], "data": data(kind, values)}]}
        for name, (kind, values) in metrics.items()
    ]  # fmt: skip
    return {"cost": 0, "interval": f"PT{STEP // 60}M", "timespan": "2026-09-22/2026-09-23", "value": value}


def google(farm: SimulatedFarm, write: Write) -> list[str]:
    """timeSeries.list of three metrics, one answer after the other, the newest points first."""
    balancer = [google_series(f"{_OF_BALANCER}/request_count", {}, _sums(farm.rate.sum(axis=0)), "DELTA")]
    cpu, sent = [], []
    for name, _, busy, rate in _hosts(farm):
        cpu.append(google_series(f"{_OF_SERVER}/cpu/utilization", {"instance_name": name}, busy))
        counted = [STEP * each for each in rate]
        sent.append(google_series(f"{_OF_SERVER}/network/sent_bytes_count", {"instance_name": name}, counted, "DELTA"))
    answers = [{"timeSeries": each, "unit": "1"} for each in (balancer, cpu, sent)]
    return [write("\n".join(map(json.dumps, answers)), "google.json")]


_OF_BALANCER, _OF_SERVER = "loadbalancing.googleapis.com/https", "compute.googleapis.com/instance"


def google_series(name: str, labels: dict[str, str], values: list[float], kind: str = "GAUGE"):
    """A series of Google Cloud Monitoring. What is counted is a whole number, written as a text."""

    def point(place: int, value: float) -> dict[str, object]:
        interval = {"startTime": _at(place) if kind == "DELTA" else _at(place + 1), "endTime": _at(place + 1)}
        return {"interval": interval, "value": typed(value)}

    def typed(value: float) -> dict[str, object]:
        return {"int64Value": str(round(value))} if kind == "DELTA" else {"doubleValue": value}

    points = [point(place, value) for place, value in enumerate(values)][::-1]
    return {"metric": {"type": name, "labels": labels}, "resource": {"type": "gce_instance", "labels": {}},
            "metricKind": kind, "valueType": "INT64" if kind == "DELTA" else "DOUBLE", "points": points}  # fmt: skip


def datadog(farm: SimulatedFarm, write: Write) -> list[str]:
    """/api/v1/query by host, an answer a metric."""
    rates, idle, sent = [], [], []
    for name, rate, cpu, own in _hosts(farm):
        rates.append(datadog_series("nginx.net.request_per_s", name, rate))
        idle.append(datadog_series("system.cpu.idle", name, [100.0 - 100.0 * each for each in cpu], "avg"))
        sent.append(datadog_series("system.net.bytes_sent", name, own))
    answers = [datadog_answer(*each) for each in (rates, idle, sent)]
    return [write("\n".join(map(json.dumps, answers)), "datadog.json")]


def datadog_answer(*series):
    """What Datadog answers to a query."""
    return {"status": "ok", "res_type": "time_series", "series": list(series), "from_date": START * 1000}


def datadog_series(name: str, host: str, values: list[float | None], aggr: str = "sum", **others):
    """A series of Datadog, in milliseconds."""
    points = [[1000.0 * (START + place * STEP), value] for place, value in enumerate(values)]
    return {"metric": name, "scope": f"host:{host}", "aggr": aggr, "expression": f"{aggr}:{name}{{*}} by {{host}}",
            "interval": STEP, "unit": None, "pointlist": points, **others}  # fmt: skip


def cloudwatch_chart(farm: SimulatedFarm, write: Write) -> list[str]:
    """Graphs of the console of CloudWatch, downloaded as CSV: of a balancer, and of its instances."""
    servers = list(_hosts(farm))
    columns = {f"AWS/EC2 InstanceId:i-{place:017x} CPUUtilization Average {STEP}": [100.0 * each for each in cpu]
               for place, (_, _, cpu, _) in enumerate(servers)}  # fmt: skip
    columns |= {f"AWS/EC2 InstanceId:i-{place:017x} NetworkOut Sum {STEP}": [STEP * each for each in sent]
                for place, (_, _, _, sent) in enumerate(servers)}  # fmt: skip
    balancer = f"AWS/ApplicationELB LoadBalancer:app/front/0123456789abcdef RequestCount Sum {STEP}"
    return [
        write(cloudwatch_csv(columns), "servers.csv"),
        write(cloudwatch_csv({balancer: _sums(farm.rate.sum(axis=0))}), "front.csv"),
    ]


def cloudwatch_csv(columns: dict[str, list[float]]) -> str:
    """A graph of the console of CloudWatch, by the labels of its columns without the region."""
    heads = {
        "Id": [f"m{place}" for place in range(len(columns))],
        "StatusCode": ["Complete"] * len(columns),
        "Messages": [""] * len(columns),
        "Full label": [f"us-east-1:{each}" for each in columns],
        "Label": [f'"{each.split()[2]} [sum: 17,409]"' for each in columns],
    }
    lines = [",".join([name, *cells]) for name, cells in heads.items()]
    lines += [
        ",".join([datetime.fromtimestamp(START + place * STEP, UTC).strftime("%Y/%m/%d %H:%M:%S"), *map(repr, values)])
        for place, values in enumerate(zip(*columns.values(), strict=True))
    ]
    return "\n".join(lines)


def google_chart(farm: SimulatedFarm, write: Write) -> list[str]:
    """Charts of the console of Google Cloud, downloaded as CSV: a file a metric, a column a server, at the end of each
    step."""
    found = []
    for heading, at in (("requests/s", 1), ("CPU 0-1", 2), ("bytes/s", 3)):
        columns = {each[0]: each[at] for each in _hosts(farm)}
        name = heading.replace("/", " ")
        found.append(f"{heading}={write(google_csv(columns), f'{name}.csv')}")
    return found


def google_csv(columns: dict[str, list[float]]) -> str:
    """A chart of the console of Google Cloud, by its servers, in the time of Berlin in summer."""
    lines = [["TimeSeries ID", *(f"series {place}" for place in range(len(columns)))]]
    lines += [["project_id", *["ours"] * len(columns)], ["instance_name", *columns]]
    berlin = timezone(timedelta(hours=2))
    for place, values in enumerate(zip(*columns.values(), strict=True), start=1):
        at = datetime.fromtimestamp(START + place * STEP, berlin)
        when = at.strftime("%a %b %d %Y %H:%M:%S GMT%z (Central European Summer Time)")
        lines.append([when, *("undefined" if math.isnan(each) else repr(each) for each in values)])
    return "\n".join(map(",".join, lines))


def grafana_chart(farm: SimulatedFarm, write: Write) -> list[str]:
    """Panels of Grafana with their series joined by time, as Excel gets them: rates by server, with labels, and the CPU
    by its legend."""
    found = []
    for heading, at, legend in (("requests/s", 1, True), ("CPU 0-1", 2, False), ("bytes/s", 3, True)):
        columns = {f'{{instance=""{each[0]}:9100""}}' if legend else each[0]: each[at] for each in _hosts(farm)}
        lines = [",".join(['"Time"', *(f'"{each}"' for each in columns)])]
        lines += [",".join([str(1000 * (START + place * STEP)), *map(repr, values)])
                  for place, values in enumerate(zip(*columns.values(), strict=True))]  # fmt: skip
        name = heading.replace("/", " ")
        found.append(f"{heading}={write('sep=,' + chr(13) + chr(10) + chr(10).join(lines), f'{name}.csv')}")
    return found


def _sums(rates) -> list[float]:
    """What is counted in each step."""
    return [STEP * each for each in rates.tolist()]


FORMATS: dict[str, Callable[[SimulatedFarm, Write], list[str]]] = {
    each.__name__: each
    for each in (
        prometheus,
        cloudwatch,
        sadf,
        perfmon,
        table,
        azure,
        google,
        datadog,
        cloudwatch_chart,
        google_chart,
        grafana_chart,
    )
}


def _hosts(farm: SimulatedFarm) -> Iterator[tuple[str, list[float], list[float], list[float]]]:
    """Each server with its requests/s, the share of its CPUs that was busy and its bytes/s, by steps."""
    for place, columns in enumerate(zip(farm.rate, farm.cpu, farm.sent, strict=True)):
        rate, cpu, sent = (each.tolist() for each in columns)
        yield f"web{place}", rate, cpu, sent


def _at(place: int) -> str:
    return datetime.fromtimestamp(START + place * STEP, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _utc(place: int) -> str:
    return datetime.fromtimestamp(START + place * STEP, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
