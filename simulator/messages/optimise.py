"""The cheapest farm in sentences: what it is and costs, the next, the present one, and what is not the cheapest."""

from collections import Counter
from collections.abc import Iterable, Iterator

from models.messages.template import sentence
from models.quantities.formatting import count_text
from models.quantities.units import SIZE, format_quantity, memory_at_least
from simulator.errors import require
from simulator.experiment.estimate import Estimate, exact
from simulator.farm.cheapest_farm import CHEAPEST, NEXT, NOW, RESIZED, CheapestFarm, FarmOffer
from simulator.farm.costs.cost import SERVERS
from simulator.farm.costs.cost_difference import cost_difference
from simulator.farm.farm import Farm, MonthlyPayment
from simulator.farm.prediction import PREDICTED, FarmPrediction
from simulator.messages.cost_difference import prices_of_other_years, unpriced_origin
from simulator.messages.decision import likely, purchase_sentence, spares_in_units
from simulator.messages.farm_notes import disk_note
from simulator.messages.numbers import (
    TRAFFIC,
    bare,
    is_resolved,
    plain_number,
    range_texts,
    rounded,
    short_estimate,
    short_text,
    signed_text,
    traffic_text,
)
from simulator.messages.prediction import (
    dearer_text,
    more_text,
    odds_sentence,
    surer_sentence,
)
from simulator.messages.tier_failure import with_a_tier_down
from simulator.messages.wording import nodes_in_short

# Why a candidate is not the cheapest.
IMPOSSIBLE, DEARER, SAME_DEARER = "impossible", "cannot be cheaper, by theory", "the same server for no less"
SIMULATED_DEARER, NO_LOAD = "searched, and dearer", "no load meets its targets"
USELESS = "the same farm with something added that carries nothing more"
_RESIZED = "same servers in other units"
_PLACES = {CHEAPEST: "the cheapest", NEXT: "the next", RESIZED: f"the {_RESIZED}", NOW: "the farm as it is"}
NOT_CHEAPEST = "What is not the cheapest, and why"
NO_DEMAND = "without a demand there is no farm to make cheaper"
NO_WORLD = "no world has an answer for both"
HARDWARE = "hardware added to servers, and other systems"
AS_THEY_ARE = "with other tiers servers are looked at as the catalogue has them"
NO_LOAD_IN_THEORY = "no load of it meets the targets, as far as theory knows"


def answer(cheapest_farm: CheapestFarm) -> str:
    """The winner, with what it costs, what it carries and what binds."""
    winner = cheapest_farm.winner
    known = winner.farm.prediction if winner.farm is not None else None
    sure = f" {odds_sentence(known, winner.farm.scenario)}" if winner.farm and isinstance(known, FarmPrediction) else ""
    return f"Cheapest: {_offer_sentence(winner)}{sure}"


def comparison_notes(cheapest_farm: CheapestFarm) -> Iterator[str]:
    """What counts as nothing because nobody stated its price, what keeps most choices out, which disks are taken to
    be as large as the present ones, and which caches grow with what is bought, a sentence each."""
    told = {_PLACES[place]: offer.farm for place, offer in cheapest_farm.ranked if offer.farm is not None}
    yield from filter(None, (unpriced_origin(told), left_out(cheapest_farm), disks_taken(cheapest_farm)))
    yield from _caches_raised(cheapest_farm)


def left_out(cheapest_farm: CheapestFarm) -> str:
    """That most choices could not be compared, for who reads the first lines only; "" where most could."""
    count = cheapest_farm.counts.get(IMPOSSIBLE, 0)
    if 2 * count <= cheapest_farm.choices:
        return ""
    why = _mostly(cheapest_farm, IMPOSSIBLE)
    return f"Most of the catalogue is not in this: {count:,} of {cheapest_farm.choices:,} choices are impossible{why}."


def disks_taken(cheapest_farm: CheapestFarm) -> str:
    """Where the size of disks comes from that the catalogue does not state; "" where no choice needs it."""
    if cheapest_farm.disk_size is None or not cheapest_farm.disks_taken:
        return ""
    ranked = (("the cheapest", cheapest_farm.winner), ("the next", cheapest_farm.runner_up))
    told = [place for place, offer in ranked if offer is not None and offer.disk_size is not None]
    among = f", {' and '.join(told)} among them," if told else ""
    return (
        f"For {cheapest_farm.disks_taken:,} choices{among} the catalogue states no size of disks. Each disk counts as"
        f" one of {format_quantity(cheapest_farm.disk_size, SIZE)}, the scenario's `server.disks.size`, at the"
        " catalogue's price."
    )


cache_raised = sentence(
    "With {place} more is cached than the scenario allows, for its RAM or disks make room: `{key}: {{up_to: {size}}}`."
    " A plan of that farm needs this line."
)


