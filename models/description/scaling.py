"""What was fitted to the rows that a server was measured at, in words, and how far that may be trusted."""

from collections.abc import Iterator
from math import isinf

from models.capacity_curve import fitted_law, most_at_once, server_threads
from models.quantities.formatting import number, significant
from models.scaling_law import FittedParameter, ScalingLaw
from models.scenario import Scenario


def fitted_scaling(scenario: Scenario) -> Iterator[str]:
    """Sentences about the law of a scenario's server; none where nothing was measured."""
    law = fitted_law(scenario.server)
    if law is None:
        return
    rows, last = len(scenario.server.measured_scaling), number(law.measured)
    yield (
        f"The universal scalability law was fitted to {rows} rows measured on up to {last} busy threads: contention"
        f" {_with_interval(law.contention)}, coherence {_with_interval(law.coherence)}. It is"
        f" {_percent(law.error)} off its own rows."
    )
    yield _trust(
        law,
        min(server_threads(scenario.server).number, most_at_once(scenario) or server_threads(scenario.server).number),
    )


def _trust(law: ScalingLaw, used: int) -> str:
    """How far the law may be trusted, and whether the server goes beyond that."""
    beyond = f"Beyond the rows it may be trusted to {number(law.trusted)} threads"
    if law.trusted == law.measured:
        beyond = "These rows say too little to trust it beyond them"
    if used <= law.trusted:
        return f"{beyond}; the server keeps no more than {number(used)} busy."
    return (
        f"{beyond}; the server keeps up to {number(used)} busy, and what it does then is a guess: laws fitted to public"
        " measurements were 19 to 35 % off at twice the threads that were measured. Measure it with all of them busy."
    )


def _with_interval(fitted: FittedParameter) -> str:
    if isinf(fitted.high):
        return f"{_percent(fitted.value)} (the rows do not tell how exact that is)"
    return f"{_percent(fitted.value)} ({_percent(fitted.low)} to {_percent(fitted.high)})"


def _percent(share: float) -> str:
    return f"{significant(100.0 * share, 2)} %"
