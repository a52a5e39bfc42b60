"""Files as a whole: all of each, or what was there before; of several that belong together, all of them or none."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from simulator.errors import ReportError
from simulator.messages.output import OTHER_NAME


def replace_file(target: Path, content: bytes) -> Path:
    """Writes beside the target and renames, so that whoever opens the target sees one whole file. Raises OSError.

    Whatever interrupts it leaves nothing behind. A device or a pipe stays what it is, and is written to.
    """
    if is_special_file(target):
        target.write_bytes(content)
        return target
    with NamedTemporaryFile(dir=target.parent, prefix=".headroom-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.close()
            temporary.chmod(0o644)
            return temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def is_special_file(target: Path) -> bool:
    """Whether there is something at a path that is neither a file nor a folder, such as /dev/null or a pipe."""
    return target.exists() and not (target.is_file() or target.is_dir())


def write_together(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Writes texts by their paths in a folder. Raises ReportError where one of them is there already, or cannot be
    written: then nothing is left behind."""
    for path in texts:
        if (folder / path).exists():
            raise ReportError(str(folder / path), "is there already", OTHER_NAME)
    new = _folders_to_make(folder, texts)
    written: list[Path] = []
    try:
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            replace_file(folder / path, text.encode())
            written.append(folder / path)
    except OSError as error:
        _remove(written, new)
        raise ReportError(str(folder), error.strerror or str(error), "name another folder") from error
    return written


def _folders_to_make(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Folders that are not there yet, the innermost first."""
    inside = {(folder / path).parent for path in texts}
    all_of_them = {above for each in inside for above in (each, *each.parents) if not above.exists()}
    return sorted(all_of_them, key=lambda each: len(each.parts), reverse=True)


def _remove(files: Sequence[Path], folders: Sequence[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
