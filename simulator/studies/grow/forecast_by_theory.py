"""What theory says of the months ahead, at once."""

from models.scenario import Scenario
from simulator.errors import NotConverged, Unstable, UnsupportedByEngine, reason_without_remedy
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.farm.farm import Farm
from simulator.growth.grow import plan_growth
from simulator.growth.growth_plan import GrowthPlan


def forecast_growth_by_theory(
    scenario: Scenario, farm: Farm | None = None, closely: bool = False
) -> GrowthPlan | Unavailable:
    """The months ahead by theory, or why it does not know them; of units that a farm consists of, where it is known.

    closely: as `grow` has it. Raises ScenarioError for a scenario without a growth, or whose history is none.
    """
    try:
        return plan_growth(scenario, Theory(), farm=farm, closely=closely)
    except (UnsupportedByEngine, Unstable, NotConverged) as error:
        return Unavailable(reason_without_remedy(error))
