"""Whatever a command writes as JSON is read by a strict reader: no NaN, no infinity, no key twice."""

import json
from pathlib import Path

import pytest
import typer

from models.variations.assumptions import assumed_ranges
from simulator.cli.main import app
from simulator.studies.optimise.other_servers import count_other_servers
from simulator.studies.sensitivity import answer
from tests.api.calls import ASKED as ASKED_TWICE
from tests.proven import mostly_proof
from tests.shipped import FOLDER, SCENARIOS, of_each_kind

NAMES = [file.relative_to(FOLDER).with_suffix("").as_posix() for file in SCENARIOS]
FARMS = [name for name in NAMES if "/" not in name]
# Runs of a fraction of a second, which need not be precise.
SHORT = {
    "run.warm_up": "5 s", "run.duration": "10 s", "run.window": "1 s", "run.precision": "50 %",
    "run.tail_precision": "50 %",
}  # fmt: skip
THEORY = ("--engine", "theory")
SMALL = "scenarios/single_server.yaml"
# Commands that have nothing to do with a scenario, and those that are asked about one each.
GRID = "grid: {workload.offered: [100 /s]}\n"
APART = {
    "schema": (),
    "validate": ("--audit",),
    "results list": ("--store", "{store}"),
    "results plans": ("--store", "{store}"),
    "score": ("--counters", "scenarios/counters/downloads.json", "--hindcast", "--store", "{store}"),
    "results show": ("offered 100 /s", "--store", "{store}"),
}
# What is asked from Python too: tests/api/test_same_as_command.py reads what the command writes.
IN_PYTHON = {" ".join(each.words[: 2 if each.words[0] == "calibrate" else 1]) for each in ASKED_TWICE.values()}
OF_EACH = ("plan", "describe", "check", "optimise", "sensitivity", "grow")


def commands():
    """Every command that writes JSON, by its words."""
    found, nearest = [], [(typer.main.get_command(app), "")]
    while nearest:
        command, words = nearest.pop()
        below = getattr(command, "commands", None)
        if below is None and any("--json" in each.opts for each in command.params):
            found.append(words)
        nearest += [(below.get(name), f"{words} {name}".strip()) for name in below or ()]
    return found


def strictly(text):
    """What a text says as JSON. Raises ValueError for what JSON does not have, and for a key that is there twice."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    def keys(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError(f"a key is there twice: {[key for key, _ in pairs]}")
        return found

    return json.loads(text, parse_constant=refuse, object_pairs_hook=keys)


@pytest.mark.parametrize("text", ["NaN", "[-Infinity]", '{"a": Infinity}', '{"a": 1, "a": 2}', "{1: 2}"])
def test_the_reader_is_strict(text):
    with pytest.raises(ValueError):
        strictly(text)


def test_every_command_that_writes_json_is_asked():
    assert sorted(commands()) == sorted({*APART, *OF_EACH, *IN_PYTHON})


def asked(headroom, file, *words):
    """The JSON of a command; None where it refuses."""
    said = headroom(*words, "--json", file)
    assert said.code in (0, 1, 2), said.err
    return strictly(file.read_text(encoding="utf-8")) if said.code != 2 else None


@pytest.mark.parametrize("command", APART)
def test_a_command_writes_strict_json(headroom, tmp_path, command):
    store = tmp_path / "store.sqlite"
    if command in ("score", "results plans"):
        assert headroom("plan", "scenarios/first_farm.yaml", *THEORY, "--keep", "--store", store).code in (0, 1)
    elif command.startswith("results"):
        portfolio = tmp_path / "tiny.yaml"
        runs = "".join(f"  {path}: {text}\n" for path, text in SHORT.items())
        base = Path(SMALL).resolve()
        portfolio.write_text(f"portfolio: tiny\nbase: {base}\nset:\n  run.replications: 2\n{runs}{GRID}")
        assert headroom("sweep", portfolio, "--store", store).code in (0, 1)
    words = [each.format(store=store) for each in APART[command]]
    assert asked(headroom, tmp_path / "found.json", *command.split(), *words)


@pytest.mark.parametrize("name", of_each_kind(NAMES))
def test_describe_writes_strict_json_of_every_scenario(headroom, tmp_path, name):
    assert asked(headroom, tmp_path / "found.json", "describe", f"scenarios/{name}.yaml")


def a_few(scenario):
    """The first ranges of a scenario: of more, JSON has more of the same."""
    ranges, left_out = assumed_ranges(scenario)
    return ranges[:3], left_out


def a_few_others(contenders, *counted, **settings):
    """What stops the first of the servers that are not chosen: of all of them, JSON has more of the same."""
    return count_other_servers(contenders[:3], *counted, **settings)


# What asks theory hundreds of times is asked of few farms, and of all in the proof; and so is a check, whose rows are
# the targets of a plan.
ASKED = [f"{command} {name}" for command in OF_EACH if command != "describe" for name in FARMS]
SLOW = ("check", "optimise", "sensitivity", "plan marketplace")
QUICKEST = ("check first_farm", "check web_farm", "optimise three_tiers", "sensitivity growing_downloads")


@pytest.mark.parametrize(
    "asks", mostly_proof(ASKED, [each for each in ASKED if not each.startswith(SLOW) or each in QUICKEST])
)
def test_theory_writes_strict_json_of_every_farm(headroom, tmp_path, asks, monkeypatch):
    command, name = asks.split()
    monkeypatch.setattr(answer, "assumed_ranges", a_few)
    monkeypatch.setattr("simulator.studies.optimise.study.count_other_servers", a_few_others)
    fewer = ("--samples", "8") if command == "sensitivity" else ()
    asked(headroom, tmp_path / "found.json", command, f"scenarios/{name}.yaml", *THEORY, *fewer)
