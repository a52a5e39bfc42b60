"""The links of a site in words: what one that is down does to the others."""

from collections.abc import Iterator, Sequence

from models.messages.template import sentence
from models.parts.link import TRANSIT, SiteLink
from models.quantities.formatting import count_text, listed
from models.quantities.rounding import round_up
from models.scenario import Scenario
from simulator.experiment.estimate import exact
from simulator.farm.costs.link_traffic import LinkLoad
from simulator.messages.numbers import TRAFFIC, traffic_text

LINKS = "Links of the site"
ONE_DOWN = "with one down, %"
_too_full = sentence(
    "With {down} down, {link} would have {traffic} to carry, {percent:.0f} % of its capacity: plan {ports} of"
    " {port}, or another link of kind transit."
)
_too_full_at_all = sentence(
    "All links up, {link} has {traffic} to carry, {percent:.0f} % of its capacity: plan {ports} of"
    " {port}, or a smaller share."
)
_cut_off = sentence("With {down} down, {percent:.3g} % of the traffic reaches nobody: no other link is transit.")
_holds = sentence("Any one of the links may be down: the others carry the peak.")
_not_held = sentence("State `spare_links: 1` to have the plan hold that as a target.")


def link_name(link: SiteLink) -> str:
    """A link with what it reaches, where that is not everybody."""
    return link.name if link.kind == TRANSIT else f"{link.name} ({link.kind})"


def used_then(each: LinkLoad) -> str:
    """How much of a link is used with the worst other one down, and which that is."""
    return f"{each.used_then:.3g}" + (f" ({listed(list(each.down))})" if each.mbps_then > each.mbps else "")


def link_sentences(scenario: Scenario, loads: Sequence[LinkLoad]) -> Iterator[str]:
    """Which links are too small with all up and with one down, and what to plan; or that any one may be down."""
    most = scenario.targets.links
    full = [each for each in loads if each.used > 100.0 * most]
    fuller = [each for each in loads if each.used_then > 100.0 * most and each not in full]
    for each in full:
        ports = _ports(each, each.mbps, most)
        yield _too_full_at_all(each.link.name, _told(each.mbps), each.used, ports, _port(each))
    for each in fuller:
        ports = _ports(each, each.mbps_then, most)
        down = listed(list(each.down))
        yield _too_full(down, each.link.name, _told(each.mbps_then), each.used_then, ports, _port(each))
    transits = [each for each in loads if each.link.is_transit]
    cut = [each for each in loads if each.link.share > 0.0 and all(other is each for other in transits)]
    for each in cut:
        yield _cut_off(each.link.name, 100.0 * each.link.share)
    if len(loads) > 1 and not (full or fuller or cut):
        yield _holds()
    elif (fuller or (cut and len(loads) > 1)) and not scenario.datacenter.spare_links:
        yield _not_held()


def _port(each: LinkLoad) -> str:
    return _told(each.carries / each.link.ports)


def _told(mbps: float) -> str:
    return traffic_text(exact(mbps, TRAFFIC))


def _ports(each: LinkLoad, mbps: float, most: float) -> str:
    """How many ports of a link carry so many Mbps within the target."""
    return count_text(round_up(mbps / (most * each.carries / each.link.ports)), "port")
