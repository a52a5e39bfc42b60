"""How rows are answered: by a server of the catalogue to which they are fitted, at loads that are asked for, and as a
scenario."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from models.capacity_curve import server_threads
from models.errors import Problem, ScenarioError
from models.load import load
from models.parts.hardware import Server
from models.quantities.fields import WRITTEN
from models.quantities.units import REQUEST_RATE, USERS, QuantityError, has_unit, parse_quantity, require_range
from models.ram_ledger import file_cache_bytes
from models.reading.catalogue import catalogue_entry, names
from models.reading.source_tree import plain
from models.suggest import did_you_mean
from models.visible import shortened
from simulator.calibration.calibrate import Calibration, calibrate
from simulator.calibration.content.content import FittedContent
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.reading.read import Note, read_measurements
from simulator.calibration.reading.readers import tools
from simulator.calibration.reading.sent_files import sent_files
from simulator.calibration.server import ThreadScaling
from simulator.messages.calibrate import options
from simulator.messages.calibrate.measured_scenario import ExportSettings, scenario_text, unmeasured_scenario
from simulator.messages.calibrate.measurements import doubt, source_of
from simulator.studies.init.servers import CLOUD, ERAS, Software, server_software

# What a scenario is called that nobody has named.
NAME = "Our servers"


@dataclass(frozen=True)
class NamedServer:
    """A server of the catalogue, and what runs on it."""

    name: str
    server: Server
    software: Software
    catalog: str = ""

    @property
    def machine(self) -> ThreadScaling:
        """Its hardware threads, what its cards send, and what its memory leaves for a cache of files."""
        threads = server_threads(self.server)
        cards = self.server.cards_rate
        return ThreadScaling(threads.number, threads.unhindered, cards=cards, cache=self._cache(), cores=threads)

    def read(self, size: float) -> float:
        """Seconds that its disks take to read a response of so many bytes, one piece after the other."""
        disks = self.server.disks
        pieces = 1 if disks.read_size is None else math.ceil(size / disks.read_size)
        return pieces * disks.read_time + (0.0 if disks.bandwidth is None else size / disks.bandwidth)

    def _cache(self) -> float | None:
        """Bytes of the cache of files of a scenario with this server and what runs on it; None where that is none."""
        with TemporaryDirectory(prefix="headroom-") as folder:
            file = Path(folder) / "server.yaml"
            runs = self.software
            text = unmeasured_scenario(self.name, runs.system, runs.web_server, runs.prices)
            file.write_text(text, encoding="utf-8")
            try:
                return file_cache_bytes(load(file, catalog=self.catalog))
            except ScenarioError:
                return None


def known_tools() -> str:
    """The tools of which files are read, as pages list them."""
    return tools()


def fit_server(
    files: Sequence[str],
    decimal: str,
    machine: ThreadScaling | None,
    think: float | None = None,
    hold_back: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Calibration, tuple[Note, ...]]:
    """The server that files tell of, and what people should know of how they were read. Raises ScenarioError with all
    that is wrong, and with what was left out of the files."""
    read = read_measurements(files, decimal)
    try:
        calibration = calibrate(read.points, machine, think, hold_back, progress)
    except ScenarioError as error:
        beside = tuple(Problem(note.file, 0, "", "", note.told, "") for note in read.notes)
        raise ScenarioError((*error.problems, *beside)) from None
    return replace(calibration, notes=tuple(map(str, read.notes))), read.notes


def fit_uploads(contents: Mapping[str, bytes], server: str, progress: Callable[[], None] = lambda: None) -> Calibration:
    """The server that uploaded files tell of, by their names. Raises ScenarioError, in which no place of this machine
    is named."""
    with sent_files(contents) as names:
        found = fit_server(list(names), "", find_server(server).machine, progress=progress)
        notes = tuple(f"{names.get(file, file)}: {told}" for file, told in found[1])
        return replace(found[0], notes=notes)


def calibrated_scenario(calibration: Calibration, server: str, files: Sequence[str]) -> str:
    """The scenario of a server that was fitted, as one text."""
    return scenario_text(calibration, export_settings(calibration, find_server(server), files))


def export_settings(
    calibration: Calibration, named: NamedServer, files: Sequence[str], name: str = NAME
) -> ExportSettings:
    """What is written of a fit to some files, as a scenario of that name."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "measured"
    return ExportSettings(
        name=name,
        stem=stem,
        base=named.name,
        folder=named.catalog,
        system=named.software.system,
        web_server=named.software.web_server,
        prices=named.software.prices,
        source=source_of(calibration, files),
        read=named.read(calibration.content.size) if isinstance(calibration.content, FittedContent) else 0.0,
        doubt=doubt(calibration),
    )


