"""Files that somebody sent, for as long as they are read: no place of this machine is named to who sent them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from models.errors import ScenarioError


@contextmanager
def sent_files(contents: Mapping[str, bytes]) -> Iterator[dict[str, str]]:
    """Files with some contents, and by the path of each the name under which it was sent. A ScenarioError that is
    raised meanwhile names these."""
    with TemporaryDirectory(prefix="headroom-") as folder:
        names = {}
        for number, (name, content) in enumerate(contents.items()):
            file = Path(folder) / f"{number}-{Path(name).name}"
            file.write_bytes(content)
            names[str(file)] = name
        try:
            yield names
        except ScenarioError as error:
            told = (replace(each, file=names.get(each.file, Path(each.file).name)) for each in error.problems)
            raise ScenarioError(tuple(told)) from None
