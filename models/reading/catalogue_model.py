"""A model of the catalogue, and what the catalogue says of its values."""

from collections.abc import Mapping

from models.errors import Problem, ScenarioError
from models.quantities.fields import Part
from models.quantities.provenance import Provenance
from models.reading.catalogue import catalogue_entry, is_known
from models.reading.source_tree import SourceNode, dotted
from models.reading.sources import parameters, part_sources
from models.reading.validation_errors import AnyPart, validate_part


def catalogue_model(part: type[AnyPart], name: str, own: str = "") -> tuple[AnyPart, SourceNode]:
    """A model of the catalogue, or of the planner's own in the folder `own`. Raises ScenarioError where its file cannot
    be used."""
    problems: list[Problem] = []
    written = catalogue_entry(part, name, problems, own)
    if problems:
        raise ScenarioError(tuple(problems))
    return validate_part(part, written), written


def model_sources(part: Part, name: str, own: str = "") -> Mapping[str, Provenance]:
    """Where those values of a part come from that the model of a name has too, by their paths in the part; nothing
    where the catalogue has no such model. Raises ScenarioError where its file cannot be used."""
    if not is_known(name, part.catalogue_folder, own):
        return {}
    model, written = catalogue_model(type(part), name, own)
    there, here = ({dotted(path): value for path, _, value in parameters(each)} for each in (model, part))
    found = part_sources(model, written)
    return {path: known for path, known in found.items() if path in here and here[path] == there[path]}
