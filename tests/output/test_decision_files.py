"""`plan --out`: settings, Terraform variables, an inventory and alert rules, with the figures of the plan."""

import json
import re
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from models.capacity_curve import capacity_curve
from models.errors import ScenarioError
from models.load import load
from models.variations.changes import with_changes
from simulator.cli.main import app
from simulator.errors import ReportError
from simulator.experiment.solvers import Theory
from simulator.farm.setting_first import setting_first
from simulator.farm.settings import SettingBound, needed_settings, settings
from simulator.farm.study import study
from simulator.network.roles import LimitCategory, Role
from simulator.studies.plan.decision_files.alerts import alerts
from simulator.studies.plan.decision_files.folder import decision_files

CHAT, TLS, UPDATE, SHOP = "tests/farms/h_chat.yaml", "tests/farms/e_tls.yaml", "scenarios/microsoft_update.yaml", (
    "tests/farms/c_shop.yaml"
)  # fmt: skip


def planned(path, **changes):
    return study(load(path, {key.replace("__", "."): value for key, value in changes.items()}), Theory(), "plan",
                 date(2026, 11, 26))  # fmt: skip


@pytest.fixture(scope="module")
def chat():
    return planned(CHAT)


def values_of(scenario):
    return {each.name: each.value for each in settings(scenario)}


def test_free_settings_buy_no_instances():
    """250,000 connections a server are a target; without it, what the RAM holds: 34 kB each of 127 GiB, to 90 %."""
    assert planned(CHAT).bought.sizing.servers.whole.value == 16.0  # 10 at work, in units of 3 and a spare
    silent = planned(CHAT, targets__connections="none")
    assert silent.bought.sizing.servers.whole.value == 4.0
    assert silent.bought.in_all.amount.value == pytest.approx(12_200.0, rel=0.01)
    stop = silent.carried.stop
    assert stop.role is Role.SOCKET_MEMORY and stop.category is LimitCategory.HARDWARE
    assert stop.utilisation.value == pytest.approx(90.0, abs=0.1)


def test_a_stated_setting_holds_and_the_answer_says_what_to_raise_it_to_and_what_stops_a_server_then():
    outcome = planned(CHAT, targets__connections="none", web_server__worker_connections=16_384)
    stop, first = outcome.carried.stop, outcome.setting_first
    assert stop.role is Role.WORKER_CONNECTIONS and stop.category is LimitCategory.SETTING
    (raised,) = first.raised
    free = planned(CHAT, targets__connections="none").carried
    times = free.requests.value / outcome.carried.requests.value
    assert (raised.path, raised.stated) == ("web_server.worker_connections", 16_384.0)
    assert 16_384.0 * times <= raised.raised <= 1.1 * 16_384.0 * times
    assert first.requests.value == pytest.approx(free.requests.value, rel=1e-3)
    assert first.stop.role is Role.SOCKET_MEMORY


def test_a_setting_is_not_told_first_for_a_gain_that_decides_nothing():
    """16,384 connections a process are 7,996 requests/s, and RAM stops a server at 121,691: 248,400 lack 0.4 % of that,
    which spares none of the servers of one unit; with a demand that this just exceeds it spares a unit."""
    lacks = {"targets__connections": "none", "web_server__worker_connections": 248_400}
    outcome = planned(CHAT, **lacks)
    assert outcome.carried.stop.category is LimitCategory.SETTING and outcome.setting_first is None
    full = 1.001 / outcome.sizing.units.exact.value  # More than a unit has, and less than it has then.
    demand = outcome.scenario.demand.model_copy(update={"users": outcome.scenario.demand.users * full})
    more = with_changes(outcome.scenario, {"demand": demand}, "more than a unit has")
    assert setting_first(more, outcome.carried) is not None


def test_two_settings_that_stop_a_server_one_after_the_other_are_both_raised():
    stated = {"web_server__worker_connections": 16_384, "web_server__open_files": 32_768}
    raised = planned(CHAT, targets__connections="none", **stated).setting_first.raised
    assert {each.path for each in raised} == {path.replace("__", ".") for path in stated}


def test_ports_are_raised_to_all_there_are_and_then_no_further():
    """2 s of a port each: 2,000 of them for 900 requests/s, 64,512 for 29,000, to 90 %."""
    few = {"operating_system__ephemeral_ports__count": 2_000, "workload__request__wait": "2 s"}
    outcome = planned(TLS, web_server__upstream__kept_alive=True, **few)
    assert outcome.carried.stop.role is Role.PORTS
    (raised,) = outcome.setting_first.raised
    assert (raised.path, raised.raised) == ("operating_system.ephemeral_ports.count", 64_512.0)
    assert outcome.setting_first.stop.role is Role.PORTS
    times = outcome.setting_first.requests.value / outcome.carried.requests.value
    assert times == pytest.approx(64_512.0 / 2_000.0, rel=0.02)


def test_hardware_that_stops_a_server_asks_for_no_setting(chat):
    assert planned("scenarios/downloads_today.yaml").setting_first is None
    assert chat.carried.stop.category is LimitCategory.HARDWARE and chat.setting_first is None


