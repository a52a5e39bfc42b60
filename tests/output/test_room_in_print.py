"""Room in print: long names beside figures, and what stays together at the end of a page."""

import io

import pypdf

from simulator.output.blocks import Column, Heading, Report, Table, Text
from simulator.output.renderers.pdf import kept_with_next, to_pdf
from tests.fabricated import measured
from tests.output.test_pdf import DAY, tight


def test_a_long_name_beside_many_figures_takes_a_few_lines():
    name = "operating_system=windows-2003-x64, server.ram=16 GiB, server.cards=[1 Gbps, 1 Gbps], unit.nodes=5"
    figures = tuple(measured(value, unit="Mbps") for value in (2.8846, 13_923.2, 4_992.0, 998.4, 1.248))
    columns = (Column("variant"), *(Column(f"figure {at}", "Mbps", numeric=True) for at in range(8)), Column("limit"))
    rows = ((name, *figures, *figures[:3], "network cards"), ("base", *figures, *figures[:3], "disks"))
    text = pypdf.PdfReader(io.BytesIO(to_pdf(Report((Table("T", columns, rows),), DAY, "")))).pages[0].extract_text()
    between = text[text.index("operating_") : text.index("base")]
    named = [line for line in between.splitlines() if "=" in line or "Gbps]" in line]
    assert 1 < len(named) <= 5
    assert tight(name) in tight(text)


def test_all_that_leads_to_the_first_table_of_a_section_stays_with_it():
    table = Table("T", (Column("x"),), (("y",),))
    blocks = (Heading("A", 2), Text("one"), Text("two"), table, Text("after"), Heading("B", 2), Text("x"), table)
    assert kept_with_next(blocks) == [False, True, True, False, False, False, True, False]
