"""Five answers -> the text of a first scenario, with comments; and what the program says of an answer."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import Problem, ScenarioError
from models.load import load
from models.quantities.units import DATA_RATE, DURATION, SIZE, QuantityError, format_quantity, parse_quantity
from simulator.studies.init.presets import MEASURED_ON, PRESETS, SAFETIES
from simulator.studies.init.servers import Software, server_software

# A guess too, which counts once somebody takes its mark of a comment away: the work of requests is guessed without it.
ENCRYPTED = "tls: {resumed: 70 %}"
LARGEST_CATALOGUE = 1e15  # Bytes.
LONGEST_PATIENCE = 86_400.0  # Seconds: nobody waits longer than a day for what is small.


@dataclass(frozen=True)
class Answers:
    """The five answers: what is served, how much at the peak, how large, on what, how safe. And two that nobody needs
    to give: the line of a client, and the price list of the place; "" for what is usual with the others."""

    what: str
    peak: str
    size: str
    server: str
    safe: str
    clients: str = ""
    prices: str = ""

    @property
    def line(self) -> str:
        """The speed of a client's line."""
        return self.clients or PRESETS[self.what].client


def scenario_text(answers: Answers, file: str) -> str:
    """The scenario as YAML, with comments; `file` is what it will be called. Raises QuantityError for a size that is
    none."""
    return "\n".join(_lines(answers, file)) + "\n"


def answer_problems(answers: Answers) -> tuple[Problem, ...]:
    """Everything that is wrong with the scenario of some answers, in the words of the program."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.yaml"
        try:
            file.write_text(scenario_text(answers, file.name), encoding="utf-8")
            load(file)
        except QuantityError as error:
            return (Problem("", 0, "workload.request.size", "", error.message, error.remedy),)
        except ScenarioError as error:
            return error.problems
    return ()


def _lines(answers: Answers, file: str) -> Iterator[str]:
    preset, safety, runs = PRESETS[answers.what], SAFETIES[answers.safe], server_software(answers.server)
    yield f"# A first scenario: {answers.what}. `headroom plan {file}` answers it as it stands."
    yield "# kB, MB, GB are powers of 1,000, KiB, MiB, GiB of 1,024; Gbps are bits a second and GB/s bytes a second."
    yield "# What nobody has told yet is a guess of the kind: replace what is marked so by what you measure."
    yield "# Every key there is: docs/scenario-keys.md, or `headroom schema`."
    yield f"scenario: {preset.title}"
    yield ""
    yield "# What the whole farm must carry at its peak: also requests/s, sessions/s, users, or {volume_a_day: 50 TB,"
    yield "# peak_to_mean: 2.5}."
    yield f"demand: {answers.peak}"
    yield f"reserve: {safety.reserve}  # bought beyond that, for growth and for days above the peak"
    yield ""
    yield from _workload(answers)
    yield ""
    yield "# A name of models/catalog/servers, or written out; {model: NAME, ram: 64 GiB} changes one of its values."
    yield f"server: {answers.server}"
    yield f"operating_system: {runs.system}"
    yield from _web_server(answers, runs)
    yield ""
    yield f"# How safe: {answers.safe}, {safety.meaning}."
    yield "unit:"
    yield f"  nodes: {safety.nodes}  # servers behind one balancer"
    yield f"  spare_nodes: {safety.spares}  # of them, so many may fail at the peak"
    yield "targets:"
    yield f"  errors: {safety.errors}  # of the requests, at most, may not be completed"
    yield f"  utilisation: {safety.utilisation}  # the most that any limit of a server may be in use"
    patience = _patience(answers)
    if patience:
        yield f"  p95_response: {patience}  # 95 of 100 answers are there by then, the way to the client included"
    yield ""
    yield "datacenter:"
    yield f"  prices: {answers.prices or runs.prices}  # a name of models/catalog/prices"


def _workload(answers: Answers) -> Iterator[str]:
    preset = PRESETS[answers.what]
    size = parse_quantity(answers.size, SIZE)
    yield "workload:"
    yield "  request:"
    yield f"    size: {answers.size}  # of a response, on average; {{mean: ..., distribution: constant}} for all alike"
    yield f"    cpu: {preset.cpu}  # a guess: work of a request on the core that comes next"
    if preset.wait:
        yield f"    wait: {preset.wait}  # a guess: what it waits for other machines, such as a database"
    yield f"  cpu_measured_on: {MEASURED_ON}  # a core of today: leave it out once `cpu` is measured on this server"
    yield "  session:"
    yield f"    requests: {preset.requests}  # a guess: requests over one connection"
    yield f"    think_time: {preset.pause}  # a guess: pause between two of them"
    yield "    # Nothing is encrypted so far. HTTPS takes work for handshakes and bytes; its line counts without its #:"
    yield f"    # {ENCRYPTED}  # a guess: sessions that resume an earlier one, and skip the work of the key"
    guessed = "" if answers.clients else "a guess: "
    yield f"  clients: {answers.line}  # {guessed}a client's line; a list of {{rate, share}} for several kinds"
    if preset.objects is not None:
        catalogue = format_quantity(max(size, min(preset.objects * size, LARGEST_CATALOGUE)), SIZE)
        yield "  content:"
        yield f"    catalogue: {catalogue}  # a guess: all files together; what no cache holds comes from the disks"
        often = f"the k-th most popular is asked for 1 / k^{preset.zipf:g} as often as the first"
        yield f"    popularity: {{zipf: {preset.zipf:g}}}  # a guess: {often}"


def _web_server(answers: Answers, runs: Software) -> Iterator[str]:
    """The web server; one that waits for others keeps its connections to them, as any that is busy must."""
    if not PRESETS[answers.what].wait or not runs.has_ports:
        yield f"web_server: {runs.web_server}"
        return
    yield "web_server:"
    yield f"  model: {runs.web_server}"
    yield "  upstream: {kept_alive: true}  # false takes a port for each request, and keeps it for a minute after"


def _patience(answers: Answers) -> str:
    """The time within which 95 of 100 answers must be there, more where they are large; "" where none is asked, or
    they are too large for any."""
    preset = PRESETS[answers.what]
    if preset.patience is None:
        return ""
    sent = parse_quantity(answers.size, SIZE) / parse_quantity(answers.line, DATA_RATE)
    needed = max(preset.patience, 6.0 * (sent + parse_quantity(preset.wait, DURATION)))
    if needed > LONGEST_PATIENCE:
        return ""
    digits = math.floor(math.log10(needed))
    return f"{math.ceil(needed / 10.0**digits * 10.0) / 10.0 * 10.0**digits:.3g} s"
