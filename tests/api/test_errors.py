"""Wrong input raises the errors of files, which name the argument, the value and the remedy."""

import pytest

import headroom

FARM = "scenarios/first_farm.yaml"
ROWS = "scenarios/measured/one_web_server.csv"
MINE = {"extends": "first_farm.yaml", "scenario": "Mine"}


def problem(call):
    """The first problem of a call that must fail."""
    with pytest.raises(headroom.ScenarioError) as caught:
        call()
    return caught.value.problems[0]


@pytest.mark.parametrize(
    ("call", "place", "path", "told"),
    [
        (lambda: headroom.plan(FARM, demnd="2 Gbps"), "argument demnd", "demnd", '"demand"'),
        (lambda: headroom.plan(FARM, load_curv=True), "argument load_curv", "load_curv", '"load_curve"'),
        (lambda: headroom.plan(FARM, engin="kernel"), "argument engin", "engin", '"engine"'),
        (lambda: headroom.plan(FARM, {"server.rm": "8 GiB"}), 'overrides["server.rm"]', "server.rm", '"ram"'),
        (lambda: headroom.plan(FARM, {"server.ram": "8 s"}), 'overrides["server.ram"]', "server.ram", "GB"),
        (lambda: headroom.plan(FARM, ["server.ram"]), "argument overrides", "", "server.ram"),
        (lambda: headroom.plan(FARM, reserve="20 furlongs"), "argument reserve", "reserve", "%"),
        (lambda: headroom.plan(FARM, engine="kernal"), "argument engine", "", '"kernel"'),
        (lambda: headroom.daily(FARM, engine="theory"), "argument engine", "", "kernel"),
        (lambda: headroom.plan(FARM, seed=-1), "argument seed", "run.seed", "allowed"),
        (lambda: headroom.run(FARM, replications=1), "argument replications", "run.replications", "allowed"),
        (lambda: headroom.plan(FARM, threads=0), "argument threads", "", "allowed"),
        (lambda: headroom.plan(FARM, store="plans.db"), "argument store", "", "keep=True"),
        (lambda: headroom.sensitivity(FARM, samples=9), "argument samples", "", "8 or 16"),
        (lambda: headroom.sensitivity(FARM, samples="9"), "argument samples", "", "allowed"),
        (lambda: headroom.load("scenarios/first_frm.yaml"), "scenarios/first_frm.yaml", "", "first_farm.yaml"),
        (lambda: headroom.load(3), "argument scenario", "", "path"),
        (lambda: headroom.load({**MINE, "dmand": "2 Gbps"}), "<dict>", "dmand", '"demand"'),
        (lambda: headroom.load({**MINE, "demand": object()}), "argument scenario", "", ""),
        (lambda: headroom.load({"scenario": "Mine"}), "<dict>", "", ""),
        (lambda: headroom.plan(headroom.load(FARM), demand="2 Gbps"), "argument demand", "", "headroom.load"),
        (lambda: headroom.plan(FARM, catalog="nowhere"), "nowhere", "", "folder"),
        (lambda: headroom.compare(FARM), "argument scenarios", "", "another"),
        (lambda: headroom.sweep(FARM, {"demand": "2 Gbps"}), 'argument grid["demand"]', "", "server.ram"),
        (lambda: headroom.sweep(FARM, {}), "argument grid", "", "server.ram"),
        (lambda: headroom.sweep(FARM, {"dmand": ["2 Gbps"]}), "grid", "dmand", '"demand"'),
        (lambda: headroom.sweep(FARM, {"demand": ["2 s"]}), "grid", "demand", "Gbps"),
        (lambda: headroom.sweep(FARM, {"demand": ["2 Gbps"]}, question="pln"), "argument question", "", '"plan"'),
        (lambda: headroom.sweep(FARM), FARM, "", "base"),
        (lambda: headroom.sweep(headroom.load(FARM), {"demand": ["2 Gbps"]}), "argument base", "", "read from"),
        (lambda: headroom.check(), "argument scenarios", "", "at least one"),
        (lambda: headroom.check(FARM, demnd="2 Gbps"), "argument demnd", "demnd", '"demand"'),
        (lambda: headroom.validate("adress_space"), "validate", "", "address_space"),
        (lambda: headroom.validate("address_space", engine="kernal"), "argument engine", "", '"kernel"'),
        (lambda: headroom.calibrate("nowhere.csv"), "nowhere.csv", "", "path"),
        (lambda: headroom.calibrate(ROWS, cores=8, at="3 apples"), "argument at", "", "users"),
        (lambda: headroom.calibrate(ROWS, cores=0), "argument cores", "", "allowed"),
        (lambda: headroom.calibrate(ROWS, server="dl585", cores=8), "argument cores", "", "leave out"),
        (lambda: headroom.calibrate(ROWS, server="dl585-2.2ghz-8g"), "argument server", "", "dl585"),
        (lambda: headroom.calibrate(ROWS, think_time="1 GB"), "argument think_time", "", "s"),
        (lambda: headroom.calibrate(ROWS, decimal=";"), "argument decimal", "", '","'),
    ],
)
def test_what_is_wrong_is_told_with_its_argument_and_a_remedy(call, place, path, told):
    found = problem(call)
    assert found.file == place
    assert found.path.startswith(path)
    assert told in found.remedy + found.message


def test_a_text_has_lines_and_a_dict_has_none():
    text = "extends: first_farm.yaml\nscenario: Mine\ndmand: 2 Gbps\n"
    assert problem(lambda: headroom.load(text)).line == 3
    assert problem(lambda: headroom.load({**MINE, "dmand": "2 Gbps"})).line == 0


def test_all_problems_are_told_at_once():
    with pytest.raises(headroom.ScenarioError) as caught:
        headroom.plan(FARM, {"server.rm": "8 GiB"}, demnd="2 Gbps")
    assert {each.file for each in caught.value.problems} == {"argument demnd", 'overrides["server.rm"]'}


def test_a_farm_that_no_load_allows_is_an_error_with_the_target_and_a_remedy():
    with pytest.raises(headroom.NoLoad) as caught:
        headroom.plan(FARM, {"targets.client_speed": "79 kB/s"}, engine="theory")
    assert caught.value.remedy and caught.value.target


def test_an_option_that_is_no_option_is_a_parameter_and_no_parameter_is_an_option():
    """A keyword that the scenario has is laid over it, whatever the study is."""
    assert headroom.plan(FARM, spare_units=1, engine="theory").units == 1 + headroom.plan(FARM, engine="theory").units
