"""What a scenario leaves to others, made good before validation: files of values that it names are read, defaults that
depend on another part of it or on the catalogue are filled in, and amounts in another currency than US dollars, in
which servers and licences are stored, are converted by the rate of the price list."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from math import inf
from pathlib import Path as FilePath
from typing import NamedTuple

from pydantic_core import PydanticCustomError

from models.errors import Problem
from models.messages import default_sources, scenario_files
from models.parts.unit import Unit
from models.parts.zones import servers_lost
from models.quantities.declarations import declarations
from models.quantities.distribution import EMPIRICAL, Distribution, quantile_declaration
from models.quantities.fields import Part, Priced, Quantity
from models.quantities.points import QuantilePoints, QuantileTable, quantile_mean, quantile_table
from models.quantities.units import CURRENCIES, DURATION, NUMBER, USD, format_quantity, parse_quantity
from models.reading.ladder_size import with_size_of_ladder
from models.reading.pieces_size import with_size_of_pieces
from models.reading.read_file import read_values
from models.reading.source_tree import Path, Place, ReportedValue, SourceNode, change_parts, dotted
from models.scenario import FarmParts

_RATE = ("datacenter", "prices", "usd_rate")
_LIST_CURRENCY = ("datacenter", "prices", "currency")
_OTHER = "|".join(currency for currency in CURRENCIES if currency != USD)
_AMOUNT = re.compile(rf"\s*(?P<number>{NUMBER})\s*(?P<currency>{_OTHER})(?P<per>(?:/[\w-]+)?)\s*")
_DEFAULTS = (
    # (where, catalogue name, why this one)
    (("unit", "balancer"), "nlb", default_sources.BALANCER),
    (("datacenter", "prices"), "us-2026", default_sources.PRICES),
    (("workload", "session", "transport"), "tcp", default_sources.TRANSPORT),
)
OWN = "its own defaults"
# Keys that may be left out although no declaration has their default, as the page of keys tells them: what stands in
# for them, and why.
FILLED_IN = {
    **{group: (OWN, "") for (group, *inside), _, _ in _DEFAULTS if len(inside) == 1},
    **{dotted(path): (f"`{name}`", why) for path, name, why in _DEFAULTS},
    "workload.cpu_measured_on": (default_sources.CORE, default_sources.OWN_CORE),
    "workload.session.tls.handshake_cpu": ("of the key", default_sources.HANDSHAKE),
    "workload.content.object_size": ("constant", default_sources.OBJECT_SIZE),
    "workload.classes[].content.object_size": ("constant", default_sources.CLASS_OBJECT_SIZE),
    "workload.request.size": (default_sources.SIZE_OF_PIECES, default_sources.PIECES),
    "workload.classes[].size": (default_sources.SIZE_OF_PIECES, default_sources.PIECES),
    "workload.session": (OWN, default_sources.SINGLE_REQUEST),
    "workload.session.think_time": ("`0 s`", default_sources.NO_PAUSE),
}
_HANDSHAKE_CORE, _BYTE_CORE = 4.0, 5.0


class _Prior(NamedTuple):
    """What the work of a handshake and of a byte is where nobody states it: value, range, why."""

    value: str
    low: str
    high: str
    source: str


# Times of a core of the speed above.
_KEYS = {
    "rsa-2048": _Prior(
        "0.9 ms",
        "0.5 ms",
        "1.3 ms",
        source="0.9 ms (0.5 to 1.3) on a core of today, of speed 4: a signature of 0.25 ms (OpenSSL 3.0 with AVX-512"
        " IFMA) to 0.7 ms, an ephemeral key exchange, records and certificates; 2.9 ms in 2014",
    ),
    "ecdsa-p256": _Prior(
        "0.25 ms",
        "0.175 ms",
        "0.5 ms",
        source="0.25 ms (0.18 to 0.5) on a core of today, of speed 4: a signature of 0.02 to 0.05 ms and what a"
        " resumed one takes, and certificates; 2,000 handshakes a second and core in 2016",
    ),
}
_RESUMED = _Prior(
    "0.15 ms",
    "0.05 ms",
    "0.2 ms",
    source="0.15 ms on a core of today, of speed 4: 0.05 ms by a ticket of TLS 1.2 without a key exchange, 0.12 to 0.21"
    " ms in TLS 1.3 with one (rustls and OpenSSL on one core of an i5-6500, jbp.io, 2019)",
)
_USUAL_KEY = "ecdsa-p256"
_SESSION = ("workload", "session")
_TLS = (*_SESSION, "tls")
_MEASURED_SPEED = ("workload", "cpu_measured_on", "server", "core_speed")
_PER_BYTE = _Prior(
    "0.6 ns", "0.4 ns", "1.2 ns", source="AES of 0.4 to 1 ns a byte on cores of 2021 to 2024, of about speed 5"
)
_KERNEL_SHARE = _Prior(
    "60 %", "20 %", "100 %", source="files above 1 MB, sent 60 to 70 % faster by a Xeon 6230R: 1 / 1.65"
)
_MEMORY = _Prior(
    "20 kB",
    "5 kB",
    "40 kB",
    source="the state of a library of today, with or without its buffers of 16 KiB a direction",
)
_REQUEST_SIZE = ("workload", "request", "size", "mean")
_CONTENT = ("workload", "content")
_CLASSES = ("workload", "classes")
_UNIT = ("unit",)
_ZONED = {key: str(Unit.model_fields[key].default) for key in ("nodes", "zones", "spare_zones")}
_ABSENT = (None, "none")


def with_quantiles(
    written: SourceNode, part: type[Part], folder: FilePath, problems: list[Problem], path: Path = ()
) -> SourceNode:
    """The tree with the quantiles of every CSV file, found in `folder`, and with the mean of all quantiles.

    Appends to `problems` what is wrong with a file; quantiles that cannot be read are left for validation to judge.
    """
    if issubclass(part, Distribution):
        return _distribution(written, part, folder, problems, path) if written.is_mapping else written
    if not written.is_mapping:
        return written
    return change_parts(
        written, part, path, lambda child, nested, at: with_quantiles(child, nested, folder, problems, at)
    )


def _distribution(
    written: SourceNode, part: type[Distribution], folder: FilePath, problems: list[Problem], path: Path
) -> SourceNode:
    values: Mapping[str, SourceNode] = written.value
    file, stated = values.get("csv"), values.get("quantiles")
    declared = quantile_declaration(part)
    if file is not None and file.value not in _ABSENT:
        if stated is not None and stated.value not in _ABSENT:
            problems.append(_problem(file, path, *scenario_files.QUANTILES_TOO))
            return written.with_value(ReportedValue())
        quantiles, mean = _from_file(file, declared, folder, problems, (*path, "csv"))
    elif stated is not None and stated.value not in _ABSENT:
        told = ", ".join(f"{key} {child.text}" for key, child in stated.children) if stated.is_mapping else ""
        quantiles, mean = replace(stated, text=told), _mean(stated, declared)
    else:
        return written
    origin = replace(quantiles.origin, kind="default", source=default_sources.QUANTILES)
    word = SourceNode(EMPIRICAL, origin, text=EMPIRICAL)
    text = "" if mean is None else format_quantity(mean, declared.kind)
    follows = {"distribution": word, "mean": SourceNode(text or ReportedValue(), origin, text=text)}
    return written.with_value({**follows, **values, "quantiles": quantiles})


def _from_file(
    file: SourceNode, declared: QuantilePoints, folder: FilePath, problems: list[Problem], path: Path
) -> tuple[SourceNode, float | None]:
    """The quantiles in a CSV file and their mean."""
    name = file.text
    inside = (folder / name).resolve().is_relative_to(folder.resolve()) if "\0" not in name else False
    if not name or not isinstance(file.value, str) or not inside:
        problems.append(_problem(file, path, *scenario_files.NO_FILE_OF_FOLDER))
        return file.with_value(ReportedValue()), None
    found = read_values(folder / name, name, dotted(path), declared.kind, declared.maximum)
    if isinstance(found, Problem):
        # Where nothing in the file is wrong, it is wrong that it is named.
        problems.append(found if found.line else _problem(file, path, found.message, found.remedy))
        return file.with_value(ReportedValue()), None
    points, text = quantile_table(found), f"{len(found):,} different values in {name}"
    return SourceNode(points, file.origin, text=text), quantile_mean(points)


def _mean(stated: SourceNode, declared: QuantilePoints) -> float | None:
    """The mean of quantiles as written; None where they cannot be read, which validation tells."""
    try:
        points: QuantileTable = declared.points({key: child.value for key, child in stated.children})
    except PydanticCustomError:
        return None
    return quantile_mean(points)


def _problem(at: SourceNode, path: Path, message: str, remedy: str) -> Problem:
    return Problem(at.origin.file, at.origin.line, dotted(path), f'"{at.text:.60}"', message, remedy)


@lru_cache(maxsize=128)
def with_defaults(farm: SourceNode) -> SourceNode:
    """The farm with the size of responses in pieces and of a ladder, its object size, sessions of one request,
    balancer, prices and transport, where the scenario leaves them out."""
    farm = with_size_of_ladder(with_size_of_pieces(farm, FarmParts), FarmParts)
    farm = _with_single_requests(farm)
    for path, name, why in _DEFAULTS:
        origin = replace(farm.origin, kind="default", source=why)
        model = SourceNode({"model": SourceNode(name, origin, text=name)}, origin)
        farm = _filled(farm, path, model, origin)
    return _with_spares_of_zones(_with_class_object_sizes(_with_object_size(farm)))


def _with_spares_of_zones(farm: SourceNode) -> SourceNode:
    """The farm whose spare nodes are those of its spare zones, where somebody states these alone. What is no number of
    nodes or zones is told where it stands."""
    unit = farm.at(_UNIT)
    if unit is None or not unit.is_mapping or "spare_zones" not in unit.value:
        return farm
    if "spare_nodes" in unit.value or "paths" in unit.value:
        return farm
    stated = [unit.value[key].text if key in unit.value else default for key, default in _ZONED.items()]
    nodes, zones, spare = (int(each) if each.isdecimal() and len(each) < 4 else 0 for each in stated)
    if not 0 < spare < zones <= nodes:
        return farm
    lost, at = str(servers_lost(nodes, zones, spare)), unit.value["spare_zones"].origin
    spares = _default(at, lost, default_sources.SPARES_OF_ZONES)
    return _put(farm, _UNIT, unit.with_value({**unit.value, "spare_nodes": spares}))


def _filled(farm: SourceNode, path: Path, value: SourceNode, origin: Place) -> SourceNode:
    """The farm with a value where nothing stands. A part of the farm that nobody wrote is made for it; a part within
    another is not, for that it is not there is a problem of its own."""
    above, key = path[:-1], path[-1]
    held = farm.at(above)
    if held is None and len(above) == 1:
        held = SourceNode({}, origin)
    if held is None or not held.is_mapping or key in held.value:
        return farm
    return _put(farm, above, held.with_value({**held.value, key: value}))


def _with_single_requests(farm: SourceNode) -> SourceNode:
    """A session is one request where nothing is said of it, and one request has no pause behind it."""
    if (workload := farm.at(_SESSION[:1])) is None or not workload.is_mapping:
        return farm
    origin = replace(workload.origin, kind="default", source=default_sources.SINGLE_REQUEST)
    farm = _filled(farm, _SESSION, SourceNode({}, origin), origin)
    requests = farm.at((*_SESSION, "requests"))
    if requests is not None and _number(requests.text) != 1.0:
        return farm
    return _filled(farm, (*_SESSION, "think_time"), _pause(replace(origin, source=default_sources.NO_PAUSE)), origin)


def _pause(origin: Place) -> SourceNode:
    return SourceNode({"mean": SourceNode("0 s", origin, text="0 s")}, origin)


def _with_object_size(farm: SourceNode) -> SourceNode:
    """What is cached as one object is one range, unless the scenario says otherwise."""
    content = farm.at(_CONTENT)
    if content is None or not content.is_mapping or "object_size" in content.value:
        return farm
    workload = farm.value["workload"]
    request = workload.value.get("request")
    if "classes" in workload.value and not (request and request.is_mapping):
        # Their sizes differ, so that whoever states them must say what an object is, and not a file that they extend.
        classes = workload.value["classes"].origin
        return farm if classes.file == content.origin.file else _put(farm, _CONTENT, replace(content, origin=classes))
    mean = farm.at(_REQUEST_SIZE)
    # Without a mean size, which is a problem of its own, it is unresolved.
    size = SourceNode(ReportedValue(), content.origin) if mean is None else _constant_at(mean)
    return _put(farm, _CONTENT, content.with_value({**content.value, "object_size": size}))


def _with_class_object_sizes(farm: SourceNode) -> SourceNode:
    """The same of the content that a class has of its own, by the size of its requests."""
    kinds = farm.at(_CLASSES)
    if kinds is None or not isinstance(kinds.value, (list, tuple)):
        return farm
    return _put(farm, _CLASSES, kinds.with_value([_with_own_object_size(kind) for kind in kinds.value]))


def _with_own_object_size(kind: SourceNode) -> SourceNode:
    content, mean = kind.at(("content",)), kind.at(("size", "mean"))
    if content is None or mean is None or not content.is_mapping or "object_size" in content.value:
        return kind
    own = content.with_value({**content.value, "object_size": _constant_at(mean)})
    return kind.with_value({**kind.value, "content": own})


def _constant_at(mean: SourceNode) -> SourceNode:
    """An object size that is the mean size of a request."""
    origin = replace(mean.origin, kind="default", source="the mean size of a request")
    constant = SourceNode("constant", origin, text="constant")
    return SourceNode({"mean": replace(mean, origin=origin), "distribution": constant}, origin)


@lru_cache(maxsize=128)
def with_encryption(farm: SourceNode) -> SourceNode:
    """What encryption costs where a scenario does not say: the key, the work of a handshake with it, and of a byte.
    The core that its CPU times are of has been looked up.

    Where only the work of a handshake is stated, as scenarios did that knew no keys, nothing is added but what resumed
    ones cost, where there are some. The times are told as those that are stated: on the core that the scenario's CPU
    times were measured on.
    """
    tls = farm.at(_TLS)
    if tls is None or not tls.is_mapping:
        return farm
    again = {"resumed_cpu": _prior(tls.origin, *_on_core(farm, _RESUMED, _HANDSHAKE_CORE))}
    if "handshake_cpu" in tls.value and "key" not in tls.value:
        return _put(farm, _TLS, tls.with_value({**again, **tls.value})) if "resumed" in tls.value else farm
    key = tls.value["key"].value if "key" in tls.value else _USUAL_KEY
    added = {} if "key" in tls.value else {"key": _default(tls.origin, key, default_sources.USUAL_KEY)}
    if isinstance(key, str) and key in _KEYS:
        added |= {"handshake_cpu": _prior(tls.origin, *_on_core(farm, _KEYS[key], _HANDSHAKE_CORE))}
    elif key != "none":  # No such key, which is told where it stands.
        added |= {"handshake_cpu": SourceNode(ReportedValue(), tls.origin)}
    added |= again | {"per_byte": _prior(tls.origin, *_on_core(farm, _PER_BYTE, _BYTE_CORE))}
    added |= {"memory": _prior(tls.origin, *_MEMORY)}
    added |= {"kernel_share": _prior(tls.origin, *_KERNEL_SHARE)}
    return _put(farm, _TLS, tls.with_value({**added, **tls.value}))


def _put(tree: SourceNode, path: Path, value: SourceNode) -> SourceNode:
    """The tree with another value at a path at which something stands."""
    key, rest = path[0], path[1:]
    inside = _put(tree.value[key], rest, value) if rest else value
    return tree.with_value({**tree.value, key: inside})


def _on_core(farm: SourceNode, prior: _Prior, of: float) -> _Prior:
    """Times of a core of speed `of`, and why these, as times of the core that CPU times were measured on."""
    measured = farm.at(_MEASURED_SPEED)
    speed = None if measured is None else measured.value
    if isinstance(speed, bool) or not isinstance(speed, int | float) or not 0.0 < speed < inf:
        return prior  # It is no speed, which is told where it stands.
    times = (parse_quantity(text, DURATION) * of / speed for text in prior[:3])
    value, low, high = (format_quantity(time, DURATION, digits=4) for time in times)
    return _Prior(value, low, high, prior.source)


def _default(at: Place, text: str, why: str) -> SourceNode:
    return SourceNode(text, replace(at, kind="default", source=why), text=text)


def _prior(at: Place, text: str, low: str, high: str, why: str) -> SourceNode:
    """A value that nobody stated, with the range that it is assumed in."""
    return SourceNode(text, replace(at, kind="default", source=why, low=low, high=high), text=text)


def in_dollars(farm: SourceNode, problems: list[Problem]) -> SourceNode:
    """The tree with every amount of money in another currency, but those of the price list, in US dollars.

    Appends to `problems` what has no rate: the price list states that of its own currency only.
    """
    currency, rate = farm.at(_LIST_CURRENCY), farm.at(_RATE)
    known = _number(rate.text) if currency is not None and rate is not None else None
    rates = {currency.text: known} if currency is not None and known else {}
    return _converted(farm, FarmParts, rates, problems, ())


def _converted(
    written: SourceNode, part: type[Part], rates: dict[str, float], problems: list[Problem], path: Path
) -> SourceNode:
    if not written.is_mapping:
        return written
    inside = change_parts(written, part, path, lambda child, nested, at: _converted(child, nested, rates, problems, at))
    stated = {key: child for key, child in inside.value.items() if key in _amounts(part)}
    found = {key: _in_dollars(child, rates, problems, (*path, key)) for key, child in stated.items()}
    return inside.with_changes({key: child for key, child in found.items() if child is not stated[key]})


@cache
def _amounts(part: type[Part]) -> frozenset[str]:
    """The fields whose amounts are stored in US dollars; those of a price list are stored in the list's currency."""
    return frozenset(key for key, field in part.model_fields.items() if _is_money(declarations(field)))


def _is_money(metadata: list[object]) -> bool:
    kinds = [item.kind for item in metadata if isinstance(item, Quantity) and not isinstance(item, Priced)]
    return any(USD in kind.units or kind.unit.startswith(f"{USD}/") for kind in kinds)


def _in_dollars(written: SourceNode, rates: dict[str, float], problems: list[Problem], path: Path) -> SourceNode:
    match = _AMOUNT.fullmatch(written.text) if isinstance(written.value, str) else None
    if match is None:
        return written
    currency, at = match["currency"], written.origin
    if currency not in rates:
        message, remedy = scenario_files.currency_without_rate(currency, USD)
        problems.append(Problem(at.file, at.line, dotted(path), f'"{written.text:.60}"', message, remedy))
        return written.with_value(ReportedValue())
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
