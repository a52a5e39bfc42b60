"""What leaves a cloud between tiers: answers that a rented tier hands to a caller that is bought."""

from collections.abc import Mapping

from models.scenario import Scenario
from models.tier_flows import handovers, stated_answers
from simulator.engines.theory.wire import class_wire_bytes, wire_bytes
from simulator.experiment.error_propagation import add
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.server_capacity import ServerCapacity
from simulator.farm.costs.origin_traffic import fetched_bytes, miss_shares, origin_price, with_all_nodes_up
from simulator.farm.unit_capacity import MBPS
from simulator.network.lines import MBPS_PER_BYTE


def tier_egress(scenario: Scenario, carried: ServerCapacity, demand: float) -> dict[str, Estimate]:
    """Mbps that leave the cloud from each rented tier, by its name, at `demand` Mbps on the wire to clients.

    Answers are as large as their calls state. Where one does not, a tier is taken to hand on the responses that it is
    called for, as they go on the wire, once; of calls on misses those bytes that are fetched. What an origin bills by
    the GB is not counted again.
    """
    found: dict[str, list[Estimate]] = {}
    billed, rented = origin_price(scenario) > 0.0, [tier.name for tier in scenario.tiers if tier.server.is_rented]
    working = with_all_nodes_up(scenario, carried)
    stated = {name: answers for name in rented if (answers := stated_answers(scenario, name)) is not None}
    for name, answers in stated.items():
        counted = {missed: size for missed, size in answers.items() if not (missed and billed)}
        found |= {name: [_answers(counted, working, demand)]} if counted else {}
    for each in handovers(scenario):
        if each.tier in stated or (each.missed and billed):
            continue
        of = miss_shares(working) if each.missed and each.kind else None
        share = _shares(carried, of)[each.kind] if each.kind else 1.0
        all_kinds = fetched_bytes(scenario, carried).times(demand, MBPS) if each.missed else exact(demand, MBPS)
        found.setdefault(each.tier, []).append(all_kinds.times(share * each.share, MBPS))
    return {tier: add(parts, MBPS) for tier, parts in found.items()}


def _answers(stated: Mapping[str, float], carried: ServerCapacity, demand: float) -> Estimate:
    """Mbps of answers of which each request asks so many bytes, where what it has to miss is missed."""
    network, misses = carried.network, miss_shares(carried) if any(stated) else {}
    requests = demand / (wire_bytes(network) * MBPS_PER_BYTE)
    asked = sum(each * (misses[missed] if missed else 1.0) for missed, each in stated.items())
    return exact(requests * network.transport.wire_rate(asked) * MBPS_PER_BYTE, MBPS)


def _shares(carried: ServerCapacity, of: Mapping[str, float] | None = None) -> dict[str, float]:
    """The share of each kind of requests in all bytes on the wire; of: of those that so much of each kind is."""
    sizes: dict[str, float] = {}
    for each in carried.network.classes:
        name = each.to_clients
        weight = each.share if of is None else each.share * of[each.asked_as]
        size = class_wire_bytes(each, carried.network.transport)
        sizes[name] = sizes.get(name, 0.0) + weight * size
    whole = sum(sizes.values()) or 1.0
    return {name: size / whole for name, size in sizes.items()}
