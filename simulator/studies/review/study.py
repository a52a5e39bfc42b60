"""What runs, reviewed by its counters."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.errors import ScenarioError
from models.scenario import Scenario
from simulator.calibration.reading.sent_files import sent_files
from simulator.cli.today import today
from simulator.experiment.capacity_search import search_steps
from simulator.experiment.solvers import Theory
from simulator.farm.stamp import make_stamp
from simulator.messages.stages.prometheus import NAME
from simulator.solver import Solver
from simulator.store.kept_reviews import keep_review, require_store
from simulator.store.store_file import store_path
from simulator.studies.review.answer import Review, review_farm
from simulator.studies.review.memory import ReviewMemory, as_kept, memory_of, no_memory
from simulator.studies.review.result import ReviewResult
from simulator.studies.review.visitor_problems import visitor_note, visitor_problems
from simulator.studies.watch import Watch
from simulator.telemetry.prometheus_query import prometheus_query
from simulator.telemetry.read import CounterSources, FileNote

LOG = logging.getLogger("headroom.prometheus")  # For whoever runs a server: on its standard error.


def counter_sources(
    files: Sequence[str], prometheus: str, match: str, requests: str, days: float, until: str, step: float
) -> CounterSources:
    """Files of counters, and what is asked of a Prometheus, "" for none. Raises ScenarioError."""
    asked = prometheus_query(prometheus, days, until, step, match, requests) if prometheus else None
    return CounterSources(tuple(files), asked)


def review_uploads(
    scenario: Scenario, contents: Mapping[str, bytes], tolerance: float, memory: ReviewMemory = no_memory
) -> Review:
    """The farm of a scenario that runs, by the contents of files of counters, by their names, in theory. Raises
    ScenarioError, in which no place of this machine is named, StoreError, NoCapacity, UnsupportedByEngine and
    NotConverged."""
    with sent_files(contents) as names:
        found = review_farm(scenario, CounterSources(tuple(names)), tolerance, Theory(), memory=memory)
        notes = tuple(FileNote(names.get(file, file), told) for file, told in found.record.notes)
        return replace(found, record=replace(found.record, notes=notes))


def review_prometheus(
    scenario: Scenario, url: str, match: str, days: float, until: str, tolerance: float,
    memory: ReviewMemory = no_memory,
) -> Review:  # fmt: skip
    """The same by what a Prometheus answers. Raises what `review_uploads` raises; no error and no note names the place
    of that Prometheus. What is wrong in full is logged."""
    try:
        query = prometheus_query(url, days=days, until=until, match=match)
        found = review_farm(scenario, CounterSources((), query), tolerance, Theory(), memory=memory)
    except ScenarioError as error:
        for each in error.problems:
            LOG.warning("%s", each)
        raise ScenarioError(visitor_problems(error.problems)) from None
    shown = {note: FileNote(NAME, visitor_note(note.text)) for note in found.record.notes}
    for note in shown:
        if shown[note].text != note.text:
            LOG.warning("%s: %s", *note)
    return replace(found, record=replace(found.record, notes=tuple(dict.fromkeys(shown.values()))))


def review(
    scenario: Scenario, sources: CounterSources, tolerance: float, solver: Solver, command: str, watch: Watch,
    keep: bool = False, store: str = "",
) -> ReviewResult:  # fmt: skip
    """The farm of a scenario that runs, by its counters; `command` makes the result again. keep: hold on to the last
    verdict that is kept in `store`, or the user's own, and keep this one, if it can be stood by. Raises ScenarioError,
    StoreError, NoCapacity, UnsupportedByEngine and NotConverged."""
    path = store_path(store)
    if keep:
        require_store(path)
    memory = memory_of(path) if keep else no_memory
    with watch(search_steps(scenario), "searching") as step:
        found = review_farm(scenario, sources, tolerance, solver, step, memory)
    samples = found.running.farm.carried.mbps.samples
    stamp = make_stamp(found.scenario, solver.name, samples, command, today().isoformat())
    kept = keep and found.stands
    if kept:
        keep_review(path, as_kept(scenario, found.record, found.running, stamp.day))
    return ReviewResult(found, stamp, str(path) if kept else None)
