"""How the engines' functions are compiled: one place for the options, one folder for the results.

Numba keys its disk cache on the path and the text of the file that a function is in, and misses changes in functions
that were inlined into it. So the folder is named after a digest of all engine sources, and not after where they lie:
code that changed is compiled again, always, and a second checkout or installation of the same code is not.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import numba
from numba import config
from numba.core import caching, event

from simulator.compile_notice import notify_compiling


def _digest() -> str:
    """A digest of every source that is compiled together, and of those whose constants are."""
    digest = hashlib.sha256(numba.__version__.encode())
    engines = Path(__file__).parent
    sources = [*engines.glob("*.py"), *engines.glob("kernel/**/*.py"), *engines.parent.glob("network/*.py")]
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


# Numba's settings are variables of a module that it fills itself.
_settings: Any = config
_DIGEST, _PROGRAM = _digest(), Path(__file__).parents[1]
if not _settings.CACHE_DIR:
    _settings.CACHE_DIR = str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headroom")


class SharedCacheLocator(caching.UserProvidedCacheLocator):
    """Where compiled functions of this program are kept between runs: by digest and module, whatever checkout it is."""

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        """The locator of a function; None for one of another program."""
        if not Path(file).is_relative_to(_PROGRAM):
            return None
        return super().from_function(function, file)  # type: ignore[no-untyped-call]  # Numba states no types.

    @classmethod
    def get_suitable_cache_subpath(cls, file: str) -> str:
        """The folder of the functions of a file, below that of all."""
        return os.path.join(_DIGEST, *Path(file).parent.relative_to(_PROGRAM).parts)


_OTHERS = ("UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator", "IPythonCacheLocator")
_settings.CACHE_LOCATOR_CLASSES = ",".join((f"{__name__}.{SharedCacheLocator.__name__}", *_OTHERS))


class _Begun(event.Listener):
    """Tells when the kernel is compiled, which is not said of the small functions that others call."""

    def on_start(self, event: Any) -> None:
        if event.data["dispatcher"].py_func.__module__.startswith("simulator.engines.kernel."):
            notify_compiling()

    def on_end(self, event: Any) -> None:
        """Nobody waits for that."""


event.register("numba:compile", _Begun())  # type: ignore[no-untyped-call]  # Numba states no types.

# No reference counting (`_nrt`): compiled functions allocate nothing, and counting references to array fields took half
# the time. The option is private to Numba, so its version is pinned and a test checks that the option still takes.
_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
# What only compiled code calls needs no door to Python: such doors took most of the time to compile.
_INSIDE = _OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# A helper of the busy path, inlined by LLVM into whatever calls it (inlining in Numba itself compiles three times as
# long), and a helper that runs seldom, left out of line.
compiled = numba.njit(forceinline=True, **_INSIDE)
seldom = numba.njit(**_INSIDE)
# A function that Python calls too, and one that nothing but Python calls.
shared = numba.njit(forceinline=True, cache=True, **_OPTIONS)
entry = numba.njit(cache=True, **_OPTIONS)
