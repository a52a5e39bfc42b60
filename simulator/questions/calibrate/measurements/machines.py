"""The machine that was measured, as the command line names it."""

import math
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from models.capacity_curve import threads_of
from models.errors import Problem, ScenarioError
from models.load import load
from models.parts.hardware import Server
from models.quantities.fields import WRITTEN
from models.ram_ledger import file_cache_bytes
from models.reading.catalogue import entry, names
from models.reading.written import plain
from models.suggest import did_you_mean
from simulator.calibration.server import Machine
from simulator.questions.init.servers import Software, software

MOST_CORES = 1024
# A scenario as calibrations write it, but that nothing in it was measured.
_SCENARIO = """
scenario: A server
workload:
  request: {{size: 10 kB, cpu: 1 ms}}
  session: {{requests: 20, think_time: 1 s}}
  clients: {{rate: 100 Gbps}}
  content: {{catalogue: 1 TB, popularity: {{zipf: 0.8}}}}
server: {name}
operating_system: {runs.system}
web_server: {{model: {runs.web_server}, upstream: {{kept_alive: true}}}}
unit: {{nodes: 1, spare_nodes: 0}}
datacenter: {{prices: {runs.prices}}}
"""


@dataclass(frozen=True)
class NamedServer:
    """A server of the catalogue, and what runs on it."""

    name: str
    server: Server
    software: Software
    catalog: str = ""

    @property
    def machine(self) -> Machine:
        """Its hardware threads, what its cards send, and what its memory leaves for a cache of files."""
        threads = threads_of(self.server)
        cards = sum(card.rate for card in self.server.cards)
        return Machine(threads.number, threads.unhindered, cards=cards, cache=self._cache())

    def read(self, size: float) -> float:
        """Seconds that its disks take to read a response of so many bytes, one piece after the other."""
        disks = self.server.disks
        pieces = 1 if disks.read_size is None else math.ceil(size / disks.read_size)
        return pieces * disks.service_time + (0.0 if disks.bandwidth is None else size / disks.bandwidth)

    def _cache(self) -> float | None:
        """Bytes of the cache of files of a scenario with this server and what runs on it; None where that is none."""
        with TemporaryDirectory(prefix="headroom-") as folder:
            file = Path(folder) / "server.yaml"
            file.write_text(_SCENARIO.format(name=self.name, runs=self.software), encoding="utf-8")
            try:
                return file_cache_bytes(load(file, catalog=self.catalog))
            except ScenarioError:
                return None


def named_server(name: str, catalog: str = "") -> NamedServer:
    """The server of a name. Raises ScenarioError where the catalogue has none."""
    known = names(Server.catalogue_folder, catalog)
    if name not in known:
        told = "not in the catalogue of servers"
        raise ScenarioError((Problem("--server", 0, "", f'"{name}"', told, did_you_mean(name, known)),))
    problems: list[Problem] = []
    written = plain(entry(Server, name, problems, catalog))
    if problems:
        raise ScenarioError(tuple(problems))
    shipped = name in names(Server.catalogue_folder)
    known_software = software(name) if shipped else Software(2012, "linux-6", "nginx", "us-2026", True)
    return NamedServer(name, Server.model_validate(written, context=WRITTEN), known_software, catalog)


def cores_alone(cores: int) -> Machine:
    """So many threads that do not slow each other down."""
    return Machine(cores)