def _caches_raised(cheapest_farm: CheapestFarm) -> Iterator[str]:
    """The caches that may grow further in the cheapest and the next than the scenario says, to be written so."""
    for place, offer in (("the cheapest", cheapest_farm.winner), ("the next", cheapest_farm.runner_up)):
        for path, size in offer.caches.items() if offer is not None else ():
            text = memory_at_least(size) if "file" in path else format_quantity(size, SIZE)
            yield cache_raised(place=place, key=path.removesuffix(".size"), size=text)


def against_winner(cheapest_farm: CheapestFarm) -> list[str]:
    """The runner-up, the present farm, and its servers in other units against the winner, a sentence or two each."""
    own = cheapest_farm.present == cheapest_farm.winner
    sentences = [
        *(["The cheapest farm is that of the scenario as it is."] if own else []),
        *([surer_sentence(cheapest_farm.surer)] if cheapest_farm.surer else []),
        _runner_up(cheapest_farm),
    ]
    present, resized = cheapest_farm.present, cheapest_farm.resized
    if resized is not None and resized != cheapest_farm.winner:
        told = f"{_offer_sentence(resized)}{_how_sure(resized)}"
        sentences.append(f"The {_RESIZED} ({_dearer(cheapest_farm, resized)}): {told}")
    if present is not None and not own:
        farm = purchase_sentence(present.farm) if present.farm else _offer_sentence(present)
        told = f"{farm}{_how_sure(present)}{_failing(cheapest_farm)}"
        sentences.append(f"As it is ({_dearer(cheapest_farm, present)}): {told}")
    elif present is not None and present.farm is not None:
        sentences.append(purchase_sentence(present.farm))
    return sentences


def excluded_sentences(cheapest_farm: CheapestFarm) -> Iterator[str]:
    """What was pruned, by reason, and what is not known."""
    if cheapest_farm.tiers:
        yield _of_tiers(cheapest_farm)
    else:
        yield _compared(cheapest_farm)
    for kind, count in cheapest_farm.counts.items():
        told = kind == IMPOSSIBLE and left_out(cheapest_farm)
        yield f"Not the cheapest, {kind}: {count:,}{'' if told else _mostly(cheapest_farm, kind)}."
    yield from _by_reason("Not counted over the worlds", cheapest_farm.others.unanswered.items())
    for one in cheapest_farm.unanswered:
        least = f"{plain_number(one.bound)} {cheapest_farm.winner.whole.unit}"
        yield f"Not known: {one.name}, which costs at least {least}: {one.reason}."
    yield from _by_reason("Not considered", ((each.name, each.reason) for each in cheapest_farm.not_considered))


