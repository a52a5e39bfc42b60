"""What would help, as it is told on a terminal and written as data."""

from dataclasses import replace

import pytest

from models.variations.price import Price
from simulator.farm.upgrade_value import NotApplicable, SaturatedOption, UpgradeRanking, rank_upgrades
from simulator.messages.upgrades import answer, notes
from simulator.output.blocks import Table
from simulator.output.cells import as_read, table_cells
from simulator.output.sections import in_short
from simulator.studies.upgrades.data import options_data
from simulator.studies.upgrades.document import upgrade_blocks
from tests.fabricated_options import NOW, at, named, valued
from tests.printed import printed as printed_blocks

FIGURE = {"value", "half_width", "confidence", "samples", "unit"}
SATURATED = (
    SaturatedOption("two more disks", "network cards", 1000.0, less=False),
    SaturatedOption("another server", "CPU", 412.0, less=True),
)
RULED_OUT = (NotApplicable("the 64-bit edition", "it is there already"),)


def helping(*made, now=None):
    return UpgradeRanking(now or at(), rank_upgrades(list(made)), SATURATED, RULED_OUT)


def printed(found, width=110):
    return printed_blocks(in_short(upgrade_blocks(found)), width=width)


@pytest.fixture
def card():
    """A card of 180 USD, or 36 to 720, for 250 Mbps."""
    then = at([mbps + 250.0 for mbps in NOW], server__price="18,180 USD")
    return replace(valued(at(), then, Price(180.0, 36.0, 720.0, 2006)), name="a card")


def test_the_answer_is_the_best_option_with_its_gain_its_cost_and_what_binds_then(card):
    assert answer(helping(card)) == (
        "One server carries 1 Gbps now. Best: a card: +250 Mbps a server for 5 USD a month, 0.02 USD per"
        " Mbps; then the disks (6 disks) bind; the farm has 10 servers at 610,000 USD a month in all, 5 fewer and"
        " 4,110 ± 1 USD a month less than now."
    )


def test_an_option_that_saves_is_told_as_saving():
    assert "+100 Mbps a server saving 10 USD a month; then" in answer(helping(named("less", 100.0, -360)))


def test_a_mbps_for_less_than_half_a_cent_is_not_told_as_free():
    assert ", under 0.01 USD per Mbps;" in answer(helping(named("a setting", 250.0, 36)))


def test_traffic_has_one_unit_in_its_gain_and_in_its_price():
    """3.60 USD a month for 4 Gbps, and 0.18 for 2 Gbps, which is no price of its own for a Mbps."""
    few, many = named("many cards", 4_000.0, 3.6 * 36), named("cards", 2_000.0, 0.18 * 36)
    assert ", 0.9 USD per Gbps;" in answer(helping(few))
    (table, *_) = [block for block in upgrade_blocks(helping(few, many)) if isinstance(block, Table)]
    columns, cells = as_read(table).columns, table_cells(as_read(table))[0]
    place = next(at for at, column in enumerate(columns) if column.name == "for each Gbps")
    assert columns[1].unit == "Gbps" and sorted(row[place].value for row in cells) == ["0.09", "0.9"]


def test_beside_another_server_the_best_without_one_is_told(card):
    told = answer(helping(named("another server instead", 250.0, -360, instead=True), card))
    assert "Best: another server instead: +250 Mbps" in told
    assert "With the server kept: a card: +250 Mbps" in told


def test_where_nothing_helps_the_limit_that_still_binds_is_told():
    assert answer(helping(named("nothing", 0.0, 180), named("away", 250.0, 36, elsewhere=True))) == (
        "One server carries 1 Gbps now, and nothing in the catalogue raises that measurably: the disks (6"
        " disks) still bind."
    )


