"""Amounts of money in another currency, converted by the rate of the price list into US dollars, in which servers and
licences are stored."""

import re
from dataclasses import replace

from models.errors import Problem
from models.quantities.declared import declared, part_of
from models.quantities.fields import Part, Priced, Quantity
from models.quantities.units import CURRENCIES, NUMBER, USD
from models.reading.written import Path, Unresolved, Written, dotted
from models.scenario import FarmParts

_RATE = ("datacenter", "prices", "usd_rate")
_LIST_CURRENCY = ("datacenter", "prices", "currency")
_OTHER = "|".join(currency for currency in CURRENCIES if currency != USD)
_AMOUNT = re.compile(rf"\s*(?P<number>{NUMBER})\s*(?P<currency>{_OTHER})(?P<per>(?:/\w+)?)\s*")


def in_dollars(farm: Written, problems: list[Problem]) -> Written:
    """The tree with every amount of money in another currency, but those of the price list, in US dollars.

    Appends to `problems` what has no rate: the price list states that of its own currency only.
    """
    currency, rate = farm.at(_LIST_CURRENCY), farm.at(_RATE)
    known = _number(rate.text) if currency is not None and rate is not None else None
    rates = {currency.text: known} if currency is not None and known else {}
    return _converted(farm, FarmParts, rates, problems, ())


def _converted(
    written: Written, part: type[Part], rates: dict[str, float], problems: list[Problem], path: Path
) -> Written:
    if not written.is_mapping:
        return written
    fields = {}
    for key, child in written.value.items():
        field = part.model_fields.get(key)
        nested, is_list = part_of(field.annotation) if field else (None, False)
        if nested is not None and not is_list:
            child = _converted(child, nested, rates, problems, (*path, key))
        elif field is not None and _is_money(declared(field)):
            child = _in_dollars(child, rates, problems, (*path, key))
        fields[key] = child
    return written.with_value(fields)


def _is_money(metadata: list[object]) -> bool:
    """Whether an amount is stored in US dollars; that of a price list is stored in the list's currency."""
    kinds = [item.kind for item in metadata if isinstance(item, Quantity) and not isinstance(item, Priced)]
    return any(USD in kind.units or kind.unit.startswith(f"{USD}/") for kind in kinds)


def _in_dollars(written: Written, rates: dict[str, float], problems: list[Problem], path: Path) -> Written:
    match = _AMOUNT.fullmatch(written.text) if isinstance(written.value, str) else None
    if match is None:
        return written
    currency, at = match["currency"], written.origin
    if currency not in rates:
        message = f"{currency} stands without a rate"
        remedy = f"write it in {USD}, or prices with `currency: {currency}` and `usd_rate: ...`, e.g. prices: eu-2026"
        problems.append(Problem(at.file, at.line, dotted(path), f'"{written.text:.60}"', message, remedy))
        return written.with_value(Unresolved())
    text = _times(written.text, rates[currency])
    low, high = (said and _times(said, rates[currency]) for said in (at.low, at.high))
    return replace(written, value=text, text=text, origin=replace(at, low=low, high=high))


def _times(text: str, rate: float) -> str:
    """An amount in US dollars; one that is in them already stays."""
    match = _AMOUNT.fullmatch(text)
    amount = _number(match["number"]) if match else None
    return text if match is None or amount is None else f"{amount * rate:.15g} {USD}{match['per']}"


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
