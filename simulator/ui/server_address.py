"""Where the pages are served: on this machine only, unless somebody names another address.

Streamlit listens on all addresses where none is named, and has bound them by the time that it looks into app.py. It
answers nobody before that, so a server without an address is started again there, with the address of this machine.
"""

import os
import sys

from streamlit import config

from simulator.messages.page.plan_page import local_only

ADDRESS = "127.0.0.1"
_OPTION = "server.address"
_VARIABLE = "STREAMLIT_SERVER_ADDRESS"
# What Streamlit calls a server that `streamlit run` has started from a file such as app.py.
_STARTED_HERE = "starlette-app"


def restrict_to_localhost() -> None:
    """Starts the server of this process again, on this machine only, if it was started without an address.

    A server that was given its address elsewhere, as a library or by another program, stays as it is.
    """
    if config.get_option(_OPTION) or config._server_mode != _STARTED_HERE:
        return
    print(local_only(_OPTION), flush=True)
    sys.stderr.flush()
    os.environ[_VARIABLE] = ADDRESS
    # The new program inherits what is open, and the socket that listens on all addresses with it.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
