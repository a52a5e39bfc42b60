"""The whole app as Streamlit's AppTest shows it, and a ticket whose state a test decides."""

from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"


@dataclass
class FakeTicket:
    """A ticket whose state the test decides."""

    state: str = "running"
    ahead: int = 0
    done_steps: int = 2
    total_steps: int = 10
    result: object = None
    error: str = ""

    @property
    def answer(self):
        return self.result


def opened(**params):
    """The page at an address; of one that begins with nothing else, at the farm of a published document."""
    page = AppTest.from_file(str(APP), default_timeout=600)
    began = {} if {"serve", "yaml"} & set(params) else {"scenario": "microsoft_update"}
    for name, value in (began | params).items():
        page.query_params[name] = value
    return page.run()


def params_of(page):
    """The parameters of the address, of which Streamlit's tests give some as lists."""
    return {name: value if isinstance(value, str) else value[-1] for name, value in page.query_params.items()}
