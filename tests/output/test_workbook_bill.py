"""The bill of a workbook is arithmetic: change a price in it, and it is the bill that a plan has at that price."""

import io
import shutil
import subprocess

import pytest
from openpyxl import load_workbook

from simulator.output.blocks import Heading, Linked, Report, Table
from simulator.output.renderers.workbook.book import to_workbook
from simulator.output.renderers.workbook.links import Links
from simulator.output.sides import sides
from simulator.studies.plan.document import report_of
from simulator.studies.plan.money.prices import ANY, BOUGHT, COUNTS, PRICES
from tests.fabricated import outcome
from tests.output.reckoned import named_cells, reckoned

RELATIVE = 1e-9  # Floats: sums and powers of some ten digits less than a double has.
# Another price of each kind as scenarios write it, and the number that stands for it in the workbook.
CHANGES = {
    "server_price": ("21,500 USD", 21_500.0),
    "licence": ("1,234.5 USD", 1_234.5),
    "years": ("4.5 years", 4.5),
    "interest": ("7 %", 7.0),
    "electricity": ("0.123 USD/kWh", 0.123),
    "pue": ("1.45", 1.45),
    "hosting": ("187.5 USD/kW-month", 187.5),
    "rack_space": ("0 USD/U-month", 0.0),
    "bandwidth": ("3.3 USD/Mbps-month", 3.3),
    "administration": ("12 USD/server-month", 12.0),
}
NO_INTEREST = {"interest": ("0 %", 0.0)}
# The servers of both sides are bought.
PATHS = {price.name: price.path for price in PRICES if price.of in (ANY, BOUGHT)}
CASES = [*({name: change} for name, change in CHANGES.items()), NO_INTEREST, CHANGES]
NAMES = [*CHANGES, "no interest", "all of them"]


def workbook_of(found, *, values=False):
    return load_workbook(io.BytesIO(to_workbook(report_of(found))), data_only=values)


@pytest.fixture(scope="module")
def book():
    return workbook_of(outcome())


def bills(found) -> dict[str, float]:
    """What names of the workbook stand for, from the roll-up itself."""
    expected = {}
    for side, one in sides(found).items():
        amounts = {f"cost_of_{item.name}": item.amount for item in (*one.cost.items, one.cost.bandwidth)}
        amounts |= {"total": one.cost.total, "total_per_mbps": one.cost.per_mbps}
        amounts |= {"total_with_bandwidth": one.cost.with_bandwidth}
        amounts |= {f"capital_of_{item.name}": item.amount for item in one.bought.capital.items}
        amounts |= {"capital": one.bought.capital.total, "units": one.sizing.units, "servers": one.sizing.servers}
        for name, amount in amounts.items():
            for count in COUNTS:
                estimate = getattr(amount, count)
                expected[f"{side}_{name}_{count}"] = estimate.value
                expected |= {f"{side}_{name}_{count}_pm": estimate.half_width} if estimate.half_width else {}
    return expected


def changed(case) -> dict[str, str]:
    return {PATHS[name]: text for name, (text, _) in case.items()}


def written(case) -> dict[str, float]:
    """What a planner writes over the prices of the plan."""
    return {f"plan_{name}": number for name, (_, number) in case.items()}


def test_every_price_can_be_changed():
    assert set(CHANGES) == set(PATHS)


def test_formulas_give_the_bill_of_the_plan(book):
    expected, found = bills(outcome()), reckoned(book)
    assert len(expected) == 2 * 2 * 14 + sum(name.endswith("_pm") for name in expected)
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=RELATIVE)


def test_the_values_kept_with_formulas_are_those_of_the_formulas(book):
    kept, found = named_cells(workbook_of(outcome(), values=True)), reckoned(book)
    assert {name: cell.value for name, cell in kept.items()} == pytest.approx(found, rel=RELATIVE)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_changed_price_gives_the_bill_of_a_plan_at_that_price(book, case):
    expected = bills(outcome(changed(case)))
    found = reckoned(book, written(case))
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=RELATIVE)
    assert found != pytest.approx(reckoned(book), rel=RELATIVE)


@pytest.mark.parametrize("counting", [
    {"reserve": "20 %", "spare_units": "2"},
    {"reserve": "35 %", "unit.spare_nodes": "1", "demand": "20,000 requests/s"},
    {"demand": "9,760 Mbps", "reserve": "0 %"},  # Two units to the digit.
    {"demand": "10 Mbps", "spare_units": "1"},
])  # fmt: skip
def test_units_are_demand_and_reserve_by_what_a_unit_carries_rounded_up_with_the_spare_units(counting):
    found = outcome(counting)
    book, expected = workbook_of(found), bills(found)
    counted = reckoned(book)
    assert {name: counted[name] for name in expected} == pytest.approx(expected, rel=RELATIVE)
    cells = named_cells(book)
    assert cells["plan_units_whole"].data_type == cells["plan_units_exact"].data_type == "f"
    assert counted["plan_servers_whole"] == counted["plan_units_whole"] * counted["plan_nodes_whole"]


