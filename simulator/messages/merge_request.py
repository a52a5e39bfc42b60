"""What a change of a scenario does to its farm, in the words of a merge request."""

from collections.abc import Sequence

from models.quantities.formatting import listed

HEAD = "What this change does to {name}"
NOTHING = "Nothing that a plan looks at is changed."
SAME = "The farm stays as it is."
BECOMES_MISSED = "Missed since this change: {targets}."
NO_FARM = "No farm is recommended since this change: {reason}."
HAD_NONE = "There was no farm before: {reason}."
CHANGES, PLANS = "What is changed", "The plan"
CHANGED, BEFORE, AFTER, MORE = "what is changed", "before", "after", "difference"
MET, MISSED, NOT_KNOWN, NONE = "met", "missed", "not known", "none"


def farm_sentence(servers: str, money: str, dearer: str) -> str:
    """What becomes of the farm: the servers and the money that it has more or less; dearer: how likely it costs more,
    "" where that is not known."""
    told = [each for each in (servers, money) if each]
    if not told:
        return SAME
    likely = f"; it costs more with {dearer} probability" if dearer else ""
    return f"The farm has {listed(told)}{likely}."


def more_servers(count: float, text: str) -> str:
    """So many servers more, or fewer; "" for none."""
    return "" if count == 0.0 else f"{text} {'more' if count > 0.0 else 'fewer'}"


def money_in_all(amount: str, currency: str, is_more: bool) -> str:
    """What a farm costs more a month, or less, with its traffic."""
    return f"{amount} {currency} a month {'more' if is_more else 'less'} in all"


def becomes_missed(targets: Sequence[str]) -> str:
    """The targets that are missed since a change."""
    return BECOMES_MISSED.format(targets=listed(list(targets)))
