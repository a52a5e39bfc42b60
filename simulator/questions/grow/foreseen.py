"""What theory says of the months ahead, at once."""

from models.scenario import Scenario
from simulator.errors import NotConverged, Unstable, UnsupportedByEngine, reason_of
from simulator.growth.grow import grow
from simulator.growth.grown import Grown
from simulator.measure.results import Refused
from simulator.rollup.farm import Farm
from simulator.sizing.solvers import Theory


def in_theory(scenario: Scenario, farm: Farm | None = None, closely: bool = False) -> Grown | Refused:
    """The months ahead by theory, or why it does not know them; of units that a farm consists of, where it is known.

    closely: as `grow` has it. Raises ScenarioError for a scenario without a growth, or whose history is none.
    """
    try:
        return grow(scenario, Theory(), farm=farm, closely=closely)
    except (UnsupportedByEngine, Unstable, NotConverged) as error:
        return Refused(reason_of(error))
