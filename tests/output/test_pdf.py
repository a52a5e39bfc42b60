"""The report in print: every figure in it as text, bookmarks, running title, nothing that a name could become."""

import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

import pypdf
import pytest

from simulator.errors import ReportError
from simulator.farm.outcome import roll_up
from simulator.messages.numbers import PLUS_MINUS
from simulator.output.blocks import Charts, Column, Heading, KeyFigure, KeyFigures, Preformatted, Report, Table, Text
from simulator.output.brand import HEADROOM, Brand
from simulator.output.cells import figure, table_cells
from simulator.output.formats import FORMATS
from simulator.output.renderers.pdf import to_pdf
from simulator.studies.plan.document import report_of
from tests.fabricated import measured, network, outcome, results, scenario, stamp

DAY = "2026-01-31"
ATTACK = '=CMD() #let x = 1 $a_b$ *bold* _it_ @ref <lab> // c /* d */ \\ [x] `raw` ~ -- "q" שלום مرحبا '
LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100"/></svg>'
MOST_IN_A_LINE = 163  # Lines have 17 cm, 482 pt; an x of Source Sans has 0.46 em, in the smallest type of 6.4 pt.
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
FINGERPRINT = """
import hashlib
from simulator.studies.plan.document import report_of
from simulator.output.renderers.pdf import to_pdf
from tests.fabricated import outcome
print(hashlib.sha256(to_pdf(report_of(outcome()))).hexdigest())
"""


@pytest.fixture(scope="module")
def report():
    return report_of(outcome())


@pytest.fixture(scope="module")
def printed(report):
    return to_pdf(report)