def _by_reason(what: str, named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A sentence for each reason, with all names that have it."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in named:
        by_reason.setdefault(reason, []).append(name)
    for reason, names in by_reason.items():
        yield f"{what}: {', '.join(names)}: {reason}."


def _compared(cheapest_farm: CheapestFarm) -> str:
    """How many farms were compared."""
    searched = f"{cheapest_farm.simulated} of them {'solved by theory' if cheapest_farm.at_once else 'simulated'}"
    return (
        f"{cheapest_farm.candidates:,} farms were compared: {cheapest_farm.choices:,} servers with their upgrades,"
        f" {cheapest_farm.servers:,} of them different to clients, in units of several sizes; {searched}."
    )


def _of_tiers(cheapest_farm: CheapestFarm) -> str:
    """The same of a search at several places."""
    places = f"{count_text(1 + len(cheapest_farm.tiers), 'place')}, {', '.join(cheapest_farm.tiers)} among them"
    then = "" if cheapest_farm.at_once else "; the cheapest two and the present one were simulated"
    return (
        f"Servers were tried at {places}, and sizes of units, one after another until none was cheaper:"
        f" {cheapest_farm.candidates:,} farms, {cheapest_farm.simulated} of them solved by theory{then}."
    )


def _mostly(cheapest_farm: CheapestFarm, kind: str) -> str:
    """The reason that most choices have which cannot be; "" for those that only cost more."""
    if kind != IMPOSSIBLE:
        return ""
    reasons = Counter(each.why for each in cheapest_farm.pruned if each.kind == kind)
    (why, count), *others = reasons.most_common()
    return f", {f'{count:,} of them' if others else 'all'} because {why}"


def notes(cheapest_farm: CheapestFarm) -> Iterator[str]:
    """How to read the figures."""
    yield (
        "Costs are those of whole units, with bandwidth, egress and origin. Prices are assumptions: `sensitivity` says"
        " how much they move the answer. By theory a farm is ruled out if it costs more even with 2 % above the"
        " bottleneck law's capacity."
    )
    years = (year for _, offer in cheapest_farm.ranked for year in offer.years)
    yield from prices_of_other_years(years, cheapest_farm.year)
    held = disk_note(cheapest_farm.winner.farm.scenario) if cheapest_farm.winner.farm is not None else ""
    if held:
        yield f"{held} `web_server.disk_cache` and an origin are for servers that hold a part of it."
    if cheapest_farm.at_once:
        yield "Theory knows no percentiles: targets of response times are not judged."


def _failing(cheapest_farm: CheapestFarm) -> str:
    """What the present farm misses with one server of a tier down; "" where it misses nothing."""
    present = cheapest_farm.present
    tiers = present.farm.scenario.tiers if present is not None and present.farm is not None else ()
    failing = [(down, down.missed) for down in cheapest_farm.present_failures]
    told = [with_a_tier_down(tiers, verdict, down) for down, verdict in failing if verdict is not None]
    return "".join(f" As it is, {each}." for each in told)


def _dearer(cheapest_farm: CheapestFarm, offer: FarmOffer) -> str:
    """What a farm costs more than the winner, with the digits that their prices leave."""
    winner, unit = cheapest_farm.winner, cheapest_farm.winner.whole.unit
    more, uncertainty = offer.whole.value - winner.whole.value, 0.0
    if offer.farm is not None and winner.farm is not None:
        uncertainty = cost_difference(offer.farm, winner.farm).uncertainty
    return f"{'+' if more >= 0.0 else '-'}{rounded(abs(more), uncertainty)} {unit}"


def _how_sure(offer: FarmOffer) -> str:
    """How likely a farm costs more than the cheapest, as a sentence after others; "" where that is not known."""
    if offer.beside is None:
        return ""
    within = f"{100.0 * PREDICTED:g} %: {more_text(offer.beside)}"
    return f" It costs more than the cheapest with {dearer_text(offer.beside)} probability ({within})."


def _offer_sentence(offer: FarmOffer) -> str:
    """A farm: what it is, what it costs, what it can carry, and its bottleneck."""
    limit = f"{offer.binding} ({offer.limit})" if offer.limit else offer.binding
    servers = count_text(offer.servers.value, "server")
    units = f"{count_text(offer.whole_units.value, 'unit')} of {_nodes(offer)}"
    spares = "" if offer.farm is None else spares_in_units(offer.farm.decided.sizing)
    farm = f"{servers} ({units}{spares}) of {offer.name}, for {_cost(offer)}."
    return f"{farm} It can carry {short_text(offer.supports)}. Bottleneck: the {limit}."


def _nodes(offer: FarmOffer) -> str:
    return plain_number(offer.nodes) if offer.farm is None else nodes_in_short(offer.farm.sizing.capacity)


def _cost(offer: FarmOffer) -> str:
    """Money a month in all, and how much of it is for servers where traffic costs something too."""
    if offer.farm is None:
        return f"{short_text(offer.whole)} in all"
    paid, parts = offer.farm.in_all, offer.farm.paid_for
    in_all = f"{_to_the_digits(paid)} {offer.whole.unit} in all{_within(offer.farm)}"
    return in_all if len(parts) == 1 else f"{in_all}, {_to_the_digits(parts[SERVERS])} of it for servers"


def _within(farm: Farm) -> str:
    """The 90 % interval of what a farm costs in all, behind it; "" where that is not known."""
    if not farm.is_predicted:
        return ""
    over, whole = farm.in_all.over, farm.in_all.amount
    low, _, high = range_texts(over.low, whole.value, over.high, whole.half_width)
    return f" ({likely(farm)}{low}-{high})"


def _to_the_digits(paid: MonthlyPayment) -> str:
    """An amount, to the digits that the ranges of its prices leave."""
    if not paid.over.resting_on:
        return bare(paid.amount)
    return range_texts(paid.over.low, paid.amount.value, paid.over.high, paid.amount.half_width)[1]


def _runner_up(cheapest_farm: CheapestFarm) -> str:
    if cheapest_farm.runner_up is None:
        return "No other server of the catalogue meets the targets."
    more = _more(require(cheapest_farm.difference, "difference"))
    told = f"Next{more}: {_offer_sentence(cheapest_farm.runner_up)}{_how_sure(cheapest_farm.runner_up)}"
    if not cheapest_farm.told_apart:
        told += " Their costs do not tell the two apart: the intervals overlap, or they cost the same."
    return told


def _more(difference: Estimate) -> str:
    """What the runner-up costs more; "" where that is not resolved."""
    return f" ({signed_text(short_estimate(difference))} {difference.unit})" if is_resolved(difference) else ""


searched = sentence("{servers} servers searched, {samples} replications each")
same_for_less = sentence("{name} does the same for no more")


def dearer_by_theory(station: str, mbps: float, bound: float, currency: str) -> str:
    """Why theory rules a choice out: what is full at the most, and what its farm costs at least."""
    full = f"the {station} full at {traffic_text(exact(mbps, TRAFFIC))}"
    return f"with {full} at the most, its farm costs at least {bound:,.0f} {currency} a month"


no_choice = sentence("{name}: no choice of the catalogue meets the targets; loosen them")
no_farm_of_tiers = sentence("{name}: no farm of the catalogue's servers meets the targets; loosen them")
costs_at_least = sentence("its farm costs at least {bound:,.0f} {currency} a month")
