"""Counters over time, as monitoring writes them: CPU, bytes sent and disk reads that the tests draw."""

import json
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np

START, STEP = 1_717_200_000, 10


class Instant(NamedTuple):
    """at: seconds since 1970; busy: % of the CPU; waiting: % for disks; sent: kB/s; reads, read: a second, kB/s."""

    at: int
    busy: float
    waiting: float
    sent: float
    reads: float
    read: float

    @property
    def idle(self):
        return round(100.0 - self.busy - self.waiting, 2)

    def when(self, form):
        return datetime.fromtimestamp(self.at, UTC).strftime(form)


def drawn(seed, count=6):
    """Instants of one seed."""
    rng = np.random.default_rng(seed)
    return [
        Instant(START + STEP * place, *(round(float(rng.uniform(*ends)), 2)
                for ends in ((3, 90), (0, 4), (100, 90_000), (5, 700), (100, 50_000))))
        for place in range(count)
    ]  # fmt: skip


LINUX = "Linux 6.1.0-18-amd64 (web1) \t06/01/2024 \t_x86_64_\t(8 CPU)\n\n"


def german(text):
    """Numbers with a decimal comma, as in many languages."""
    return text.replace(".", ",").replace("6,1,0-18", "6.1.0-18")


def sar(instants, form="%H:%M:%S"):
    """sar -u -n DEV -b."""
    lines = [f"{instants[0].when(form)}  CPU  %user  %nice  %system  %iowait  %steal  %idle"]
    lines += [f"{each.when(form)}  all  {each.busy:.2f}  0.00  0.00  {each.waiting:.2f}  0.00  {each.idle:.2f}"
              for each in instants]  # fmt: skip
    lines += ["Average:  all  1.00  0.00  1.00  1.00  0.00  97.00", ""]
    lines += [f"{instants[0].when(form)}  IFACE  rxpck/s  txpck/s  rxkB/s  txkB/s  rxcmp/s  txcmp/s  rxmcst/s  %ifutil"]
    for each in instants:
        for name, sent in (("lo", 99.0), ("eth0", each.sent)):
            lines.append(f"{each.when(form)}  {name}  9.00  9.00  9.00  {sent:.2f}  0.00  0.00  0.00  0.10")
    lines += ["", f"{instants[0].when(form)}  tps  rtps  wtps  dtps  bread/s  bwrtn/s  bdscd/s"]
    lines += [f"{each.when(form)}  {each.reads:.2f}  {each.reads:.2f}  0.00  0.00  {each.read * 2:.2f}  0.00  0.00"
              for each in instants]  # fmt: skip
    return LINUX + "\n".join(lines) + "\n"


def sar_twelve_hours(instants):
    return sar(instants, "%I:%M:%S %p")


def sar_german(instants):
    return german(sar(instants)).replace("Average:", "Durchschn.:")


def sar_human(instants):
    """sar -u -n DEV --human: a share has %, and kilobytes have a unit."""
    text = sar(instants)
    for each in instants:
        shares = f"{each.waiting:.2f}%  0.00%  {each.idle:.2f}%"
        text = text.replace(f"{each.waiting:.2f}  0.00  {each.idle:.2f}", shares)
        text = text.replace(f"  {each.sent:.2f}  0.00", f"  {each.sent / 1024:.6f}M  0.0B")
        text = text.replace(f"  {each.read * 2:.2f}  0.00", f"  {each.read:.2f}k  0.0B")
    return text


def mpstat(instants):
    """mpstat -P ALL 10."""
    lines = []
    for each in instants:
        lines.append(f"\n{each.when('%I:%M:%S %p')}  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal"
                     "  %guest  %gnice   %idle")  # fmt: skip
        for name in ("all", "0"):
            lines.append(f"{each.when('%I:%M:%S %p')}  {name}  {each.busy:.2f} 0.00 0.00 {each.waiting:.2f} 0.00 0.00"
                         f" 0.00 0.00 0.00 {each.idle:.2f}")  # fmt: skip
    return LINUX + "\n".join(lines) + "\n\nAverage:     CPU    %usr\n"


