"""Plans beside each other in one table: servers, money, headroom, what stops them, response, and when to buy."""

from collections.abc import Sequence

from models.scenario import Scenario
from simulator.measure.results import Refused
from simulator.questions.grow.foreseen import in_theory
from simulator.questions.grow.sentences import month
from simulator.report.blocks import Block, Cell, Column, Table, Text
from simulator.report.language.numbers import bare, rounded
from simulator.rollup.outcome import Outcome
from simulator.service import answers

NO_GROWTH = "states no growth"


def plan_blocks(plans: Sequence[tuple[str, Scenario]]) -> list[Block]:
    """The answer of theory to each plan, as a row; a plan that theory knows nothing of says why."""
    found = [(label, scenario, answers.theory(scenario)) for label, scenario in plans]
    rows = tuple(_row(label, scenario, one) for label, scenario, one in found if not isinstance(one, Refused))
    refused = [Text(f"{label}: {one.reason}") for label, _, one in found if isinstance(one, Refused)]
    return [*([Table("The plans, in theory", _COLUMNS, rows)] if rows else []), *refused]


_COLUMNS = (
    Column("plan"),
    Column("servers", numeric=True),
    Column("a month", numeric=True),
    Column("times the demand it carries", numeric=True),
    Column("stopped first by"),
    Column("mean response", numeric=True),
    Column("too small"),
)


def _row(label: str, scenario: Scenario, outcome: Outcome) -> tuple[Cell, ...]:
    farm, stop = outcome.farm, outcome.carried.binding or outcome.binding.limit.name
    response = outcome.results.measures.get("response_mean")
    if farm is None:
        return label, "no demand", "", "", stop, response, ""
    cost = f"{rounded(farm.cost.total.whole.value, farm.range.half_width)} {farm.cost.currency}"
    servers = bare(farm.sizing.servers.whole) if outcome.recommended else "none is recommended"
    return label, servers, cost, bare(farm.sizing.supports), stop, response, _full(scenario)


def _full(scenario: Scenario) -> str:
    """When what stands today is too small for the demand, where the scenario states how that grows."""
    if scenario.growth is None:
        return NO_GROWTH
    found = in_theory(scenario)
    return found.reason if isinstance(found, Refused) else month(found, found.full)
