"""A change of a scenario as a merge request shows it: what becomes of the farm, its money, its bottleneck, headroom and
targets."""

from collections.abc import Callable, Iterator

from models.quantities.formatting import count_text
from simulator.experiment.verdicts import Verdict
from simulator.farm.costs.cost_difference import cost_in_all, traffic_cost
from simulator.farm.farm import Farm
from simulator.farm.stopping_limit import stopping_limit
from simulator.messages import merge_request
from simulator.messages.cost_difference import money_more
from simulator.messages.numbers import plain_number
from simulator.messages.prediction import dearer_text, enough_text
from simulator.messages.sentences import measured_against_target
from simulator.output.blocks import Block, Column, Heading, Table, Text
from simulator.studies.check.change import PlanChange

_Row = tuple[str, str, str, str]
_COUNT = 10_000  # So many are counted, and not told to three digits.


def change_blocks(change: PlanChange) -> list[Block]:
    """The answer, what is changed, and both plans beside each other."""
    title = Heading(merge_request.HEAD.format(name=change.after.scenario.name), 3)
    return [title, *(Text(line, lead=True) for line in _answer(change)), *_changed(change), _beside(change)]


def _answer(change: PlanChange) -> Iterator[str]:
    before, after = change.farms
    if change.becomes_missed:
        yield merge_request.becomes_missed(change.becomes_missed)
    if after is None and change.after.reason:
        yield merge_request.NO_FARM.format(reason=change.after.reason)
    if before is None and change.before.reason:
        yield merge_request.HAD_NONE.format(reason=change.before.reason)
    if before is not None and after is not None:
        yield _farm(change, before, after)


def _farm(change: PlanChange, before: Farm, after: Farm) -> str:
    more = after.sizing.servers.whole.value - before.sizing.servers.whole.value
    alike = cost_in_all(before).value == cost_in_all(after).value
    servers = merge_request.more_servers(more, count_text(abs(more), "server"))
    if alike:
        return merge_request.farm_sentence(servers, "", "")
    traffic = traffic_cost(after).value - traffic_cost(before).value
    money = _in_all(after, before) if traffic else money_more(after, before)
    return merge_request.farm_sentence(servers, money, dearer_text(change.beside))


def _in_all(after: Farm, before: Farm) -> str:
    """What a farm of another traffic costs more, with that traffic."""
    more = cost_in_all(after).value - cost_in_all(before).value
    return merge_request.money_in_all(_three_digits(abs(more)), after.cost.currency, more > 0.0)


def _changed(change: PlanChange) -> list[Block]:
    if not change.changed:
        return [Text(merge_request.NOTHING)]
    columns = Column(merge_request.CHANGED), Column(merge_request.BEFORE), Column(merge_request.AFTER)
    return [Table(merge_request.CHANGES, columns, change.changed)]


def _beside(change: PlanChange) -> Table:
    columns = (Column("plan"), Column(merge_request.BEFORE, numeric=True), Column(merge_request.AFTER, numeric=True),
               Column(merge_request.MORE, numeric=True))  # fmt: skip
    return Table(merge_request.PLANS, columns, tuple(_rows(change)))


def _rows(change: PlanChange) -> Iterator[_Row]:
    sides = [None if each is None else each.decided for each in change.farms]
    currency = next((each.cost.currency for each in sides if each is not None), "")

    def amounts(name: str, read: Callable[[Farm], float]) -> _Row:
        before, after = (None if each is None else read(each) for each in sides)
        more = None if before is None or after is None else after - before
        signed = f"{'+' if more > 0.0 else ''}{_three_digits(more)}" if more else ""
        return name, _three_digits(before), _three_digits(after), signed

    def words(name: str, read: Callable[[Farm], str]) -> _Row:
        before, after = (merge_request.NONE if each is None else read(each) for each in sides)
        return _texts(name, before, after)

    yield amounts("servers", lambda farm: farm.sizing.servers.whole.value)
    yield amounts(f"{currency} a month in all", lambda farm: cost_in_all(farm).value)
    yield amounts("headroom, x the demand", lambda farm: farm.sizing.supports.value)
    yield words("enough with", lambda farm: enough_text(farm.prediction))
    yield words("bottleneck", lambda farm: stopping_limit(farm.carried, farm.scenario.targets).name)
    yield from _targets(change)


def _targets(change: PlanChange) -> Iterator[_Row]:
    outcomes = change.before.outcome, change.after.outcome
    before, after = ({} if each is None else {one.target: one for one in each.verdicts} for each in outcomes)
    for target, known in (before | after).items():
        yield _texts(known.name, _verdict(before.get(target)), _verdict(after.get(target)))


def _three_digits(value: float | None) -> str:
    if value is None:
        return merge_request.NONE
    return plain_number(value if value == round(value) and abs(value) < _COUNT else float(f"{value:.3g}"))


def _verdict(verdict: Verdict | None) -> str:
    if verdict is None or verdict.met is None:
        return merge_request.NONE if verdict is None else merge_request.NOT_KNOWN
    told = measured_against_target(verdict).removeprefix(f"{verdict.name} ")
    return f"{told}: {merge_request.MET if verdict.met else merge_request.MISSED}"


def _texts(name: str, before: str, after: str) -> _Row:
    return name, before, after, "" if before == after else "changed"
