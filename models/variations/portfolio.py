"""A portfolio file -> Portfolio: a base scenario and the ways to vary it. Read this first for `sweep`.

Nothing is varied here: portfolio_drafts.py makes the variants of all that is listed, sweeps draw samples from the
ranges that are stated here, and `load` judges every variant like a file of its own.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from models.errors import Problem, ScenarioError
from models.messages import portfolios, scenario_files
from models.reading.read_yaml import read_yaml
from models.reading.source_tree import SourceNode
from models.variations.portfolio_axis import Axis, Sample, ValueChange, axes, require_few, sample, value_change
from models.variations.portfolio_reading import Reading

FORMAT = 1
WAYS = ("alternatives", "scenarios", "grid", "one_at_a_time", "sample")
KEYS = ("portfolio", "format", "base", "question", "set", "targets", "skip_invalid", *WAYS)
# A file that has one of these and no name of a portfolio is a scenario.
SCENARIO_KEYS = ("scenario", "extends", "workload", "server")
# What is asked of every variant: what it does at the load that its scenario states, or the largest load that it carries
# within its targets.
PLAN, CAPACITY = QUESTIONS = ("plan", "capacity")


@dataclass(frozen=True)
class Portfolio:
    """What a portfolio file says.

    file: the path as the user gave it. base: the base scenario as a path that can be opened; "" where there is none.
    question: one of QUESTIONS.
    everywhere: laid over every variant. alternatives: by name; scenarios: (line, path) of files. grid and
    one_at_a_time: values of parameters. lines: of the file's own keys. skip_invalid: leave out variants that cannot be.
    base_text: the YAML of a base that lies in no file; `base` says what it is called.
    """

    name: str
    file: str
    base: str
    question: str = PLAN
    everywhere: tuple[ValueChange, ...] = ()
    alternatives: Mapping[str, tuple[ValueChange, ...]] = field(default_factory=dict)
    scenarios: tuple[tuple[int, str], ...] = ()
    grid: tuple[Axis, ...] = ()
    one_at_a_time: tuple[Axis, ...] = ()
    sample: Sample | None = None
    skip_invalid: bool = False
    lines: Mapping[str, int] = field(default_factory=dict)
    base_text: str | None = None


def is_portfolio(path: FilePath) -> bool:
    """Whether a file says that it is a portfolio; one that cannot be read does not."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.startswith("portfolio:") for line in lines)


def load_portfolio(path: str | FilePath) -> Portfolio:
    """The portfolio in a YAML file. Raises ScenarioError with all problems of the file at once."""
    shown = str(path)
    problems: list[Problem] = []
    reading = Reading(shown, problems)
    keys = dict(read_yaml(FilePath(path), shown, "scenario", problems).value)
    _refuse_scenario(reading, keys)
    reading.refuse_unknown(keys, KEYS)
    portfolio = Portfolio(
        name=_name(reading, keys),
        file=shown,
        base=_base(reading, keys),
        question=_question(reading, keys),
        everywhere=(*_changes(reading, keys.get("set"), "set"), *_targets(reading, keys.get("targets"))),
        alternatives=_alternatives(reading, keys.get("alternatives")),
        scenarios=tuple(_scenarios(reading, keys.get("scenarios"))),
        grid=_grid(reading, keys.get("grid")),
        one_at_a_time=axes(reading, keys.get("one_at_a_time"), "one_at_a_time"),
        sample=sample(reading, keys.get("sample")),
        skip_invalid=reading.switch(keys.get("skip_invalid"), "skip_invalid"),
        lines={key: written.origin.line for key, written in keys.items()},
    )
    if not any(way in keys for way in WAYS):
        reading.report(0, "", *portfolios.nothing_to_vary(", ".join(WAYS)))
    if problems:
        raise ScenarioError(tuple(sorted(set(problems))))
    return portfolio


def _refuse_scenario(reading: Reading, keys: Mapping[str, SourceNode]) -> None:
    """Raises ScenarioError with one problem for a file that is a scenario."""
    if "portfolio" in keys:
        return
    for key in SCENARIO_KEYS:
        if key in keys:
            remedy = portfolios.plan_answers(reading.shown)
            reading.problems.clear()
            reading.report(keys[key].origin.line, key, portfolios.IS_A_SCENARIO, remedy)
            raise ScenarioError(tuple(reading.problems))


def _name(reading: Reading, keys: Mapping[str, SourceNode]) -> str:
    version = keys.get("format")
    if version is not None and version.value != FORMAT:
        reading.wrong(version, "format", *scenario_files.format_read(FORMAT))
    name = keys.get("portfolio")
    if name is None:
        reading.report(0, "portfolio", *portfolios.NAME_MISSING)
        return ""
    return reading.text(name, "portfolio", portfolios.WRITE_A_NAME)


def _base(reading: Reading, keys: Mapping[str, SourceNode]) -> str:
    """The base as a path from where the program runs: portfolios name it from where they lie."""
    base = keys.get("base")
    if base is not None:
        return _beside(reading, reading.text(base, "base", "write e.g. `base: scenario.yaml`"))
    if any(way in keys for way in WAYS if way != "scenarios"):
        reading.report(0, "base", *portfolios.BASE_MISSING)
    return ""


def _question(reading: Reading, keys: Mapping[str, SourceNode]) -> str:
    written = keys.get("question")
    if written is None or written.value in QUESTIONS:
        return PLAN if written is None else written.value
    reading.wrong(written, "question", "no such question", f"write one of {', '.join(QUESTIONS)}")
    return PLAN


def _beside(reading: Reading, file: str) -> str:
    return os.path.join(os.path.dirname(reading.shown), file) if file else ""


def _changes(reading: Reading, written: SourceNode | None, key: str) -> tuple[ValueChange, ...]:
    """The overrides of one group, PATH: VALUE; a value may be a group of keys, which merges."""
    if written is None:
        return ()
    if not written.is_mapping or not written.value:
        reading.wrong(written, key, *portfolios.overrides_expected(key))
        return ()
    if not require_few(reading, len(written.value), written, key):
        return ()
    return tuple(value_change(path, value) for path, value in written.value.items())


def _targets(reading: Reading, written: SourceNode | None) -> Iterator[ValueChange]:
    """The targets of every variant; those that are not named stay as each scenario has them."""
    if written is None:
        return
    if not written.is_mapping or not written.value:
        reading.wrong(written, "targets", *portfolios.TARGETS_EXPECTED)
        return
    for target, value in written.value.items():
        yield value_change(f"targets.{target}", value)


def _grid(reading: Reading, written: SourceNode | None) -> tuple[Axis, ...]:
    axises = axes(reading, written, "grid")
    return axises if require_few(reading, len(axises), written, "grid") else ()


def _alternatives(reading: Reading, written: SourceNode | None) -> dict[str, tuple[ValueChange, ...]]:
    remedy = portfolios.WRITE_ALTERNATIVES
    named = reading.group(written, "alternatives", "no alternatives", remedy)
    return {name: _changes(reading, value, f"alternatives.{name}") for name, value in named.items()}


def _scenarios(reading: Reading, written: SourceNode | None) -> Iterator[tuple[int, str]]:
    remedy = portfolios.WRITE_SCENARIOS
    for item in reading.items(written, "scenarios", "no scenarios", remedy):
        file = reading.text(item, "scenarios", remedy)
        if file:
            yield item.origin.line, _beside(reading, file)
