"""A browser that draws nothing: it speaks with the server as a real one does, and keeps the texts that it is sent.

Ten real browsers on one machine would keep its cores from the server that is looked at.
"""

import time
from dataclasses import dataclass, field
from threading import Thread

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from simulator.ui.widgets.progress import EVERY

# Only to end a test that hangs: seconds without a word from the server, and in all.
SILENCE, HANGS = 120.0, 900.0
ANSWER, SIMULATED = " reserve need", "Theory expected"


@dataclass
class LightBrowser:
    """One planner at the page Plan. query: what stands in the address behind the question mark.

    first, simulated: seconds from the question until any answer had come, and the simulated one. The first is that of
    theory, unless the other one is there before the page is drawn. texts: all that has been said to it.
    """

    server: str
    query: str
    first: float = 0.0
    simulated: float = 0.0
    texts: list[str] = field(default_factory=list)

    def visit(self) -> None:
        """Asks, and listens until the simulated answer is there."""
        started = time.monotonic()
        with connect(
            f"ws://{self.server}/_stcore/stream",
            subprotocols=["streamlit"],
            max_size=None,
            close_timeout=0.1,
            # A server that is kept from the processor answers late, which is no reason to hang up.
            open_timeout=HANGS,
            ping_interval=None,
        ) as line:
            line.send(_asking(query_string=self.query))
            fragment, due = "", started + SILENCE
            while not self.simulated:
                assert time.monotonic() < started + HANGS, "no answer"
                try:
                    message = ForwardMsg.FromString(line.recv(timeout=max(0.0, due - time.monotonic())))
                except TimeoutError:
                    assert fragment, "the server has gone silent"
                    line.send(_asking(query_string=self.query, fragment_id=fragment))
                    due = time.monotonic() + EVERY
                    continue
                kind = message.WhichOneof("type")
                if kind == "new_session" and not message.metadata.run.fragment_ids:
                    fragment, due = "", time.monotonic() + SILENCE  # All is drawn again, what repeated itself too.
                if kind == "auto_rerun":
                    fragment, due = message.auto_rerun.fragment_id, time.monotonic() + message.auto_rerun.interval
                self._listen(message, time.monotonic() - started)

    def _listen(self, message: ForwardMsg, now: float) -> None:
        text = _text(message)
        if not text:
            return
        self.texts.append(text)
        if not self.first and ANSWER in text:
            self.first = now
        if SIMULATED in text:
            self.simulated = now


def at_once(browsers: list[LightBrowser]) -> None:
    """All of them ask at the same time, and listen until each has its simulated answer."""
    threads = [Thread(target=browser.visit, daemon=True) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS)
    silent = [browser.query for browser in browsers if not browser.simulated]
    assert not silent, f"without an answer: {silent}"


def _asking(**what: str) -> bytes:
    message = BackMsg()
    for name, value in what.items():
        setattr(message.rerun_script, name, value)
    return message.SerializeToString()


def _text(message: ForwardMsg) -> str:
    """What an element says, without the marks that keep it from being read as markup, with all its spaces alike."""
    if message.WhichOneof("type") != "delta":
        return ""
    element = message.delta.new_element
    kind = element.WhichOneof("type")
    body = getattr(element, kind).body if kind in ("markdown", "text", "alert") else ""
    return body.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")