def iostat(instants, form="%m/%d/%Y %I:%M:%S %p"):
    """iostat -xt 10; the first report is of all time since the machine began."""
    parts = []
    for each in [Instant(START - STEP, 50.0, 1.0, 0.0, 1.0, 1.0), *instants]:
        parts.append(f"""{each.when(form)}
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          {each.busy:.2f}    0.00    0.00    {each.waiting:.2f}    0.00   {each.idle:.2f}

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s  %util
sda           {each.reads:.2f}   {each.read:.2f}     0.00   0.00    0.40    16.00    1.00     9.00   1.20
dm-0          {each.reads:.2f}   {each.read:.2f}     0.00   0.00    0.40    16.00    1.00     9.00   1.20
""")
    return LINUX + "\n".join(parts)


def iostat_german(instants):
    return german(iostat(instants, "%d %m %Y")).replace(" 06 2024", ".06.2024")


def iostat_without_times(instants):
    return LINUX + "\n".join(line for line in iostat(instants)[len(LINUX) :].split("\n") if "/2024" not in line)


def vmstat(instants, timed=True):
    """vmstat -t 10: whole numbers."""
    head = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----"
    names = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st"
    zone = " -----timestamp-----", "                 UTC"
    lines = [head + (zone[0] if timed else ""), names + (zone[1] if timed else "")]
    first = Instant(START - STEP, 50.0, 1.0, 0.0, 1.0, 1.0)
    for each in [first, *instants]:
        stamp = f" {each.when('%Y-%m-%d %H:%M:%S')}" if timed else ""
        waiting = round(each.waiting)
        lines.append(f" 1  0      0 123456  99999 234567    0    0 {each.read:.0f}     5  100  200 {each.busy:.0f}  0"
                     f" {100 - waiting - round(each.busy)} {waiting}  0{stamp}")  # fmt: skip
    return "\n".join(lines) + "\n"


def vmstat_without_times(instants):
    return vmstat(instants, timed=False)


def sadf(instants):
    """sadf -d -- -u -n DEV -b, one part below the other."""
    stamp = "%Y-%m-%d %H:%M:%S UTC"
    parts = ["# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle"]
    parts += [f"web1;10;{each.when(stamp)};-1;{each.busy:.2f};0.00;0.00;{each.waiting:.2f};0.00;{each.idle:.2f}"
              for each in instants]  # fmt: skip
    parts += [f"web1;-1;{instants[2].when(stamp)};LINUX-RESTART\t(8 CPU)"]
    parts += ["# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s;rxkB/s;txkB/s;rxcmp/s;txcmp/s;rxmcst/s;%ifutil"]
    parts += [f"web1;10;{each.when(stamp)};{name};1.00;1.00;1.00;{sent:.2f};0.00;0.00;0.00;0.00"
              for each in instants for name, sent in (("lo", 7.0), ("eth0", each.sent))]  # fmt: skip
    parts += ["# hostname;interval;timestamp;tps;rtps;wtps;dtps;bread/s;bwrtn/s;bdscd/s"]
    parts += [f"web1;10;{each.when(stamp)};{each.reads:.2f};{each.reads:.2f};0.00;0.00;{2 * each.read:.2f};0.00;0.00"
              for each in instants]  # fmt: skip
    return "\n".join(parts) + "\n"


def sadf_german(instants):
    return german(sadf(instants))


def sadf_json(instants):
    """sadf -j -- -u -n DEV -b."""
    statistics = [
        {
            "timestamp": {"date": each.when("%Y-%m-%d"), "time": each.when("%H:%M:%S"), "utc": 1, "interval": STEP},
            "cpu-load": [{"cpu": "all", "user": each.busy, "nice": 0.0, "system": 0.0, "iowait": each.waiting,
                          "steal": 0.0, "idle": each.idle}],
            "io": {"tps": each.reads, "io-reads": {"rtps": each.reads, "bread": 2 * each.read},
                   "io-writes": {"wtps": 0.0, "bwrtn": 0.0}},
            "network": {"net-dev": [{"iface": "lo", "rxkB": 1.0, "txkB": 5.0},
                                    {"iface": "eth0", "rxkB": 1.0, "txkB": each.sent}]},
        }
        for each in instants
    ]  # fmt: skip
    host = {"nodename": "web1", "machine": "x86_64", "number-of-cpus": 8, "statistics": statistics}
    return json.dumps({"sysstat": {"hosts": [host]}}, indent=1)


