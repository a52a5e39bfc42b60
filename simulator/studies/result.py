"""The answer of a study: figures with a key, from which JSON, tables and what a notebook shows are made."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from models.suggest import did_you_mean
from models.visible import shortened, visible
from simulator.farm.farm import Farm
from simulator.output.blocks import Block, Chart, Charts, Heading, Report
from simulator.output.figure import Data, to_json

if TYPE_CHECKING:
    from pandas import DataFrame

SIMULATED, COMPUTED = "simulated", "computed"
# Keys of a row that say what the row is about, beside or in place of its name.
_NAMES = (
    "case", "column", "scenario", "name", "measure", "tier", "group", "parameter", "month", "target", "day", "state",
    "stated_demand",
)  # fmt: skip
_ELSE_NAMED_BY = ("limit", "place", "load")
# What says how an answer was made, and is no figure of it.
_NO_FIGURES = ("format", "provenance")
_LONGEST = 200  # Characters of a result in one line.


@dataclass(frozen=True)
class Figure:
    """One figure of an answer.

    key: where `to_dict` has it, e.g. "carries.server_mbps"; subject: what it is about where several have that key, e.g.
    "CPU". value: None where it is not known, for the `reason`. half_width: of its interval at `confidence` (0 to 1),
    None where it has none that is finite. source: SIMULATED, from so many `samples`, or COMPUTED: counted, by theory,
    or as stated.
    """

    key: str
    subject: str
    value: float | None
    half_width: float | None = 0.0
    unit: str = ""
    confidence: float = 1.0
    samples: int = 0
    source: str = COMPUTED
    reason: str = ""

    @property
    def low(self) -> float | None:
        """The lower end of its interval; None where that is not known."""
        return None if self.value is None or self.half_width is None else self.value - self.half_width

    @property
    def high(self) -> float | None:
        """The upper end of its interval; None where that is not known."""
        return None if self.value is None or self.half_width is None else self.value + self.half_width


class Result(ABC):
    """The answer of a study, as typed figures."""

    @abstractmethod
    def to_dict(self) -> Data:
        """Every figure, as `--json` of the command of this study writes it."""

    @abstractmethod
    def blocks(self) -> list[Block]:
        """What a terminal shows of it."""

    @property
    def met(self) -> bool:
        """Whether the targets are met; always, where nothing is judged by any."""
        return True

    def report(self) -> Report:
        """The whole of it, to read: sections with tables and charts."""
        return Report(tuple(self.blocks()), "", "")

    @abstractmethod
    def summary(self) -> Mapping[str, object]:
        """What it comes to, by the names of its attributes."""

    def to_json(self) -> str:
        """The same as `to_dict`, as text."""
        return to_json(self.to_dict())

    def figures(self) -> tuple[Figure, ...]:
        """Every figure; time series and texts are in `to_dict` only."""
        return self._figures

    @cached_property
    def _figures(self) -> tuple[Figure, ...]:
        return tuple(_walk(self.to_dict(), (), ()))

    def figure(self, key: str, subject: str = "") -> Figure:
        """The figure of that key, the first one where no subject is named. Raises KeyError with the nearest one."""
        for each in self._figures:
            if each.key == key and (not subject or each.subject == subject):
                return each
        known = {each.key for each in self._figures}
        if key in known:
            subjects = {each.subject for each in self._figures if each.key == key}
            raise KeyError(f"{key} of {subject}: {did_you_mean(subject, subjects)}")
        raise KeyError(f"{key}: {did_you_mean(key, known)}")

    def to_frame(self) -> "DataFrame":
        """The figures as a table of pandas, a row each."""
        from pandas import DataFrame

        names = ("key", "subject", "value", "half_width", "low", "high", "unit", "confidence", "samples", "source",
                 "reason")  # fmt: skip
        return DataFrame([[getattr(each, name) for name in names] for each in self._figures], columns=list(names))

    def __repr__(self) -> str:
        text = ", ".join(f"{name}={_brief(value)}" for name, value in self.summary().items())
        return shortened(visible(f"{type(self).__name__}({text})"), _LONGEST)

    def _repr_html_(self) -> str:
        """The answer with its picture, as a notebook shows it."""
        from simulator.output.renderers.html import to_fragment

        return to_fragment(answer_with_picture(self.report().blocks))


class RowsResult(Result):
    """The answer of a study whose `--json` is a list: a row for each thing that it is about."""

    @abstractmethod
    def to_rows(self) -> list[Data]:
        """Every row, as `--json` of the command of this study writes it."""

    def to_dict(self) -> Data:
        return {"rows": self.to_rows()}

    def to_json(self) -> str:
        return to_json(self.to_rows())

    @cached_property
    def _figures(self) -> tuple[Figure, ...]:
        return tuple(_walk(self.to_rows(), (), ()))


class FarmResult(Result):
    """The answer of a study that buys a farm, where a demand is stated."""

    @property
    @abstractmethod
    def farm(self) -> Farm | None:
        """What one buys; None without a demand."""

    @property
    def servers(self) -> int | None:
        """Servers that are bought, those in front; None without a demand."""
        return None if self.farm is None else int(self.farm.decided.sizing.servers.whole.value)

    @property
    def units(self) -> int | None:
        """Units that are bought; None without a demand."""
        return None if self.farm is None else int(self.farm.decided.sizing.units.whole.value)

    @property
    def cost_per_month(self) -> float | None:
        """Money a month for what is bought and run, in `currency`, without bandwidth; None without a demand."""
        return None if self.farm is None else self.farm.decided.whole.value

    @property
    def cost_in_all_per_month(self) -> float | None:
        """Money a month for everything, its traffic too, in `currency`; None without a demand."""
        return None if self.farm is None else self.farm.in_all.amount.value

    @property
    def currency(self) -> str | None:
        """The currency of its money; None without a demand."""
        return None if self.farm is None else self.farm.scenario.datacenter.prices.currency

    def bought(self) -> Mapping[str, object]:
        """The farm in few words, for the summary of an answer; empty without a demand."""
        if self.farm is None:
            return {}
        return {"servers": self.servers, "cost_per_month": self.cost_per_month, "currency": self.currency}


def answer_with_picture(blocks: Sequence[Block]) -> list[Block]:
    """The title and the first section of a report, with its first charts if that has none."""
    sections = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2]
    end = sections[1] if len(sections) > 1 else len(blocks)
    shown = list(blocks[:end])
    if any(isinstance(block, Chart | Charts) for block in shown):
        return shown
    return shown + [block for block in blocks[end:] if isinstance(block, Chart | Charts)][:1]


def _walk(data: object, keys: tuple[str, ...], subjects: tuple[str, ...]) -> Iterator[Figure]:
    """The figures in data, in their order."""
    key, subject = ".".join(keys), ", ".join(subjects)
    if isinstance(data, Mapping):
        if set(data) == {"refused"}:
            yield Figure(key, subject, None, None, reason=str(data["refused"]))
        elif isinstance(data.get("value"), list):
            return  # A time series.
        elif {"value", "half_width", "unit"} <= set(data):
            yield _figure(key, subject, data)
        else:
            for name, each in data.items():
                if keys or name not in _NO_FIGURES:
                    yield from _walk(each, (*keys, str(name)), subjects)
    elif isinstance(data, list | tuple):
        for place, each in enumerate(data, start=1):
            if isinstance(each, Mapping):
                yield from _walk(each, keys, (*subjects, _subject(each) or str(place)))
            elif isinstance(each, list | tuple):
                yield from _walk(each, keys, (*subjects, str(place)))
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield Figure(key, subject, float(data))


def _figure(key: str, subject: str, data: Mapping[str, Any]) -> Figure:
    samples = int(data.get("samples", 0))
    source = SIMULATED if samples else COMPUTED
    confidence, unit = float(data.get("confidence", 1.0)), str(data["unit"])
    return Figure(key, subject, data["value"], data["half_width"], unit, confidence, samples, source)


def _subject(row: Mapping[str, object]) -> str:
    """What a row of data is about; "" where it does not say."""
    named = [str(row[name]) for name in _NAMES if isinstance(row.get(name), str)]
    named = named or [str(row[name]) for name in _ELSE_NAMED_BY if isinstance(row.get(name), str | int | float)]
    return ", ".join(dict.fromkeys(named))


def _brief(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e4 else f"{value:,.0f}"
    return shortened(repr(value))
