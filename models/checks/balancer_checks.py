"""Checks of how sessions, or requests by their path, are spread over the nodes of a unit, and of load that is shed."""

from collections import Counter
from collections.abc import Callable, Iterator

from models.client_affinity import HASH, source_unevenness
from models.content_share import BY_URL, splits_content
from models.messages import balancing
from models.parts.unit import NO_AFFINITY
from models.reading.finding import Finding
from models.scenario import LARGEST_LOAD, FarmParts
from models.suggest import did_you_mean, nearest_names

_PATHS = ("unit", "paths")
_AT = ("unit", "balancer")
_ANOTHER = "another policy, e.g. least-connections"


def nodes_interact(farm: FarmParts) -> bool:
    """Whether what one node does, or is, matters to the others, whatever clients do."""
    patience, uneven = farm.workload.patience, source_unevenness(farm) > 0.0
    around = patience is not None and patience.breaker is not None and patience.breaker.around
    looks = farm.unit.balancer.policy not in (HASH, BY_URL)
    return bool(farm.unit.failures or looks or len(set(farm.unit.weights)) > 1 or uneven or around)


def _every_node_has_a_weight(farm: FarmParts) -> Iterator[Finding]:
    stated, nodes = len(farm.unit.balancer.weights), farm.unit.nodes
    if stated not in (0, nodes):
        yield Finding((*_AT, "weights"), *balancing.weights_unlike_nodes(stated, nodes), ("[]",))


def _a_hash_starts_nobody_slowly(farm: FarmParts) -> Iterator[Finding]:
    balancer = farm.unit.balancer
    if balancer.slow_start > 0.0 and balancer.policy in (HASH, BY_URL):
        yield Finding(
            (*_AT, "slow_start"),
            *balancing.hash_moves_clients(_ANOTHER, _without_affinity(farm)),
            ("0 s", _another_policy(farm)),
        )


def _only_a_hash_keeps_clients_together(farm: FarmParts) -> Iterator[Finding]:
    balancer = farm.unit.balancer
    if balancer.affinity != NO_AFFINITY and balancer.policy != HASH:
        yield Finding(
            (*_AT, "affinity"),
            *balancing.affinity_needs_a_hash(balancer.policy),
            (NO_AFFINITY, {"unit.balancer.policy": HASH}),
        )


def _objects_have_nodes_of_their_own(farm: FarmParts) -> Iterator[Finding]:
    """What is not known of nodes that keep one copy of the content together, each as one problem."""
    if not splits_content(farm):
        return
    another = f"{_ANOTHER}{_without_affinity(farm)}"
    if farm.workload.content is None:
        yield Finding((*_AT, "policy"), *balancing.nothing_to_hash(another), (_another_policy(farm),))
    stated = {
        (*_AT, "weights"): len(set(farm.unit.weights)) > 1,
        ("unit", "paths"): bool(farm.unit.paths),
        ("unit", "failures"): farm.unit.failures is not None,
        ("workload", "trace"): farm.workload.trace is not None,
    }
    for path, there in stated.items():
        if there:
            told, remedy = balancing.unknown_of_split_content(another)
            yield Finding(path, told, remedy, (_another_policy(farm),))


def _another_policy(farm: FarmParts) -> dict[str, str]:
    """What to write for a balancer that looks at nodes: one that hashes nothing keeps no clients together."""
    clients = {"unit.balancer.affinity": NO_AFFINITY} if _without_affinity(farm) else {}
    return {"unit.balancer.policy": "least-connections", **clients}


def _without_affinity(farm: FarmParts) -> str:
    return "" if farm.unit.balancer.affinity == NO_AFFINITY else f" with `affinity: {NO_AFFINITY}`"


def _load_is_shed_before_it_is_refused(farm: FarmParts) -> Iterator[Finding]:
    web = farm.web_server
    if web.shed_at is not None and web.queue_limit is not None:
        full = max(web.queue_limit, farm.server.cores)
        if web.shed_at >= full:
            yield Finding(
                ("web_server", "shed_at"),
                *balancing.load_never_shed(full),
                (str(full - 1), {"web_server.queue_limit": "none"}),
            )


BALANCER_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _every_node_has_a_weight,
    _a_hash_starts_nobody_slowly,
    _only_a_hash_keeps_clients_together,
    _objects_have_nodes_of_their_own,
    _load_is_shed_before_it_is_refused,
)


def _every_class_has_one_group(farm: FarmParts) -> Iterator[Finding]:
    groups, names = farm.unit.paths, [kind.name for kind in farm.workload.classes]
    if not groups:
        return
    if not names:
        yield Finding(_PATHS, *balancing.NO_CLASS_TO_TELL_APART)
        return
    sent = Counter(each.name for group in groups for each in group.classes)
    for number, group in enumerate(groups):
        for place, each in enumerate(group.classes):
            if each.name not in names:
                where = (*_PATHS, number, "classes", place)
                told, near = balancing.no_such_class(each.name), nearest_names(each.name, names)
                yield Finding(where, told, did_you_mean(each.name, names), near)
    for name in names:
        if sent[name] != 1:
            how = "no group gets" if sent[name] == 0 else f"{sent[name]} groups get"
            yield Finding(_PATHS, *balancing.class_in_one_group(how, name))


def _groups_are_the_nodes(farm: FarmParts) -> Iterator[Finding]:
    unit = farm.unit
    if not unit.paths:
        return
    twice = sorted(name for name, many in Counter(group.name for group in unit.paths).items() if many > 1)
    if twice:
        yield Finding(_PATHS, *balancing.group_name_twice(twice[0]))
    for what, whole in (("nodes", unit.nodes), ("spare_nodes", unit.spare_nodes)):
        total = sum(getattr(group, what) for group in unit.paths)
        if total != whole:
            yield Finding(("unit", what), *balancing.unlike_sum_of_groups(total), (str(total),))
    for number, group in enumerate(unit.paths):
        if group.spare_nodes >= group.nodes:
            where = (*_PATHS, number, "spare_nodes")
            most = group.nodes - 1
            yield Finding(where, *balancing.no_working_node_in_group(most), (str(most),))


def _groups_are_rated_by_themselves(farm: FarmParts) -> Iterator[Finding]:
    """What a unit of groups is not known to do, each as one problem."""
    if not farm.unit.paths:
        return
    workload, content = farm.workload, farm.workload.content
    stated = {
        ("unit", "balancer", "weights"): bool(farm.unit.balancer.weights),
        ("workload", "addresses"): workload.addresses is not None,
        ("workload", "population"): workload.population is not None,
        ("workload", "trace"): workload.trace is not None,
        ("workload", "ramp"): workload.ramp is not None,
        ("workload", "day"): workload.day is not None,
        ("workload", "content", "origin"): content is not None and content.origin is not None,
        ("tiers",): bool(farm.tiers),
        ("growth",): farm.growth is not None,
        ("sized_by",): farm.sized_by != LARGEST_LOAD,
    }
    for path, there in stated.items():
        if there:
            yield Finding(
                path,
                *balancing.unknown_of_groups(_instead(path)),
                ({"unit.paths": "[]"}, *((LARGEST_LOAD,) if path == ("sized_by",) else ())),
            )


def _instead(path: tuple[str, ...]) -> str:
    return f'; `sized_by: "{LARGEST_LOAD}"` sizes by groups' if path == ("sized_by",) else ""


GROUP_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _every_class_has_one_group,
    _groups_are_the_nodes,
    _groups_are_rated_by_themselves,
)
