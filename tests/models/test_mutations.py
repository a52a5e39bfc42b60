"""A scenario file damaged at random loads or is told off; it never crashes the program."""

import random
from pathlib import Path

from models.errors import ScenarioError
from models.load import load
from tests.shipped import SCENARIOS as SHIPPED

FILES = [*SHIPPED, Path(__file__).parent / "farm.yaml"]
MUTATIONS = 200
PIECES = [
    "\t", "\0", "- ", ": ", "{", "}", "[", "]", "&a ", "*a ", "!!set ", "!x ", "'", '"', "#", "|\n", "%", "@", ",",
    "null", "true", "~", "-1", "1e999", ".nan", ".inf", "0x10", "1:30", "2006-01-01", "\u2028", "\ud7ff", "model: ",
    "value: ", "? ", "<<: ", "=", "extends: .", "format: ", "\n", "  ", "99999999999999999999",
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four insertions, deletions, copies or swaps of lines."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.randint(0, 12))
        lines = text.split("\n")
        swap = chance.randrange(len(lines))
        text = chance.choice(
            [
                text[:start] + chance.choice(PIECES) + text[start:],
                text[:start] + text[end:],
                text[:start] + text[start:end] * 2 + text[end:],
                text[:start] + chance.choice(PIECES) + text[end:],
                "\n".join(lines[swap:] + lines[:swap]),
            ]
        )
    return text


def test_two_hundred_damaged_files_end_in_a_scenario_or_a_scenario_error(tmp_path):
    chance = random.Random(20061)
    refused = 0
    for number in range(MUTATIONS):
        text = mutated(chance.choice(FILES).read_text(encoding="utf-8"), chance)
        file = tmp_path / "damaged.yaml"
        file.write_text(text, encoding="utf-8")
        try:
            load(file)
        except ScenarioError as error:
            assert error.problems, f"mutation {number} is refused without a problem"
            refused += 1
    assert refused > MUTATIONS / 4
