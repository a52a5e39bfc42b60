"""What to change in a farm that runs: a setting, a tier or an upgrade where it is short, another server where it is too
large.

Theory finds it. Other servers keep their own speeds: beside them the work of a request is what has been fitted.
"""

from typing import NamedTuple

from models.errors import ScenarioError
from models.scenario import Scenario
from models.variations.changes import with_changes
from simulator.errors import NoCapacity, NotConverged, Unstable, UnsupportedByEngine
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm
from simulator.farm.raised_setting import SettingFirst
from simulator.farm.right_size import NOTICEABLE, fitting_farms
from simulator.farm.running_farm import FarmVerdict, RunningFarm
from simulator.farm.setting_first import setting_first
from simulator.farm.upgrade_value import UpgradeValue
from simulator.messages.review import MEASURED
from simulator.studies.review.measured_work import front_changes
from simulator.studies.review.tiers_first import TiersFirst, more_of_tiers
from simulator.studies.upgrades.answer import study_upgrades
from simulator.telemetry.model_fit import ModelFit

_UNSOLVED = (ScenarioError, NoCapacity, NotConverged, Unstable, UnsupportedByEngine)
_FOUND = 2  # The cheapest farm, and the next one where that is of the present server.


class ChangeFirst(NamedTuple):
    """What to change first of a farm that is short; None where there is no such thing, or another goes before it."""

    setting: SettingFirst | None = None
    tiers: TiersFirst | None = None
    upgrade: UpgradeValue | None = None


def change_first(scenario: Scenario, fit: ModelFit, running: RunningFarm) -> ChangeFirst:
    """What to change where a farm is short: the setting that stops a server, or else more servers of the tiers that do,
    or else the upgrade whose farm costs least, if these cost less than what is to be added."""
    if running.verdict is not FarmVerdict.SHORT:
        return ChangeFirst()
    fitted, carried = running.farm.scenario, running.farm.carried
    first = setting_first(fitted, carried)
    if first is not None:
        return ChangeFirst(setting=first)
    tiers = more_of_tiers(running)
    if tiers is not None:
        return ChangeFirst(tiers=tiers)
    try:
        ranked = study_upgrades(_with_fitted_work(scenario, fit, running), Theory())
    except _UNSOLVED:
        return ChangeFirst()
    best = ranked.best_kept or ranked.best
    farm = None if best is None else best.farm
    return ChangeFirst(upgrade=best if farm is not None and _cost(farm) < _cost(running.after) else None)


def cheaper_server(scenario: Scenario, fit: ModelFit, running: RunningFarm) -> Farm | None:
    """The cheapest farm of another server for the same peak and reserve, where a farm is too large and that costs
    noticeably less than what is left of it."""
    if running.verdict is not FarmVerdict.TOO_LARGE:
        return None
    try:
        farms = fitting_farms(_with_fitted_work(scenario, fit, running), _FOUND)
    except _UNSOLVED:
        return None
    others = (farm for farm in farms if farm.scenario.server.name != scenario.server.name)
    best = min(others, key=_cost, default=None)
    return best if best is not None and _cost(best) < (1.0 - NOTICEABLE) * _cost(running.after) else None


def _with_fitted_work(scenario: Scenario, fit: ModelFit, running: RunningFarm) -> Scenario:
    changes = front_changes(scenario, 1.0 if fit.work is None else fit.work)
    changes |= {"operating_system.cpu_without_requests": fit.idle}
    return with_changes(scenario, {**changes, "demand": running.farm.scenario.demand}, MEASURED)


def _cost(farm: Farm) -> float:
    return cost_in_all(farm).value
