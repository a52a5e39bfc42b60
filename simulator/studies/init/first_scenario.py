"""Five answers -> the text of a first scenario, with comments; and what the program says of an answer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from models.errors import Problem, ScenarioError
from models.load import load
from models.parts.demand import KINDS, amount_of
from models.quantities.units import (
    DATA_RATE,
    DURATION,
    REQUEST_RATE,
    SHARE,
    SIZE,
    QuantityError,
    format_quantity,
    parse_quantity,
    require_range,
)
from simulator.messages.init import scenario
from simulator.studies.init.cheapest_server import CHEAPEST, FittingFarm, cheapest_farms
from simulator.studies.init.places import PLACES, servers_at
from simulator.studies.init.presets import MEASURED_ON, PRESETS, SAFETIES
from simulator.studies.init.servers import Software, server_software, servers_by_year

# A guess too, which counts once somebody takes its mark of a comment away: the work of requests is guessed without it.
ENCRYPTED = "tls: {resumed: 70 %}"
LARGEST_CATALOGUE = 1e15  # Bytes.
LONGEST_PATIENCE = 86_400.0  # Seconds: nobody waits longer than a day for what is small.
DAY = 86_400.0  # Seconds.
SMALLEST_MEAN = 0.001  # Of the peak.
_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Answers:
    """The five answers: what is served, how much at the peak, how large, on what (a server of the catalogue, or
    CHEAPEST), how safe. And three that nobody needs to give: the line of a client, the price list of the place, and how
    much it is in a day, a volume or a share of the peak; "" for what is usual with the others."""

    what: str
    peak: str
    size: str
    server: str
    safe: str
    clients: str = ""
    prices: str = ""
    daily: str = ""

    @property
    def line(self) -> str:
        """The speed of a client's line."""
        return self.clients or PRESETS[self.what].client


def scenario_text(answers: Answers, file: str, changes: Mapping[str, str] = _NONE) -> str:
    """The scenario as YAML, with comments; `file` is what it will be called, `changes` (dotted path to value) are laid
    over it and count where the cheapest server is chosen. Raises QuantityError for a size that is none."""
    if answers.server != CHEAPEST:
        return _text(answers, file, SAFETIES[answers.safe].nodes)
    found = fitting_farms(answers, changes)
    chosen = found[0] if found else None
    nodes = chosen.nodes if chosen else SAFETIES[answers.safe].nodes
    server = chosen.server if chosen else newest_server(answers)
    return _text(replace(answers, server=server), file, nodes, is_cheapest=chosen is not None)


def fitting_farms(answers: Answers, changes: Mapping[str, str] = _NONE) -> tuple[FittingFarm, ...]:
    """The cheapest farms of other answers to the question of the server, the cheapest first. Raises QuantityError for a
    size that is none."""
    any_server = replace(answers, server=newest_server(answers))
    return cheapest_farms(_text(any_server, "", SAFETIES[answers.safe].nodes), changes)


def demand_text(answers: Answers) -> str:
    """The peak as it follows `demand:`, with its mean where the answers say how much it is in a day. Raises
    QuantityError for a volume or a share that is none, and for more than the peak carries in a day."""
    if not answers.daily:
        return answers.peak
    way, peak = _peak(answers.peak)
    if answers.daily.endswith("%"):
        mean = peak * require_range(parse_quantity(answers.daily, SHARE), SHARE, SMALLEST_MEAN, 1.0)
    else:
        volume = parse_quantity(answers.daily, SIZE)
        each = 1.0 if KINDS[way] is DATA_RATE else parse_quantity(answers.size, SIZE)
        if KINDS[way] not in (DATA_RATE, REQUEST_RATE):
            raise QuantityError(*scenario.VOLUME_OF_PEOPLE)
        mean = require_range(volume / DAY / each / peak, SHARE, SMALLEST_MEAN, 1.0) * peak
    return f'{{{way}: "{answers.peak}", peak_to_mean: {peak / mean:.4g}}}'


def _peak(text: str) -> tuple[str, float]:
    """The way in which a peak is stated, and its amount. Raises QuantityError."""
    for way in ("requests", "sessions", "users"):
        try:
            return way, amount_of(text, way)
        except QuantityError:
            continue
    return "wire", amount_of(text, "wire")


def newest_server(answers: Answers) -> str:
    """The newest server that may stand at the place of some answers."""
    there = servers_at(PLACES[answers.prices]) if answers.prices in PLACES else dict(servers_by_year())
    return next(iter(there))


def _text(answers: Answers, file: str, nodes: int, is_cheapest: bool = False) -> str:
    """The scenario of a server of the catalogue, so many of which make a unit."""
    preset, runs = PRESETS[answers.what], server_software(answers.server)
    calls = bool(preset.wait) and runs.has_ports
    return (
        scenario.opening(answers.what, file, preset.title, demand_text(answers), SAFETIES[answers.safe].reserve)
        + _workload(answers)
        + scenario.server(answers.server, runs.system, runs.web_server, calls, is_cheapest)
        + _safety(answers, runs, nodes)
    )


def answer_problems(answers: Answers) -> tuple[Problem, ...]:
    """Everything that is wrong with the scenario of some answers, in the words of the program."""
    try:
        demand_text(answers)
    except QuantityError as error:
        return (Problem("", 0, "demand", "", error.message, error.remedy),)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.yaml"
        try:
            # The cheapest server is sought where the scenario is read: whether the answers fit hangs on none.
            any_server = replace(answers, server=newest_server(answers)) if answers.server == CHEAPEST else answers
            text = _text(any_server, file.name, SAFETIES[answers.safe].nodes)
            file.write_text(text, encoding="utf-8")
            load(file)
        except QuantityError as error:
            return (Problem("", 0, "workload.request.size", "", error.message, error.remedy),)
        except ScenarioError as error:
            return error.problems
    return ()


def _workload(answers: Answers) -> str:
    preset, size = PRESETS[answers.what], parse_quantity(answers.size, SIZE)
    asked = scenario.request(answers.size, preset.cpu, preset.wait, MEASURED_ON)
    asked += scenario.session(preset.requests, preset.pause, ENCRYPTED, answers.line, guessed=not answers.clients)
    if preset.objects is None:
        return asked
    catalogue = format_quantity(max(size, min(preset.objects * size, LARGEST_CATALOGUE)), SIZE)
    return asked + scenario.content(catalogue, f"{preset.zipf:g}")


def _safety(answers: Answers, runs: Software, nodes: int) -> str:
    safety, prices = SAFETIES[answers.safe], answers.prices or runs.prices
    return scenario.safety(
        answers.safe, safety.meaning, nodes, safety.spares, safety.errors, safety.utilisation,
        _patience(answers), prices,
    )  # fmt: skip


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
