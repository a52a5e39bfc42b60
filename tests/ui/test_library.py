"""Scenarios by name: those that are shipped, and nothing outside their folder."""

import os

from models.load import load
from simulator.ui.library import portfolios, shipped
from tests.shipped import SCENARIOS


def test_every_shipped_scenario_has_a_name_and_the_farms_come_first():
    names = list(shipped())
    of_farms = [name for name in names if "/" not in name]
    assert {"first_farm", "microsoft_update", "single_server", "web_farm"} <= set(of_farms)
    assert names == sorted(of_farms) + sorted(set(names) - set(of_farms))
    assert "published/microsoft_update_x64" in names
    assert len(names) == len(SCENARIOS)


def test_a_name_leads_to_a_file_that_loads():
    assert load(shipped()["microsoft_update"]).name == "Microsoft Update downloads"


def test_nothing_outside_the_folder_has_a_name(tmp_path):
    folder, secret = tmp_path / "scenarios", tmp_path / "secret.yaml"
    (folder / "more").mkdir(parents=True)
    for file in (secret, folder / "one.yaml", folder / "more" / "two.yaml", folder / "notes.txt"):
        file.write_text("scenario: one\n", encoding="utf-8")
    (folder / "link.yaml").symlink_to(secret)
    (folder / "more" / "up").symlink_to(tmp_path, target_is_directory=True)
    assert list(shipped(folder)) == ["one", "more/two"]


def test_names_that_would_lead_elsewhere_are_simply_not_there():
    for name in ("../pyproject", "/etc/passwd", "published/../microsoft_update", "microsoft_update.yaml", ""):
        assert name not in shipped()


def test_a_file_that_comes_changes_or_goes_is_seen_at_once(tmp_path):
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text("scenario: one\n", encoding="utf-8")
    assert list(shipped(tmp_path)) == ["one"]
    other.write_text("scenario: other\n", encoding="utf-8")
    assert list(shipped(tmp_path)) == ["one", "other"]
    one.write_text("portfolio: many\n", encoding="utf-8")
    os.utime(one, (1, 1))
    assert list(shipped(tmp_path)) == ["other"] and list(portfolios(tmp_path)) == ["one"]
    other.unlink()
    assert not shipped(tmp_path)
