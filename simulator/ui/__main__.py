"""`python -m simulator.ui`: loads what the pages need and then serves them, so that no browser waits for the loading.

Options of `streamlit run` may follow, such as `--server.port 8502`; `make app` is the usual way.
"""

import sys
from pathlib import Path

from streamlit.web import cli

APP = Path(__file__).parents[2] / "app.py"
SETTINGS = {
    "server.headless": "true",
    "server.maxUploadSize": "1",  # MB, more than any scenario has.
    "server.fileWatcherType": "none",
    # Nobody outside is told who plans what, and nobody sees the inside of the program.
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
}


def main(options: list[str]) -> None:
    """Serves the pages until it is stopped."""
    import simulator.ui.pages  # noqa: F401 - loaded before there is a server, not by the first browser

    settings = [word for name, value in SETTINGS.items() for word in (f"--{name}", value)]
    cli.main(["run", str(APP), *settings, *options])


if __name__ == "__main__":
    main(sys.argv[1:])
