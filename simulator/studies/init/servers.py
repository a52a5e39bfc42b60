"""The servers of the catalogue, the newest first, and what runs on one of its time."""

from dataclasses import dataclass
from functools import cache

from models.errors import Problem
from models.parts.hardware import Server
from models.reading.catalogue import catalogue_entry, names
from models.reading.source_tree import plain


@dataclass(frozen=True)
class Software:
    """What a server of some years runs, and the prices of its time; `since` is the first of these years. has_ports: the
    system counts the ports of connections to an upstream."""

    since: int
    system: str
    web_server: str
    prices: str
    has_ports: bool


ERAS = (
    Software(2012, "linux-6", "nginx", "us-2026", True),
    Software(1990, "windows-2003-x64", "iis-6", "us-2006", False),
)
CLOUD = Software(2006, "linux-6", "nginx", "cloud-us-2026", True)


def servers_by_year() -> tuple[tuple[str, int], ...]:
    """The names of all servers with their years, the newest first, those of one year by name."""
    found = [(name, _year(name)) for name in names(Server.catalogue_folder)]
    return tuple(sorted(found, key=lambda server: (-server[1], server[0])))


def server_software(server: str) -> Software:
    """What a server of the catalogue runs; one that is rented has the prices of a cloud."""
    year = _year(server)
    return CLOUD if is_rented(server) else next((era for era in ERAS if year >= era.since), ERAS[-1])


def is_rented(server: str) -> bool:
    """Whether a server of the catalogue is an instance of a cloud."""
    return _read(server)[1]


def _year(name: str) -> int:
    """The year in which a server of the catalogue was sold; 0 where its file does not say."""
    return _read(name)[0]


# The catalogue comes with the program: a page that asks for all servers at each change need not read their files anew.
@cache
def _read(name: str) -> tuple[int, bool]:
    """Year and whether it is rented, as the file of a server has it."""
    problems: list[Problem] = []
    written = plain(catalogue_entry(Server, name, problems))
    year = written.get("year")
    return year if isinstance(year, int) else 0, bool(written.get("instance"))
