"""The arithmetic of published tables against numbers worked out by hand."""

import pytest
import yaml

from simulator.studies.validate.audit import FILE, audit_tables, derived_quantity
from simulator.studies.validate.published import published_figures

FOUND = {(table.case, row.quantity, row.column): row.value for table in audit_tables() for row in table.rows}
DOWNLOADS, UNIT, FARM, TLS = (
    "microsoft_update_downloads",
    "scalable_unit",
    "microsoft_com_web_farm",
    "ssl_and_tcp_bench",
)
BY_HAND = {
    (DOWNLOADS, "size of a GET", "x86"): 49_000,
    (DOWNLOADS, "size of a GET", "x64"): 35_882,
    (DOWNLOADS, "size of a GET in the busiest second", "x64"): 17_941,
    (DOWNLOADS, "traffic of the busiest second at 30 kB", "x64"): 1_632,
    (DOWNLOADS, "time of a connection for a GET", "x86"): 7.873,
    (DOWNLOADS, "time of a connection for a GET", "x64"): 4.0,
    (DOWNLOADS, "time to read 30 KB at 80 KB/s", "text"): 0.375,
    (DOWNLOADS, "traffic of a connection", "x86"): 49.79,
    (DOWNLOADS, "work of a GET", "x64"): 0.7059,
    (DOWNLOADS, "work of a Gbps", "x86"): 1.6327,
    (DOWNLOADS, "cores in the busiest second", "x64"): 4.8,
    (DOWNLOADS, "largest payload of the card", "1 Gbps card"): 949.28,
    (UNIT, "units for the demand", "x64"): 2.4,
    (UNIT, "measured unit", "x64"): 4_880,
    (UNIT, "footprint", "x64 / x86"): 60,
    (UNIT, "gain by both", "x64 / before"): 1.6267,
    (FARM, "requests", "x86"): 207.71,
    (FARM, "requests", "x64"): 218.36,
    (FARM, "requests in the server", "x86"): 35.11,
    (FARM, "requests in the server", "x64"): 2.798,
    (FARM, "mean response", "x86"): 0.16903,
    (FARM, "excess of ASP response", "x86 - x64"): 0.191,
    (FARM, "excess of ISAPI response", "x86 - x64"): 0.230,
    (FARM, "excess of static response", "x86 - x64"): 0.132,
    (FARM, "excess of cached response", "x86 - x64"): 0.0,
    (FARM, "work of a request", "x86"): 12.325,
    (FARM, "work of a request in clock", "x64"): 13.702,
    (FARM, "time in which the CPU is full", "x86"): 44.12,
    (FARM, "growth of a process", "x86"): 7_158_279,
    ("address_space", "kernel and 64-bit process", "x64"): 16_384,
    ("address_space", "43 bits", "text"): 8,
    (TLS, "kernel SSL on x64 over x86", "DL585"): 1.8991,
    (TLS, "x64 over x86", "DL585"): 1.3641,
    (TLS, "kernel SSL over none", "DL585"): 1.3922,
    (TLS, "kernel SSL over RHEL", "Polywell"): 1.0178,
    (TLS, "ratio of processor", "DL585 / Polywell"): 1.7143,
    (TLS, "ratio of Solaris", "DL585 / Polywell"): 2.5349,
    (TLS, "work of a session (x86)", "DL585"): 15.80,
    (TLS, "sessions over open connections", "DL585"): 1.7355,
    (TLS, "open over set up", "Solaris"): 74.02,
    (TLS, "pool for a connection", "x86"): 2_808.4,
    ("soft_faults", "page faults of a request with the recycling allocator", "text"): 0.76923,
    ("soft_faults", "time of a page fault", "text"): 0.0004,
    ("was_v7_daytrader", "growth of the object", "64-bit / 32-bit"): 1.7143,
    ("was_v7_daytrader", "step at 3 GB", "compressed"): 0.9755,
    ("was_v7_daytrader", "left above 4 GB", "text"): 28,
}  # fmt: skip


@pytest.mark.parametrize("quantity", BY_HAND, ids=" ".join)
def test_a_derived_quantity_is_that_worked_out_by_hand(quantity):
    assert FOUND[quantity] == pytest.approx(BY_HAND[quantity], rel=1e-3, abs=1e-9)


def test_every_published_case_is_audited_and_says_what_does_not_add_up():
    assert {table.case for table in audit_tables()} == {figure.case for figure in published_figures()}
    assert all(table.rows and table.contradictions for table in audit_tables())


def test_a_quantity_has_one_value_in_a_column():
    rows = [(table.table, row.quantity, row.column) for table in audit_tables() for row in table.rows]
    assert len(rows) == len(set(rows))


def test_published_figures_of_the_audit_are_those_of_the_validation():
    """The two files are written by hand; where both have a figure it is the same."""
    tables = {(t["case"], t["table"]): t["published"] for t in yaml.safe_load(FILE.read_text(encoding="utf-8"))}
    published = {figure.name: figure.published for figure in published_figures()}
    farm = tables[FARM, "Figures 2 to 6, x86 against x64"]
    for name, key in (("ASP", "asp"), ("ISAPI", "isapi"), ("static", "static"), ("cached", "static_cached")):
        for index, column in enumerate(("x86", "x64")):
            assert farm[name][index] == published[f"{FARM}.{column}.requests_{key}"]
            assert farm[f"{name} response"][index] == published[f"{FARM}.{column}.response_{key}"]
    sessions = tables[TLS, "SSL sessions"]
    for name, key in (("x64", "windows_2003_x64"), ("x64 with kernel SSL", "windows_2003_x64_kernel"),
                      ("Solaris", "solaris_10"), ("RHEL", "rhel_4")):  # fmt: skip
        for index, machine in enumerate(("dl585", "polywell_2200s")):
            assert sessions[name][index] == published[f"{TLS}.{machine}.ssl_{key}"]


CELLS = {("a", "x"): 6.0, ("b", "x"): 3.0, ("a", "y"): 8.0, ("b", "y"): 2.0, ("c", "y"): 5.0}


@pytest.mark.parametrize(
    ("operation", "operands", "value"),
    [
        ("sum", ["a", "b", 1], 10.0),
        ("difference", ["a", "b", 1], 2.0),
        ("product", ["a", "b", 0.5], 9.0),
        ("quotient", ["a", "b", 0.5], 4.0),
        ("sum_of_products", [["a", "b"], ["a", 2]], 30.0),
        ("quotient", ["a@y", "a@x"], 8.0 / 6.0),
    ],
)
def test_operations(operation, operands, value):
    assert derived_quantity({"quantity": "q", operation: operands}, "x", CELLS) == pytest.approx(value)


def test_a_column_without_an_operand_has_no_such_quantity():
    assert derived_quantity({"quantity": "q", "sum": ["a", "c"]}, "x", CELLS) is None
    assert derived_quantity({"quantity": "q", "sum_of_products": [["a", "c"]]}, "x", CELLS) is None


@pytest.mark.parametrize("wrong", [{"sum": ["unknown"]}, {}, {"sum": ["a"], "product": ["a"]}])
def test_a_name_that_stands_nowhere_and_a_quantity_of_no_or_two_operations_are_told(wrong):
    with pytest.raises(KeyError):
        derived_quantity({"quantity": "q", **wrong}, "x", CELLS)
