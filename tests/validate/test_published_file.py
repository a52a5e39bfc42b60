"""The list of published figures holds together."""

from pathlib import Path

import pytest

from simulator.studies.validate.published import figure_systems, published_figures

FIGURES = published_figures()
CASES = {
    "microsoft_update_downloads",
    "scalable_unit",
    "microsoft_com_web_farm",
    "address_space",
    "ssl_and_tcp_bench",
    "soft_faults",
    "was_v7_daytrader",
}


def test_every_case_is_there_and_every_figure_has_a_name_of_its_own():
    assert {figure.case for figure in FIGURES} == CASES
    names = [figure.name for figure in FIGURES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_can_be_judged_unless_it_is_for_audit(figure):
    judged_by = (figure.bound, figure.at_least, figure.at_most)
    if figure.role == "audit":
        assert judged_by == (None, None, None) and figure.why
    elif figure.comparison != "order" and "No bound is given" not in figure.why:
        assert judged_by != (None, None, None)
    assert figure.published is not None or figure.why, "what words are taken to mean needs a reason"
    assert figure.bound is None or figure.published is not None


def test_the_scenarios_are_there():
    missing = {system.file for system in figure_systems(FIGURES).values() if not Path(system.file).is_file()}
    assert not missing


def test_a_system_runs_once_however_many_figures_speak_of_it():
    systems = figure_systems(FIGURES)
    assert len(systems) < len(FIGURES)
    changed = [system for system in systems.values() if system.changes]
    assert {name for name, system in systems.items() if system in changed} == {s.name for s in changed}
    assert "scenarios/published/daytrader_64.yaml with runtime.heap = 3 GiB" in systems


def test_every_published_system_is_read_from_any_folder_by_its_own_name(tmp_path, monkeypatch):
    """One's own file of that name is another one."""
    from simulator.studies.validate.scenarios import system_scenarios

    mine = tmp_path / "scenarios/published/microsoft_update_x64.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("scenario: Mine\n")
    monkeypatch.chdir(tmp_path)
    found = system_scenarios(figure_systems(FIGURES))
    assert len(found) > 30 and all(name.startswith(one.file) for name, one in found.items())
    assert all(one.file.startswith("scenarios/published/") for one in found.values())
