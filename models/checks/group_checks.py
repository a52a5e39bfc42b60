"""Checks of a unit whose balancer sends requests by their path: each class to a group of nodes."""

from collections import Counter
from collections.abc import Callable, Iterator

from models.reading.finding import Finding
from models.scenario import LARGEST_LOAD, FarmParts
from models.suggest import did_you_mean

_AT = ("unit", "paths")


def _every_class_has_one_group(farm: FarmParts) -> Iterator[Finding]:
    groups, names = farm.unit.paths, [kind.name for kind in farm.workload.classes]
    if not groups:
        return
    if not names:
        yield Finding(_AT, "all requests are of one kind, so that no path tells them apart", "write `workload.classes`")
        return
    sent = Counter(each.name for group in groups for each in group.classes)
    for number, group in enumerate(groups):
        for place, each in enumerate(group.classes):
            if each.name not in names:
                where = (*_AT, number, "classes", place)
                yield Finding(where, f'there is no class "{each.name}"', did_you_mean(each.name, names))
    for name in names:
        if sent[name] != 1:
            how = "no group gets" if sent[name] == 0 else f"{sent[name]} groups get"
            yield Finding(_AT, f'{how} the class "{name}"', "name each class in one group")


def _groups_are_the_nodes(farm: FarmParts) -> Iterator[Finding]:
    unit = farm.unit
    if not unit.paths:
        return
    twice = sorted(name for name, many in Counter(group.name for group in unit.paths).items() if many > 1)
    if twice:
        yield Finding(_AT, f'more than one group is called "{twice[0]}"', "give each a name of its own")
    for what, whole in (("nodes", unit.nodes), ("spare_nodes", unit.spare_nodes)):
        total = sum(getattr(group, what) for group in unit.paths)
        if total != whole:
            message = f"not the {total} that `paths` have together"
            yield Finding(("unit", what), message, f"write {total}, or change `paths`")
    for number, group in enumerate(unit.paths):
        if group.spare_nodes >= group.nodes:
            where = (*_AT, number, "spare_nodes")
            yield Finding(where, "no node of the group is left to work", f"write at most {group.nodes - 1}")


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
                "not known of a unit whose nodes serve classes in groups (`unit.paths`)",
                f"leave it out, or write `unit.paths: []`, or a scenario for each group{_instead(path)}",
            )


def _instead(path: tuple[str, ...]) -> str:
    return f'; `sized_by: "{LARGEST_LOAD}"` sizes by groups' if path == ("sized_by",) else ""


GROUP_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _every_class_has_one_group,
    _groups_are_the_nodes,
    _groups_are_rated_by_themselves,
)
