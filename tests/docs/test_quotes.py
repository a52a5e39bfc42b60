"""What a guide quotes is what the command above it prints, to the last digit; and no figure escapes the comparison."""

import shlex
import sys

import pytest

from simulator.cli.main import main
from tests.docs.conftest import ROOT
from tests.docs.quotes import Quote, holds, prose, quotes
from tests.docs.test_how_to import GUIDES

QUOTED = [(guide, quote) for guide in [ROOT / "README.md", *GUIDES] for quote in quotes(guide.read_text())]
INTERVAL = "\N{PLUS-MINUS SIGN}"


def kept_before(guide, command):
    """The commands of a guide above one that scores, whose plans it keeps."""
    above = guide.read_text().partition(command)[0].splitlines()
    return [line for line in above if line.startswith("headroom plan ") and " --keep" in line and " score " in command]


@pytest.fixture(scope="module")
def printed_by():
    """What commands have printed, for several guides quote the same."""
    return {}


@pytest.mark.parametrize(("guide", "quote"), QUOTED, ids=[guide.stem for guide, _ in QUOTED])
def test_a_guide_quotes_what_the_command_above_prints(guide, quote, printed_by, checkout, monkeypatch, capsys):
    assert quote.command, f"{guide.name} quotes an output without a command"
    commands = (*kept_before(guide, quote.command), quote.command)
    if commands not in printed_by:
        for command in commands:
            capsys.readouterr()
            monkeypatch.setattr(sys, "argv", ["headroom", *shlex.split(command)[1:]])
            assert main() in (0, 1)
        printed_by[commands] = "\n".join(capsys.readouterr())
    printed = printed_by[commands]
    assert holds(quote.text, printed), f"{guide.name}: {quote.command} prints\n{printed}"


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_figures_with_intervals_are_quoted_where_they_are_compared(guide):
    assert INTERVAL not in prose(guide.read_text())


def test_the_guides_from_a_demand_to_an_answer_quote_one():
    quoting = {guide.stem for guide, _ in QUOTED}
    asked = {"plan-a-farm", "find-the-capacity", "what-would-help", "find-the-cheapest-farm", "check-plans-in-ci"}
    assert asked <= quoting


OUTPUT = "2.46 ± 0.05 units: buy 3 (15 servers,\n2 racks), at 613,923 USD/month.\n"


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("2.46 ± 0.05 units: buy 3\n(15 servers, 2 racks)", False),
        ("2.46 ± 0.05 units: buy 3\n(15 servers, 2 racks), at", True),
        ("buy 3 ... USD/month.", True),
        ("USD/month. ... buy 3", False),
        ("2.47 ± 0.05 units:", False),
        ("2.4 ...", False),
        ("613,92 ...", False),
        ("...", False),
        ("", False),
    ],
)
def test_a_quotation_holds_word_by_word_and_figure_by_figure(quote, expected):
    assert holds(quote, OUTPUT) == expected


def test_a_quotation_belongs_to_the_nearest_command_above_it():
    guide = (
        "# T\n\n```text\nearly\n```\n\n```\nheadroom run a\nheadroom run b\n```\n\nprose\n\n"
        "```text\none\n```\n\n```yaml\nx: 1\n```\n\n    headroom run c\n\nmore\n\n```text\ntwo\n```\n\n"
        "```sh\ndask worker\nheadroom run d\n```\n```text\nthree\n```\n"
    )
    assert quotes(guide) == [
        Quote("", "early\n"),
        Quote("headroom run b", "one\n"),
        Quote("headroom run c", "two\n"),
        Quote("headroom run d", "three\n"),
    ]
    assert prose(guide).split() == ["#", "T", "prose", "more"]
