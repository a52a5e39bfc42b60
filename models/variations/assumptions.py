"""The ranges of assumed values: what each parameter could be instead, as the catalogue or the scenario states it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.errors import ScenarioError
from models.quantities.declarations import is_setting
from models.quantities.fields import Numeric, Quantity
from models.quantities.provenance import Provenance
from models.quantities.units import QuantityError, parse_quantity
from models.reading.source_tree import dotted
from models.reading.sources import parameter_values, parameters
from models.scenario import FarmParts, Scenario
from models.variations.changes import part_fields, with_changes
from models.variations.portfolio_range import parameter_quantity

# A default that is another parameter's value, and moves with it.
FOLLOWS = {"workload.request.size.mean": "workload.content.object_size.mean"}
# What is not known of the server and the system that CPU times were measured on is not known of both sides alike.
_CORE = ("server.core_speed", "workload.cpu_measured_on.server.core_speed")
_SYSTEM = ("operating_system.cpu_factor", "workload.cpu_measured_on.operating_system.cpu_factor")
# Work that the program states, of cores of its own, unless the scenario does.
_STATED_HERE = tuple(f"workload.session.tls.{key}" for key in ("handshake_cpu", "resumed_cpu", "per_byte"))
NO_WIDTH = "its range has no width"
CHOSEN = "a setting: it is chosen, and what others choose says nothing about it"
CANCELS = "CPU times were measured with it, so that it says nothing about how long their work takes"
_DIGITS = 6
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


@dataclass(frozen=True)
class AssumedRange:
    """A parameter with the ends of its range, as a file has them. low, high, value: in the unit that is stored, None
    for what is a choice and no amount, such as "none". whole: a count. why: what the range rests on."""

    path: str
    text: str
    low_text: str
    high_text: str
    value: float | None
    low: float | None
    high: float | None
    whole: bool
    why: str

    @property
    def is_amount(self) -> bool:
        """Whether every value between the ends makes sense."""
        return self.low is not None and self.high is not None

    @property
    def ends(self) -> tuple[float, float]:
        """Low and high of an amount. Raises TypeError for a choice."""
        if self.low is None or self.high is None:
            raise TypeError(f"{self.path} is no amount")
        return self.low, self.high


@dataclass(frozen=True)
class FixedRange:
    """A parameter with a range that is not varied, and the reason."""

    path: str
    low: str
    high: str
    reason: str


def assumed_ranges(scenario: Scenario) -> tuple[tuple[AssumedRange, ...], tuple[FixedRange, ...]]:
    """Every parameter that states a range, in the order of the scenario, and those whose range says nothing."""
    found, left_out = [], []
    values = parameter_values(scenario)
    followers = {FOLLOWS[path] for path in FOLLOWS if path in values and _follows(scenario, values, path)}
    measured = _measured_here(scenario)
    followers |= {there for _, there in measured}
    settings = {dotted(path) for path, field, _ in parameters(scenario) if is_setting(field)}
    cancelled = set() if _has_other_work(scenario) else {own for own, _ in measured}
    for path, known in scenario.sources.items():
        one = None if path in followers else _assumed(path, values[path], known)
        if one is None:
            continue
        if one.low_text == one.high_text or (one.is_amount and one.low == one.high):
            left_out.append(FixedRange(path, one.low_text, one.high_text, NO_WIDTH))
        elif path in settings:
            left_out.append(FixedRange(path, one.low_text, one.high_text, CHOSEN))
        elif path in cancelled:
            left_out.append(FixedRange(path, one.low_text, one.high_text, CANCELS))
        else:
            found.append(one)
    return tuple(found), tuple(left_out)


def with_values(scenario: Scenario, values: Mapping[str, object], why: str = "assumed") -> Scenario:
    """The scenario with parameters at other values: SI numbers, or texts as a file has them; items of lists too.

    What follows one of them by default goes with it. Raises ScenarioError with all that is wrong then.
    """
    tree: dict[str, object] = {}
    for path, value in with_followers(scenario, values).items():
        head, _, rest = path.partition("[")
        if rest:
            items = tree.get(head) or _at(scenario, head)
            steps = [int(index) if index else key for index, key in _STEP.findall(f"[{rest}")]
            tree[head] = _with_item(items, steps, value)
        else:
            tree[path] = value
    return with_changes(scenario, tree, why)


def with_followers(scenario: Scenario, values: Mapping[str, object]) -> dict[str, object]:
    """The values with what follows one of them by default."""
    wanted = dict(values)
    for path, follower in FOLLOWS.items():
        if path in wanted and follower not in wanted and _follows(scenario, parameter_values(scenario), path):
            wanted[follower] = wanted[path]
    return wanted | _measured_alike(scenario, wanted)


def why_impossible(error: ScenarioError) -> str:
    """Why a value makes a scenario that cannot be, in one line without places."""
    told = dict.fromkeys(f"{problem.path}: {problem.message}" for problem in error.problems)
    return "; ".join(told)


def why_impossible_with_remedy(error: ScenarioError) -> str:
    """The same with what to write instead."""
    told = ((f"{problem.path}: {problem.message}", problem.remedy) for problem in error.problems)
    return "; ".join(dict.fromkeys(f"{why}; {remedy}" if remedy else why for why, remedy in told))


def value_text(path: str, value: float) -> str:
    """A value of a parameter as a file has it, to six digits."""
    return _spelt(parameter_quantity(path), value)


def _spelt(measure: object, value: float) -> str:
    rounded = float(f"{value:.{_DIGITS}g}")
    return measure.written(rounded) if isinstance(measure, Quantity) else f"{rounded:g}"


def _assumed(path: str, value: object, known: Provenance) -> AssumedRange | None:
    """A parameter with its range; None where none is stated."""
    if not known.low or not known.high:
        return None
    measure = parameter_quantity(path)
    low, high = _amount(known.low, measure), _amount(known.high, measure)
    amounts: tuple[float | None, float | None, float | None] = (None, None, None)
    # A value that is no amount, such as "none", lies on no line between two amounts.
    if isinstance(value, int | float) and not isinstance(value, bool) and low is not None and high is not None:
        amounts = (float(value), low, high)
    whole = isinstance(measure, Numeric) and measure.whole
    text = _text(measure, value, known.value_text)
    return AssumedRange(path, text, known.low, known.high, *amounts, whole, known.source)


def _text(measure: object, value: object, as_written: str) -> str:
    """A value as a file has it: as it was written there, unless it has been changed since."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return "none" if as_written == "None" else as_written
    return as_written if _amount(as_written, measure) == value else _spelt(measure, value)


