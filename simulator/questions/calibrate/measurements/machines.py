"""The machine that was measured, as the command line names it."""

from dataclasses import dataclass

from models.capacity_curve import threads_of
from models.errors import Problem, ScenarioError
from models.parts.hardware import Server
from models.quantities.fields import WRITTEN
from models.reading.catalogue import entry, names
from models.reading.written import plain
from models.suggest import did_you_mean
from simulator.calibration.server import Machine
from simulator.questions.init.servers import Software, software

MOST_CORES = 1024


@dataclass(frozen=True)
class NamedServer:
    """A server of the catalogue, and what runs on it."""

    name: str
    server: Server
    software: Software

    @property
    def machine(self) -> Machine:
        """Its hardware threads, and what its cards send."""
        threads = threads_of(self.server)
        return Machine(threads.number, threads.unhindered, cards=sum(card.rate for card in self.server.cards))


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
    return NamedServer(name, Server.model_validate(written, context=WRITTEN), known_software)


def cores_alone(cores: int) -> Machine:
    """So many threads that do not slow each other down."""
    return Machine(cores)
