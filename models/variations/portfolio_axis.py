"""The values that a portfolio gives to a parameter: a list of them, equal steps of a range, or a range to sample."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from models.messages import portfolios
from models.reading.source_tree import Path, SourceNode, plain
from models.variations.portfolio_range import Range, read_range
from models.variations.portfolio_reading import Reading

METHODS = ("latin-hypercube", "sobol")
SAMPLE_KEYS = ("method", "size", "seed", "ranges")
RANGE_KEYS = ("low", "high", "distribution")
STEP_KEYS = ("low", "high", "points")
MOST_POINTS = 1_000
# Parameters that one variant may change: more than a scenario of one server and one class of requests has.
MOST_CHANGES = 200
# Digits of the direction numbers that scipy.stats.qmc.Sobol has: no longer sequence is possible.
MOST_SAMPLES = 2**30
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class ValueChange:
    """What is laid over a scenario at a path, as a file would have it, and the line of the portfolio that says so;
    `written`: what stands there, each part of it with a line of its own, where it has not been worked out."""

    path: str
    value: object
    line: int
    written: SourceNode | None = field(default=None, compare=False)

    def line_at(self, way: Path) -> int:
        """The line of what stands at the end of a way within the value, or of as much of the way as there is."""
        return self.written.way(way)[-1].origin.line if self.written is not None else self.line


def value_change(path: str, written: SourceNode) -> ValueChange:
    """The change that lays what is written over a scenario."""
    return ValueChange(path, plain(written), written.origin.line, written)


@dataclass(frozen=True)
class Axis:
    """A parameter and its values, `listed` or at so many `points` of a range; `line` is where the portfolio says so."""

    path: str
    line: int
    listed: tuple[ValueChange, ...] = ()
    range: Range | None = None
    points: int = 0

    @property
    def size(self) -> int:
        """How many values there are at most, without making any."""
        return len(self.listed) if self.range is None else int(min(self.points, self.range.most))

    @cached_property
    def changes(self) -> tuple[ValueChange, ...]:
        """The change to each value, as a file would have it; both ends of a range are among them, and none is there
        twice."""
        if self.range is None:
            return self.listed
        values = dict.fromkeys(self.range.at(step / (self.points - 1)) for step in range(self.points))
        return tuple(ValueChange(self.path, value, self.line) for value in values)

    @property
    def values(self) -> tuple[object, ...]:
        """The values alone."""
        return tuple(change.value for change in self.changes)


@dataclass(frozen=True)
class Sample:
    """`size` points of the space that the ranges span, by a method of METHODS from a seed."""

    method: str
    size: int
    seed: int
    ranges: tuple[Range, ...]


def axes(reading: Reading, written: SourceNode | None, key: str) -> tuple[Axis, ...]:
    """The axes of a grid, or of changes that are made one at a time."""
    remedy = f"write e.g. `{key}: {{server.ram: [4 GiB, 8 GiB]}}`"
    named = reading.group(written, key, portfolios.EMPTY_GRID, remedy)
    return tuple(_axis(reading, value, path, key) for path, value in named.items())


def require_few(reading: Reading, count: int, written: SourceNode | None, key: str) -> bool:
    """Whether one variant can change so many parameters; else after a report."""
    if written is None or count <= MOST_CHANGES:
        return True
    reading.report(written.origin.line, key, *portfolios.too_many_changes(count, MOST_CHANGES))
    return False


def _axis(reading: Reading, written: SourceNode, path: str, key: str) -> Axis:
    place, line = f"{key}.{path}", written.origin.line
    if written.is_mapping and {"low", "high"} & written.value.keys():
        return _steps(reading, written, path, place)
    items = reading.items(written, place, portfolios.EMPTY_GRID, portfolios.WRITE_VALUES)
    return Axis(path, line, tuple(value_change(path, item) for item in items))


def _steps(reading: Reading, written: SourceNode, path: str, place: str) -> Axis:
    """A number of values at equal distances, both ends among them."""
    reading.refuse_unknown(written.value, STEP_KEYS, place)
    points = written.value.get("points")
    count = 5 if points is None else _whole(reading, points, f"{place}.points", 2, MOST_POINTS)
    range = read_range(reading, written, path, place)
    if range is None or count is None:
        return Axis(path, written.origin.line)
    return Axis(path, written.origin.line, range=range, points=count)


def sample(reading: Reading, written: SourceNode | None) -> Sample | None:
    """What is sampled, or None where nothing is, or after a report."""
    remedy = portfolios.WRITE_A_SAMPLE
    keys = reading.group(written, "sample", portfolios.EMPTY_GRID, remedy)
    if written is None or not keys:
        return None
    reading.refuse_unknown(keys, SAMPLE_KEYS, "sample")
    method, size = _method(reading, keys), keys.get("size")
    count = None
    if size is None:
        reading.report(written.origin.line, "sample.size", *portfolios.SIZE_MISSING)
    else:
        count = _size(reading, size, method)
    seed = _whole(reading, keys["seed"], "sample.seed", 0, LARGEST_SEED) if "seed" in keys else 1
    if "ranges" not in keys:
        reading.report(written.origin.line, "sample.ranges", "missing", remedy)
    named = reading.group(keys.get("ranges"), "sample.ranges", portfolios.EMPTY_GRID, remedy)
    if not require_few(reading, len(named), keys.get("ranges"), "sample.ranges"):
        return None
    ranges = [_range(reading, each, path) for path, each in named.items()]
    usable = tuple(each for each in ranges if each is not None)
    if count is None or seed is None or not ranges or len(usable) < len(ranges):
        return None
    return Sample(method, count, seed, usable)


def _method(reading: Reading, keys: Mapping[str, SourceNode]) -> str:
    written = keys.get("method")
    if written is None or written.value in METHODS:
        return METHODS[0] if written is None else written.value
    reading.wrong(written, "sample.method", "no such method", f"write one of {', '.join(METHODS)}")
    return METHODS[0]


def _size(reading: Reading, written: SourceNode, method: str) -> int | None:
    """How many points; the balance of a Sobol sequence holds for powers of two only (Owen 2020, On Dropping the First
    Sobol' Point)."""
    size = _whole(reading, written, "sample.size", 1, MOST_SAMPLES)
    if size is None or method != "sobol" or size & (size - 1) == 0:
        return size
    below = 1 << (size.bit_length() - 1)
    reading.wrong(written, "sample.size", *portfolios.no_power_of_two(below, 2 * below))
    return None


def _range(reading: Reading, written: SourceNode, path: str) -> Range | None:
    place = f"sample.ranges.{path}"
    if not written.is_mapping:
        reading.wrong(written, place, "expected a range", "write {low: ..., high: ...}")
        return None
    reading.refuse_unknown(written.value, RANGE_KEYS, place)
    return read_range(reading, written, path, place)


def _whole(reading: Reading, written: SourceNode, place: str, low: int, high: int) -> int | None:
    value = written.value
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    reading.wrong(written, place, "expected a whole number", f"allowed is {low:,} to {high:,}")
    return None
