"""What the figures of a plan or of a run rest on, in small print."""

from collections.abc import Iterator

from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes
from simulator.messages.plan.theory import theory_error
from simulator.messages.run_length import run_length_text
from simulator.output.blocks import Block, Text

# Theory knows rates and distributions, and no single request.


def section(outcome: Outcome) -> list[Block]:
    """How long was simulated and how often, or that theory answers; how far off theory was."""
    return [Text(sentence, aside=True) for sentence in _sentences(outcome)]


def _sentences(outcome: Outcome) -> Iterator[str]:
    results, theory = outcome.results, outcome.theory
    if not results.replications:
        yield notes.THEORY
        if outcome.scenario.workload.trace is not None:
            yield notes.NO_REPLAY
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
