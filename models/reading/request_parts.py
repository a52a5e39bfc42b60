"""The requests of a scenario as they are written, wherever they stand in it."""

from collections.abc import Callable

from models.parts.request import Request
from models.quantities.fields import Part
from models.reading.source_tree import Path, SourceNode, change_parts


def with_default_size(
    written: SourceNode, part: type[Part], key: str, size_of: Callable[[SourceNode], SourceNode]
) -> SourceNode:
    """The tree whose requests that state no size, but what stands under `key`, have the size that follows from it."""

    def changed(node: SourceNode, own: type[Part], path: Path = ()) -> SourceNode:
        if not node.is_mapping:
            return node
        if not issubclass(own, Request):
            return change_parts(node, own, path, changed)
        stated = node.child(key)
        if stated is None or not stated.is_mapping or "size" in node.value:
            return node
        return node.with_changes({"size": size_of(stated)})

    return changed(written, part)
