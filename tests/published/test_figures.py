"""The published figures come out of the model, within the bounds that were set before it was built."""

from dataclasses import asdict, replace

import pytest

from simulator.farm.study import study_in_theory
from simulator.studies.validate.audit import audit_tables
from simulator.studies.validate.published import published_figures
from simulator.studies.validate.record import MEASURED, make_record, read_record
from tests.published.conftest import ALL, DAY, SOME

FIGURES = published_figures()
SHOWN = [figure.name for figure in FIGURES if figure.role == "predict" and "No bound is given" in figure.why]
BOUNDED = [f.name for f in FIGURES if f.role != "audit" and not f.unreproduced and f.name not in SHOWN]
MISSED = [figure.name for figure in FIGURES if figure.unreproduced]
CLOSE = 0.05  # What the first line of a plan, by theory, may be off by, as a share of the simulated figure.
AUDITED = [figure for figure in FIGURES if figure.role == "audit"]


@pytest.mark.parametrize("name", BOUNDED)
def test_a_published_figure_is_reproduced(judged, name):
    row = judged[name]
    assert row.verdict == "reproduced", f"{row.simulated} against {row.figure.published}, bound {row.figure.bound}"


@pytest.mark.parametrize("name", SHOWN)
def test_a_prediction_without_a_bound_is_shown_with_its_error(judged, name):
    assert judged[name].verdict == "audit" and judged[name].error is not None


def test_figures_that_the_model_is_known_to_miss_are_missed_and_say_why(judged):
    for name in MISSED:
        row = judged[name]
        assert row.verdict == "not reproduced", f"{name} comes out after all: take the reason away"
        assert row.figure.unreproduced in row.remark and len(row.figure.unreproduced) > 40


@pytest.mark.parametrize("figure", AUDITED, ids=lambda figure: figure.name)
def test_a_figure_that_contradicts_its_own_table_is_shown_with_the_contradiction_and_without_a_bound(judged, figure):
    assert figure.bound is None and len(figure.why) > 40
    assert judged[figure.name].verdict == "audit"
    assert abs(judged[figure.name].error) > 20.0, "the model agrees after all: then it is no contradiction"


def test_the_plan_says_that_the_cards_bind_on_x64_and_the_disks_on_x86(outcomes):
    plan = outcomes["scenarios/published/microsoft_update_farm.yaml"]
    assert plan.binding.limit.name == "network cards"
    assert plan.baseline.binding.limit.name == "disks"
    assert plan.baseline.binding.turned_away_at.name == "kernel pool"


@pytest.mark.parametrize("name", ["x64", "x86"])
def test_theory_is_within_5_percent_of_what_a_download_server_is_simulated_to_carry(outcomes, name):
    found = next(outcome for key, outcome in outcomes.items() if f"microsoft_update_{name}" in outcome.scenario.file)
    simulated = found.capacity.server_mbps
    said = study_in_theory(found.scenario, "", DAY).capacity.server_mbps
    assert abs(said.value - simulated.value) + simulated.half_width <= CLOSE * simulated.value


# What follows from how many runs there were; the rest of a record does not.
NUMBERS = ("simulated", "half_width", "error")


@pytest.mark.parametrize("share", [SOME], indirect=True)
def test_what_reports_quote_is_within_the_intervals_of_what_this_code_finds(judged, outcomes):
    found, kept = make_record(tuple(judged.values()), outcomes, audit_tables()), read_record()
    assert len(found.figures) == len(kept.figures) > 40
    for now, before in zip(found.figures, kept.figures, strict=True):
        assert replace(now, **{name: getattr(before, name) for name in NUMBERS}) == before
        within = now.half_width + before.half_width + 1e-4 * abs(before.simulated)
        assert now.simulated == pytest.approx(before.simulated, rel=0.0, abs=within), before.figure
    assert (found.systems, found.contradictions) == (kept.systems, kept.contradictions)


@pytest.mark.parametrize("share", [ALL], indirect=True)
def test_what_reports_quote_is_what_a_validation_of_this_code_finds(judged, outcomes):
    """Else `headroom validate --record` has to be run again."""
    found, kept = make_record(tuple(judged.values()), outcomes, audit_tables()), read_record()
    assert len(found.figures) == len(kept.figures) > 40
    for now, before in zip(found.figures, kept.figures, strict=True):
        for name, value in asdict(before).items():
            expected = pytest.approx(value, rel=1e-4) if isinstance(value, float) else value
            assert getattr(now, name) == expected, f"{before.figure}: {name}"
    assert (found.systems, found.contradictions) == (kept.systems, kept.contradictions)


def test_every_measured_system_that_reports_compare_with_is_a_published_one_of_a_known_year():
    kept = read_record()
    assert len(kept.systems) == len({each.system for each in kept.systems}) > 20
    assert all(each.system.startswith(MEASURED) and each.hardware.released for each in kept.systems)
    assert {figure.system for figure in kept.figures} >= {each.system for each in kept.systems}
