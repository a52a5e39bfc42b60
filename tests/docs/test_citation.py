"""What is cited is what is shipped."""

from pathlib import Path

import yaml

from simulator.version import VERSION

ROOT = Path(__file__).parents[2]


def test_the_citation_names_the_version_of_the_program():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == VERSION and cited["cff-version"] == "1.2.0"
    assert cited["title"] and cited["authors"] and cited["message"]
