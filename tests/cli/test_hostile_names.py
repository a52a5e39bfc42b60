"""Names that no file can have, and characters that nobody can see: one clear error each, never a traceback."""

import json
import re

import pytest

from tests.cli.conftest import QUICK, SMALL

LONG, DIGITS, NULL, HALF = "x" * 4_000, "9" * 200, r'"a\0b"', r'"a\ud800b"'
# Where one line of a scenario names something, and what is wrong with each.
NAMES = {"long": LONG, "digits": DIGITS, "null": NULL, "half of a character": HALF}
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")
STEERING = "\x1b[31mred\x1b]0;title\x07\x9b2J\u202eltr\u200b"


def refused(said, *fragments, lines=1):
    """One clear error: exit code 2, one line, nothing in it that cannot be seen, and not the whole of a long name; or
    several of them."""
    assert (said.code, said.out) == (2, ""), said
    assert "Traceback" not in said.err and "Please report" not in said.err
    assert len(said.err.strip().splitlines()) == lines and not HIDDEN.search(said.err), said.err
    assert max(map(len, said.err.splitlines())) < 1_500
    for fragment in fragments:
        assert fragment in said.err, said.err


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("command", ["plan", "describe", "sensitivity"])
def test_a_name_that_no_file_can_have_is_refused_at_its_line(headroom, tmp_path, command, name):
    file = tmp_path / "shop.yaml"
    file.write_text(f"scenario: shop\nextends: {name}\n")
    refused(headroom(command, file), f"{file}:2: extends = ")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_part_that_is_called_so_is_refused_at_its_line(headroom, tmp_path, name):
    file = tmp_path / "shop.yaml"
    file.write_text(f"extends: single_server.yaml\nscenario: shop\nserver: {name}\n")
    refused(headroom("plan", file), f"{file}:3: server = ")


@pytest.mark.parametrize("key", ["base", "scenarios"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_portfolio_that_names_such_a_file_is_refused_at_its_line(headroom, tmp_path, name, key):
    file = tmp_path / "many.yaml"
    if key == "base":
        file.write_text(f"portfolio: many\nbase: {name}\ngrid: {{server.ram: [4 GiB]}}\n")
    else:
        file.write_text(f"portfolio: many\nscenarios: [{name}]\n")
    refused(headroom("sweep", file, "--no-store"), f"{file}:2: {key}")


@pytest.mark.parametrize("value", [LONG, DIGITS, "a\udcffb", f"[{DIGITS}]", "[" * 40, '["a\\ud800"]', '{"\\0": 1}'])
@pytest.mark.parametrize("path", ["server", "server.ram", "workload.classes", "run.seed", "targets.errors"])
def test_such_a_value_on_the_command_line_is_refused(headroom, path, value):
    refused(headroom("run", SMALL, "--set", f"{path}={value}"), path)


@pytest.mark.parametrize("path", [LONG, "a\udcffb", f"server.cards[{'9' * 5_000}]", f"server.{DIGITS}", "\x1b[31m"])
def test_such_a_parameter_on_the_command_line_is_refused(headroom, path):
    refused(headroom("run", SMALL, "--set", f"{path}=1"), "override: ")


@pytest.mark.parametrize("name", [LONG, "a\udcffb.yaml", "x/" * 2_100, "\x1b[31m.yaml", "a\nb.yaml"])
@pytest.mark.parametrize("command", ["plan", "run", "describe", "sweep", "check", "capacity", "optimise"])
def test_such_a_file_is_refused(headroom, command, name):
    refused(headroom(command, name))


@pytest.mark.parametrize("option", ["--json", "--report", "--template", "--formats", "--engine"])
@pytest.mark.parametrize("name", [LONG, DIGITS * 3, "no\udcff/where"])
def test_such_an_option_is_refused(headroom, tmp_path, monkeypatch, option, name):
    beside = ("--report", tmp_path) if option in ("--template", "--formats") else ()
    name = f"{tmp_path}/file/{name}" if option == "--report" else name
    (tmp_path / "file").write_text("no folder")
    refused(headroom("plan", SMALL, *QUICK, *beside, option, name))


@pytest.mark.parametrize(
    "words", [("results", "list", "--store", LONG), ("results", "export", f"{LONG}.csv"), ("validate", LONG)]
)
def test_such_a_store_or_case_is_refused(headroom, words):
    refused(headroom(*words))


@pytest.mark.parametrize("option", ["--seed", "--threads", "--replications"])
def test_a_number_of_200_digits_is_refused(headroom, option):
    said = headroom("run", SMALL, option, DIGITS)
    assert said.code == 2 and "Please report" not in said.err
    assert "allowed is " in said.err or "less than or equal to 1024" in said.err


def test_nothing_of_a_file_steers_the_terminal(headroom, tmp_path):
    file = tmp_path / "shop.yaml"
    quoted = json.dumps(STEERING)
    file.write_text(
        f"scenario: shop\nextends: single_server.yaml\n{quoted}: 1\nserver: {{{quoted}: {quoted}, ram: {quoted}}}\n"
        f"chosen_from: {{{quoted}: [A]}}\nbaseline: {{{quoted}: 1}}\nworkload: {{clients: {quoted}}}\n"
    )
    said = headroom("plan", file)
    refused(said, r"\x1b[31mred", r"\u202e", r"\x9b2J", lines=len(said.err.strip().splitlines()))
    assert len(said.err.strip().splitlines()) >= 5


def test_nothing_of_a_name_steers_the_terminal(headroom, tmp_path, smallest):
    file = tmp_path / "\x1b[31mred\n\u202e.yaml"
    file.write_text(smallest)
    said = headroom("check", file, *QUICK, "--engine", "theory", "--junit", tmp_path / "junit.xml")
    assert said.code in (0, 1, 2) and r"\x1b[31mred\n\u202e.yaml" in said.out
    assert not HIDDEN.search(said.out) and not HIDDEN.search((tmp_path / "junit.xml").read_text())
    said = headroom("describe", file, "--json", "-")
    assert not HIDDEN.search(said.out + said.err) and json.loads(said.out)


def test_a_report_shows_what_cannot_be_seen(headroom, tmp_path, smallest):
    file = tmp_path / "\x1b[31mred.yaml"
    source = json.dumps(f"{STEERING}\nnext line")
    file.write_text(smallest.replace("30 kB", f"{{value: 30 kB, source: {source}}}"))
    said = headroom("plan", file, *QUICK, "--report", tmp_path / "r", "--formats", "html,markdown,csv,xlsx,pdf")
    assert said.code in (0, 1) and not HIDDEN.search(said.out)
    for name in ("report.html", "report.md", "report.csv"):
        text = (tmp_path / "r" / name).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        assert not HIDDEN.search(text), name
        assert r"x1b[31mred" in text.replace("\\", ""), name


def test_the_command_of_a_report_names_such_a_file_as_a_shell_reads_it(headroom, tmp_path, smallest):
    file = tmp_path / "a\n'\\.yaml"
    file.write_text(smallest)
    headroom("run", file, *QUICK, "--json", tmp_path / "figures.json")
    command = json.loads((tmp_path / "figures.json").read_text())["provenance"]["command"]
    assert r"$'" in command and r"a\n\'\\.yaml'" in command and "\n" not in command