def _amount(text: str, measure: object) -> float | None:
    """What a text says in the unit that is stored; None where it is no amount of what the parameter measures."""
    try:
        match measure:
            case Quantity(kind=kind):
                return parse_quantity(text, kind)
            case Numeric():
                return float(text.replace(",", ""))
    except (QuantityError, ValueError):
        pass
    return None


def _follows(scenario: Scenario, values: Mapping[str, object], path: str) -> bool:
    follower = FOLLOWS[path]
    known = scenario.sources.get(follower)
    return known is not None and known.kind == "default" and values.get(follower) == values.get(path)


def _measured_here(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """What CPU times divide out of, for they were measured on this very core or with this very system."""
    known = ((_CORE, scenario.is_measured_core), (_SYSTEM, scenario.is_measured_system))
    return tuple(pair for pair, is_own in known if is_own)


def _has_other_work(scenario: Scenario) -> bool:
    """Whether the CPU does something whose time the program states, of a core of its own."""
    session, web, balancer = scenario.workload.session, scenario.web_server, scenario.unit.balancer
    recycled = web.recycling is not None or any(pool.recycling is not None for pool in web.pools)
    stated = session.transport.cpu_per_byte > 0.0 or balancer.dropped_packet_cpu > 0.0
    return session.tls is not None or recycled or stated


def _measured_alike(scenario: Scenario, wanted: Mapping[str, object]) -> dict[str, object]:
    """What goes with a core or a system that is faster or slower than it is taken to be: the one that CPU times were
    measured on is the same. What the program states of other cores takes as long as on those."""
    found: dict[str, object] = {
        there: wanted[own]
        for own, there in _measured_here(scenario)
        if own in wanted and there not in wanted and there in scenario.sources
    }
    if _CORE[1] not in found:
        return found
    values = parameter_values(scenario)
    by = float(str(values[_CORE[1]])) / float(str(found[_CORE[1]]))
    for path in _STATED_HERE:
        known, seconds = scenario.sources.get(path), values.get(path)
        if known is not None and known.kind == "default" and path not in wanted and isinstance(seconds, float):
            found[path] = seconds * by
    return found


def _at(scenario: FarmParts, path: str) -> object:
    found: object = scenario
    for key in path.split("."):
        found = getattr(found, key)
    return found


def _with_item(part: object, steps: Sequence[str | int], value: object) -> object:
    """A part or a list of parts with another value at the end of some steps, as plain fields to be judged."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(step, str):
        fields = part_fields(part)
        return {**fields, step: _with_item(fields[step], rest, value)}
    if not isinstance(part, list | tuple):
        raise TypeError(f"{part!r} is no list of parts")
    return (*part[:step], _with_item(part[step], rest, value), *part[step + 1 :])
