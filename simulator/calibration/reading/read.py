"""Files -> operating points: what each file is, is told by what is in it."""

import json
from collections.abc import Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.reading.read_file import no_name
from models.visible import shortened
from simulator.calibration.point import OperatingPoint, OverTime
from simulator.calibration.reading.headings import ColumnHeading, heading
from simulator.calibration.reading.json_outputs import of_json
from simulator.calibration.reading.known_tables import reader_of
from simulator.calibration.reading.load_tools import OF_APACHE_BENCH, OF_WRK, of_apache_bench, of_wrk
from simulator.calibration.reading.problems import Unreadable, refuse
from simulator.calibration.reading.rows import rows_of
from simulator.calibration.reading.side_by_side import side_by_side
from simulator.calibration.reading.system_activity import OF_SAR, of_sar
from simulator.calibration.reading.table import cells_of

LARGEST_FILE = 256 * 1024 * 1024
KNOWN = (
    "a table with units in its headings, or what k6, Locust, wrk, oha, JMeter, ab, sar, typeperf or Prometheus wrote"
)


def read_points(files: Sequence[str]) -> tuple[OperatingPoint, ...]:
    """The operating points of some files, in their order; those of counters over time are laid side by side. A file may
    be named with what its values are, "CPU %=cpu.json". Raises ScenarioError with all that is wrong."""
    points: list[OperatingPoint] = []
    over_time: list[OverTime] = []
    problems: list[Problem] = []
    for named in files:
        try:
            found = _read(named)
        except ScenarioError as error:
            problems += error.problems
            continue
        if isinstance(found, OverTime):
            over_time.append(found)
        else:
            points += found
    if problems:
        raise ScenarioError(tuple(problems))
    return (*points, *(side_by_side(over_time) if over_time else ()))


def _read(named: str) -> tuple[OperatingPoint, ...] | OverTime:
    before, equals, behind = named.partition("=")
    if not equals or Path(named).exists():
        return _content(named, named, None)
    try:
        return _content(behind, behind, heading(before))
    except Unreadable as error:
        refuse(behind, error.message, error.remedy, path=before)


def _content(path: str, shown: str, named: ColumnHeading | None) -> tuple[OperatingPoint, ...] | OverTime:
    text = _text(path, shown)
    if text.lstrip().startswith(("{", "[")):
        try:
            found = of_json(json.loads(text), shown, named)
        except json.JSONDecodeError as error:
            refuse(shown, f"not JSON to its end: {error.msg}", "save the file again", error.lineno)
        except (KeyError, TypeError, ValueError, AttributeError):
            refuse(shown, "this JSON is not as its tool writes it", "save it again, and change nothing in it")
        return found if isinstance(found, OverTime) else (found,)
    if OF_WRK.search(text):
        return (of_wrk(text, shown),)
    if OF_APACHE_BENCH.search(text):
        return (of_apache_bench(text, shown),)
    if OF_SAR.search(text):
        return of_sar(text, shown)
    cells = cells_of(text, shown)
    known = reader_of(cells)
    try:
        return known(cells) if known else rows_of(cells, lambda name: _output(Path(path).parent, name))
    except (KeyError, ValueError) as error:
        refuse(shown, f"this table is not as its tool writes it ({shortened(str(error))})", f"known is {KNOWN}")


def _output(folder: Path, name: str) -> OperatingPoint:
    """What a load tool wrote into a file that a row names, beside the table."""
    found = _content(str(folder / name), str(folder / name), None)
    if isinstance(found, OverTime) or len(found) != 1:
        refuse(str(folder / name), "a row stands for one load, and this file has several", "name the file of one load")
    return found[0]


def _text(path: str, shown: str) -> str:
    if reason := no_name(path):
        refuse(shortened(shown), f"this file cannot be read ({reason})", "check the path")
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            refuse(shown, "this file is larger than 256 MiB", "for access logs there is `calibrate log`")
        content = Path(path).read_bytes()
    except FileNotFoundError:
        refuse(shown, "there is no such file", "check the path")
    except (OSError, ValueError) as error:
        refuse(shown, f"this file cannot be read ({getattr(error, 'strerror', None) or error})", "check the path")
    return _decoded(content, shown)


def _decoded(content: bytes, shown: str) -> str:
    # typeperf writes UTF-16 where it is sent to a file by PowerShell.
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        refuse(shown, "this is no text", f"known is {KNOWN}")
    if not text.strip() or "\0" in text:
        refuse(shown, "this file is empty" if not text.strip() else "this is no text", f"known is {KNOWN}")
    return text
