"""Whose report it is: the name, logo and colours that a company puts on it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Brand:
    """What a template sets.

    name: stands at the head of every page. logo: the bytes of an image, and logo_type what they are, "svg" or "png";
    both empty for none. accent: headings, links and rules, as #rrggbb; charts keep their colours, which
    colour-blind readers can tell apart.
    """

    name: str = "Headroom"
    logo: bytes = b""
    logo_type: str = ""
    accent: str = "#0072B2"


HEADROOM = Brand()
