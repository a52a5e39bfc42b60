"""What the figures of a plan or of a run rest on: how long was simulated, or that theory answers."""

from collections.abc import Iterator

from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import Outcome
from simulator.messages.plan.theory import theory_error
from simulator.messages.run_length import run_length_text

_THEORY = "By theory, nothing simulated. Each interval is the known error of an approximation."
_NO_REPLAY = (
    "Theory does not replay the log. It takes its sessions a second, requests a session and cache hits; sizes and"
    " pauses are those of the scenario. `run` without `--engine theory` replays the log."
)
_MINUTE = 60.0


def basis_sentences(outcome: Outcome) -> Iterator[str]:
    """How long was simulated and how often, or that theory answers; how far off theory was."""
    results, theory = outcome.results, outcome.theory
    if not results.replications:
        yield _THEORY
        if outcome.scenario.workload.trace is not None:
            yield _NO_REPLAY
        return
    simulated = f"{run_length_text(results)}, {results.simulated_requests:,} requests in all"
    yield f"{simulated}; intervals at {results.confidence * 100:g} %, seed {results.seed}.{_of_baseline(outcome)}"
    if theory is not None and (off := theory_error(theory, outcome)):
        yield off


def _of_baseline(outcome: Outcome) -> str:
    """How long the baseline was simulated, where that is not the same."""
    baseline = outcome.baseline
    if baseline is None or run_length_text(baseline.results) == run_length_text(outcome.results):
        return ""
    return f" Baseline: {run_length_text(baseline.results)}."


def measured_server(outcome: Outcome) -> str:
    """Whose figures those of one server are, at which load, and how long was simulated for them."""
    nodes = outcome.results.nodes
    which = f"The mean over the {nodes} servers of a unit" if nodes > 1 else "The server"
    at = ""
    if outcome.carried.way == LARGEST:
        at = " at its share of the demand, all nodes up" if outcome.operating_points else " at its largest load"
    return f"{which} in steady state{at}: {_known(outcome)}"


def _known(outcome: Outcome) -> str:
    """How long was simulated, of the baseline too; or that nothing was."""
    if not outcome.results.replications:
        return "by theory, with nothing simulated. An interval is the known error of an approximation."
    baseline = f" Of the baseline: {_simulated(outcome.baseline)}." if outcome.baseline else ""
    return f"{_simulated(outcome)}.{baseline} Intervals hold with {outcome.results.confidence * 100:g} % confidence."


def _simulated(outcome: Outcome) -> str:
    results = outcome.results
    return f"{run_length_text(results)}, {results.simulated_requests:,} requests in all, warm-up included"


def series_note(outcome: Outcome) -> str:
    """What the time series show, and when measuring starts, in the baseline too where that is another time."""
    baseline, of_baseline = outcome.baseline, ""
    if baseline is not None and baseline.results.warm_up != outcome.results.warm_up:
        of_baseline = f" (in the baseline after {baseline.results.warm_up / _MINUTE:,.3g} minutes)"
    return (
        "The mean of one server in each window with its interval over the replications. Measuring starts at the"
        f" dashed line{of_baseline}; what lies before it is warm-up."
    )
