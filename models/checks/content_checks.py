"""Checks of classes that ask for content of their own, and of what caches may drop of all that is asked for."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from models.messages import cache_policies, class_contents, workloads
from models.parts.cache_policy import CLOCK, FIFO, LRU, TINY_LFU
from models.parts.class_content import ClassContent
from models.parts.object_catalogue import ObjectCatalogue
from models.parts.tier import ON_MISS
from models.quantities.units import SIZE, format_quantity
from models.reading.finding import Finding
from models.reading.source_tree import dotted
from models.scenario import FarmParts
from models.shield import shield_of
from models.tier_flows import calls_by_path


def _own_content_stands_beside_what_others_ask_for(farm: FarmParts) -> Iterator[Finding]:
    for number, kind in enumerate(farm.workload.classes):
        path = ("workload", "classes", number, "content")
        if kind.content is None:
            continue
        if farm.workload.content is None:
            yield Finding(path, *class_contents.NO_SHARED_CONTENT, ("none",))
        elif not farm.enters_a_process(kind):
            yield Finding(path, *class_contents.no_file_is_read(kind.name), ("none",))


def _somebody_asks_for_shared_content(farm: FarmParts) -> Iterator[Finding]:
    readers = [(n, kind) for n, kind in enumerate(farm.workload.classes) if farm.enters_a_process(kind)]
    if farm.workload.content is not None and readers and all(kind.content is not None for _, kind in readers):
        last, kind = readers[-1]
        yield Finding(
            ("workload", "content"),
            *class_contents.nobody_asks(kind.name),
            ({f"workload.classes[{last}].content": "none"},),
        )


def _own_content_has_an_object(farm: FarmParts) -> Iterator[Finding]:
    for number, kind in enumerate(farm.workload.classes):
        content = kind.content
        if content is not None and content.catalogue < content.object_size.mean:
            yield Finding(
                ("workload", "classes", number, "content", "catalogue"),
                *workloads.smaller_than_an_object(format_quantity(content.object_size.mean, SIZE, digits=3)),
                (format_quantity(content.object_size.mean, SIZE),),
            )


def _caches_have_a_policy_that_they_can_have(farm: FarmParts) -> Iterator[Finding]:
    server, path = farm.web_server, ("web_server", "file_cache", "policy")
    if server.file_cache.policy == LRU:
        return
    if farm.operating_system.page_cache:
        yield Finding(path, *cache_policies.page_cache_has(server.file_cache.policy), (LRU,))
    elif server.time_to_live is not None and server.file_cache.policy in (FIFO, CLOCK):
        yield Finding(
            path,
            *cache_policies.queue_knows_no_last_use(server.file_cache.policy),
            (LRU, {"web_server.time_to_live": "never"}),
        )


def _objects_are_written_to_an_origin(farm: FarmParts) -> Iterator[Finding]:
    content, workload = farm.workload.content, farm.workload
    kinds: list[tuple[tuple[str | int, ...], float]] = [
        (("workload", "classes", number), kind.origin_writes) for number, kind in enumerate(workload.classes)
    ]
    if workload.request is not None:
        kinds.append((("workload", "request"), workload.request.origin_writes))
    for path, writes in kinds:
        if writes > 0.0 and (content is None or content.origin is None):
            yield Finding((*path, "origin_writes"), *class_contents.NO_ORIGIN_TO_WRITE_TO, ("0",))


def _what_is_new_has_no_uses(farm: FarmParts) -> Iterator[Finding]:
    """A cache that counts uses knows none of an object that has just come in the place of another."""
    server = farm.web_server
    lives = [f"workload.classes[{number}].content.life" for number, kind in enumerate(farm.workload.classes)
             if kind.content is not None and kind.content.life is not None]  # fmt: skip
    caches = {"file_cache": server.file_cache, "disk_cache": server.disk_cache}
    for name, cache in caches.items():
        if lives and cache is not None and cache.policy == TINY_LFU:
            for_ever = dict.fromkeys(lives, "for ever")
            yield Finding(("web_server", name, "policy"), *cache_policies.counts_nothing_new(lives[0]), (LRU, for_ever))


class _Stated(NamedTuple):
    """A catalogue, where it is stated, and the classes that ask for it."""

    path: tuple[str | int, ...]
    catalogue: ObjectCatalogue
    names: list[str]


def _catalogues(farm: FarmParts) -> Iterator[_Stated]:
    content, kinds = farm.workload.content, farm.workload.classes
    asking = [kind.name for kind in kinds if kind.content is None and farm.enters_a_process(kind)] if kinds else [""]
    for number, kind in enumerate(kinds):
        if kind.content is not None:
            yield _Stated(("workload", "classes", number, "content"), kind.content, [kind.name])
    if content is not None:
        yield _Stated(("workload", "content"), content, asking)


def _copies_are_asked_for_at_their_origin(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    for place, catalogue, names in _catalogues(farm):
        path = (*place, "revalidation")
        shields = [tier for tier in (shield_of(farm, name) for name in names) if tier is not None]
        if catalogue.revalidation is None:
            continue
        if content is None or content.origin is None:
            yield Finding(path, *class_contents.NO_ORIGIN_TO_ASK, ("none",))
        elif shields:
            yield Finding(path, *class_contents.no_shield_asked(shields[0].name))


def _what_ends_is_not_asked_for_again(farm: FarmParts) -> Iterator[Finding]:
    for number, kind in enumerate(farm.workload.classes):
        own, path = kind.content, ("workload", "classes", number, "content")
        if own is not None and own.life is not None and own.revalidation is not None:
            life = f"workload.classes[{number}].content.life"
            yield Finding((*path, "revalidation"), *class_contents.AGE_AND_LIFE, ("none", {life: "for ever"}))


def _what_is_joined_is_fetched(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    if farm.web_server.collapse is not None and (content is None or content.origin is None):
        yield Finding(("web_server", "collapse"), *cache_policies.NOTHING_IS_FETCHED, ("none",))


def _slices_are_parts_of_objects(farm: FarmParts) -> Iterator[Finding]:
    for place, content, _ in _catalogues(farm):
        if content.slice is None:
            continue
        size, path = content.object_size, (*place, "slice")
        told = format_quantity(size.mean, SIZE)
        if size.distribution != "constant":
            alike = {dotted((*place, "object_size", "distribution")): "constant"}
            yield Finding(path, *class_contents.sizes_of_slices(size.distribution, told), ("none", alike))
        elif content.slice > size.mean:
            yield Finding(path, *class_contents.slice_larger_than_object(told), (told, "none"))


def _what_is_sliced_stays_as_it_is(farm: FarmParts) -> Iterator[Finding]:
    """What is known of whole objects only, and what is called for each that is missed."""
    workload = farm.workload
    for place, content, names in _catalogues(farm):
        if content.slice is None:
            continue
        beside: dict[str, object] = {
            dotted((*place, "revalidation")): content.revalidation,
            dotted((*place, "life")): content.life if isinstance(content, ClassContent) else None,
            "workload.trace": workload.trace,
        }
        for path, call in calls_by_path(farm):
            asking = "" if path[1] != "classes" else workload.classes[int(path[2])].name
            if path[0] == "workload" and call.when == ON_MISS and asking in names:
                beside[dotted(path)] = call
        for key in (key for key, stated in beside.items() if stated is not None):
            yield Finding((*place, "slice"), *class_contents.sliced_with(key), ("none",))


CONTENT_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _own_content_stands_beside_what_others_ask_for,
    _somebody_asks_for_shared_content,
    _own_content_has_an_object,
    _caches_have_a_policy_that_they_can_have,
    _objects_are_written_to_an_origin,
    _what_is_new_has_no_uses,
    _what_is_joined_is_fetched,
    _copies_are_asked_for_at_their_origin,
    _what_ends_is_not_asked_for_again,
    _slices_are_parts_of_objects,
    _what_is_sliced_stays_as_it_is,
)
