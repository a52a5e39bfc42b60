"""Volumes of a cloud: what they cost by size, operations and bytes a second, by hand, and that these limit them."""

import io
from dataclasses import replace
from datetime import date

import pytest
from openpyxl import load_workbook

from models.errors import ScenarioError
from models.load import load
from models.variations.assumptions import assumed_ranges
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.experiment.capacity_by_solver import server_capacity
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.costs.cost import VOLUMES
from simulator.farm.study import study
from simulator.network.scaling import scale_load
from simulator.output.renderers.workbook.book import to_workbook
from simulator.studies.plan.document import report_of
from simulator.translate.translate import translate
from tests.agreement.twins import assert_twins
from tests.output.reckoned import reckoned

SHOP = """
format: 1
scenario: A shop that reads
demand: 300 requests/s
reserve: 0 %
workload:
  request:
    size: 20 kB
    cpu: 1 ms
    calls: [{tier: database, cpu: 1 ms, reads: 2}]
  session: {requests: 8, think_time: 3 s}
  clients: {rate: 20 Mbps}
tiers:
  - {name: database, server: {model: m7i.xlarge, disks: {volume: gp3, size: 200 GB}}, servers: 1}
server: {model: m7i.xlarge, disks: {volume: gp3, size: 30 GB, bandwidth: 125 MB/s}}
operating_system: linux-6
web_server: nginx
unit: {nodes: 1, balancer: round-robin}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: aws-us-2026}
run: {duration: 60 s, replications: 4}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    file = tmp_path_factory.mktemp("volumes") / "shop.yaml"
    file.write_text(SHOP)
    return lambda **changes: load(file, {path.replace("__", "."): value for path, value in changes.items()})


def planned(scenario):
    return study(scenario, Theory(), "plan", date(2026, 11, 28))


def volumes(outcome, of=""):
    return outcome.bought.cost.item(f"{VOLUMES}{of}").amount.whole.value


def test_what_is_included_costs_its_size_alone(shop):
    """30 GB at 0.08 USD, with the 3,000 operations and 125 MB/s that are included."""
    assert volumes(planned(shop())) == pytest.approx(30 * 0.08, abs=0.005)


def test_operations_and_bandwidth_beyond_are_paid_apart(shop):
    """200 GB, 3,000 operations beyond 3,000, and the 500 MB/s of the catalogue, two volumes of each: 92 USD a month."""
    disks = {"tiers[0]__server__disks__iops": 6000, "tiers[0]__server__disks__count": 2}
    found = planned(shop(**disks))
    each = 200 * 0.08 + 3_000 * 0.005 + (500 - 125) * 0.04
    assert volumes(found, " of database") == pytest.approx(2 * each, abs=0.005)
    assert volumes(found, " of database") == pytest.approx(92.00, abs=0.005)


def test_a_bill_in_a_workbook_follows_its_formulas(shop):
    outcome = planned(shop())
    counted = reckoned(load_workbook(io.BytesIO(to_workbook(report_of(outcome)))))
    assert counted["plan_volumes_price"] == pytest.approx(2.40)
    assert counted["plan_cost_of_volumes_whole"] == pytest.approx(volumes(outcome))
    assert counted["plan_total_whole"] == pytest.approx(outcome.bought.cost.total.whole.value)


@pytest.mark.parametrize("solver", [Theory(), Simulation(load_engine("kernel"))], ids=["theory", "kernel"])
def test_a_volume_does_as_many_reads_as_it_is_let(shop, solver):
    """Two reads a request: 200 a second are full at 100 requests/s, of which the target allows three quarters."""
    found = server_capacity(shop(**{"tiers[0]__server__disks__iops": 200}), solver)
    assert found.requests.value == pytest.approx(75.0, rel=0.03)
    assert found.stop.name == "disks of database"
    assert "at most 200 reads a second each" in found.stop.limit


def test_credits_to_burst_count_for_nothing_and_a_fast_disk_is_not_slowed(shop):
    slow, fast = (shop(**{"tiers[0]__server__disks__iops": iops}).tiers[0].server.disks for iops in (300, 16_000))
    assert slow.at_once / slow.read_time == pytest.approx(300.0)
    assert (fast.at_once, fast.read_time) == (fast.parallel, fast.service_time)
    included = shop().tiers[0].server.disks
    assert included.at_once / included.read_time == pytest.approx(3_000.0)
    assert included.service_time <= included.read_time < included.service_time + 1 / 3_000


def test_engines_agree_on_disks_that_are_let_do_less(shop):
    network = translate(shop(**{"tiers[0]__server__disks__iops": 300, "workload__offered": "120 /s"})).network
    assert_twins(scale_load(network, 1.0), replace(RunPlan(20, 1.0, 5.0), log=100_000), 11)


def test_prices_of_volumes_have_ranges_like_others(tmp_path):
    ranged = "{value: 0.08 USD/GB-month, assumed: 0.05 USD/GB-month to 0.1 USD/GB-month, why: regions}"
    file = tmp_path / "shop.yaml"
    file.write_text(
        SHOP.replace("volume: gp3, size: 30 GB", f"volume: {{model: gp3, gigabyte: {ranged}}}, size: 30 GB")
    )
    changed = load(file)
    assert "server.disks.volume.gigabyte" in {each.path for each in assumed_ranges(changed)[0]}
    over = planned(changed).bought.range
    assert "server.disks.volume.gigabyte" in over.resting_on


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"server__disks__size": "none"}, "a volume is paid by its size, and nobody says how large each is"),
        ({"server__disks__iops": 20_000}, "more than a volume of gp3 can be rented with; write at most 16000, or more"),
        ({"server__disks__bandwidth": "2 GB/s"}, "more than a volume of gp3 can be rented with; write at most 1 GB/s"),
        ({"server": "epyc-7313p-24hdd-2x25gbe", "server__disks__volume": "gp3"}, "has disks of its own, which are in"),
        ({"server__disks__volume": "gp9"}, "gp3"),
    ],
    ids=["size", "iops", "bandwidth", "bought", "name"],
)  # fmt: skip
def test_what_is_wrong_with_volumes_is_told(shop, changes, told):
    with pytest.raises(ScenarioError) as caught:
        shop(**changes)
    assert told in str(caught.value)
    assert len(caught.value.problems) == 1
