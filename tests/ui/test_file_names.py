"""A file that is taken along bears the name of its plan, whatever stands in that."""

import pytest
import streamlit as st

from simulator.ui.plans.file_names import file_name
from tests.ui.showing import HOSTILE, page


@pytest.mark.parametrize(
    ("plan", "name"),
    [
        ("Edge site, evening peak", "Edge-site-evening-peak-report.pdf"),
        ("Größe 2.4 GHz", "Größe-2.4-GHz-report.pdf"),
        ("../../etc/passwd", "etc-passwd-report.pdf"),
        (" / ", "plan-report.pdf"),
    ],
)
def test_a_file_bears_the_name_of_its_plan(plan, name):
    assert file_name(plan, "-report.pdf") == name


@pytest.mark.parametrize("plan", HOSTILE)
def test_no_name_of_a_plan_leads_into_another_folder(plan):
    name = file_name(plan, ".yaml")
    assert not set(name) & set('/\\:*?"<>|') and not name.startswith(".") and len(name) <= 70


def test_exports_of_two_days_have_two_names(monkeypatch):
    names = []
    offer = st.delta_generator.DeltaGenerator
    monkeypatch.setattr(offer, "download_button", lambda *given, **_: names.append(given[3]))
    for seconds in ("1764000000", "1764100000"):  # 2025-11-24 and 25.
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
        assert not page("plans").exception
    assert names == ["headroom-plans-2025-11-24.json", "headroom-plans-2025-11-25.json"]
