"""JSON Schema of a scenario file, for editors: what can be written where, with unit, default and source."""

import re
from typing import Any

from pydantic.fields import FieldInfo

from models.messages import key_meanings
from models.quantities.declarations import absent_word, declarations, part_type, quantity_kind
from models.quantities.fields import MILLICORES, Numeric, Part, Quantity, ThreadCount, Words
from models.quantities.points import QuantilePoints
from models.quantities.units import NUMBER, format_quantity
from models.reading.catalogue import names
from models.reading.document import FORMAT
from models.reading.sources import default_text
from models.scenario import FarmParts

Schema = dict[str, Any]

_REQUIRED = ("workload", "server", "operating_system", "web_server")


def scenario_schema() -> Schema:
    """The schema of a whole scenario file.

    Every part and every kind of quantity is written once, under $defs, and referred to from wherever it may stand.
    It knows keys, words, names and units. Limits of values are told in descriptions, and what is missing
    inside a group is left to `load`, because a file that extends another one may leave out anything.
    """
    defs: Schema = {"sourced": _SOURCED}
    farm = _group(FarmParts, defs)["properties"]
    keys = {"scenario": farm.pop("name"), **farm}
    required = ["scenario", *(key for key in farm if key in _REQUIRED)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Headroom scenario",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            **{key: {"$ref": f"#/$defs/{key}"} for key in keys},
            **_controls(),
            "baseline": {
                "type": "object",
                "description": key_meanings.CONTROLS["baseline"],
                "additionalProperties": False,
                "properties": {key: {"$ref": f"#/$defs/{key}"} for key in keys},
            },
        },
        "anyOf": [{"required": ["extends"]}, {"required": required}],
        "$defs": {**keys, **defs},
    }


def _controls() -> Schema:
    figures = {"type": "array", "items": {"type": "string"}}
    return {
        "format": {"const": FORMAT, "description": key_meanings.CONTROLS["format"]},
        "extends": {"type": "string", "description": key_meanings.CONTROLS["extends"]},
        "chosen_from": {
            "type": "object",
            "description": key_meanings.CONTROLS["chosen_from"],
            "additionalProperties": figures,
        },
    }


# A value with the source or the range that it is based on; what the value may be stands where this is referred to.
_TEXT: Schema = {"type": "string"}
_SOURCED: Schema = {
    "type": "object",
    "properties": {
        "value": True,
        "source": _TEXT,
        "kind": _TEXT,
        "assumed": _TEXT,
        "why": _TEXT,
        "interval": _TEXT,
    },  # fmt: skip
    "required": ["value"],
    "additionalProperties": False,
}


def _group(part: type[Part], defs: Schema) -> Schema:
    """The schema of a part written as a group of keys."""
    properties = {key: _field(field, defs) for key, field in part.model_fields.items()}
    for key, spelling in part.spellings.items():
        properties[key] = {
            **properties[spelling.field],
            "description": key_meanings.as_far_as_it_fits(spelling.field),
        }
    for key, fields in part.groups.items():
        together = {name: properties[field] for name, field in fields.items()}
        group = {"type": "object", "additionalProperties": False, "properties": together}
        own = {name: value for name, value in properties[key].items() if name != "description"}
        properties[key] = {"anyOf": [own, group], "description": properties[key]["description"]}
    for key, now in part.former.items():
        told = key_meanings.earlier_for(now.field, now.true, now.false)
        properties[key] = {**_sourced({"type": "boolean"}), "description": told}
    if part.catalogue_folder:
        properties["model"] = {
            "enum": list(names(part.catalogue_folder)),
            "description": key_meanings.NAME_IN_CATALOGUE,
        }
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _part(part: type[Part], defs: Schema) -> Schema:
    """A reference to the schema of a part in all forms that a file may write: name, plain value or group of keys."""
    if part.__name__ not in defs:
        defs[part.__name__] = {}  # Holds the place, so that a part within itself is found.
        forms = [_group(part, defs)]
        if part.catalogue_folder:
            forms.append({"enum": list(names(part.catalogue_folder))})
        if part.shorthand:
            forms += [_plain(part.model_fields[key], defs) for key in (part.shorthand, *part.shorthands)]
        defs[part.__name__] = {"anyOf": forms} if len(forms) > 1 else forms[0]
    return {"$ref": f"#/$defs/{part.__name__}"}


