"""The servers of the catalogue, the newest first, and what runs on one of its time."""

from dataclasses import dataclass
from typing import Any

from models.errors import Problem
from models.parts.hardware import Server
from models.reading.catalogue import entry, names
from models.reading.written import plain


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


def servers() -> tuple[tuple[str, int], ...]:
    """The names of all servers with their years, the newest first, those of one year by name."""
    found = [(name, _year(name)) for name in names(Server.catalogue_folder)]
    return tuple(sorted(found, key=lambda server: (-server[1], server[0])))


def software(server: str) -> Software:
    """What a server of the catalogue runs; one that is rented has the prices of a cloud."""
    year = _year(server)
    return CLOUD if is_rented(server) else next((era for era in ERAS if year >= era.since), ERAS[-1])


def is_rented(server: str) -> bool:
    """Whether a server of the catalogue is an instance of a cloud."""
    return bool(_read(server).get("instance"))


def _year(name: str) -> int:
    """The year in which a server of the catalogue was sold; 0 where its file does not say."""
    year = _read(name).get("year")
    return year if isinstance(year, int) else 0


def _read(name: str) -> dict[str, Any]:
    """What the catalogue says of a server, as its file has it."""
    problems: list[Problem] = []
    written: dict[str, Any] = plain(entry(Server, name, problems))
    return written
