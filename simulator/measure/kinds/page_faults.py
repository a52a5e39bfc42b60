"""Page faults, where the rate at which the system resolves them is limited."""

from simulator.measure.results import Measures
from simulator.measure.steady import Steady
from simulator.translate.page_faults import FAULTS


def page_faults(steady: Steady) -> Measures:
    """`page_faults` per second: the work of the station of that name, whose unit is a page fault."""
    if FAULTS not in {station.name for station in steady.network.shared}:
        return {}
    return {"page_faults": steady.rate("shared", FAULTS, "work", unit="/s")}
