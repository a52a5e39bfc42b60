"""Libraries that not everybody installs: each is loaded here, when it is first needed, and stands in an extra.

`from simulator.extras import altair` gives the library, or says in one sentence which extra has it.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from simulator.messages.stages import program

if TYPE_CHECKING:
    import altair as altair
    import distributed as distributed
    import polars as polars
    import pyarrow as pyarrow
    import typst as typst
    import vl_convert as vl_convert
    import xlsxwriter as xlsxwriter
    from altair.utils import schemapi as schemapi
    from pyarrow import parquet as parquet
    from statsmodels.tsa.statespace import sarimax as sarimax
    from streamlit.web import cli as cli
    from xlsxwriter import utility as utility

# What this module has by a name: the module that is loaded, and the extra that brings it.
LIBRARIES = {
    "altair": ("altair", "reports"),
    "schemapi": ("altair.utils.schemapi", "reports"),
    "typst": ("typst", "reports"),
    "vl_convert": ("vl_convert", "reports"),
    "xlsxwriter": ("xlsxwriter", "reports"),
    "utility": ("xlsxwriter.utility", "reports"),
    "cli": ("streamlit.web.cli", "page"),
    "distributed": ("distributed", "cluster"),
    "polars": ("polars", "logs"),
    "pyarrow": ("pyarrow", "logs"),
    "parquet": ("pyarrow.parquet", "logs"),
    "sarimax": ("statsmodels.tsa.statespace.sarimax", "forecast"),
}


class MissingExtra(Exception):  # noqa: N818 - named for what the reader is told
    """What is asked needs a library that is not installed: install the extra that the message names."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(program.missing_extra(library, extra))
        self.library, self.extra = library, extra


def __getattr__(name: str) -> ModuleType:
    """The library of that name, loaded. Raises MissingExtra where it is not installed."""
    if name not in LIBRARIES:
        raise AttributeError(program.no_attribute(__name__, name))
    module, extra = LIBRARIES[name]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != library:
            raise  # It is there, and lacks something itself.
        raise MissingExtra(library, extra) from error


def require_library(name: str) -> None:
    """Raises MissingExtra where the library of that name is not installed, and loads nothing."""
    module, extra = LIBRARIES[name]
    library = module.partition(".")[0]
    if find_spec(library) is None:
        raise MissingExtra(library, extra)
