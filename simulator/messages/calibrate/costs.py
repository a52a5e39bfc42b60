"""How the CPU of a request changes with the load, in a sentence."""

from models.messages.template import sentence
from models.quantities.formatting import significant
from models.quantities.units import DURATION, format_quantity
from simulator.calibration.calibrate import Calibration
from simulator.calibration.cost_by_load import CostAtLoad, cost_by_load
from simulator.calibration.server import Parameter

falls = sentence(
    "A request costs less CPU the more there are: {curve} of the CPU used. Wake-ups, batches and clocks do that."
    " The scenario that is written has the cost at its target utilisation."
)
rises = sentence(
    "A request costs more CPU the more there are: {curve} of the CPU used. Caches, locks and collections do that."
    " The scenario that is written has the cost at its target utilisation."
)
beside = sentence(
    "The machine uses {share} of its CPU beside requests, such as for monitoring. With its part of that a request costs"
    " {curve} of the CPU used. The scenario that is written has both apart, the former as `cpu_without_requests`."
)


def cost_sentence(calibration: Calibration) -> str:
    """What a request costs at several loads; "" where it does not change."""
    curve = cost_by_load(calibration.fit, calibration.loaded.points[-1])
    if not curve:
        return ""
    told = ", ".join(map(_told, curve))
    share = calibration.fit.parameters.get(Parameter.BESIDE)
    if share is not None:
        return beside(f"{significant(100.0 * share, 2)} %", told)
    return (falls if curve[0].seconds > curve[-1].seconds else rises)(told)


def _told(each: CostAtLoad) -> str:
    return f"{format_quantity(each.seconds, DURATION, digits=3)} at {100.0 * each.cpu:.0f} %"
