"""What was fitted to the rows that a server was measured at, in words, and how far that may be trusted."""

from collections.abc import Iterator
from math import isinf

from models.capacity_curve import fitted_law, most_at_once, server_threads
from models.messages import scaling_fit
from models.quantities.formatting import number, significant
from models.scaling_law import FittedParameter, ScalingLaw
from models.scenario import Scenario


def fitted_scaling(scenario: Scenario) -> Iterator[str]:
    """Sentences about the law of a scenario's server; none where nothing was measured."""
    law = fitted_law(scenario.server)
    if law is None:
        return
    rows, last = len(scenario.server.measured_scaling), number(law.measured)
    contention, coherence = _with_interval(law.contention), _with_interval(law.coherence)
    yield scaling_fit.fitted(rows, last, contention, coherence, _percent(law.error))
    yield _trust(
        law,
        min(server_threads(scenario.server).number, most_at_once(scenario) or server_threads(scenario.server).number),
    )


def _trust(law: ScalingLaw, used: int) -> str:
    """How far the law may be trusted, and whether the server goes beyond that."""
    beyond = scaling_fit.trusted_to(number(law.trusted))
    if law.trusted == law.measured:
        beyond = scaling_fit.NOT_TRUSTED_BEYOND
    if used <= law.trusted:
        return scaling_fit.within_trust(beyond, number(used))
    return scaling_fit.beyond_trust(beyond, number(used))


def _with_interval(fitted: FittedParameter) -> str:
    if isinf(fitted.high):
        return scaling_fit.interval_unknown(_percent(fitted.value))
    return f"{_percent(fitted.value)} ({_percent(fitted.low)} to {_percent(fitted.high)})"


def _percent(share: float) -> str:
    return f"{significant(100.0 * share, 2)} %"
