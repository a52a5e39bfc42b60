"""What commands read: the scenario with its overrides, the engine, and what is asked of them in one line."""

import shlex
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, cast

from models.errors import Problem, ScenarioError
from models.load import load
from models.reading.override import parse_value
from models.scenario import Scenario
from models.visible import shortened, visible
from simulator.cli.options import USUAL_ENGINE, CommandOptions, Settings
from simulator.engines.engine import ENGINES, THEORY, Engine, load_engine
from simulator.errors import UnsupportedByEngine
from simulator.machine.resources import parse_memory, with_threads
from simulator.messages import command_usage
from simulator.solver import EngineWithLimits
from simulator.uncertainty.resolution import resolve

if TYPE_CHECKING:
    from simulator.solver import Solver

# Settings that are no parameters of a run.
APART = ("threads", "catalog")
# The commands that theory answers too, for it needs no replications there.
ANSWERED_BY_THEORY = (
    "plan", "capacity", "optimise", "grow", "review", "backtest", "sweep", "run", "sensitivity", "check",
)  # fmt: skip


def read_scenario(path: Path, command_options: CommandOptions) -> Scenario:
    """The scenario of a file with `PATH=VALUE` overrides and settings of the run. Raises ScenarioError."""
    catalog = str(command_options.settings.get("catalog") or "")
    scenario = load(
        str(path), parse_overrides(command_options.assignments, command_options.settings) or None, catalog=catalog
    )
    scenario = resolve(scenario)
    threads = command_options.settings.get("threads")
    return with_threads(scenario, threads) if isinstance(threads, int) else scenario


def parse_overrides(assignments: Sequence[str], settings: Settings) -> dict[str, object]:
    """What `PATH=VALUE` assignments and settings of the run lay over a scenario, by path. Raises ScenarioError."""
    overrides: dict[str, object] = dict(_assignment(text) for text in assignments)
    stated = {f"run.{name}": value for name, value in settings.items() if value is not None and name not in APART}
    return overrides | stated


def read_server(path: Path, command_options: CommandOptions) -> Scenario:
    """The same without what only a plan asks for: its baseline and its demand. Raises ScenarioError."""
    return without_plan(read_scenario(path, command_options))


def require_one_currency(scenarios: Sequence[Scenario], told_as: Sequence[tuple[str, str, int]] = ()) -> None:
    """Raises ScenarioError where what is compared is paid in different currencies, at the first that is in another one.

    told_as: what each is called, and the file and line that say so; without, its own name, or its file where two have
    one name.
    """
    paid = [scenario.datacenter.prices.currency for scenario in scenarios]
    first = {currency: paid.index(currency) for currency in sorted(set(paid))}
    if len(first) < 2:
        return
    told_as = told_as or [(scenario.name, scenario.file, 0) for scenario in scenarios]
    alike = len({told_as[place][0] for place in first.values()}) < len(first)
    named = [file if alike else name for name, file, _ in told_as]
    told = " and ".join(f'{currency} in "{named[place]}"' for currency, place in first.items())
    _, file, line = told_as[max(first.values())]
    remedy = _one_currency(scenarios)
    raise ScenarioError((Problem(file, line, "datacenter.prices", "", f"prices are in {told}", remedy),))


def _one_currency(scenarios: Sequence[Scenario]) -> str:
    """How all are paid in one currency; what is rented needs a price of what leaves it too."""
    if any(scenario.server.is_rented for scenario in scenarios):
        euros = "`{model: eu-2026, egress: 0.05 EUR/GB}`"
        return command_usage.one_currency_rented(euros)
    return command_usage.ONE_CURRENCY


def without_plan(scenario: Scenario) -> Scenario:
    """A scenario without what only a plan asks for."""
    return scenario.model_copy(update={"baseline": None, "demand": None})


def command_line(verb: str, paths: Sequence[Path], command_options: CommandOptions, load: str = "") -> str:
    """The command that gives the same figures again; `load` is one that is stated for it, if any."""
    words = ["headroom", verb, *map(str, paths)]
    if command_options.engine != USUAL_ENGINE:
        words += ["--engine", command_options.engine]
    for name, value in (command_options.settings | {"load": load or None}).items():
        if value is not None and name != "threads":
            words += [f"--{name}", str(value)]
    for assignment in command_options.assignments:
        words += ["--set", assignment]
    return shell_quoted(words)


def shell_quoted(words: Sequence[str]) -> str:
    """A command as a shell reads it; a word in which not everything can be seen is quoted with escapes, $'...'."""
    return " ".join(shlex.quote(word) if visible(word) == word else _with_escapes(word) for word in words)


def _with_escapes(word: str) -> str:
    # A byte of the name of a file that is no UTF-8 is half of a character to Python, and a byte to the shell.
    letters = (f"\\x{ord(each) - 0xDC00:02x}" if "\udc80" <= each <= "\udcff" else each for each in word)
    return f"$'{visible(''.join(_quoted(letter) for letter in letters))}'"


def _quoted(letter: str) -> str:
    return f"\\{letter}" if letter in ("\\", "'") else letter


def _assignment(text: str) -> tuple[str, object]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise ScenarioError((Problem("--set", 0, "", repr(shortened(text)), *command_usage.NOT_AN_ASSIGNMENT),))
    return path.strip(), parse_value(value.strip())


def read_engine(name: str) -> Engine:
    """The engine of that name, one that simulates. Raises UnsupportedByEngine with the names there are."""
    if name == THEORY:
        raise UnsupportedByEngine(command_usage.no_replications(THEORY, ANSWERED_BY_THEORY, tuple(ENGINES)))
    if name not in ENGINES:
        known = (*ENGINES, THEORY)
        near = "".join(get_close_matches(name, known, 1))
        raise UnsupportedByEngine(command_usage.no_such_engine(shortened(name), near, known))
    engine = load_engine(name)
    if name == USUAL_ENGINE:
        cast(EngineWithLimits, engine).room = parse_memory()
    return engine


def read_solver(name: str) -> "Solver":
    """What answers by that name: an engine that simulates, or theory. Raises UnsupportedByEngine with the names there
    are."""
    engine = None if name == THEORY else read_engine(name)
    from simulator.experiment.solvers import Simulation, Theory

    return Theory() if engine is None else Simulation(engine)


def question(scenario: Scenario) -> str:
    """The scenario as a question, e.g. "Microsoft Update downloads: 12 Gbps on HP ProLiant DL585 ..."."""
    demand = f"{scenario.demand.stated} on " if scenario.demand is not None else ""
    against = f", against {_system(scenario.baseline)}" if scenario.baseline else ""
    return f"{scenario.name}: {demand}{_system(scenario)}, {scenario.unit.nodes} to a unit{against} ..."


def _system(scenario: Scenario) -> str:
    return f"{scenario.server.name} with {scenario.operating_system.name}"
