"""The reference of the site has everything that is public; that its links lead somewhere `make docs` sees to."""

import re
from pathlib import Path

import headroom

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = ("python.md", "results.md", "networks.md")


def test_every_public_name_of_the_library_is_in_the_reference():
    texts = "".join((DOCS / page).read_text(encoding="utf-8") for page in REFERENCE)
    shown = re.findall(r"^::: headroom\.(\w+)$", texts, flags=re.MULTILINE)
    # What a scenario holds has a page of its own: the keys of a file.
    assert sorted(shown) == sorted(set(headroom.__all__) - {"__version__", "Scenario"})


def test_the_result_of_every_study_is_in_the_reference():
    text = (DOCS / "results.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: simulator\.studies\.([\w.]+)\.result\.", text, flags=re.MULTILINE))
    files = (DOCS.parent / "simulator/studies").rglob("result.py")
    there = {".".join(file.relative_to(DOCS.parent / "simulator/studies").parent.parts) for file in files}
    assert shown == there - {""}
