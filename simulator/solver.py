"""What answers a network: by simulation or by theory, to one contract, so that nobody asks afterwards which it was."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from simulator.engines.engine import Unsupported
from simulator.messages.stages import program
from simulator.network.network import Network

if TYPE_CHECKING:
    from models.parts.run import Run
    from models.scenario import Scenario
    from simulator.experiment.largest_load import LargestLoad
    from simulator.experiment.memory_budget import MemoryShare
    from simulator.experiment.progress import Progress
    from simulator.experiment.results import Results, WarmUp
    from simulator.experiment.server_capacity import ServerCapacity
    from simulator.translate.translate import Translation


@dataclass(frozen=True)
class MeasurementOptions:
    """How a server is measured, as far as a solver can choose.

    run: seconds, replications and precision. settled: a warm-up that has been found before, None where it is sought.
    until_failed: the share of failed sessions at which a ramp has found its end; None where the load is no ramp.
    enough: whether results tell all that is asked, so that no more needs to be done for them; None where the run is
    made as it is stated. spare: measures that nothing rests on, which may stay coarser than asked. lengthens: whether
    the scenario leaves the duration open, so that a small load may be measured for longer than `run` says.
    """

    run: "Run"
    settled: "WarmUp | None" = None
    until_failed: float | None = None
    enough: Callable[["Results"], bool] | None = None
    spare: tuple[str, ...] = ()
    lengthens: bool = False


class EngineWithLimits(Protocol):
    """An engine that a machine is shared out to: how many threads run its nodes, and how many bytes the sessions of a
    node may take, None for what is free."""

    threads: int
    room: float | None


class SupportsNetworks(Protocol):
    """Whoever says what networks it can answer: engines and solvers."""

    name: str

    def supports(self, network: Network) -> Unsupported | None:
        """Why it cannot answer the network, in the scenario's words, or None if it can."""


class Solver(SupportsNetworks, Protocol):
    """Answers what one server does, and how much it carries.

    at_once: whether an answer takes no time worth saving, so that nothing needs to be ruled out before it is asked.
    load_tests: why it cannot say where a rising load ends, or None if it can.
    """

    at_once: bool
    load_tests: Unsupported | None

    def results(self, translation: "Translation", measuring: MeasurementOptions, progress: "Progress") -> "Results":
        """What one server of a network does that is offered what the network says.

        `progress` is called as each run ends. Raises UnsupportedByEngine, Unstable and NotConverged.
        """

    def carries(self, scenario: "Scenario", replications: int | None, progress: "Progress") -> "ServerCapacity":
        """The largest load of a scenario's server within its targets; `replications` where they are pairs of others.

        Raises NoLoad where none meets them, UnsupportedByEngine and NotConverged.
        """

    def searches(self, scenario: "Scenario", around: "Sequence[float]", progress: "Progress") -> "LargestLoad":
        """The same with all that a search tells: the load curve too, at loads `around` times the largest.

        Raises what `carries` raises.
        """

    def takes(self, scenarios: "Sequence[Scenario]") -> Iterator[list[list["MemoryShare"]]]:
        """The memory that scenarios take, of each what it is for; the later ones may only be asked once there is room
        for those before them."""

    def stop(self) -> None:
        """Ends the runs under way, from any thread."""


def require_support(solver: SupportsNetworks, network: Network) -> None:
    """Raises UnsupportedByEngine if the network cannot be answered."""
    refusal = solver.supports(network)
    if refusal is not None:
        raise refusal.raised(program.engine_refuses(solver.name))


def require_answer(solver: Solver, scenario: "Scenario", network: Network) -> None:
    """Raises UnsupportedByEngine if the solver cannot answer the network of a scenario, or its load test."""
    require_support(solver, network)
    if scenario.workload.ramp is not None and solver.load_tests is not None:
        raise solver.load_tests.raised()
