"""A range of an assumed value, and an interval of a measured one, is judged when it is read."""

from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.targets import Targets
from models.quantities.declarations import declarations, nested_part_fields
from models.quantities.fields import Numeric, Quantity
from models.quantities.units import format_quantity
from models.reading.catalogue import catalogue_entry, names
from models.reading.ranges import range_problems
from models.reading.source_tree import Place, SourceNode
from models.scenario import FarmParts
from models.variations.upgrade import Upgrade
from tests.shipped import SCENARIOS

HEAD = """scenario: ranges
demand: 10 Gbps
workload:
  request: {size: {mean: 4 MB, distribution: exponential}, cpu: 400 us}
  session: {requests: 3, think_time: 10 s}
  clients: {rate: 50 Mbps}
operating_system: linux-6
web_server: nginx
unit: {nodes: 4, spare_nodes: 1}
"""
SERVER = "server: {model: epyc-9354p-2x100gbe, core_speed: {value: 5, assumed: %s, why: a guess}}\n"
PRICE = """server: epyc-9354p-2x100gbe
datacenter:
  prices:
    model: us-2026
    administration:
      value: 150 USD/server-month
      assumed: %s
      why: a guess
"""


def problems(tmp_path, text):
    file = tmp_path / "ranges.yaml"
    file.write_text(HEAD + text)
    with pytest.raises(ScenarioError) as caught:
        load(file)
    return caught.value.problems


@pytest.mark.parametrize(
    ("text", "line", "path", "remedy"),
    [
        (PRICE % "banana to 2 apples", 16, "datacenter.prices.administration", "80 USD/server-month"),
        (PRICE % "80 to 300 USD/server-month", 16, "datacenter.prices.administration", "80 USD/server-month"),
        (PRICE % "80 EUR/server-month to 300 EUR/server-month", 16, "datacenter.prices.administration", "80 USD"),
        (PRICE % "3000 USD/server-month to 1 USD/server-month", 16, "datacenter.prices.administration",
         '"1 USD/server-month to 3000 USD/server-month"'),
        (PRICE % "200 USD/server-month to 300 USD/server-month", 16, "datacenter.prices.administration",
         '"150 USD/server-month to 300 USD/server-month"'),
        (SERVER % "9 to 1", 10, "server.core_speed", '"1 to 9"'),
        (SERVER % "7 to 9", 10, "server.core_speed", '"5 to 9"'),
        (SERVER % "1 to 3", 10, "server.core_speed", '"1 to 5"'),
        (SERVER % "0 to 9", 10, "server.core_speed", "allowed is 0.01 to"),
        (SERVER % "1 GHz to 9 GHz", 10, "server.core_speed", "allowed is 0.01 to"),
    ],
)  # fmt: skip
def test_a_range_that_is_none_is_told_with_its_line_and_what_to_write(tmp_path, text, line, path, remedy):
    (problem,) = problems(tmp_path, text)
    assert (problem.line, problem.path) == (line, f"{path}.assumed")
    assert problem.value and remedy in problem.remedy


def test_so_is_one_in_a_catalogue_of_the_planner_s_own(tmp_path):
    folder = tmp_path / "catalog" / "servers"
    folder.mkdir(parents=True)
    text = Path("models/catalog/servers/epyc-9354p-2x100gbe.yaml").read_text()
    (folder / "mine.yaml").write_text(f"{text}core_speed: {{value: 5, assumed: 9 to 1, why: a guess}}\n")
    lines = [line for line in text.splitlines() if not line.startswith("core_speed:")]
    (folder / "mine.yaml").write_text("\n".join([*lines, "core_speed: {value: 5, assumed: 9 to 1, why: a guess}"]))
    (problem,) = problems(tmp_path, "server: mine\n")
    assert problem.file.endswith("servers/mine.yaml")
    assert (problem.line, problem.path) == (len(lines) + 1, "core_speed.assumed")


def test_an_interval_that_runs_downwards_is_told_too(tmp_path):
    cpu = "{value: 5, kind: measured, source: a test, interval: 6 to 4}"
    text = f"server: {{model: epyc-9354p-2x100gbe, core_speed: {cpu}}}\n"
    (problem,) = problems(tmp_path, text)
    assert problem.path == "server.core_speed.interval" and '"4 to 6"' in problem.remedy


def test_all_of_them_are_told_at_once_and_with_what_else_is_wrong(tmp_path):
    text = (PRICE % "banana to 2 apples").replace("server: epyc-9354p-2x100gbe\n", SERVER % "9 to 1") + "sever: x\n"
    assert {problem.path for problem in problems(tmp_path, text)} == {
        "datacenter.prices.administration.assumed",
        "server.core_speed.assumed",
        "sever",
    }


@pytest.mark.parametrize("limits", ["none to 5,000", "2500 to none", "1,000 to 5,000", "5,000 to 5,000"])
def test_an_end_without_a_limit_and_commas_are_read(limits):
    assert judged(Targets, "connections", "5,000", limits) == ()


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_ranges_of_what_is_shipped_are_ranges(file):
    load(file)


def test_so_are_those_of_the_whole_catalogue():
    found = []
    catalogued = [part for part in parts() if part.catalogue_folder]
    for part in catalogued:
        for name in names(part.catalogue_folder):
            catalogue_entry(part, name, found)
    assert found == [] and len(catalogued) > 5


def parts():
    """Every part that a scenario or a catalogue may have."""
    found, nearest = [Upgrade, FarmParts], [FarmParts]
    while nearest:
        for part, _ in nested_part_fields(nearest.pop()).values():
            if part not in found:
                nearest.append(part)
                found.append(part)
    return found


def judged(part, key, value, limits):
    """What is said of a range of a value."""
    low, high = limits.split(" to ")
    place = Place("a.yaml", 7, "assumed", "a guess", low, high, 9)
    return range_problems(SourceNode({key: SourceNode(value, place, text=value)}, place), part)


AMOUNTS = [
    (part, key, item)
    for part in parts()
    for key, field in part.model_fields.items()
    for item in declarations(field)
    if isinstance(item, Quantity | Numeric)
]


def ends(amount):
    """Two values that a parameter may have, as a file has them."""
    low = amount.minimum
    if isinstance(amount, Quantity):
        return [format_quantity(end, amount.kind) for end in (low, min(amount.maximum, low + 1e3))]
    return [str(low), str(min(amount.maximum, low + 1000))]


@pytest.mark.parametrize(("part", "key", "amount"), AMOUNTS, ids=lambda each: getattr(each, "__name__", None))
def test_of_every_amount_that_there_is_a_range_is_judged(part, key, amount):
    low, high = ends(amount)
    middle = format_quantity(amount.minimum + 0.5 * (min(amount.maximum, amount.minimum + 1e3) - amount.minimum),
                             amount.kind) if isinstance(amount, Quantity) else low  # fmt: skip
    assert judged(part, key, middle, f"{low} to {high}") == ()
    (downwards,) = judged(part, key, low, f"{high} to {low}")
    assert f'"{low} to {high}"' in downwards.remedy and (downwards.file, downwards.line) == ("a.yaml", 9)
    (outside,) = judged(part, key, low, f"{high} to {high}")
    assert f'"{low} to {high}"' in outside.remedy
    for limits in (f"banana to {high}", f"{low} to 2 apples"):
        (none,) = judged(part, key, low, limits)
        assert none.path == f"{key}.assumed" and none.remedy and limits in none.value