def test_settings_of_nginx_are_as_large_as_the_memory_of_connections(chat):
    """127 GiB less processes over 34 kB are 3.99 million connections, 3.9 to two digits, on 16 workers."""
    found = values_of(chat.scenario)
    assert int(found["worker_connections"]) == -(-3_900_000 // 16)
    assert int(found["worker_rlimit_nofile"]) == int(found["LimitNOFILE"]) == 2 * int(found["worker_connections"])
    assert found["net.core.somaxconn"] == "65535" and found["worker_processes"] == "auto"
    pages = int(found["net.ipv4.tcp_mem"].split()[-1])
    assert pages * 4096 == pytest.approx(chat.carried.network.in_role(Role.SOCKET_MEMORY)[0].size, rel=1e-6)


def test_a_stated_value_is_written_as_it_is_stated():
    scenario = load(CHAT, {"web_server.worker_connections": 20_000, "web_server.open_files": 50_000})
    known = {each.name: each for each in settings(scenario)}
    assert known["worker_connections"].value == "20000"
    assert known["worker_connections"].bound is SettingBound.STATED
    assert known["worker_rlimit_nofile"].value == known["LimitNOFILE"].value == "50000"


def test_only_settings_that_a_server_needs_at_its_peak_are_told():
    scenario = load(CHAT)
    assert not needed_settings(scenario, 500.0)
    names = {each.name for each in needed_settings(scenario, 167_000.0)}
    assert names == {"worker_connections", "worker_rlimit_nofile", "LimitNOFILE"}


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        (TLS, {"haproxy.cfg": r"maxconn \d+", "sysctl.conf": r"net.ipv4.ip_local_port_range = 1024 65535"}),
        (
            UPDATE,
            {
                "iis.reg": r'"MemCacheSize"=dword:[0-9a-f]{8}',
                "metabase.cmd": r"W3SVC/AppPools/DefaultAppPool/AppPoolQueueLength 65535",
            },
        ),
    ],
)
def test_each_software_has_its_own_files(path, lines):
    outcome = planned(path, baseline="none")
    files = decision_files(outcome)
    for name, line in lines.items():
        assert re.search(line, files[f"settings/{name}"])


def test_the_registry_has_the_file_cache_of_the_documents_in_mib():
    files = decision_files(planned(UPDATE, baseline="none"))
    (cached,) = re.findall(r'"MemCacheSize"=dword:([0-9a-f]{8})', files["settings/iis.reg"])
    assert int(cached, 16) == int(2.9 * 1024)


def test_terraform_and_inventory_have_the_servers_that_are_bought(chat):
    files = decision_files(chat)
    values = dict(re.findall(r"^(\w+) = (.+)$", files["headroom.auto.tfvars"], re.MULTILINE))
    servers = int(chat.bought.sizing.servers.whole.value)
    assert json.loads(values["instance_type"]) == "m7i.8xlarge" and int(values["instance_count"]) == servers
    assert int(values["unit_count"]) * int(values["unit_nodes"]) == servers
    assert set(values) <= set(re.findall(r'variable "(\w+)"', files["variables.tf"]))
    hosts = yaml.safe_load(files["inventory.yaml"])["all"]["children"]["front"]["hosts"]
    assert len(hosts) == servers and {each["unit"] for each in hosts.values()} == {1, 2, 3, 4}


def test_tiers_are_groups_of_the_inventory():
    outcome = planned(SHOP)
    groups = yaml.safe_load(decision_files(outcome)["inventory.yaml"])["all"]["children"]
    counts = {each.tier.name: each.servers.whole.value for each in outcome.bought.sizing.tiers}
    assert counts and {name: len(groups[name]["hosts"]) for name in counts} == counts


def test_alerts_stand_at_the_capacity_of_a_server_with_their_source(chat):
    rules = {rule["alert"]: rule for rule in yaml.safe_load(decision_files(chat)["alerts.yaml"])["groups"][0]["rules"]}
    connections = rules["HeadroomConnections"]
    assert float(connections["expr"].rpartition(" > ")[2]) == pytest.approx(250_000.0, rel=0.01)
    assert connections["labels"]["severity"] == "page"
    assert all(chat.stamp.origin in rule["annotations"]["source"] for rule in rules.values())


def test_the_cpu_of_an_alert_is_the_share_of_its_threads_that_are_busy():
    """16 cores of two threads: where a second thread adds 25 %, 60 % of what 32 do take about 12 of them."""
    outcome = planned(CHAT)
    (cpu,) = [each for each in alerts(outcome) if each.name == "HeadroomCpu"]
    curve = capacity_curve(outcome.scenario)
    busy = cpu.threshold * len(curve)
    assert np.interp(busy, range(1, len(curve) + 1), curve) == pytest.approx(0.6 * curve[-1])
    assert len(curve) == 32 and 11.0 < busy < 13.0


def run(*words):
    return CliRunner().invoke(app, ["plan", *words, "--engine", "theory"])


def test_files_are_written_once_and_never_over_others(tmp_path):
    folder = tmp_path / "decision"
    assert run(CHAT, "--out", str(folder)).exit_code == 0
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {path.name for path in before} >= {"alerts.yaml", "inventory.yaml", "variables.tf", "nginx.conf"}
    again = run(CHAT, "--out", str(folder))
    assert isinstance(again.exception, ReportError) and "is there already" in str(again.exception)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_that_cannot_be_is_one_error(tmp_path):
    (tmp_path / "file").write_text("")
    refused = run(CHAT, "--out", str(tmp_path / "file"))
    assert isinstance(refused.exception, ReportError) and "is not a folder" in str(refused.exception)


def test_without_a_demand_there_is_nothing_to_write(tmp_path):
    refused = run("scenarios/single_server.yaml", "--out", str(tmp_path / "decision"))
    assert isinstance(refused.exception, ScenarioError) and "without a demand" in str(refused.exception)
    assert not Path(tmp_path / "decision").exists()