def test_the_licence_of_another_system_does_not_follow_the_plans(book):
    """Both cost the same today; a scenario that changes one leaves the other as it is."""
    assert named_cells(book)["baseline_licence"].data_type == "n"
    assert named_cells(book)["baseline_server_price"].value == "=plan_server_price"


def test_prices_are_entries_and_nothing_else_is(book):
    entries = {f"{side}_{name}" for side in ("plan", "baseline") for name in CHANGES}
    unlocked = {name for name, cell in named_cells(book).items() if not cell.protection.locked}
    assert unlocked == entries
    assert {named_cells(book)[name].fill.fgColor.rgb for name in entries} == {"FFFFF6D5"}


def test_names_lead_to_their_cells(book):
    for name, cell in named_cells(book).items():
        assert cell.data_type in "nf" and cell.value is not None, name


def test_only_linked_figures_are_formulas(book):
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    linked = [content for block in report_of(outcome()).blocks if isinstance(block, Table)
              for row in block.rows for content in row if isinstance(content, Linked) and content.formula]  # fmt: skip
    with_half_width = [each for each in linked if each.of and each.content.half_width > 0.0]
    named = {cell.coordinate: name for name, cell in named_cells(book).items()}
    drawn = [cell for cell in cells if cell.coordinate not in named]
    assert {cell.parent.title for cell in cells} == {"Costs"}
    assert len(cells) - len(drawn) == len(linked) + len(with_half_width)
    # What a chart is drawn from is the figure that is shown, so that the chart moves with it.
    assert {cell.value[1:] for cell in drawn} <= set(named.values())


def test_the_chart_of_the_costs_moves_with_the_bill(book):
    drawn = {cell.value for row in book["Costs"].iter_rows(min_col=8) for cell in row if cell.data_type == "f"}
    items = {f"={side}_cost_of_{item.name}_whole" for side, one in sides(outcome()).items() for item in one.cost.items}
    assert items <= drawn
    assert "=plan_total_whole" in drawn and "=plan_cost_of_bandwidth_whole" not in drawn


def test_a_half_width_is_the_formula_of_the_half_widths():
    links = Links(frozenset({"a", "b", "price"}), frozenset({"a"}))
    estimate = next(each for each in _linked() if each.of).content
    assert links.half_width(Linked(estimate, "", "a*price+b", ("a", "b"))) == "a_pm*price+0"
    assert links.half_width(Linked(estimate, "", "b*price", ("b",))) == ""


def test_a_formula_of_what_the_report_leaves_out_is_its_value():
    report = report_of(outcome())
    bill = next(block for block in report.blocks if isinstance(block, Table) and block.title == "Monthly bill, plan")
    alone = Report((Heading("Alone", 1), Heading("Bill", 2), bill), report.day, report.origin)
    cells = [cell for row in load_workbook(io.BytesIO(to_workbook(alone)))["Bill"].iter_rows() for cell in row]
    formulas = {cell.value for cell in cells if cell.data_type == "f"}
    assert formulas and not any("price" in formula or "demand" in formula for formula in formulas)


@pytest.mark.proof
def test_libreoffice_gives_the_bill_of_a_plan_at_each_price(tmp_path):
    """Each price is changed in the workbook itself, which a spreadsheet then computes again."""
    office = shutil.which("soffice")
    assert office, "LibreOffice computes the workbook here and is not installed: apt-get install -y libreoffice-calc"
    for name, case in zip(NAMES, CASES, strict=True):
        book = workbook_of(outcome())
        for price, number in written(case).items():
            named_cells(book)[price].value = number
        book.save(tmp_path / f"{name}.xlsx")
    again = tmp_path / "again"
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    files = sorted(map(str, tmp_path.glob("*.xlsx")))
    command = [office, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(again), *files]
    subprocess.run(command, check=True, capture_output=True)
    for name, case in zip(NAMES, CASES, strict=True):
        cells = named_cells(load_workbook(again / f"{name}.xlsx", data_only=True))
        expected = bills(outcome(changed(case)))
        assert {each: cells[each].value for each in expected} == pytest.approx(expected, rel=RELATIVE), name


def _linked():
    return (content for block in report_of(outcome()).blocks if isinstance(block, Table)
            for row in block.rows for content in row if isinstance(content, Linked))  # fmt: skip
