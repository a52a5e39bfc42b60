"""A file that is taken along bears the name of its plan, whatever stands in that."""

import pytest

from simulator.ui.plans.file_names import file_name
from tests.ui.showing import HOSTILE


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