def mpstat_json(instants):
    statistics = [{"timestamp": each.when("%H:%M:%S"), "cpu-load": [
        {"cpu": "all", "usr": each.busy, "iowait": each.waiting, "idle": each.idle}, {"cpu": "0", "idle": 1.0}]}
        for each in instants]  # fmt: skip
    host = {"nodename": "web1", "date": instants[0].when("%Y-%m-%d"), "number-of-cpus": 8, "statistics": statistics}
    return json.dumps({"sysstat": {"hosts": [host]}})


def iostat_json(instants):
    first = Instant(START - STEP, 50.0, 1.0, 0.0, 1.0, 1.0)
    statistics = [
        {"timestamp": each.when("%m/%d/%Y %I:%M:%S %p"),
         "avg-cpu": {"user": each.busy, "nice": 0.0, "system": 0.0, "iowait": each.waiting, "idle": each.idle},
         "disk": [{"disk_device": "sda", "r/s": each.reads, "rkB/s": each.read, "w/s": 1.0}]}
        for each in [first, *instants]
    ]  # fmt: skip
    host = {"nodename": "web1", "date": "06/01/2024", "number-of-cpus": 8, "statistics": statistics}
    return json.dumps({"sysstat": {"hosts": [host]}})


# Of a language: the counters of the CPU, of bytes that are sent, and of disk reads.
WINDOWS = {
    "en": (r"Processor(_Total)\% Processor Time", r"Network Interface({})\Bytes Sent/sec",
           r"PhysicalDisk(_Total)\Disk Reads/sec"),
    "de": (r"Prozessor(_Total)\Prozessorzeit (%)", r"Netzwerkschnittstelle({})\Gesendete Bytes/s",
           r"Physikalischer Datenträger(_Total)\Lesevorgänge/s"),
    "fr": (r"Processeur(_Total)\% temps processeur", r"Interface réseau({})\Octets envoyés/s",
           r"Disque physique(_Total)\Lectures disque/s"),
    "es": (r"Procesador(_Total)\% de tiempo de procesador", r"Interfaz de red({})\Bytes enviados/s",
           r"Disco físico(_Total)\Lecturas de disco/s"),
    "it": (r"Processore(_Total)\% Tempo processore", r"Interfaccia di rete({})\Byte inviati/sec",
           r"Disco fisico(_Total)\Letture disco/sec"),
    "pt": (r"Processador(_Total)\% tempo de processador", r"Interface de rede({})\Bytes enviados/s",
           r"Disco Físico(_Total)\Leituras de Disco/s"),
}  # fmt: skip


def windows(instants, language="en", comma=False):
    """typeperf: the first instant of a rate has no value, and two lines at the end are typeperf's own."""
    cpu, sent, reads = WINDOWS[language]
    names = [rf"\\WEB1\{each}" for each in (cpu, sent.format("Intel"), sent.format("Broadcom"), reads)]
    lines = ["", ",".join(f'"{name}"' for name in ["(PDH-CSV 4.0) (UTC)(0)", *names])]
    for place, each in enumerate(instants):
        values = [each.busy, each.sent * 1024 * 0.25, each.sent * 1024 * 0.75, each.reads]
        shown = [f"{value:.12f}" for value in values]
        cells = [" "] * 4 if place == 0 else [text.replace(".", ",") if comma else text for text in shown]
        lines.append(",".join(f'"{cell}"' for cell in [each.when("%m/%d/%Y %H:%M:%S.166"), *cells]))
    ends = ["Exiting, please wait...                         ", "The command completed successfully.", ""]
    return "\n".join([*lines, *ends])
