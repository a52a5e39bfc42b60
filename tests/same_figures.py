"""Whether two checkouts of Headroom give the same figures and say the same: `python tests/same_figures.py OLD NEW`.

Each argument is the folder of a checkout. The commands below are run in both, on every shipped scenario, with
`--json -`: figures go to standard output and what people read to standard error, so both are compared, to the byte,
and so is the exit code. What is simulated is short: a build either draws the same numbers or it does not. Exit code
1 and a line for each difference; a word behind the folders, such as `describe`, runs only the commands that have it.
"""

import difflib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHORT = ("--replications", "2", "--set", "run.duration=2 s", "--set", "run.warm_up=1 s", "--set", "run.window=0.5 s")
# Of every scenario: what theory says of it, its network in words, and two short replications.
OF_EACH = (
    ("describe",),
    ("plan", "--engine", "theory"),
    ("capacity", "--engine", "theory"),
    ("check", "--engine", "theory"),
    ("run", *SHORT),
)
# How long it took so far, that the kernel is compiled, and the digest of the sources: these may differ.
PASSING = re.compile(r"^.* done after .*\n|^Compiling .*\n|(?<=\+)[0-9a-f]{12}\b", re.MULTILINE)
# What only some scenarios are made for, or takes long.
OTHERS = (
    ("capacity", "scenarios/single_server.yaml", "--replications", "2", "--set", "run.duration=4 s"),
    ("plan", "scenarios/first_farm.yaml", "--replications", "2"),
    ("compare", "scenarios/first_farm.yaml", "scenarios/downloads_today.yaml", "--engine", "theory"),
    ("compare", "scenarios/single_server.yaml", "scenarios/failing_unit.yaml", *SHORT),
    ("optimise", "scenarios/downloads_today.yaml", "--engine", "theory"),
    ("grow", "scenarios/growing_downloads.yaml", "--engine", "theory"),
    ("grow", "scenarios/microsoft_update_growth.yaml", "--engine", "theory"),
    ("grow", "scenarios/hourly_api.yaml", "--engine", "theory"),
    ("survive", "scenarios/failing_unit.yaml", "--load", "60 %", "--replications", "2"),
    ("daily", "scenarios/release_day.yaml", "--load", "60 %", "--replications", "2"),
    ("sensitivity", "scenarios/first_farm.yaml", "--engine", "theory", "--samples", "8"),
    ("plan", "scenarios/first_farm.yaml", "--engine", "theory", "--what-would-help"),
    ("sweep", "scenarios/portfolio.yaml", "--engine", "theory"),
    ("run", "scenarios/single_server.yaml", "--engine", "reference", *SHORT),
    ("calibrate", "measurements", "scenarios/measured/one_web_server.csv"),
    ("calibrate", "measurements", "scenarios/measured/several_caches.csv"),
    ("calibrate", "log", "scenarios/logs/example.log.gz"),
    ("validate", "--audit"),
    ("schema",),
    ("plan", "scenarios/nowhere.yaml"),
    ("plan", "scenarios/first_farm.yaml", "--set", "server.rma=8 GiB"),
)
# Runs commands in the checkout that it stands in, one after the other in one process: a list of them as JSON on
# standard input, and for each the exit code, standard output and standard error on standard output.
DRIVER = """
import contextlib, io, json, runpy, sys

results = []
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["headroom", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_module("simulator", run_name="__main__")
            code = 0
        except SystemExit as end:
            code = end.code
    results.append([code, out.getvalue(), err.getvalue()])
sys.__stdout__.write(json.dumps(results))
"""


def commands(folder: Path, word: str) -> list[tuple[str, ...]]:
    """The commands that are compared, for the scenarios of a checkout; with `word`, those that have it."""
    files = sorted(file.relative_to(folder).as_posix() for file in (folder / "scenarios").rglob("*.yaml"))
    found = [(verb, file, *options, "--json", "-") for file in files for verb, *options in OF_EACH]
    found += [(*each, "--json", "-") for each in OTHERS]
    return [each for each in found if not word or word in each]


def answers(folder: Path, asked: list[tuple[str, ...]]) -> list[tuple[int, str, str]]:
    """Exit code, standard output and standard error of commands in a checkout."""
    python = folder / ".venv/bin/python"
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000", "COLUMNS": "120", "PYTHONPATH": str(folder)}
    ended = subprocess.run(
        [python if python.exists() else sys.executable, "-c", DRIVER],
        cwd=folder, env=environment, input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ended.returncode:
        sys.exit(f"{folder}: {ended.stderr}")
    return [(code, *(PASSING.sub("", text) for text in texts)) for code, *texts in json.loads(ended.stdout)]


def differences(old: tuple[int, str, str], new: tuple[int, str, str]) -> Iterator[str]:
    """What differs between two answers, in a line each; nothing where they are the same."""
    if old[0] != new[0]:
        yield f"exit code {old[0]} and {new[0]}"
    for name, before, after in (("figures", old[1], new[1]), ("text", old[2], new[2])):
        if before != after:
            lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
            changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
            yield f"{name} ({len(changed)} lines): " + " | ".join(line.strip()[:110] for line in changed[:4])


def main(old: str, new: str, word: str = "") -> int:
    """Compares two checkouts, and tells what differs. 1 if anything does."""
    folders = Path(old).resolve(), Path(new).resolve()
    asked = commands(folders[0], word)
    with ThreadPoolExecutor(2) as both:
        before, after = both.map(lambda folder: answers(folder, asked), folders)
    codes, wrong = [each[0] for each in before], 0
    for words, one, other in zip(asked, before, after, strict=True):
        for difference in differences(one, other):
            wrong += 1
            print(f"{' '.join(words)}: {difference}")
    print(f"{len(asked)} commands, {codes.count(0)} of which end with 0: {wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
