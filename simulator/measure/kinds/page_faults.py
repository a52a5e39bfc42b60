"""Page faults, where the rate at which the system resolves them is limited."""

from simulator.measure.results import Measures
from simulator.measure.steady import Steady
from simulator.network.roles import Role


def page_faults(steady: Steady) -> Measures:
    """`page_faults` per second: the work of the station that resolves them, whose unit is a page fault."""
    resolving = steady.network.in_role(Role.PAGE_FAULTS)
    if not resolving:
        return {}
    (station,) = resolving
    return {"page_faults": steady.rate("shared", station.name, "work", unit="/s")}
