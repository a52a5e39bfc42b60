"""How sure the farms of a sweep are that one would buy: the best for each demand, and the first of the front."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from models.scenario import Scenario
from simulator.experiment.progress import Progress, announce_steps
from simulator.experiment.results import Unavailable
from simulator.farm.farm import Farm, buy_farm
from simulator.messages.stages.uncertainty import STATED_LOAD
from simulator.studies.sweep.pareto import VariantAnswer, best_answers, demands, rank_answers
from simulator.uncertainty.predict import SharedWorlds, bought_units, cost_beside, farm_bills, predict_in, sure_farm
from simulator.uncertainty.worlds import Worlds

# Each takes theory a second.
MOST = 5


def with_predictions(
    answers: Sequence[VariantAnswer], scenarios: Mapping[str, Scenario], progress: Progress = lambda: None
) -> tuple[VariantAnswer, ...]:
    """The answers, with how sure the farms are that one would buy; those for one demand stand in the same worlds, in
    which what they have in common is the same. `scenarios` by the name of their variant; `progress` is called after
    each."""
    found: dict[str, VariantAnswer] = {}
    told = list(_told(answers))
    announce_steps(progress, len(told))
    shared: dict[str, _OfOneDemand] = {}
    for each in told:
        beside = shared.setdefault(each.demand, _OfOneDemand())
        found[each.name] = beside.predict(each, scenarios[each.name])
        progress()
    return tuple(found.get(each.name, each) for each in answers)


def _told(answers: Sequence[VariantAnswer]) -> Iterator[VariantAnswer]:
    """The farms that are told: the best for each demand, then the first of the front, MOST in all."""
    farms = [each for each in answers if each.figures and each.figures.farm]
    bests = (best_answers([each for each in farms if each.demand == demand])[0] for demand in demands(farms))
    front = (each for each in rank_answers(farms) if each.standing in ("front", "perhaps"))
    names = dict.fromkeys(each.name for each in (*filter(None, bests), *front))
    by_name = {each.name: each for each in farms}
    yield from (by_name[name] for name in list(names)[:MOST])


class _OfOneDemand:
    """Farms that carry one demand, the best of them first."""

    def __init__(self) -> None:
        self._shared = SharedWorlds()
        self._best: tuple[Worlds | Unavailable, Farm] | None = None

    def predict(self, answer: VariantAnswer, scenario: Scenario) -> VariantAnswer:
        """The answer with how sure its farm is, and what it costs beside the best."""
        server = answer.answered.server
        if server is None:
            return replace(answer, prediction=Unavailable(STATED_LOAD))
        farm = buy_farm(scenario, server)
        worlds = self._shared.of(farm)
        beside = cost_beside(worlds, farm, *self._best) if self._best else None
        self._best = self._best or (worlds, farm)
        sure = sure_farm(answer.name, worlds, bought_units(farm), farm_bills(*self._best))
        return replace(answer, prediction=predict_in(worlds, farm), beside=beside, sure=sure)
