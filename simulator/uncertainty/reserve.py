"""A scenario that is sized by a probability, with the reserve that this probability needs."""

from math import inf

from models.errors import Problem, Remedy, ScenarioError
from models.quantities.provenance import Provenance
from models.scenario import Scenario
from simulator.messages.stages.uncertainty import WRITE_A_RESERVE, enough, no_probability, taken_with_spot


def with_reserve(scenario: Scenario) -> Scenario:
    """The scenario, and its baseline, with the reserve that their `confidence` needs; as it is where none is stated.

    The units that a world needs are in proportion to what it needs of the scenario as it stands: the quantile of these
    ratios, less 1, is the reserve with which the fewest units are bought that are enough with that probability. A
    reserve is never below 0. Raises ScenarioError where theory cannot answer worlds.
    """
    if not scenario.is_sized_by_confidence:
        return scenario
    own = _resolved(scenario)
    return own if own.baseline is None else own.model_copy(update={"baseline": _resolved(own.baseline)})


def _resolved(scenario: Scenario) -> Scenario:
    if scenario.confidence is None or scenario.demand is None:
        return scenario
    # Most scenarios state none, and what draws worlds takes half a second to load.
    from simulator.experiment.results import Unavailable
    from simulator.uncertainty.worlds import study_worlds

    worlds = study_worlds(scenario.without_baseline())
    if isinstance(worlds, Unavailable):
        ways = (Remedy({"confidence": "none", "reserve": "20 %"}),)
        raise ScenarioError(
            (Problem(scenario.file, 0, "confidence", "", no_probability(worlds.reason), WRITE_A_RESERVE, ways),)
        )
    needed = worlds.needed_with(scenario.confidence)
    if needed == inf:
        told = taken_with_spot(100.0 * scenario.confidence, 100.0 * worlds.spot.chance)
        raise ScenarioError((Problem(scenario.file, 0, "confidence", "", *told),))
    reserve = max(0.0, needed - 1.0)
    why = enough(100.0 * scenario.confidence, len(worlds))
    source = Provenance(value_text=f"{100.0 * reserve:.3g} %", kind="default", source=why)
    return scenario.model_copy(update={"reserve": reserve, "sources": {**scenario.sources, "reserve": source}})
