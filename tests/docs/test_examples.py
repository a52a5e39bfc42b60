"""Each piece of a scenario that a page shows is YAML, and says what its reader takes it to say."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL) + re.findall(r"`(\w+: \{[^`]*)`", text)


def keys_without_value(written: object) -> Iterator[str]:
    if isinstance(written, dict):
        yield from (key for key, value in written.items() if value is None)
    inner = written.values() if isinstance(written, dict) else written if isinstance(written, list) else ()
    for each in inner:
        yield from keys_without_value(each)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_number_within_braces_is_not_cut_at_its_comma(page):
    """`{mtbf: 4,000 h}` is 4 and a key `000 h` without a value."""
    assert [key for text in examples(page) for key in keys_without_value(yaml.safe_load(dedent(text)))] == []