def test_every_option_has_its_row_the_cheapest_farm_first(card):
    told = printed(helping(named("no use", 0.0, 180), card, named("worse", -100.0, 36)))
    lines = told.splitlines()
    names = ("a card", "worse", "no use")
    rows = {name: next(line for line in lines if line.strip().startswith(name)) for name in names}
    assert rows["a card"].split() == ["a", "card", "+250", "+5", "0.02", "10", "servers", "disks"]
    assert rows["no use"].split() == ["no", "use", "0", "+5", "no", "gain", "15", "servers", "disks"]
    assert rows["worse"].split() == ["worse", "-100", "+1", "loses", "15", "servers", "disks"]
    assert [lines.index(row) for row in rows.values()] == sorted(lines.index(row) for row in rows.values())
    assert "1 to 20" in told


def test_100_columns_are_enough_for_whole_figures(card):
    long = replace(card, name="an option whose name goes on for longer than a line", adapted="with 4 GiB more of it")
    told = printed(helping(card, long, named("away", 250.0, 36, elsewhere=True)), width=100)
    assert max(len(line) for line in told.splitlines()) <= 100
    assert told.count("0.02") == 3 and "If the software runs there:" in " ".join(told.split())


def test_savings_are_those_of_the_whole_units_that_are_bought(card):
    """Fifteen servers carry what ten carry with the card: the difference of two bills, not a share of one."""
    first, second = options_data(helping(card, named("little", 10.0, 36)))["options"]
    assert (first["servers_more"], second["servers_more"]) == (-5.0, 0.0)
    saved = (
        first["farm"]["cost_per_month"]["value"]
        - options_data(helping(card))["present"]["farm"]["cost_per_month"]["value"]
    )
    assert first["farm_cost_more"]["value"] == pytest.approx(saved) and saved < 0.0 < second["farm_cost_more"]["value"]


def test_what_was_dropped_is_told_in_one_line_with_its_reason(card):
    no_use = named("no use", 0.0, 180)
    found = UpgradeRanking(at(), (card,), SATURATED, RULED_OUT, (no_use,))
    assert no_use.is_useless and not card.is_useless
    assert "Dropped, for a server carries nothing more with it and it costs no less: no use." in printed(found)
    assert [row["name"] for row in options_data(found)["dropped"]] == ["no use"]


def test_options_that_were_not_simulated_say_why(card):
    told = " ".join(printed(helping(card)).split())
    assert "two more disks theory: still saturates at 1 Gbps (network cards)" in told
    assert "another server theory: saturates at 412 Mbps (CPU), less than is carried now" in told
    assert "the 64-bit edition it is there already" in told


def test_prices_of_another_time_than_the_bill_are_told(card):
    now = at(datacenter__prices="us-2026")
    assert any("prices of 2006, the bill those of 2026" in note for note in notes(helping(card, now=now)))
    assert not any("prices of 2006" in note for note in notes(helping(card)))


def test_a_spare_that_every_mbps_pays_for_is_told(card):
    now = at(unit__spare_nodes="1")
    told = "A unit pays for 5 servers and counts on 4 of them, and so does what a Mbps costs."
    assert told in tuple(notes(helping(card, now=now)))
    assert told not in tuple(notes(helping(card)))


def test_names_are_no_markup(card):
    assert "[red]card" in printed(helping(replace(card, name="[red]card")))


def test_the_data_has_the_same_figures_each_with_its_interval(card):
    data = options_data(helping(card, named("no use", 0.0, 180)))
    first, second = data["options"]
    assert data["best"] == first["name"] == "a card" and data["present"]["binding_limit"] == "disks"
    for figure in (data["present"]["server_mbps"], *(first[name] for name in ("gain_mbps", "cost_per_month"))):
        assert set(figure) == FIGURE
    assert first["cost_per_mbps"]["value"] == pytest.approx(0.02)
    assert first["cost_per_month_range"] == pytest.approx([1.0, 20.0])
    assert first["price"] == {"value": 180.0, "low": 36.0, "high": 720.0} and first["price_year"] == 2006
    assert second["cost_per_mbps"] == {"refused": "no gain is measured"} and second["significant"] is False
    assert [row["station"] for row in data["not_simulated"]] == ["network cards", "CPU"]
    assert data["not_applicable"] == [{"name": "the 64-bit edition", "reason": "it is there already"}]
