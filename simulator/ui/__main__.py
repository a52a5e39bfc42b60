"""`python -m simulator.ui`: loads what the pages need and then serves them, so that no browser waits for the loading.

Options of `streamlit run` may follow, such as `--server.port 8502`; `make app` is the usual way.
"""

import gc
import logging
import sys
from pathlib import Path

from simulator.extras import MissingExtra
from simulator.signals import end_at_once
from simulator.ui.server_address import ADDRESS

APP = Path(__file__).parents[2] / "app.py"
SETTINGS = {
    "server.address": ADDRESS,
    "server.headless": "true",
    "server.maxUploadSize": "1",  # MB, more than any scenario has.
    "server.fileWatcherType": "none",
    # What a page sends at each touch of a knob takes a third of its bytes so, which is most of a second at 1.6 Mbps.
    "server.enableWebsocketCompression": "true",
    # Nobody outside is told who plans what, and nobody sees the inside of the program.
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    # All pages wait for a full collection, which after every run of a page took more time than the pages.
    "runner.postScriptGC": "false",
    # What has the focus is blue: red is for what is wrong.
    "theme.light.primaryColor": "#1c6fd0",
    "theme.dark.primaryColor": "#5aa7f5",
    # A knob is told what it holds when it is made, and again when a change is taken back.
    "global.disableWidgetStateDuplicationWarning": "true",
}


def main(options: list[str]) -> None:
    """Serves the pages until it is stopped. Raises MissingExtra, before anything else, where the page is not
    installed."""
    from simulator import extras

    serve = extras.cli.main
    # Before there is a server, so that the first browser does not wait for it: pages, charts and the compiled kernel.
    import altair  # noqa: F401

    import simulator.ui.pages  # noqa: F401
    from simulator.engines.precompile import precompile
    from simulator.ui.arrival import prerender

    precompile()
    prerender.prepare_answer()
    _log()
    # What has been loaded stays: no collection need look through it while somebody waits.
    gc.freeze()
    settings = [word for name, value in SETTINGS.items() for word in (f"--{name}", value)]
    serve(["run", str(APP), *settings, *options])


def _log() -> None:
    """Writes a line on standard error for each question that was worked on, without what is in it."""
    from simulator.service.desk import LOG

    written = logging.StreamHandler()
    written.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOG.addHandler(written)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


def start() -> None:
    """Serves the pages with the options of the command line: `headroom-page`."""
    end_at_once()  # Until there is a server, which heeds signals itself.
    try:
        main(sys.argv[1:])
    except MissingExtra as error:
        sys.exit(str(error))


if __name__ == "__main__":
    start()
