"""Values laid over a scenario file from outside: a sweep's axis, an option of the command line, a form."""

from collections.abc import Mapping

from models.document import Document
from models.merge import merge
from models.scenario import Farm
from models.shorthand import write_out
from models.written import Origin, Written

_ORIGIN = Origin("override", 0, "scenario", "given in place of what the file says")


def overridden(document: Document, overrides: Mapping[str, object]) -> Document:
    """The document with each dotted path, e.g. "server.ram", set to a value as a file would have it.

    A path that names no parameter becomes a problem of the file "override" when the scenario is validated.
    """
    farm = document.farm
    for path, value in overrides.items():
        farm = merge(farm, write_out(_at(path, value), Farm))
    return Document(farm, document.controls)


def _at(path: str, value: object) -> Written:
    written = _written(value)
    for key in reversed(path.split(".")):
        written = Written({"name" if path == "scenario" else key: written}, _ORIGIN)
    return written


def _written(value: object) -> Written:
    if isinstance(value, Mapping):
        return Written({str(key): _written(item) for key, item in value.items()}, _ORIGIN)
    if isinstance(value, list | tuple):
        return Written([_written(item) for item in value], _ORIGIN)
    return Written(value, _ORIGIN, text=str(value))
