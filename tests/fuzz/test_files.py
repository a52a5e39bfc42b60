"""Any file ends in an answer or in one clear error: no traceback, no hang, nothing that cannot be seen."""

import random
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from models.variations.portfolio import is_portfolio
from simulator.exits import WRONG_INPUT
from tests.fuzz.asking import ask, ask_portfolio, commands
from tests.fuzz.mutations import Pool, mutated
from tests.shipped import FOLDER

FEW, MANY = 60, 20_000
SEED, PROOF_SEED = 14_001, 14_002
# Judging a portfolio takes as long as a hundred scenarios do: one file of so many is one.
PORTFOLIOS = 50


def shipped(folder: Path) -> tuple[list[Path], list[Path]]:
    """The scenarios and the portfolios that are shipped, in a copy of their folder, and the farm that has all parts."""
    copytree(FOLDER, folder / "scenarios")
    (folder / "scenarios" / "farm.yaml").write_text((Path(__file__).parents[1] / "models" / "farm.yaml").read_text())
    files = sorted((folder / "scenarios").rglob("*.yaml"))
    return [file for file in files if not is_portfolio(file)], [file for file in files if is_portfolio(file)]


def fault_of(file: Path, number: int, ends: Counter[str]) -> str:
    """What is wrong with the answers to one file; "" for nothing."""
    if is_portfolio(file):
        answer = ask_portfolio(file)
        ends["portfolios refused" if answer.code == WRONG_INPUT else "portfolios judged"] += 1
        return answer.fault
    for words in commands(file, number):
        answer = ask(*words)
        if answer.fault:
            return f"{' '.join(map(str, words))}: {answer.fault}"
        if answer.code == WRONG_INPUT:
            break
    refused = "refused when read" if words[0] == "describe" else "refused by theory"
    ends[refused if answer.code == WRONG_INPUT else "answered"] += 1
    return ""


def fuzz(count: int, seed: int, folder: Path) -> Counter[str]:
    """How so many files ended. A file with a fault is kept, and the test ends with its text."""
    print(f"{count:,} files from seed {seed}")
    chance, ends = random.Random(seed), Counter()
    scenarios, portfolios = shipped(folder)
    texts = {file: file.read_text(encoding="utf-8") for file in (*scenarios, *portfolios)}
    pool = Pool(list(texts.values()))
    for number in range(count):
        original = chance.choice(portfolios if number % PORTFOLIOS == 0 else scenarios)
        file = original.with_name("mutated.yaml")
        file.write_bytes(mutated(texts[original], chance, pool))
        fault = fault_of(file, number, ends)
        assert not fault, f"file {number} of seed {seed}, from {original.name}:\n{fault}\n{file.read_bytes()!r}"
        file.unlink()
    print(dict(ends))
    return ends


def test_sixty_damaged_files_end_in_an_answer_or_one_clear_error(tmp_path):
    ends = fuzz(FEW, SEED, tmp_path)
    assert ends["answered"] > FEW / 20 and ends["refused when read"] > FEW / 4


@pytest.mark.proof
def test_twenty_thousand_damaged_files_end_in_an_answer_or_one_clear_error(tmp_path):
    ends = fuzz(MANY, PROOF_SEED, tmp_path)
    assert ends["answered"] > MANY / 20 and ends["refused when read"] > MANY / 4
    assert ends["portfolios judged"] > 10
