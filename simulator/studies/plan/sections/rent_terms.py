"""What the same farm costs on other terms of renting it."""

from simulator.farm.costs.rent_terms import RentTerms, rent_terms
from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes, titles
from simulator.messages.rent_terms import TERMS, other_terms_sentence
from simulator.output.blocks import Block, Column, Linked, Table, Text
from simulator.output.figure import Data, figure_data


def summary(outcome: Outcome) -> list[Block]:
    """One sentence of all other terms; nothing where there are none."""
    told = other_terms_sentence(_terms(outcome))
    return [Text(told)] if told else []


def section(outcome: Outcome) -> list[Block]:
    """A table of all terms; nothing where there is one way to rent the farm, or nothing is rented."""
    terms = _terms(outcome)
    if not terms:
        return []
    unit = terms[0].cost.unit
    columns = (
        Column("rented"), Column("in all", unit, numeric=True), Column(notes.MORE_THAN_NOW, unit, numeric=True),
        Column(notes.TAKEN_BACK, numeric=True),
    )  # fmt: skip
    rows = tuple(
        (
            f"{TERMS[each.rent]}{' (chosen)' if each.chosen else ''}",
            Linked(each.cost, uncertainty=_digits(each)),
            Linked(each.more, uncertainty=_digits(each)),
            f"{each.lost:.3g}",
        )
        for each in terms
    )
    return [Table(titles.RENT_TERMS, columns, rows)]


def data(outcome: Outcome) -> Data:
    """The same as data."""
    terms = _terms(outcome)
    return {"rent_terms": [_as_data(each) for each in terms]} if terms else {}


def _as_data(terms: RentTerms) -> Data:
    return {
        "rent": terms.rent,
        "chosen": terms.chosen,
        "cost_in_all_per_month": figure_data(terms.cost),
        "more": figure_data(terms.more),
        "taken_back_a_month": terms.lost,
    }


def _terms(outcome: Outcome) -> tuple[RentTerms, ...]:
    if outcome.cost is None:
        return ()
    farm = outcome.bought.decided
    return rent_terms(farm.scenario, farm.sizing)


def _digits(terms: RentTerms) -> float:
    """As far off as leaves three digits of what the terms change."""
    return 0.05 * abs(terms.more.value)
