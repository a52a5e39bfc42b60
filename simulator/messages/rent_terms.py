"""What the same farm costs on other terms of renting it, in words."""

from collections.abc import Sequence

from models.parts.instance import ON_DEMAND, ONE_YEAR, SPOT, THREE_YEARS
from models.quantities.formatting import listed, significant
from simulator.farm.costs.rent_terms import RentTerms
from simulator.messages.numbers import rounded

TERMS = {
    ON_DEMAND: "on demand",
    ONE_YEAR: "reserved for a year",
    THREE_YEARS: "reserved for three years",
    SPOT: "at spot prices",
}
_DIGITS = 0.05  # Known to so much of it, an amount has three digits.


def other_terms_sentence(terms: Sequence[RentTerms]) -> str:
    """What the same farm costs more or less on all terms that are not chosen; "" where there are none."""
    others = [each for each in terms if not each.chosen]
    if not others:
        return ""
    told = [f"{_more(each)} {TERMS[each.rent]}{_losses(each)}" for each in others]
    return f"On other terms the same farm costs, in {others[0].cost.unit}: {listed(told)}."


def _more(terms: RentTerms) -> str:
    if not terms.more.value:
        return "the same"
    amount = abs(terms.more.value)
    return f"{rounded(amount, _DIGITS * amount)} {'less' if terms.more.value < 0.0 else 'more'}"


def _losses(terms: RentTerms) -> str:
    """How many instances are taken back, where some are."""
    return f" (but {significant(terms.lost, 3)} instances are taken back in a month)" if terms.lost else ""
