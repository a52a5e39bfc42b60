"""Without a mechanism the figures that rest on it do not come out: each is there for a reason."""

from dataclasses import dataclass

import pytest

from simulator.experiment.results import Unavailable
from simulator.studies.validate.published import published_figures
from simulator.studies.validate.rows import validation_rows
from tests.published.conftest import briefly

UPDATE_X86 = "scenarios/published/microsoft_update_x86.yaml"
COM_X86 = "scenarios/published/microsoft_com_x86.yaml"
COM_X64 = "scenarios/published/microsoft_com_x64.yaml"
FLOOD_3GB = "scenarios/published/microsoft_com_x86_3gb_flood.yaml"
TCP_X86 = "scenarios/published/tcp_open_windows_2003_x86.yaml"
KERNEL_SSL = "scenarios/published/ssl_dl585_windows_2003_x64_kernel.yaml"
FEW = {"run.replications": "2"}  # What is missed is missed by far, so that fewer replications than were published tell.
TABLE = "address_space"  # A table of the model itself: nothing runs.
RECYCLING = "web_server.pools[0].recycling"


@dataclass(frozen=True)
class Removed:
    """A mechanism taken out of a system by changing parameters, and the figures that must then be missed."""

    file: str
    changes: dict[str, object]
    missed: set[str]


MECHANISMS = {
    "the address-space limit": Removed(
        UPDATE_X86,
        {f"operating_system.address_space.{part}": "16 TiB" for part in ("total", "process_32_large_aware")},
        {"gets_per_second", "gets_per_second_max", "process_memory"},
    ),
    "the pool limit of downloads": Removed(
        UPDATE_X86, {"operating_system.kernel_pool": "2 GiB"}, {"connection_resets", "gets_per_second"}
    ),
    "the pool limit of connections": Removed(
        TCP_X86, {"operating_system.kernel_pool": "2 GiB"}, {"tcp_max_open_windows_2003_x86"}
    ),
    "the pool limit of /3GB": Removed(
        FLOOD_3GB, {"operating_system.kernel_pool": "256 MiB"}, {"refused_sessions"}
    ),
    "the plateau": Removed(COM_X64, {"web_server.pools[0].growth.plateau": "none"}, {"recycles", "full_cpu_spikes"}),
    "the worker threads": Removed(
        COM_X86, {"web_server.pools[0].threads": "none"}, {"response_static", "response_isapi"}
    ),
    "the warm-up multiplier": Removed(
        COM_X86, {f"{RECYCLING}.cold_factor": 1}, {"response_static", "response_isapi", "response_asp"}
    ),
    "the start-up work": Removed(COM_X86, {f"{RECYCLING}.start_up_work": "0 s"}, {"cpu"}),
    "kernel-mode encryption": Removed(
        KERNEL_SSL, {"web_server.kernel_mode_tls": False}, {"ssl_windows_2003_x64_kernel"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_published_figures_need(mechanism):
    removed = MECHANISMS[mechanism]
    figures = [f for f in published_figures() if f.scenario == removed.file and len(f.systems) == 1 and f.case != TABLE]
    judged = validation_rows(figures, {removed.file: briefly(removed.file, removed.changes | FEW)})
    missed = {
        r.figure.key for r in judged if r.verdict == "not reproduced" and not isinstance(r.simulated, Unavailable)
    }
    assert removed.missed <= missed, f"without {mechanism} only {missed or 'nothing'} fails to come out"