@cache  # The report of this file is read by most of its tests, which takes longer than to make it.
def pages(content: bytes) -> list[str]:
    """The text of each page without white space, which lines of a table and of a page begin and end anywhere."""
    return [tight(page.extract_text()) for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def tight(text: str) -> str:
    return re.sub(r"\s+", "", text)


def told(*blocks: object, title: str = "A title") -> str:
    """The text of a report of some blocks."""
    return "".join(pages(to_pdf(Report((Heading(title, 1), *blocks), DAY, "made by hand"))))


def cells(report: Report) -> Iterator[str]:
    """Every cell of every table and every card, as it must be read."""
    for block in report.blocks:
        rows = table_cells(block)[0] if isinstance(block, Table) else []
        cards = [figure(card.figure) for card in block.cards] if isinstance(block, KeyFigures) else []
        for found in [*(cell for row in rows for cell in row), *cards]:
            interval = f"{PLUS_MINUS}{found.half_width}" if found.half_width else ""
            yield tight(f"{found.value}{interval}{found.unit}{found.note}")


def tags(node: object, found: list[tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    """The structure of a document: what each element is, and the words that stand for it where it is a picture."""
    found = [] if found is None else found
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, dict):
        if "/S" in node:
            found.append((node["/S"], node.get("/Alt", "")))
        tags(node.get("/K"), found)
    elif isinstance(node, Iterable) and not isinstance(node, str):
        for part in node:
            tags(part, found)
    return found


def structure(content: bytes) -> list[tuple[str, str]]:
    return tags(pypdf.PdfReader(io.BytesIO(content)).trailer["/Root"]["/StructTreeRoot"])


def test_every_figure_of_every_table_and_card_is_in_the_text(report, printed):
    words, found = "".join(pages(printed)), list(cells(report))
    assert len(found) > 500
    assert [cell for cell in found if cell not in words] == []


def test_every_sentence_and_title_is_in_the_text(report, printed):
    words = "".join(pages(printed))
    said = [block.text for block in report.blocks if isinstance(block, Heading | Text)]
    said += [block.title for block in report.blocks if isinstance(block, Table)]
    said += [line for block in report.blocks if isinstance(block, Preformatted) for line in block.text.splitlines()]
    assert [sentence for sentence in said if tight(sentence) not in words] == []


def test_bookmarks_are_the_sections(report, printed):
    outline = pypdf.PdfReader(io.BytesIO(printed)).outline
    sections = [block.text for block in report.blocks if isinstance(block, Heading) and block.level == 2]
    assert [entry.title for entry in outline] == sections


def test_a_report_without_its_details_has_eight_pages_at_most_and_the_workbook_has_them_all():
    short, whole = report_of(outcome(), every=False), report_of(outcome())
    details = ("What one server does", "From one server to the farm", "Assumptions", "The queueing network")
    named = [block.text for block in short.blocks if isinstance(block, Heading)]
    assert len(pages(to_pdf(short))) <= 8 < len(pages(to_pdf(whole)))
    assert not {*details} & {*named} and all(each in short.blocks[-1].text for each in details)
    assert {block for block in whole.complete.blocks if isinstance(block, Heading)} == {
        block for block in short.complete.blocks if isinstance(block, Heading)
    }


def test_the_contents_tell_the_page_of_each_section(printed):
    document = pypdf.PdfReader(io.BytesIO(printed))
    # At the foot of the last page that decides: the answer may fill the first.
    (contents,), places = [page for page in pages(printed)[:2] if "Furtherinthisreport" in page], {}
    for entry in document.outline[1:]:
        places[tight(entry.title)] = document.get_destination_page_number(entry) + 1
    assert places
    misplaced = [name for name, page in places.items() if not re.search(rf"{re.escape(name)}\.+{page}(?!\d)", contents)]
    assert misplaced == []


def test_the_answer_is_on_the_first_page(report, printed):
    lead = next(block.text for block in report.blocks if isinstance(block, Text) and block.lead)
    cards = next(block.cards for block in report.blocks if isinstance(block, KeyFigures))
    first = pages(printed)[0]
    assert tight(lead) in first
    assert [card.label for card in cards if tight(card.label) not in first] == []


def test_metadata_are_the_reports_and_the_only_date_is_its_day(report, printed):
    document = pypdf.PdfReader(io.BytesIO(printed))
    metadata = document.metadata
    assert (metadata.title, metadata.author) == (report.title, HEADROOM.name)
    assert (metadata["/CreationDate"], metadata["/ModDate"]) == ("D:20260131000000Z", "D:20260131000000Z")
    dates = set(re.findall(r"\d{4}-\d\d-\d\dT[^<]*", document.xmp_metadata.stream.get_data().decode()))
    assert dates == {"2026-01-31T00:00:00Z"}


def test_every_page_has_the_title_the_origin_the_day_and_its_number(report, printed):
    read = pages(printed)
    assert len(read) > 3
    for number, page in enumerate(read, start=1):
        assert page.startswith(tight(HEADROOM.name + report.title))
        assert page.endswith(tight(f"{report.origin}{DAY}page {number} of {len(read)}"))


def test_the_header_of_a_table_is_on_each_of_its_pages():
    rows = tuple((f"row {number}", number) for number in range(200))
    table = Table("A long table", (Column("first name"), Column("second name", numeric=True)), rows)
    read = pages(to_pdf(Report((Heading("T", 1), table), DAY, "")))
    assert len(read) > 2
    assert all("firstnamesecondname" in page for page in read)


def test_every_chart_is_drawn_in_lines_and_described(report, printed):
    charts = [one for block in report.blocks for one in getattr(block, "charts", [block]) if hasattr(one, "alt")]
    assert len(charts) >= 8
    assert [words for kind, words in structure(printed) if kind == "/Figure"] == [chart.alt for chart in charts]
    assert not any(page.images for page in pypdf.PdfReader(io.BytesIO(printed)).pages)
    read = "".join(pages(printed))
    assert all(tight(chart.title) in read for chart in charts)


def test_what_is_not_known_is_told_with_its_reason(printed):
    assert tight("not known: needs 1,000 requests in each replication, there are 710") in "".join(pages(printed))


def test_the_same_report_gives_the_same_bytes_in_another_process(printed):
    asked = [sys.executable, "-c", FINGERPRINT]
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    told = subprocess.run(asked, cwd=root, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.strip() == hashlib.sha256(printed).hexdigest()


def test_a_report_is_smaller_than_a_megabyte(printed):
    assert len(printed) < 1_000_000


@pytest.mark.parametrize("name", [ATTACK, (ATTACK + "x" * 300)[:300], "a.b_c/" * 50, "x" * 300])
def test_a_name_is_shown_as_text_wherever_it_stands(name):
    kept = tight(name)
    table = Table(name, (Column(name), Column("n", numeric=True)), ((name, 1),))
    for block in (Heading(name, 2), Text(name), Text(name, lead=True), Preformatted(name), table):
        assert kept in told(block), block.kind
    assert kept in told(title=name)


def test_a_word_that_is_longer_than_a_line_goes_on_in_the_next():
    word = "x" * 400
    table = Table(word, (Column(word), Column(word, numeric=True)), ((word, word),))
    cards = KeyFigures((KeyFigure(word, word, word),) * 3)
    blocks = (Heading(word, 1), Heading(word, 2), Text(word), Preformatted(word), cards, table, Heading(word, 2))
    document = pypdf.PdfReader(io.BytesIO(to_pdf(Report(blocks, DAY, word))))
    lines = [line for page in document.pages for line in page.extract_text().splitlines()]
    assert max(len(part) for line in lines for part in re.findall("x+", line)) <= MOST_IN_A_LINE


def test_what_is_copied_has_no_letters_that_nobody_sees(printed):
    assert "\N{ZERO WIDTH SPACE}" not in "".join(pages(printed))


def test_a_long_title_is_cut_to_one_line_at_the_head_of_a_page():
    name = "words " * 50
    read = told(title=name)
    head = read[: read.index(ELLIPSIS)]
    assert head.startswith("Headroomwordswords")
    assert 30 < len(head) < MOST_IN_A_LINE


@pytest.mark.parametrize("name", ["שלום", "مرحبا"])
def test_other_scripts_can_be_read(name):
    assert name in told(Text(name), title=name)


def test_marks_that_turn_the_direction_of_a_text_are_told_and_turn_nothing():
    turned = "\N{RIGHT-TO-LEFT OVERRIDE}abc"
    first = pages(to_pdf(Report((Heading(turned, 1), Heading("A", 2), Heading(turned, 2), Text("t")), DAY, turned)))[0]
    assert first.count("abc") == 5
    assert "cba" not in first


def test_a_line_of_preformatted_text_keeps_its_indent_and_is_never_clipped():
    lines = ["start", "    indented", "    " + "word " * 60]
    read = told(Preformatted("\n".join(lines)))
    assert tight("".join(lines)) in read


def test_a_table_of_many_columns_has_all_its_figures():
    columns = tuple(Column(f"column {number}", numeric=number > 0) for number in range(14))
    rows = tuple((f"a row {row}", *(measured(1234.5 * row + n, unit="Mbps") for n in range(13))) for row in range(1, 4))
    report = Report((Heading("T", 1), Table("Wide", columns, rows)), DAY, "")
    words = "".join(pages(to_pdf(report)))
    assert [cell for cell in cells(report) if cell not in words] == []


@pytest.mark.parametrize(
    "blocks",
    [
        (),
        (Text(""), Preformatted(""), Preformatted("\n\n"), KeyFigures(()), Charts(())),
        (Table("none", (Column("a"),), ()), Table("one", (Column("", numeric=True),), ((measured(1.0),),))),
        (Heading("only section", 2),),
        (Heading("a", 2), Heading("b", 2), Heading("c", 3)),
    ],
)
def test_a_report_of_little_has_a_page(blocks):
    assert pages(to_pdf(Report(blocks, DAY, "")))


def test_a_scenario_without_demand_and_baseline_has_a_report_too():
    plan = scenario({"demand": "none"}).model_copy(update={"baseline": None})
    read = "".join(pages(to_pdf(report_of(roll_up(plan, network(), results(), stamp())))))
    assert tight("One unit of 5 servers serves 4.88 Gbps, all that it is offered.") in read
    assert tight("Against the baseline") not in read


def test_a_brand_has_its_name_or_its_logo_at_the_head():
    report = Report((Heading("A title", 1), Text("t")), DAY, "")
    named = to_pdf(report, Brand("Acme", accent="#aa0033"))
    assert pages(named)[0].startswith("AcmeAtitle")
    assert pypdf.PdfReader(io.BytesIO(named)).metadata.author == "Acme"
    with_logo = to_pdf(report, Brand("Acme", LOGO, "svg"))
    assert pages(with_logo)[0].startswith("Atitle")
    assert pypdf.PdfReader(io.BytesIO(with_logo)).metadata.author == "Acme"


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_logo_that_is_no_image_is_named(kind):
    message = f"the logo of Acme: no {kind.upper()} image that can be printed; save it again, or leave it out"
    with pytest.raises(ReportError, match=re.escape(message)):
        to_pdf(Report((), DAY, ""), Brand("Acme", b"rubbish", kind))


def test_a_block_that_is_not_known_is_not_passed_over():
    @dataclass(frozen=True)
    class Poem:
        kind: ClassVar[str] = "poem"

    with pytest.raises(KeyError, match="poem"):
        to_pdf(Report((Poem(),), DAY, ""))


def test_pdf_is_one_of_the_formats():
    made = FORMATS["pdf"]
    assert (made.file, made.media_type) == ("report.pdf", "application/pdf")
    assert made.render(Report((), DAY, ""), HEADROOM).startswith(b"%PDF-")


def test_typst_is_not_imported_before_the_first_pdf_is_made():
    asked = "import sys, simulator.output.renderers.pdf, simulator.output.formats; sys.exit('typst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], cwd=Path(__file__).parents[2]).returncode == 0
