"""Without the limits of the 32-bit edition its column does not come out: the prediction rests on them."""

import pytest

from simulator.validate.published import published_figures
from simulator.validate.rows import rows
from tests.published.conftest import outcome_of

X86 = "scenarios/published/microsoft_update_x86.yaml"
PREDICTED = [f for f in published_figures() if f.scenario == X86 and f.role == "predict"]
WITHOUT = {
    "the address-space limit": ({"operating_system.process_address_space": "8 TB"}, "gets_per_second"),
    "the kernel-pool limit": ({"operating_system.kernel_pool": "2 GiB"}, "connection_resets"),
}


@pytest.mark.parametrize("limit", WITHOUT)
def test_the_32_bit_column_needs(limit):
    overrides, telling = WITHOUT[limit]
    judged = rows(PREDICTED, {X86: outcome_of(X86, overrides)})
    missed = {row.figure.key for row in judged if row.verdict != "reproduced"}
    assert telling in missed and len(missed) >= 2, f"without {limit} only {missed} fail to come out"
