"""What parts cost that a knob has added to a server: the catalogue's price and power, to be added to the server's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from models.quantities.units import MONEY, POWER, QuantityKind, format_quantity
from models.scenario import Scenario
from models.variations.changed import value_at
from models.variations.upgrade import Upgrade, of_another_time, upgrades
from simulator.ui.session import BrowserSession

# What an upgrade adds besides, for one server: at which path, and what it is.
OWN: Mapping[str, QuantityKind] = {"server.price": MONEY, "server.idle_power": POWER, "server.busy_power": POWER}
# What a server is made of: parts that cost something.
PARTS = ("server.cards", "server.ram", "server.disks.count", "server.sockets", "server.cores_per_socket")
_MOST = 64  # Of one upgrade.


@dataclass(frozen=True)
class Added:
    """So many of an upgrade of the catalogue, which a knob has added."""

    upgrade: Upgrade
    count: int

    def own(self, path: str) -> float:
        """What it adds at a path of OWN."""
        return self.count * (self.upgrade.price if path == "server.price" else self.upgrade.power)

    def __str__(self) -> str:
        each = format_quantity(self.upgrade.price, MONEY, digits=3)
        return f"{self.count} x {self.upgrade.title} at {each} of {self.upgrade.year}"


@dataclass(frozen=True)
class OwnCosts:
    """What has been added to a server: `added` with a price in the catalogue, `unpriced` the paths of what has none;
    changes: price and power of a server with what has a price, as they follow `--set`; empty where it has them."""

    added: tuple[Added, ...]
    unpriced: tuple[str, ...]
    changes: Mapping[str, str]


def own_costs(session: BrowserSession, scenario: Scenario) -> OwnCosts:
    """What the knobs of a session have added to the server of a scenario, and what that costs."""
    added, unpriced = [], []
    for path in PARTS:
        before = session.without(path) if path in session.changes else None
        if before is None:
            continue
        found = next(_found(before, scenario, path), None)
        if found is not None:
            added.append(found)
        else:
            unpriced.append(path)
    return OwnCosts(tuple(added), tuple(unpriced), dict(_changes(session, scenario, added)))


def _changes(session: BrowserSession, scenario: Scenario, added: list[Added]) -> Iterator[tuple[str, str]]:
    """Price and power with what was added, where the server does not have them yet."""
    for path, kind in OWN.items():
        before: Any = value_at(session.without(path) or scenario, path)  # A price or a power: a number.
        wanted = before + sum(each.own(path) for each in added)
        if added and wanted != value_at(scenario, path):
            yield path, format_quantity(wanted, kind)


def _found(before: Scenario, now: Scenario, path: str) -> Iterator[Added]:
    """Upgrades of which a whole number makes what stands at a path now of what stood there before."""
    for upgrade, _ in upgrades(now.catalog):
        if path in upgrade.adds and upgrade.price and not of_another_time(upgrade, before):
            count = _count(before, now, path, upgrade)
            if count:
                yield Added(upgrade, count)


def _count(before: Scenario, now: Scenario, path: str, upgrade: Upgrade) -> int:
    """How many of an upgrade lie between two scenarios; 0 where no whole number of them does."""
    stands: Any = value_at(before, path)  # A number, or the items of a list, as the two others.
    more: Any = upgrade.values(before)[path]
    wanted: Any = value_at(now, path)
    if isinstance(stands, tuple):
        (item,) = more[len(stands) :]
        new = wanted[len(stands) :] if wanted[: len(stands)] == stands else ()
        return len(new) if all(type(each).model_validate(item) == each for each in new) else 0
    count = (wanted - stands) / (more - stands)
    return int(count) if 0 < count <= _MOST and count == int(count) else 0
