"""The page of all commands, made when the site is built of what each command says of itself."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer import Context
from typer.cli import get_docs_for_click
from typer.main import get_command

from simulator.cli.main import app

PAGE = "commands.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of the site, with the page of commands among them."""
    files.append(File.generated(config, PAGE, content=commands_page()))
    return files


def commands_page() -> str:
    """Every command with its arguments and options, in Markdown."""
    command = get_command(app)
    page: str = get_docs_for_click(obj=command, ctx=Context(command, info_name="headroom"), name="headroom")
    # A list of the commands stands beside the page, with their whole names.
    page = re.sub(r"\*\*Commands\*\*:\n\n(\* .*\n)+", "", page)
    page = re.sub(r"^(#+) `headroom (.*)`$", r"\1 \2", page, flags=re.MULTILINE)
    return page.replace("# `headroom`", "# Commands", 1)
