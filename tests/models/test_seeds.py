"""A seed is what was written, to its last digit: neighbours are two, also where a float cannot tell them apart."""

import pytest

from models.errors import ScenarioError
from models.load import load

SMALL = "scenarios/single_server.yaml"
LARGEST = 2**63 - 1


def seed(written: object) -> int:
    """The seed of a scenario that states it so."""
    return load(SMALL, {"run.seed": written}).run.seed


@pytest.mark.parametrize("number", [0, 1, 2**53, 2**53 + 1, LARGEST - 1, LARGEST])
def test_a_seed_keeps_all_its_digits_as_a_number_and_as_text(number):
    assert seed(number) == number
    assert seed(str(number)) == number and seed(f"{number:,}") == number


def test_a_whole_number_may_still_be_written_with_an_exponent_and_no_fraction():
    assert seed("1e6") == 1_000_000 and seed("7.0") == 7 and seed(7.0) == 7


@pytest.mark.parametrize(("written", "said"), [
    (LARGEST + 1, "too large"), (-1, "too small"), ("1.5", "expected a whole number"), (".e5", "got a text"),
    ("9e99", "too large"),
])  # fmt: skip
def test_what_is_no_seed_is_refused(written, said):
    with pytest.raises(ScenarioError, match=said):
        seed(written)
