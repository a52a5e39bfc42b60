"""The keys of a scenario file as a page to read: a section for each part, a row for each key, from the declarations."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic.fields import FieldInfo

from models.messages.key_meanings import CONTROLS
from models.quantities.declarations import absent_word, declarations, part_type
from models.quantities.fields import Numeric, Part, Quantity, Words
from models.quantities.points import QuantilePoints
from models.quantities.units import format_quantity
from models.reading.catalogue import names
from models.reading.defaults import FILLED_IN, OWN
from models.reading.document import FORMAT
from models.reading.sources import default_text
from models.scenario import FarmParts
from simulator.messages import schema

# The keys that steer the reading, which are no parameters of a farm: what each means, and what may be written.
_CONTROLS: Mapping[str, tuple[str, str]] = {
    "scenario": (schema.NAME_OF_SCENARIO, schema.ONE_LINE),
    "format": (CONTROLS["format"], str(FORMAT)),
    "extends": (CONTROLS["extends"], "a relative path"),
    "baseline": (CONTROLS["baseline"], schema.KEYS_OF_FARM),
    "chosen_from": (schema.CHOSEN_FROM, "`PARAMETER: [FIGURE, ...]`"),
}
_COLUMNS = ("key", "meaning", "unit", "default", "allowed", schema.SOURCE)


@dataclass(frozen=True)
class _Section:
    """A part and the paths at which it may stand."""

    part: type[Part]
    paths: tuple[str, ...]


def scenario_keys() -> str:
    """The page, as Markdown."""
    lines = [schema.head(FORMAT), "## The file", "", *_table(("key", "meaning", "allowed"), _controls()), ""]
    lines += [
        *_table(_COLUMNS, [_row(key, field) for key, field in FarmParts.model_fields.items() if key != "name"]),
        "",
    ]
    for section in _sections():
        lines += [*_section(section), ""]
    return "\n".join(lines)


def _controls() -> list[tuple[str, ...]]:
    return [(f"`{key}`", meaning, allowed) for key, (meaning, allowed) in _CONTROLS.items()]


def _sections() -> list[_Section]:
    """Every part with its paths, each once, in the order in which a scenario has them."""
    found: dict[type[Part], list[str]] = {}
    for path, part in _parts(FarmParts, ""):
        found.setdefault(part, []).append(path)
    return [_Section(part, tuple(paths)) for part, paths in found.items()]


def _parts(within: type[Part], above: str) -> Iterator[tuple[str, type[Part]]]:
    for key, field in within.model_fields.items():
        part, is_list = part_type(field.annotation)
        if part is not None:
            path = f"{above}{key}{'[]' if is_list else ''}"
            yield path, part
            yield from _parts(part, f"{path}.")


def _section(section: _Section) -> list[str]:
    """A heading, what the part is, how it may be written, and its keys; those of several places without their paths."""
    part, paths = section.part, section.paths
    depth = "##" if "." not in paths[0] else "###"
    summary = (part.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip()
    above = f"{paths[0]}." if len(paths) == 1 else "."
    title = f"{depth} {', '.join(paths)}"
    lines = [title, "", " ".join(each for each in (summary, *_forms(part)) if each)]
    rows = [_row(f"{above}{key}", field) for key, field in part.model_fields.items()]
    for key, spelling in part.spellings.items():
        _, _, unit, _, *rest = _row(key, part.model_fields[spelling.field])
        rows.append((f"`{above}{key}`", schema.like(spelling.field), unit, "not written", *rest))
    for key, now in part.former.items():
        told = schema.earlier_spelling(now.field, now.true, now.false)
        rows.append((f"`{above}{key}`", told, "", "not written", "`true`, `false`", ""))
    return [*lines, "", *_table(_COLUMNS, rows)]


def _forms(part: type[Part]) -> Iterator[str]:
    """The other ways in which a part may be written than as a group of keys."""
    if part.catalogue_folder:
        known = ", ".join(f"`{name}`" for name in names(part.catalogue_folder))
        yield schema.by_name(known)
    for key, fields in part.groups.items():
        group = ", ".join(f"{name}: ..." for name in fields)
        yield f"Together, {' and '.join(f'`{field}`' for field in fields.values())} are `{key}: {{{group}}}`."
    if part.shorthand:
        yield schema.by_value(part.shorthand)


def _row(key: str, field: FieldInfo) -> tuple[str, ...]:
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    why = str(extra.get("source") or "")
    default = "*required*" if field.is_required() else _default(field)
    if key in FILLED_IN:
        default, why = FILLED_IN[key]
    return f"`{key}`", str(field.description), _unit(field), default, _allowed(field), why


def _default(field: FieldInfo) -> str:
    return OWN if isinstance(field.default, Part) else f"`{default_text(field)}`"


def _unit(field: FieldInfo) -> str:
    """The units that people write it in."""
    kinds = [item.kind for item in declarations(field) if isinstance(item, Quantity)]
    return ", ".join(dict.fromkeys(unit for kind in kinds for unit in (kind.usual or list(kind.units)[:1])))


def _allowed(field: FieldInfo) -> str:
    """What may be written: the range, the words, or what kind of thing."""
    part, is_list = part_type(field.annotation)
    form = _leaf(field)
    if part is not None:
        form = schema.GROUPS if is_list else "a group of keys"
    absent = absent_word(field.metadata)
    return f"{form}, or `{absent}`" if absent else form


def _leaf(field: FieldInfo) -> str:
    if field.annotation is bool:
        return "`true`, `false`"
    for item in declarations(field):
        match item:
            case Quantity(kind=kind, minimum=low, maximum=high):
                return " to ".join(_grouped(format_quantity(limit, kind)) for limit in (low, high))
            case Numeric(whole=whole, minimum=low, maximum=high):
                return f"{low:,.15g} to {high:,.15g}" if not whole else f"{low:,} to {high:,}, whole"
            case QuantilePoints():
                return f"such as `{item.example}`"
            case Words(allowed=allowed):
                return ", ".join(f"`{word}`" for word in allowed)
    return schema.ONE_LINE


def _grouped(text: str) -> str:
    """A text with commas between the thousands of its long numbers: 100,000,000 /s."""
    return re.sub(r"\d{5,}", lambda found: f"{int(found[0]):,}", text)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown, without the columns that no row has anything in."""
    rows = list(rows)
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    lines = [[columns[place] for place in kept], ["---"] * len(kept)]
    lines += [[row[place].replace("|", "\\|") for place in kept] for row in rows]
    return [f"| {' | '.join(line)} |" for line in lines]
