"""Files that are handed out mention no place that their reader does not have."""

import re
import subprocess

import pytest

from tests.architecture.sources import ROOT, name

# Written in pieces, or this file would mention them.
HOSTS = ("py" + "pi.org", "python" + "hosted.org", "anaconda" + ".org", "registry." + "npmjs.org", "crates" + ".io",
         "proxy." + "golang.org")  # fmt: skip
PATHS = (r"(?<![\w.])/" + "work/", r"(?<![\w.])/" + "ho" + "me/", r"(?<![\w.])/" + "ro" + "ot/")
FORBIDDEN = re.compile("|".join([*map(re.escape, HOSTS), *PATHS]))


def handed_out():
    """Every text file that is tracked or would be."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        found = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout, so which files are handed out is not known")
    for path in filter(None, found.split("\0")):
        file = ROOT / path
        try:
            yield file, file.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue


def test_no_file_mentions_a_package_registry_or_a_path_of_somebodys_machine():
    wrong = [f"{name(file)}: {found.group()}" for file, text in handed_out() for found in FORBIDDEN.finditer(text)]
    assert not wrong