def _plain(field: FieldInfo, defs: Schema) -> Schema:
    """The schema of a plain value that stands for a field: a count needs its unit here, to be told from others."""
    form, kind = _field(field, defs), quantity_kind(field)
    if kind is None or not kind.counts:
        return form
    return {**form, "not": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^{NUMBER}$"}]}}


def _field(field: FieldInfo, defs: Schema) -> Schema:
    """The schema of one field with its description, default and source."""
    part, is_list = part_type(field.annotation)
    if part:
        item = _part(part, defs)
        # An empty list says that there is none; only a list without a default needs an entry.
        items = {"type": "array", "items": item, "minItems": 1 if field.is_required() else 0}
        form = _or_absent({"anyOf": [item, items]} if is_list else item, absent_word(field.metadata))
    else:
        form = _sourced(_leaf(field, defs))
    return {**form, "description": _described(field)}


def _sourced(leaf: Schema) -> Schema:
    """A leaf, plain or with the source or the range that it is based on."""
    return {"anyOf": [leaf, {"$ref": "#/$defs/sourced", "properties": {"value": leaf}}]}


def _leaf(field: FieldInfo, defs: Schema) -> Schema:
    metadata = declarations(field)
    form: Schema = {"type": "boolean"} if field.annotation is bool else {"type": "string"}
    for item in metadata:
        if isinstance(item, Quantity):
            form = _quantity(item, defs)
        elif isinstance(item, Numeric):
            form = _number(item, defs)
        elif isinstance(item, Words):
            form = {"enum": list(item.allowed)}
        elif isinstance(item, QuantilePoints):
            form = _quantiles(item, defs)
    return _or_absent(form, absent_word(metadata))


def _or_absent(form: Schema, absent: str) -> Schema:
    return {"anyOf": [*form.get("anyOf", (form,)), {"enum": [absent, None]}]} if absent else form


def _quantity(item: Quantity, defs: Schema) -> Schema:
    """A reference to the schema of a kind of quantity, with the range of this one."""
    kind = item.kind
    name = kind.name.replace(" ", "-")
    units = "|".join(re.escape(unit) for unit in sorted(kind.units, key=len, reverse=True))
    optional = "?" if kind.counts else ""
    defs[name] = {
        "type": ["string", "number"] if kind.counts else "string",
        "pattern": rf"^\s*{NUMBER}\s*({units}){optional}\s*$",
        "examples": [kind.example],
        "x-kind": kind.name,
        "x-unit": kind.unit,
    }
    return {"$ref": f"#/$defs/{name}", "x-minimum": item.minimum, "x-maximum": item.maximum}


def _number(item: Numeric, defs: Schema) -> Schema:
    """A reference to the schema of a plain number within a range, which a text may be too."""
    kind = "integer" if item.whole else "number"
    name = f"{'a-whole-number' if item.whole else 'a-number'}-from-{item.minimum:.15g}-to-{item.maximum:.15g}"
    number = {"type": kind, "minimum": item.minimum, "maximum": item.maximum}
    defs["a-number-as-text"] = {"type": "string", "pattern": f"^{NUMBER}$"}
    milli = [{"type": "string", "pattern": f"^{MILLICORES.pattern}$"}] if isinstance(item, ThreadCount) else []
    name = f"{name}-of-threads" if milli else name
    defs[name] = {"anyOf": [number, {"$ref": "#/$defs/a-number-as-text"}, *milli]}
    return {"$ref": f"#/$defs/{name}"}


def _quantiles(item: QuantilePoints, defs: Schema) -> Schema:
    """A reference to the schema of a group of quantiles: shares of all draws, each with a value."""
    name = f"quantiles-of-{item.kind.name.replace(' ', '-')}"
    defs[name] = {
        "type": "object",
        "patternProperties": {rf"^\s*{NUMBER}\s*%\s*$": _quantity(Quantity(item.kind, 0.0, item.maximum), defs)},
        "additionalProperties": False,
        "minProperties": 1,
    }
    return {"$ref": f"#/$defs/{name}"}


def _described(field: FieldInfo) -> str:
    """Description with unit, range, default and source, each as a sentence."""
    sentences = [str(field.description)]
    for item in declarations(field):
        if isinstance(item, Quantity):
            limits = (format_quantity(limit, item.kind) for limit in (item.minimum, item.maximum))
            sentences.append(f"Allowed: {' to '.join(limits)}.")
    if not field.is_required() and not isinstance(field.default, Part):
        sentences.append(f"Default: {default_text(field)}.")
    extra = field.json_schema_extra
    if isinstance(extra, dict) and extra.get("source"):
        sentences.append(f"Source: {extra['source']}.")
    return " ".join(sentences)
