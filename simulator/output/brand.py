"""Whose report it is: the name, logo and colours that a company puts on it, and the YAML file that sets them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import Problem, ScenarioError
from models.reading.read_yaml import read_yaml
from models.reading.source_tree import SourceNode
from models.suggest import did_you_mean
from simulator.messages.output import NO_COLOUR, broken_logo, logo_too_large, no_image, no_name, unreadable_logo

LOGO_TYPES = {".svg": "svg", ".png": "png"}
LARGEST_LOGO = 256 * 1024
LONGEST_NAME = 60
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PNG = b"\x89PNG\r\n\x1a\n"
# What a key sets of a brand, or what is wrong with it.
Check = Callable[[SourceNode, Path], str | dict[str, Any]]


@dataclass(frozen=True)
class Brand:
    """What a template sets.

    name: stands at the head of every page. logo: the bytes of an image, and logo_type what they are, "svg" or "png";
    both empty for none. accent: headings, links and rules, as #rrggbb; charts keep their colours, which
    colour-blind readers can tell apart.
    """

    name: str = "Headroom"
    logo: bytes = b""
    logo_type: str = ""
    accent: str = "#0072B2"


HEADROOM = Brand()


def read_template(path: Path) -> Brand:
    """The brand that a template sets; what it leaves out stays Headroom's own.

    Keys: `name`, `logo` (a file beside the template, SVG or PNG, at most 256 KiB) and `accent` (#rrggbb).
    Raises ScenarioError with all that is wrong, each at its line.
    """
    problems: list[Problem] = []
    tree = read_yaml(path, str(path), "given", problems)
    values: dict[str, Any] = {}
    for key, written in tree.value.items():
        found = _KEYS[key](written, path.parent) if key in _KEYS else f"unknown key; {did_you_mean(key, _KEYS)}"
        if isinstance(found, str):
            message, _, remedy = found.partition("; ")
            problems.append(Problem(str(path), written.origin.line, key, _quoted(written), message, remedy))
        else:
            values |= found
    if problems:
        raise ScenarioError(tuple(problems))
    return Brand(**values)


def _quoted(written: SourceNode) -> str:
    return f'"{written.text[:LONGEST_NAME]}"' if written.text else ""


def _name(written: SourceNode, folder: Path) -> str | dict[str, Any]:
    text = written.text.strip()
    if not text or len(text) > LONGEST_NAME or not text.isprintable():
        return no_name(LONGEST_NAME)
    return {"name": text}


def _accent(written: SourceNode, folder: Path) -> str | dict[str, Any]:
    if not _COLOUR.fullmatch(written.text):
        return NO_COLOUR
    return {"accent": written.text}


def _logo(written: SourceNode, folder: Path) -> str | dict[str, Any]:
    """The bytes of the logo; what it is, is told by its contents as well as by its name."""
    kind = LOGO_TYPES.get(Path(written.text).suffix.lower())
    if kind is None:
        return no_image(" or ".join(LOGO_TYPES))
    try:
        with (folder / written.text).open("rb") as file:
            content = file.read(LARGEST_LOGO + 1)
    except (OSError, ValueError) as error:
        return unreadable_logo(getattr(error, "strerror", None) or error)
    if len(content) > LARGEST_LOGO:
        return logo_too_large(LARGEST_LOGO // 1024)
    whole = content.startswith(_PNG) if kind == "png" else b"<svg" in content
    return {"logo": content, "logo_type": kind} if whole else broken_logo(kind.upper())


_KEYS: Mapping[str, Check] = {"name": _name, "accent": _accent, "logo": _logo}
