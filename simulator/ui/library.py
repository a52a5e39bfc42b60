"""The scenarios that can be named on a page or in its address: those below scenarios/, and nothing outside it."""

from pathlib import Path

FOLDER = Path(__file__).parents[2] / "scenarios"


def shipped(folder: Path = FOLDER) -> dict[str, Path]:
    """Names such as "microsoft_update" and "published/microsoft_update_x64", sorted, to their files.

    A name is only ever looked up here, never made into a path. A link that leads out of the folder is left out.
    """
    root = folder.resolve()
    files = sorted(folder.rglob("*.yaml"), key=lambda file: (len(file.relative_to(folder).parts), file))
    inside = (file for file in files if file.is_file() and file.resolve().is_relative_to(root))
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in inside}
