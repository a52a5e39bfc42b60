"""No parameter was chosen from a figure that the model is said to predict."""

from pathlib import Path

import pytest

from models.load import load
from simulator.validate.published import published_figures

ROLES = {figure.name: figure.role for figure in published_figures()}
# Inputs of the test itself, stated in its description.
GIVEN = {"microsoft_update_downloads.workload.client_rate"}
SCENARIOS = sorted(str(path) for path in Path("scenarios").rglob("*.yaml"))


@pytest.mark.parametrize("file", SCENARIOS)
def test_parameters_are_chosen_from_figures_that_are_for_that(file):
    for parameter, figures in load(file).chosen_from.items():
        for figure in figures:
            assert figure in GIVEN or ROLES.get(figure) == "fit", f"{parameter} was chosen from {figure}"


def test_the_two_published_servers_differ_in_their_operating_system_alone():
    x64, x86 = (load(f"scenarios/published/microsoft_update_{bits}.yaml") for bits in ("x64", "x86"))
    same = {"workload", "server", "web_server", "unit", "targets", "datacenter", "run"}
    assert x64.model_dump(include=same) == x86.model_dump(include=same)
    assert x64.operating_system != x86.operating_system


def test_operating_systems_of_the_published_servers_differ_in_limits_alone():
    x64, x86 = (load(f"scenarios/published/microsoft_update_{bits}.yaml") for bits in ("x64", "x86"))
    ours, theirs = x64.operating_system.model_dump(), x86.operating_system.model_dump()
    differing = {name for name in ours if ours[name] != theirs[name]}
    assert differing <= {"name", "bits", "process_address_space", "kernel_pool", "kernel_pool_per_ram", "licence"}
