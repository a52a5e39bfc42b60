"""Every end of every parameter's range, and what `run` and theory make of a scenario that is changed to some."""

import io
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from threading import Timer

from models.errors import ScenarioError
from models.load import load
from models.quantities.declarations import absent_word, declarations, part_type
from models.quantities.fields import Numeric, Part, Quantity, Words
from models.quantities.units import format_quantity
from models.scenario import Scenario
from simulator.cli.inputs import without_plan
from simulator.engines.engine import Stopped, load_engine
from simulator.exits import FAULT, exit_code
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.study import study
from simulator.output.data import figures
from simulator.output.figure import to_json
from simulator.output.renderers.terminal import print_blocks
from simulator.solver import Solver
from simulator.studies.run.document import MeasuredRun, run_blocks

Changes = Mapping[str, str]
# What a scenario may ask for beyond the program itself, B, and for how long a processor may work, s: longer is a hang.
MEMORY, LONGEST = 2 * 2**30, 20.0
# A run that is long because it was asked for must end when it is told to, after so many seconds.
PATIENCE = 0.5


def ends(part: Part, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every parameter that a part states, by its path, with each end of its range, each word, and its absence."""
    for key, field in type(part).model_fields.items():
        value, (nested, is_list) = getattr(part, key), part_type(field.annotation)
        path = f"{prefix}{key}"
        if nested is None:
            yield from ((path, text) for text in _ends_of(declarations(field)))
        elif is_list:
            for position, item in enumerate(value or ()):
                yield from ends(item, f"{path}[{position}].")
        elif value is not None:
            yield from ends(value, f"{path}.")


def _ends_of(metadata: list[object]) -> Iterator[str]:
    """How a file says the ends of a field with this metadata."""
    for item in metadata:
        if isinstance(item, Quantity):
            yield from (format_quantity(limit, item.kind) for limit in (item.minimum, item.maximum))
        elif isinstance(item, Numeric):
            yield from (f"{limit:.15g}" for limit in (item.minimum, item.maximum))
        elif isinstance(item, Words):
            yield from item.allowed
    if absent_word(metadata):
        yield absent_word(metadata)


def loaded(text: str, changes: Changes | None = None) -> Scenario:
    """The scenario of a file with this text. Raises ScenarioError."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.yaml"
        file.write_text(text, encoding="utf-8")
        return load(file, changes or {})


def limit_memory() -> None:
    """Lets the process ask for no more than MEMORY beside what it has, as on a small machine."""
    has = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (has + MEMORY, has + MEMORY))


def trouble(text: str, changes: Changes, told: bool = False) -> list[str]:
    """What `run` and theory do with a scenario that no program should do: none of it is an answer or a refusal.

    `told` says that answers are printed too, which takes as long as finding them.
    """
    try:
        scenario = without_plan(loaded(text, changes))
        solvers = (Theory(), Simulation(load_engine("kernel")))
        found = [(solver.name, _trouble_of(scenario, solver, told)) for solver in solvers]
    except ScenarioError:
        return []
    except Exception as error:
        found = [("load", f"{type(error).__name__}: {error}")]
    return [f"{dict(changes)}: {name}: {what}" for name, what in found if what]


def _trouble_of(scenario: Scenario, solver: Solver, told: bool) -> str:
    """The fault, or the hang, of a solver that is asked; "" for an answer, a refusal, or a run that stops when told."""
    timer, begun = Timer(PATIENCE, solver.stop), time.process_time()
    timer.start()
    try:
        outcome = study(scenario, solver, "run", date(2026, 1, 1))
        to_json(figures(outcome))
        if told:
            print_blocks(run_blocks(MeasuredRun(outcome)), io.StringIO())
    except Stopped:
        pass
    except Exception as error:
        code, said = exit_code(error)
        if code == FAULT:
            return said
    finally:
        timer.cancel()
    seconds = time.process_time() - begun
    return f"{seconds:.0f} s of a processor" if seconds > LONGEST else ""
