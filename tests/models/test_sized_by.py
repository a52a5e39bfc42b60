"""What a farm is sized by: a reserve beyond the demand, spare units, and a stated load only where one says so."""

import pytest

OFFERED = "  offered: 2000 /s\n"


def test_a_farm_has_a_fifth_in_reserve_and_is_sized_by_the_largest_load_unless_it_says_otherwise(loaded, smallest):
    scenario = loaded(smallest)
    assert (scenario.reserve, scenario.spare_units, scenario.sized_by) == (0.2, 0, "largest load")
    stated = loaded(f"{smallest}reserve: 0 %\nspare_units: 2\nsized_by: stated load\n")
    assert (stated.reserve, stated.spare_units, stated.sized_by) == (0.0, 2, "stated load")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("reserve: 100 %", 'shop.yaml:13: reserve = "100 %": too large; allowed is 0 % to 99.9 %'),
        ("reserve: 150 %", 'shop.yaml:13: reserve = "150 %": too large; allowed is 0 % to 99.9 %'),
        ("reserve: -1 %", 'reserve = "-1 %": must not be negative'),
        ("reserve: 0.2", 'reserve = 0.2: which unit? a share needs one; write e.g. "20 %"'),
        ("spare_units: 1.5", "spare_units = 1.5: expected a whole number"),
        ("spare_units: -1", "spare_units = -1: too small; allowed is 0 to 1,000,000"),
        ("sized_by: offered", "allowed are largest load, stated load"),
        ("sized_by: largest laod", 'did you mean "largest load"?'),
    ],
)
def test_a_problem_says_where_what_and_how_to_repair(smallest, problems_of, written, told):
    assert told in problems_of(f"{smallest}{written}\n")


def test_no_load_needs_to_be_stated(loaded, smallest, farm):
    workload = loaded(smallest.replace(OFFERED, "")).workload
    assert (workload.offered_rate, workload.states_a_load) == (None, False)
    assert loaded(smallest.replace(OFFERED, "  offered: none\n")).workload.offered_rate is None
    assert loaded(smallest).workload.offered_rate == 2000.0
    assert loaded(farm).workload.offered_rate == 50.0


def test_a_farm_is_sized_by_a_stated_load_only_where_one_is_stated(loaded, smallest, problems_of, farm):
    told = problems_of(f"{smallest.replace(OFFERED, '')}sized_by: stated load\n")
    assert 'shop.yaml:12: sized_by = "stated load": no load of a server is stated' in told
    assert 'write workload.offered, e.g. "3400 /s", or `sized_by: largest load`' in told
    assert loaded(f"{farm}sized_by: stated load\n").sized_by == "stated load"


def test_a_population_sizes_a_farm_only_as_a_stated_load(loaded, smallest, problems_of):
    closed = smallest.replace(OFFERED, "  population: 50\n")
    told = problems_of(f"{closed}demand: 3 Gbps\n")
    assert "shop.yaml:8: workload.population = 50: a population offers what it is answered, so it has no" in told
    assert "write `sized_by: stated load`, `demand: none`, or `population: none`" in told
    assert loaded(f"{closed}demand: 3 Gbps\nsized_by: stated load\n").demand.stated == "3 Gbps"
    assert loaded(closed).demand is None
