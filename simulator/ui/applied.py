"""An option as changes of a plan: what `--set` would say to get it."""

from collections.abc import Iterator
from typing import Any

from models.quantities.fields import Quantity, declared
from models.quantities.units import DATA_RATE, format_quantity
from models.reading.sources import leaves
from models.reading.written import dotted
from models.scenario import Scenario
from models.variations.option import options

# Parts that are bought or set as a whole, by their names in the catalogue.
_WHOLE = ("server", "operating_system")
_CARDS = "server.cards"


def applied(scenario: Scenario, name: str) -> dict[str, str] | None:
    """The changes that make an option of a scenario, by its name; None where it does not apply to this scenario."""
    found = next((option.scenario for option in options(scenario) if option.name == name), None)
    return None if found is None else dict(_changes(scenario, found))


def _changes(before: Scenario, after: Scenario) -> Iterator[tuple[str, str]]:
    """What differs, path to value; another model of a part by its name."""
    replaced = [part for part in _WHOLE if getattr(before, part).name != getattr(after, part).name]
    for part in replaced:
        yield part, getattr(after, part).name
    if "server" not in replaced and before.server.cards != after.server.cards:
        rates = (format_quantity(card.rate, DATA_RATE) for card in after.server.cards)
        yield _CARDS, f"[{', '.join(rates)}]"
    known = {dotted(path): value for path, _, value in leaves(before)}
    for path, field, value in leaves(after):
        at = dotted(path)
        if path[0] in replaced or at.startswith(f"{_CARDS}[") or known.get(at) == value:
            continue
        kind = next((item.kind for item in declared(field) if isinstance(item, Quantity)), None)
        yield at, format_quantity(_amount(value), kind) if kind and value is not None else _word(value)


def _amount(value: Any) -> float:
    """What a field with a unit holds."""
    return float(value)


def _word(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
