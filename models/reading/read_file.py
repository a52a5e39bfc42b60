"""From a path to text, with a sentence for everything that can go wrong on the way."""

import os
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.suggest import did_you_mean
from models.visible import shortened

LARGEST_FILE = 1024 * 1024
# What the file systems and kernels of today bear: NAME_MAX and PATH_MAX of Linux, without the null at the end.
LONGEST_NAME, LONGEST_PATH = 255, 4_095


def read_text(path: Path, shown: str) -> str:
    """The text of a file. Raises ScenarioError, naming the file as `shown`, when there is no such text."""
    if reason := no_name(str(path)):
        raise _failure(shortened(shown), f"this file cannot be read ({reason})", "check the path")
    try:
        if os.path.isdir(path):
            raise _failure(shown, "this is a folder, not a file", _yaml_files(path))
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise _failure(shown, "there is no such file", _yaml_files(path.parent, path.name)) from None
    except PermissionError:
        raise _failure(shown, "this file may not be read", "change its permissions") from None
    except (OSError, ValueError) as error:
        raise _failure(
            shown, f"this file cannot be read ({getattr(error, 'strerror', None) or error})", "check the path"
        ) from None
    return _decoded(content, shown)


def no_name(path: str) -> str:
    """Why a text can be the path of no file; "" where it can."""
    if path.isascii() and len(path) <= LONGEST_NAME and "\0" not in path:
        return ""  # As nearly all are, and each load asks it of half a dozen.
    try:
        longest = max((len(os.fsencode(part)) for part in Path(path).parts), default=0)
    except UnicodeEncodeError:
        return "half of a character is in no path"
    if "\0" in path:
        return "a null character is in no path"
    if longest > LONGEST_NAME or len(os.fsencode(path)) > LONGEST_PATH:
        return f"a name in a path has at most {LONGEST_NAME} bytes, and a path {LONGEST_PATH:,}"
    return ""


def _decoded(content: bytes, shown: str) -> str:
    if len(content) > LARGEST_FILE:
        raise _failure(
            shown, "this file is larger than 1 MiB", "a scenario has a few kB; is this another file?"
        )
    if b"\0" in content:
        raise _failure(shown, "this is a binary file", "a scenario is a YAML text")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise _failure(shown, "this is not UTF-8 text", "save it as UTF-8", line) from None
    if not text.strip():
        raise _failure(shown, "this file is empty", "start with `scenario: NAME`")
    return text


def _yaml_files(folder: Path, wrong: str = "") -> str:
    """The remedy that lists the YAML files of a folder, nearest first."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".yaml", ".yml")))
    except OSError:
        return "check the path"
    if not names:
        return "the folder has no YAML files"
    return did_you_mean(wrong, names) if wrong else f"name one of its files, e.g. {names[0]}"


def _failure(shown: str, message: str, remedy: str, line: int = 0) -> ScenarioError:
    return ScenarioError((Problem(shown, line, "", "", message, remedy),))