def find_server(name: str, catalog: str = "") -> NamedServer:
    """The server of a name. Raises ScenarioError where the catalogue has none."""
    known = names(Server.catalogue_folder, catalog)
    if name not in known:
        remedy = did_you_mean(name, known)
        raise ScenarioError((Problem("--server", 0, "", f'"{name}"', options.NOT_IN_CATALOGUE, remedy),))
    problems: list[Problem] = []
    written = plain(catalogue_entry(Server, name, problems, catalog))
    if problems:
        raise ScenarioError(tuple(problems))
    shipped = name in names(Server.catalogue_folder)
    server = Server.model_validate(written, context=WRITTEN)
    of_today = CLOUD if server.is_rented else ERAS[0]
    return NamedServer(name, server, server_software(name) if shipped else of_today, catalog)


def require_server(server: NamedServer | None, folder: str) -> NamedServer:
    """The server of the catalogue that was measured. Raises ScenarioError where none is named: a scenario has one."""
    if server is not None:
        return server
    raise ScenarioError((Problem("--out", 0, "", folder, *options.NO_SERVER),))


# The smallest load that is asked for with `--at`: requests a second of an open test, users of a closed one.
_LEAST = 0.001


class LoadToPredict(NamedTuple):
    """text: as it was written; value: requests a second or users; kind: which of them, None where no unit says it."""

    text: str
    value: float
    kind: LoadKind | None


def parse_loads(texts: Sequence[str]) -> tuple[LoadToPredict, ...]:
    """The loads that texts state: "2000 /s", "200 users", or a number alone, which is of the kind that the rows are of.

    Raises ScenarioError with every text that is none.
    """
    found, problems = [], []
    for text in texts:
        kind = None if not has_unit(text) else LoadKind.CLOSED if "user" in text else LoadKind.OPEN
        quantity = REQUEST_RATE if kind is LoadKind.OPEN else USERS
        try:
            found.append(
                LoadToPredict(text, require_range(parse_quantity(text, quantity), quantity, _LEAST, 1e9), kind)
            )
        except QuantityError as error:
            remedy = f"{error.remedy}, or {options.OTHER_LOAD['open' if quantity is USERS else 'closed']}"
            problems.append(Problem("--at", 0, "", f'"{shortened(text)}"', error.message, remedy))
    if problems:
        raise ScenarioError(tuple(problems))
    return tuple(found)


def stated_loads(load_to_predicts: Sequence[LoadToPredict], kind: LoadKind) -> tuple[float, ...]:
    """The loads in what rows of a kind are loaded by. Raises ScenarioError for users of rows that have none."""
    problems = tuple(
        Problem("--at", 0, "", f'"{shortened(each.text)}"', *options.USERS_OF_OPEN_ROWS)
        for each in load_to_predicts
        if kind is LoadKind.OPEN and each.kind is LoadKind.CLOSED
    )
    if problems:
        raise ScenarioError(problems)
    return tuple(each.value for each in load_to_predicts if each.kind in (None, kind))


def open_loads(load_to_predicts: Sequence[LoadToPredict], kind: LoadKind) -> tuple[float, ...]:
    """The requests/s that are to come at random of rows of a closed test."""
    return tuple(each.value for each in load_to_predicts if kind is LoadKind.CLOSED and each.kind is LoadKind.OPEN)


def require_allowed(texts: Mapping[str, str]) -> None:
    """Raises ScenarioError where the first of some texts, by their paths, is no scenario that is allowed.

    A fit may have values that no scenario has: they are told as what they are, not as lines of a file that is not
    there."""
    with TemporaryDirectory(prefix="headroom-") as aside:
        for path, text in texts.items():
            (Path(aside) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(aside) / path).write_text(text, encoding="utf-8")
        try:
            load(Path(aside) / next(iter(texts)))
        except ScenarioError as error:
            raise ScenarioError(tuple(_as_fitted(each) for each in error.problems)) from None


def _as_fitted(problem: Problem) -> Problem:
    told, remedy = options.not_allowed(problem.message, problem.remedy)
    return replace(problem, file="--out", line=0, message=told, remedy=remedy)
