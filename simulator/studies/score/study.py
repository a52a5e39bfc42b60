"""Kept plans, found by name, scored by counters; what they score is kept beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from models.load import load
from models.quantities.instants import day_text
from simulator.calibration.reading.problems import refuse
from simulator.calibration.reading.sent_files import sent_files
from simulator.errors import ReportError
from simulator.messages import plan_scores
from simulator.store.errors import StoreError
from simulator.store.kept_plans import StoredPlan, keep_score, kept_plans
from simulator.store.store_file import store_path
from simulator.studies.score.answer import is_later, score_plan
from simulator.studies.score.figure_score import FigureScore, tally
from simulator.studies.score.kept_plan import KeptPlan, from_store, scores_text, stored_scores
from simulator.studies.score.result import ScoreResult
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.read import CounterSources, read_counters
from simulator.telemetry.tier_hosts import split_tiers

_LEAST_HASH = 6  # Characters of a hash that name a plan.


def score(files: Sequence[str], plan: str, store: str, hindcast: bool, keeps: bool = True) -> ScoreResult:
    """The plans of that name beside the counters in some files; `keeps` whether their scores stay in the store. Raises
    ScenarioError for counters that cannot be read or tell nothing of a plan, ReportError for a name that is not kept,
    and StoreError."""
    path = store_path(store)
    stored = _named(kept_plans(path), plan, str(path))
    counters, file = read_counters(files), CounterSources(files).name
    plans = [from_store(each, str(path)) for each in stored]
    records = [lay_side_by_side(split_tiers(counters, each.tiers, each.file, of_front=True)[0]) for each in plans]
    later = [place for place, each in enumerate(plans) if hindcast or is_later(each, records[place])]
    if not later:
        refuse(file, *plan_scores.no_overlap(day_text(float(records[0].at[-1])), plans[0].made))
    found = tuple(score_plan(plans[place], records[place], file, hindcast) for place in later)
    for place, each in zip(later, found, strict=True):
        if keeps and each.counted:
            keep_score(path, stored[place], scores_text(each.scores))
    left = tuple(each.made for place, each in enumerate(plans) if place not in later)
    return ScoreResult(found, left, tuple(dict.fromkeys(f"{note.file}: {note.text}" for note in counters.notes)))


def score_uploads(contents: Mapping[str, bytes], plan: str, store: str, hindcast: bool, keeps: bool) -> ScoreResult:
    """The same of the contents of files, by their names. Raises ScenarioError, in which no place of this machine is
    named, ReportError and StoreError."""
    with sent_files(contents) as names:
        found = score(tuple(names), plan, store, hindcast, keeps)
        notes = found.notes
        for place, name in names.items():
            notes = tuple(each.replace(place, name) for each in notes)
        return replace(found, notes=notes)


def scored_plans(name: str, store: str) -> list[tuple[KeptPlan, tuple[FigureScore, ...]]]:
    """The plans of a scenario that are kept, of every one for "", each with the scores that it has so far; the latest
    last. Raises StoreError for one that cannot be read."""
    path = store_path(store)
    found = kept_plans(path, may_be_none=True, name=name)
    return [(from_store(each, str(path)), stored_scores(each, str(path))) for each in found]


def track_record(name: str, store: str) -> str:
    """How the plans of a scenario that were kept before have done, as a sentence; "" where none was scored."""
    path = store_path(store)
    scored = [each for each in kept_plans(path, may_be_none=True, name=name) if each.score]
    figures = [figure for each in scored for figure in stored_scores(each, str(path))]
    return plan_scores.record(*tally(figures), len(scored))


def record_line(name: str, store: str = "") -> str:
    """The same for a report or a page, which do not depend on it: "" where that store cannot be read."""
    try:
        return track_record(name, store)
    except StoreError:
        return ""


def _named(stored: Sequence[StoredPlan], asked: str, store: str) -> list[StoredPlan]:
    """The plans of a name, of the beginning of a hash, or of the scenario in a file; all where only one scenario has
    any, and none is named."""
    names = list(dict.fromkeys(each.name for each in stored))
    if not asked:
        if len(names) > 1:
            raise ReportError(*plan_scores.which_plan(names, store))
        return list(stored)
    found = [each for each in stored if each.name == asked]
    if not found and len(asked) >= _LEAST_HASH:
        found = [each for each in stored if each.sha256.startswith(asked)]
    if not found and Path(asked).is_file():
        return _named(stored, load(asked).name, store)
    if not found:
        raise ReportError(*plan_scores.no_such_plan(asked, names, store))
    return found
