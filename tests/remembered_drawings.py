"""Charts that tests share: what has been drawn in this process need not be drawn again.

A drawing is a function of its specification, and takes the processor ten times as long as the report around it. Where
simulations are shared (see remembered_runs.py), drawings are too, but for tests marked `afresh`.
"""

from functools import lru_cache

import vl_convert

MOST = 500  # Drawings that are kept, of some 40 kB each.


class RememberedDrawings:
    """What `vl_convert.vegalite_to_svg` gave, by what it was asked; in use only while `sharing`."""

    def __init__(self) -> None:
        self.sharing = False
        self._draw = vl_convert.vegalite_to_svg
        self._remembered = lru_cache(MOST)(self._draw)

    def draw(self, specification: str, **how: object) -> str:
        """The drawing of a specification, which is made unless it is known."""
        return (self._remembered if self.sharing else self._draw)(specification, **how)
