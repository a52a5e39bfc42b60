"""The commands of the how-to guides and of the README work as they are written."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from models.load import load
from models.variations.assumptions import assumed_ranges
from simulator.cli.main import main
from tests.docs.quotes import quotes

ROOT = Path(__file__).parents[2]
NAMES = ("index", "start-a-scenario", "plan-a-farm", "plan-a-web-farm", "add-a-server", "compare-two-servers",
         "find-the-capacity", "what-would-help", "write-a-report", "many-scenarios",
         "know-what-matters", "find-the-cheapest-farm", "check-plans-in-ci", "when-to-buy",
         "survive-a-failure", "follow-a-day", "plan-several-tiers", "bring-your-measurements",
         "bring-your-logs", "review-what-runs")  # fmt: skip
GUIDES = [ROOT / f"docs/{name}.md" for name in NAMES]
# Commands that simulate are cut short, and so is what is drawn: what is tested is that they can be given.
SETTINGS = ("run.warm_up=1 s", "run.duration=2 s", "run.window=400 ms", "run.precision=50 %")
HASTY = ("--replications", "2", *(word for setting in SETTINGS for word in ("--set", setting)))
SIMULATES = ("run", "plan", "compare", "capacity", "check", "sweep")
# A unit is watched for seconds, and at a load at which few are there, but where the load is a share of what it carries.
FEW = "40 /s"
BRIEF = ("run.warm_up=5 s", "run.duration=10 s", "run.window=1 s", "run.precision=50 %", "unit.failures.watch=4 s",
         "unit.failures.mtbf=none", "unit.failures.mttr=none")  # fmt: skip
WINDOWS = 24  # So many windows are told of a unit at most.
OUTAGE = "unit.failures.timetable=[{at: 2 s, lasts: 6 s}]"
RANGES = 3  # So many of the assumed values are varied.
REQUESTS = 2_000  # So many are simulated to tell what percentiles say.
# Of a day, so many at each load and in each window, in so many seconds at least.
DAILY = {"load_curve.REQUESTS": 2e3, "load_curve.SHORTEST": 2.0, "windows.BUDGET": 1e4, "windows.SHORTEST": 20.0}
GRID = 2  # So many values are left of each parameter of the shipped portfolio.


def commands(guide):
    """The command lines in the plain fenced blocks of a guide."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", guide.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [line for language, block in blocks if not language for line in block.splitlines() if line.strip()]


def apart_from_values(line):
    """A command without what it sets in its scenario."""
    words = shlex.split(line)
    return [word for place, word in enumerate(words) if "--set" not in (word, words[place - 1])]


def described(line):
    """The words that describe a scenario with what a command sets in it."""
    words = shlex.split(line)
    sets = [word for place, word in enumerate(words) if "--set" in (word, words[place - 1])]
    return ["describe", words[2], *sets]


def is_repeated(line):
    """Whether a command differs only in what it sets from one that is quoted, or stands before it in the guides."""
    texts = [guide.read_text() for guide in GUIDES]
    asked = [quote.command for text in texts for quote in quotes(text)]
    asked += [command for guide in GUIDES for command in commands(guide)]
    return next(each for each in asked if apart_from_values(each) == apart_from_values(line)) != line


