"""A speed of a core that is written beside one that is not known: the plan says that their ratio stays drawn."""

from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.study import study
from simulator.messages.farm_notes import farm_notes
from tests.fabricated import ROOT

OWN, MEASURED = "server.core_speed", "workload.cpu_measured_on"
SAID = "the speed of the core that CPU times were measured on is drawn from 2.3 to 4.9"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({OWN: "6.9", MEASURED: "m5.4xlarge"}, True),
        ({OWN: "6.9", MEASURED: "3.4"}, False),
        ({MEASURED: "m5.4xlarge"}, False),
    ],
)
def test_a_speed_alone_is_told_and_two_are_known(written, said):
    cloud = {"server": "c7i.4xlarge", "datacenter.prices": "aws-us-2026", "operating_system": "linux-6"}
    scenario = load(ROOT / "scenarios/hourly_api.yaml", {**cloud, **written, "growth": "none"}, compared=False)
    assert (SAID in farm_notes(study(scenario, Theory(), "plan", date(2026, 1, 1)))) is said
