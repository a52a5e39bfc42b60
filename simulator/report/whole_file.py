"""A file as a whole: all of it, or what was there before."""

from pathlib import Path
from tempfile import NamedTemporaryFile


def replace_file(target: Path, content: bytes) -> Path:
    """Writes beside the target and renames, so that whoever opens the target sees one whole file. Raises OSError.

    Whatever interrupts it leaves nothing behind.
    """
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