def simulator(words):
    """Runs `python -m simulator ...`, here: that it can be started so is tested where commands are stopped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["headroom", *hasty(words, patch)])
        return main()


def hasty(words, patch):
    """The words of a command that is cut short, and what it works with is made smaller."""
    if words[0] == "sensitivity":
        words = words if "--samples" in words else [*words, "--samples", "8"]
        patch.setattr("simulator.studies.sensitivity.answer.assumed_ranges", some_assumed)
    if words[0] == "calibrate":
        patch.setattr("simulator.calibration.work_spread.REQUESTS", REQUESTS)
    if words[0] == "survive":
        patch.setattr("simulator.failover.failure_run.MOST_WINDOWS", WINDOWS)
        words = [FEW if re.fullmatch(r"[\d,]+ /s", word) else word for word in words]
        words = [*words, *(() if "--load" in words else ("--load", FEW)), "--replications", "2"]
        stated = () if any("timetable" in word for word in words) else (OUTAGE,)
        # A share of what a unit carries has to be searched, in one world of its nodes: two of them, without spares.
        carries = ("unit.nodes=2", "unit.spare_nodes=0") if any(word.endswith(" %") for word in words) else ()
        words += [word for setting in (*BRIEF, *stated, *carries) for word in ("--set", setting)]
    if words[0] == "daily":
        # At a load that needs no search.
        words = [*words, *(() if "--load" in words else ("--load", "4 /s")), "--replications", "2"]
        words += ["--set", "run.warm_up=70 s"]  # Its responses take 64 s.
        for place, fewer in DAILY.items():
            patch.setattr(f"simulator.daily.{place}", fewer)
    if words[0] in (*SIMULATES, "daily", "survive"):
        # A warm-up is stated: a pilot that has not settled by then stands back for it.
        patch.setattr("simulator.experiment.warm_up.LONGEST", 1)
        # A report in all formats takes seconds, and other tests make them.
        one_format = ("--formats", "html") if "--report" in words and "--formats" not in words else ()
        words = [*words, *(HASTY if words[0] in SIMULATES else ()), *one_format]
    return words


def some_assumed(scenario):
    """The first ranges of a scenario's assumed values, and no others."""
    ranges, left_out = assumed_ranges(scenario)
    return ranges[:RANGES], left_out


@pytest.fixture
def small_portfolio(checkout):
    """The shipped portfolio with fewer variants: tests/cli/test_sweep.py answers all of them."""
    file = checkout / "scenarios/portfolio.yaml"
    written = yaml.safe_load(file.read_text())
    written["grid"] = {path: values[:GRID] for path, values in written["grid"].items()}
    file.write_text(yaml.safe_dump(written, sort_keys=False))


@pytest.mark.usefixtures("small_portfolio")
@pytest.mark.parametrize("all_run", [False, pytest.param(True, marks=pytest.mark.proof)])
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_commands_of_a_guide_work(guide, checkout, all_run):
    """Of those that differ only in what they set `make test` runs one, and describes the scenario of the others."""
    given = commands(guide)
    assert given
    # Those whose output is quoted are run as they stand by the tests of quotations.
    quoted = {quote.command for quote in quotes(guide.read_text())}
    for line in (line for line in given if line not in quoted):
        words = shlex.split(line)
        if words[0] == "headroom":
            repeats = not all_run and words[1] in ("run", "plan", "survive", "daily") and is_repeated(line)
            assert simulator(described(line) if repeats else words[1:]) in (0, 1), line
        else:
            assert words[0] in ("cp", "mkdir"), line
            subprocess.run(words, cwd=checkout, check=True)


def test_the_scenario_in_the_readme_is_one(tmp_path):
    block = re.search(r"^```yaml\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    file = tmp_path / "readme.yaml"
    file.write_text(block.group(1))
    assert load(str(file)).baseline is not None


@pytest.mark.parametrize("number, name", [(0, "downloads_today"), (1, "first_farm")])
def test_the_farms_of_the_guide_are_the_ones_that_ship(number, name):
    guide = (ROOT / "docs/plan-a-farm.md").read_text()
    block = re.findall(r"^```yaml\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)[number]
    shipped = yaml.safe_load((ROOT / f"scenarios/{name}.yaml").read_text())
    assert yaml.safe_load(block) == {key: shipped[key] for key in shipped if key not in ("format", "run")}


def test_the_farm_of_the_guide_is_a_scenario(checkout):
    block = re.search(r"^```yaml\n(.*?)^```", (ROOT / "docs/plan-a-web-farm.md").read_text(), re.MULTILINE | re.DOTALL)
    file = checkout / "scenarios/our_shop.yaml"
    file.write_text(block.group(1))
    shop = load("scenarios/our_shop.yaml")
    assert [kind.name for kind in shop.workload.classes] == ["pages", "images"]
    assert shop.web_server.pools[0].processes == 2


def test_the_two_commands_of_the_readme_are_in_the_makefile():
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^    make (\w+)", (ROOT / "README.md").read_text(), flags=re.MULTILINE):
        assert re.search(rf"^{target}: ", makefile, flags=re.MULTILINE), target


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert target.startswith("http") or (page.parent / target).exists(), target
