"""How requests are spread over a unit or a farm whose parts do not get the same, and what follows of it."""

from models.quantities.writing import counted, duration
from models.scenario import Scenario
from simulator.report.language.numbers import plain, text
from simulator.rollup.carried import Carried
from simulator.rollup.sizing import Sizing


def by_path(carried: Carried) -> list[str]:
    """Which group of nodes stops the unit first, and what the others would do; [] where all are alike."""
    if not carried.group:
        return []
    full = [f"{name} at {text(rate)}" for name, rate in carried.of_groups if name != carried.group]
    own = next(rate for name, rate in carried.of_groups if name == carried.group)
    others = f" ({', '.join(full)})" if full else ""
    return [
        f"Requests go by their path to groups of nodes, of which {carried.group} stops the unit first, at {text(own)}"
        f" of all paths{others}."
    ]


def by_name(scenario: Scenario, sizing: Sizing) -> list[str]:
    """What the busiest unit gets where clients find units by name; [] where all get the same."""
    if scenario.dns is None or sizing.busiest_unit <= 1.0:
        return []
    return [
        f"{counted(scenario.dns.resolvers, 'resolver')} keep the name of a unit for"
        f" {duration(scenario.dns.time_to_live)} each, so that the busiest of {counted(sizing.working_units, 'unit')}"
        f" gets up to {plain(round(sizing.busiest_unit, 2))} times its share, which it does not exceed for 95 % of the"
        " time."
    ]
