"""The gallery: measured systems, each fitted on some rows and held against the others."""

from collections.abc import Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from simulator.studies.validate.gallery.case import read_case, shipped_cases
from simulator.studies.validate.gallery.prediction import predict_case
from simulator.studies.validate.gallery.result import GalleryResult
from simulator.studies.watch import Watch


def validate_gallery(files: Sequence[str], watch: Watch) -> GalleryResult:
    """The systems of some files, those that ship if none is named. Raises ScenarioError with everything that is wrong
    with any of them."""
    cases, problems = [], list[Problem]()
    for path in [Path(file) for file in files] or shipped_cases():
        try:
            cases.append(read_case(path))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(tuple(problems))
    with watch(sum(len(case.systems) for case in cases), "fitting") as step:
        return GalleryResult(tuple(predict_case(case, step) for case in cases))
