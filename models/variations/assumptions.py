"""The ranges of assumed values: what each parameter could be instead, as the catalogue or the scenario states it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.errors import ScenarioError
from models.messages import changed_parts, fixed_ranges
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
_DIGITS = 6
# A parameter of a server: of the farm's own, of a tier's, or of the one that CPU times were measured on.
_OF_SERVER = re.compile(r"(?:tiers\[\d+\]\.|workload\.cpu_measured_on\.)?server\.(.+)")
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
    followers = _followers(scenario, values)
    settings = {dotted(path) for path, field, _ in parameters(scenario) if is_setting(field)}
    of_the_farm = {own for own, there in (_CORE, _SYSTEM) if followers.get(there) == own}
    cancelled = set() if _has_other_work(scenario) else of_the_farm
    for path, known in scenario.sources.items():
        one = None if path in followers else _assumed(path, values[path], known)
        if one is None:
            continue
        if one.low_text == one.high_text or (one.is_amount and one.low == one.high):
            left_out.append(FixedRange(path, one.low_text, one.high_text, fixed_ranges.NO_WIDTH))
        elif path in settings:
            left_out.append(FixedRange(path, one.low_text, one.high_text, fixed_ranges.CHOSEN))
        elif path in cancelled:
            left_out.append(FixedRange(path, one.low_text, one.high_text, fixed_ranges.CANCELS))
        else:
            found.append(one)
    return tuple(found), tuple(left_out)


def with_values(scenario: Scenario, values: Mapping[str, object], why: str = "assumed") -> Scenario:
    """The scenario with parameters at other values: SI numbers, or texts as a file has them; items of lists too.

    What follows one of them by default goes with it. Raises ScenarioError with all that is wrong then.
    """
    tree: dict[str, object] = {}
    for path, value in Followers(scenario).beside(values).items():
        head, _, rest = path.partition("[")
        if rest:
            items = tree.get(head) or _at(scenario, head)
            steps = [int(index) if index else key for index, key in _STEP.findall(f"[{rest}")]
            tree[head] = _with_item(items, steps, value)
        else:
            tree[path] = value
    return with_changes(scenario, tree, why)


class Followers:
    """What follows other parameters of a scenario by default, and what is the same statement about another server."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario, self._known = scenario, parameter_values(scenario)
        self._leaders = _followers(scenario, self._known)

    def beside(self, values: Mapping[str, object]) -> dict[str, object]:
        """The values with all that follows one of them."""
        wanted = dict(values)
        for path, leader in self._leaders.items():
            if leader in values:
                wanted.setdefault(path, values[leader])
        measured = _CORE[1]
        if measured in values or measured not in wanted:
            return wanted
        return _stated_here(self._scenario, float(str(self._known[measured])) / float(str(wanted[measured]))) | wanted


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


def _followers(scenario: Scenario, values: Mapping[str, object]) -> dict[str, str]:
    """What is not known only as far as another parameter is not, to that one."""
    by_default = {
        follower: path
        for path, follower in FOLLOWS.items()
        if path in values and values.get(follower) == values[path] and _is_default(scenario, follower)
    }
    # What CPU times divide out of, for they were measured on this very core or with this very system.
    known = ((_CORE, scenario.is_measured_core), (_SYSTEM, scenario.is_measured_system))
    measured_here = {there: own for (own, there), is_own in known if is_own and there in scenario.sources}
    return by_default | _one_statement(scenario, values) | measured_here


def _is_default(scenario: Scenario, path: str) -> bool:
    known = scenario.sources.get(path)
    return known is not None and known.kind == "default"


def _one_statement(scenario: Scenario, values: Mapping[str, object]) -> dict[str, str]:
    """What is said of several servers with the same value, range and source is one thing that is not known, such as
    the speed of a core that two sizes of an instance share: its path at the later servers, to that at the first."""
    found: dict[str, str] = {}
    first: dict[tuple[object, ...], str] = {}
    # CPU times are of a core that the farm itself has, where it has one: that is the one to name.
    for path in sorted(scenario.sources, key=lambda each: each.startswith("workload.")):
        known, of_server = scenario.sources[path], _OF_SERVER.fullmatch(path)
        if of_server and known.low and known.source:
            leader = first.setdefault((of_server[1], values[path], known), path)
            if leader != path:
                found[path] = leader
    return found


def _has_other_work(scenario: Scenario) -> bool:
    """Whether the CPU does something whose time the program states, of a core of its own."""
    session, web, balancer = scenario.workload.session, scenario.web_server, scenario.unit.balancer
    recycled = web.recycling is not None or any(pool.recycling is not None for pool in web.pools)
    stated = session.transport.cpu_per_byte > 0.0 or balancer.dropped_packet_cpu > 0.0
    return session.tls is not None or recycled or stated


def _stated_here(scenario: Scenario, by: float) -> dict[str, object]:
    """What the program states of other cores, so many times as long on the one that CPU times were measured on: it
    takes as long as before on its own."""
    values = parameter_values(scenario)
    own = {path: values.get(path) for path in _STATED_HERE if _is_default(scenario, path)}
    return {path: seconds * by for path, seconds in own.items() if isinstance(seconds, float)}


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
        raise TypeError(changed_parts.no_list_of_parts(part))
    return (*part[:step], _with_item(part[step], rest, value), *part[step + 1 :])
